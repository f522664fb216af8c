#include "runtime/parallel.hpp"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>

namespace riverboat {

namespace {

struct Stopped {};  // thrown by pulse() on the other threads; the reason is kept by the thread that failed

// What the threads of one call share.
struct Work {
    std::size_t chunks;
    const Watch& watch;
    std::atomic<std::size_t> next{0}, done{0};
    std::atomic<bool> stop{false};
    std::exception_ptr failure{};
    unsigned helpers = 0;  // other threads that have not finished
    std::condition_variable helper_finished{};
    std::mutex mutex{};  // of the failure and the helpers

    void tell() {
        if (watch) watch(done.load(std::memory_order_relaxed), chunks);
    }
    void fail() {
        stop = true;
        const std::lock_guard lock(mutex);
        if (!failure) failure = std::current_exception();
    }
    // The calling thread has nothing left to do: it goes on watching while others are busy, maybe for long.
    void wait_for_helpers() {
        std::unique_lock lock(mutex);
        while (!helper_finished.wait_for(lock, std::chrono::milliseconds(20), [&] { return helpers == 0; })) {
            lock.unlock();
            try {
                if (!stop) tell();
            } catch (...) {
                fail();
            }
            lock.lock();
        }
    }
};

// The work this thread is busy with, for pulse().
thread_local Work* current = nullptr;
thread_local bool is_caller = false;

// Work may be nested: the outer one is put back at the end.
class Busy {
  public:
    Busy(Work& work, bool caller) : work_(current), caller_(is_caller) {
        current = &work;
        is_caller = caller;
    }
    ~Busy() {
        current = work_;
        is_caller = caller_;
    }
    Busy(const Busy&) = delete;
    Busy& operator=(const Busy&) = delete;

  private:
    Work* work_;
    bool caller_;
};

}  // namespace

unsigned hardware_threads() {
    static const unsigned count =
        std::max(1u, std::thread::hardware_concurrency());  // asking takes microseconds
    return count;
}

void pulse() {
    if (current == nullptr) return;
    if (is_caller) current->tell();
    if (current->stop.load(std::memory_order_relaxed)) throw Stopped{};
}

void parallel_chunks(std::size_t chunks, unsigned threads, const Watch& watch,
                     const std::function<void(std::size_t, unsigned)>& body) {
    if (threads == 0) threads = hardware_threads();
    threads = static_cast<unsigned>(std::clamp<std::size_t>(chunks, 1, threads));
    Work shared{.chunks = chunks, .watch = watch};

    const auto work = [&](unsigned worker) {
        const Busy busy(shared, worker == 0);
        try {
            while (!shared.stop.load(std::memory_order_relaxed)) {
                const std::size_t chunk = shared.next.fetch_add(1, std::memory_order_relaxed);
                if (chunk >= chunks) break;
                body(chunk, worker);
                shared.done.fetch_add(1, std::memory_order_relaxed);
                if (worker == 0) shared.tell();
            }
        } catch (const Stopped&) {  // somebody else knows why
        } catch (...) {
            shared.fail();
        }
    };

    const auto help = [&](unsigned worker) {
        work(worker);
        const std::lock_guard lock(shared.mutex);
        --shared.helpers;
        shared.helper_finished.notify_one();
    };

    std::vector<std::thread> helpers;
    helpers.reserve(threads - 1);
    for (unsigned worker = 1; worker < threads; ++worker) {
        const std::lock_guard lock(shared.mutex);
        try {
            helpers.emplace_back(help, worker);
            ++shared.helpers;
        } catch (const std::system_error&) {
            break;  // the system grants no more threads: those that run, this one at least, do all the work
        }
    }
    work(0);
    shared.wait_for_helpers();
    for (std::thread& helper : helpers) helper.join();
    if (shared.failure) std::rethrow_exception(shared.failure);
    if (threads > 1) shared.tell();  // the last chunk may have been another thread's
}

}  // namespace riverboat
