// Stops a chunk of work half-way: some chunks take hours, and parallel_chunks asks the watch between chunks
// only.
#pragma once

#include <atomic>

#include "runtime/parallel.hpp"

namespace riverboat {

class Patience {
  public:
    explicit Patience(const Watch& watch) : watch_(watch) {}

    // Called now and then inside a chunk; false: leave it. Worker 0 asks the watch, which throws to stop the
    // work.
    bool lasts(std::size_t chunk, std::size_t chunks, unsigned worker) {
        if (worker != 0 || !watch_) return !over_.load(std::memory_order_relaxed);
        try {
            watch_(chunk, chunks);
        } catch (...) {
            over_ = true;
            throw;
        }
        return true;
    }

  private:
    const Watch& watch_;
    std::atomic<bool> over_{false};
};

}  // namespace riverboat
