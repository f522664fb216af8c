// The nodes of a betting tree as walks need them.
#pragma once

#include <atomic>
#include <cstdint>

namespace riverboat {

// A node as a walk needs it, in a quarter of a cache line.
struct SampledNode {
    std::uint32_t cache_line;  // of its row in the table
    std::uint32_t first_choice;
    float fold_value;  // what the actor has lost if he folds here
    std::uint8_t actor;
    std::uint8_t round : 7;
    std::uint8_t folds : 1;  // the first choice is to fold
    std::uint8_t choices;
    std::uint8_t seen;  // a walk has been here
};
static_assert(sizeof(SampledNode) == 16);

// Threads may set it at once; it is written once and then only read.
inline void see(SampledNode& node) {
    std::atomic_ref<std::uint8_t> seen(node.seen);
    if (seen.load(std::memory_order_relaxed) == 0) seen.store(1, std::memory_order_relaxed);
}

}  // namespace riverboat
