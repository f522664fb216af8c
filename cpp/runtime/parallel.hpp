// Work in chunks on several threads, with one place to watch progress and to stop.
#pragma once

#include <atomic>
#include <cstddef>
#include <functional>

namespace riverboat {

// Told how far the work is, on the thread that called parallel_chunks, between chunks. Throwing stops the
// work: the other threads finish their chunk, then the exception leaves parallel_chunks.
using Watch = std::function<void(std::size_t done, std::size_t total)>;

// Threads to use when the caller says 0: as many as the machine has.
unsigned hardware_threads();

// Calls body(chunk, worker) once for every chunk in [0, chunks). Chunks are handed out in ascending order;
// `worker` in [0, threads) tells per-thread storage apart. The calling thread is worker 0. An exception in
// any body stops the rest and is rethrown here.
void parallel_chunks(std::size_t chunks, unsigned threads, const Watch& watch,
                     const std::function<void(std::size_t chunk, unsigned worker)>& body);

}  // namespace riverboat
