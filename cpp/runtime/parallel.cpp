#include "runtime/parallel.hpp"

#include <algorithm>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

namespace riverboat {

unsigned hardware_threads() {
    static const unsigned count =
        std::max(1u, std::thread::hardware_concurrency());  // asking takes microseconds
    return count;
}

void parallel_chunks(std::size_t chunks, unsigned threads, const Watch& watch,
                     const std::function<void(std::size_t, unsigned)>& body) {
    if (threads == 0) threads = hardware_threads();
    threads = static_cast<unsigned>(std::min<std::size_t>(threads, std::max<std::size_t>(chunks, 1)));

    std::atomic<std::size_t> next{0};
    std::atomic<std::size_t> done{0};
    std::atomic<bool> stop{false};
    std::exception_ptr failure;
    std::mutex failure_mutex;

    auto work = [&](unsigned worker) {
        try {
            while (!stop.load(std::memory_order_relaxed)) {
                const std::size_t chunk = next.fetch_add(1, std::memory_order_relaxed);
                if (chunk >= chunks) break;
                body(chunk, worker);
                const std::size_t finished = done.fetch_add(1, std::memory_order_relaxed) + 1;
                if (worker == 0 && watch) watch(finished, chunks);
            }
        } catch (...) {
            stop = true;
            const std::lock_guard lock(failure_mutex);
            if (!failure) failure = std::current_exception();
        }
    };

    std::vector<std::thread> helpers;
    helpers.reserve(threads - 1);
    try {
        for (unsigned worker = 1; worker < threads; ++worker) helpers.emplace_back(work, worker);
    } catch (const std::system_error&) {
        // The system grants no more threads: those that run, this one at least, do all the work.
    }
    work(0);
    for (std::thread& helper : helpers) helper.join();
    if (failure) std::rethrow_exception(failure);
}

}  // namespace riverboat
