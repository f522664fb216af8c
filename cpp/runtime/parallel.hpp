// Work in chunks on several threads, with one place to watch progress and to stop.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <functional>
#include <utility>
#include <vector>

namespace riverboat {

// Told how far the work is, on the thread that called parallel_chunks, between chunks and while it waits for
// the other threads. Throwing stops the work: the other threads finish their chunk (or stop at a pulse), then
// the exception leaves parallel_chunks.
using Watch = std::function<void(std::size_t done, std::size_t total)>;

// Threads to use when the caller says 0: as many as the machine has.
unsigned hardware_threads();

// Calls body(chunk, worker) once for every chunk in [0, chunks). Chunks are handed out in ascending order;
// `worker` in [0, threads) tells per-thread storage apart. The calling thread is worker 0. An exception in
// any body stops the rest and is rethrown here. The watch is told when all is done.
void parallel_chunks(std::size_t chunks, unsigned threads, const Watch& watch,
                     const std::function<void(std::size_t chunk, unsigned worker)>& body);

// For chunks that may take long: called inside a chunk now and then, it asks the watch (on the calling
// thread) or looks whether the work was stopped (on the others), and leaves the chunk by an exception if so.
// Does nothing elsewhere.
void pulse();

inline constexpr std::size_t kMostParts = 32;

// Sums over items [0, count) in at most `most_parts` parts of neighbouring items: each part is a copy of
// `fresh` that body(part, item) fills, and parts are added up in order by part.add(other). So the sum, its
// rounding included, does not depend on the number of threads. `between` items lie between two pulses. The
// watch is told items.
template <class Part, class Body>
Part parallel_sum(std::size_t count, std::size_t between, unsigned threads, const Watch& watch,
                  const Part& fresh, const Body& body, std::size_t most_parts = kMostParts) {
    std::vector<Part> parts(std::clamp<std::size_t>((count + between - 1) / between, 1, most_parts), fresh);
    std::atomic<std::size_t> done{0};
    Watch watch_items;
    if (watch) watch_items = [&](std::size_t, std::size_t) { watch(done.load(), count); };
    parallel_chunks(parts.size(), threads, watch_items, [&](std::size_t part, unsigned) {
        const std::size_t begin = count * part / parts.size(), end = count * (part + 1) / parts.size();
        for (std::size_t item = begin; item < end; ++item) {
            body(parts[part], item);
            done.fetch_add(1, std::memory_order_relaxed);
            if ((item - begin) % between == between - 1) pulse();
        }
    });
    for (std::size_t i = 1; i < parts.size(); ++i) parts[0].add(parts[i]);
    return std::move(parts[0]);
}

}  // namespace riverboat
