// Work in chunks on several threads, with one place to watch progress and to stop.
#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <utility>
#include <vector>

namespace riverboat {

// Told how far the work is, on the thread that called parallel_chunks, between chunks. Throwing stops the
// work: the other threads finish their chunk, then the exception leaves parallel_chunks.
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

// Sums over items [0, count): every thread works on a copy of `fresh` by body(worker, item), and the copies
// are added up at the end by worker.add(other). Items go out in chunks of `per_chunk`.
template <class Worker, class Body>
Worker parallel_sum(std::size_t count, std::size_t per_chunk, unsigned threads, const Watch& watch,
                    const Worker& fresh, const Body& body) {
    const std::size_t chunks = (count + per_chunk - 1) / per_chunk;
    if (threads == 0) threads = hardware_threads();
    std::vector<Worker> workers(std::clamp<std::size_t>(chunks, 1, threads), fresh);
    parallel_chunks(chunks, static_cast<unsigned>(workers.size()), watch,
                    [&](std::size_t chunk, unsigned worker) {
                        const std::size_t end = std::min(count, (chunk + 1) * per_chunk);
                        for (std::size_t item = chunk * per_chunk; item < end; ++item)
                            body(workers[worker], item);
                    });
    for (std::size_t i = 1; i < workers.size(); ++i) workers[0].add(workers[i]);
    return std::move(workers[0]);
}

}  // namespace riverboat
