// Regrets and averages of the sampled engine: a cell for every row and bucket.
//
// A cell holds the regrets of its choices, then their averages, side by side in one cache line if they fit:
// [row][bucket][regrets, averages]. Memory is asked for as a whole and taken page by page when first touched,
// so rows that are never reached cost nothing. Numbers are floats of 32 bits, or of 16, the upper half of
// one, rounded at random so that small steps count on average.
//
// Threads share the table without locks. Every number is read and written whole (relaxed atomics, plain moves
// on x86-64 and ARM); when two threads meet in a cell, one of two steps may be lost. Steps are samples, lost
// without regard to their value, so sums stay unbiased up to a factor that all choices share; with millions
// of cells threads meet rarely.
#pragma once

#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "games/trees/tree.hpp"
#include "runtime/rng.hpp"

namespace riverboat {

inline constexpr std::size_t kCacheLine = 64;  // bytes

// 32 bits as they are.
inline float number_at(float& place) {
    return std::atomic_ref<float>(place).load(std::memory_order_relaxed);
}
inline void put_number(float& place, float value, Rng&) {
    std::atomic_ref<float>(place).store(value, std::memory_order_relaxed);
}

// The upper 16 bits of a float.
inline float number_at(std::uint16_t& place) {
    const std::uint32_t bits = std::atomic_ref<std::uint16_t>(place).load(std::memory_order_relaxed);
    return std::bit_cast<float>(bits << 16);
}
inline void put_number(std::uint16_t& place, float value, Rng& rng) {
    const std::uint32_t bits =
        std::bit_cast<std::uint32_t>(value) + (static_cast<std::uint32_t>(rng.next()) & 0xffffu);
    std::atomic_ref<std::uint16_t>(place).store(static_cast<std::uint16_t>(bits >> 16),
                                                std::memory_order_relaxed);
}

// Numbers of a cell, padded so that no cell of up to a cache line lies in two.
template <class Number>
constexpr std::size_t cell_numbers(std::size_t choices) {
    const std::size_t numbers = 2 * choices, in_line = kCacheLine / sizeof(Number);
    return numbers <= in_line ? std::bit_ceil(numbers) : (numbers + in_line - 1) / in_line * in_line;
}

struct CellRow {
    std::uint64_t cache_line;  // of the table, where it begins
    std::uint64_t buckets;     // of its round
    std::uint16_t choices;
    std::uint8_t round;
};

// Address space that becomes memory where it is written to. Reads as zeros before.
class LazyMemory {
  public:
    // huge: ask for pages of 2 MiB, which are faster and coarser. Throws std::bad_alloc.
    LazyMemory(std::size_t bytes, bool huge);
    ~LazyMemory();
    LazyMemory(const LazyMemory&) = delete;
    LazyMemory& operator=(const LazyMemory&) = delete;

    std::byte* data() const { return data_; }
    std::size_t size() const { return size_; }

  private:
    std::byte* data_;
    std::size_t size_;
};

template <class Number>
class CellTable {
  public:
    // buckets: by round.
    CellTable(const BettingTree& tree, const std::vector<std::uint64_t>& buckets, bool huge);

    const std::vector<CellRow>& rows() const { return rows_; }
    // The regrets of a bucket; its averages come after them.
    Number* cell(std::uint64_t cache_line, std::size_t choices, std::size_t bucket) const {
        return reinterpret_cast<Number*>(memory_.data() + cache_line * kCacheLine) +
               bucket * cell_numbers<Number>(choices);
    }
    Number* cell(const CellRow& row, std::size_t bucket) const {
        return cell(row.cache_line, row.choices, bucket);
    }
    static std::size_t row_bytes(const CellRow& row) {
        return row.buckets * cell_numbers<Number>(row.choices) * sizeof(Number);
    }
    std::byte* data() const { return memory_.data(); }
    std::size_t bytes() const { return memory_.size(); }  // if every row were touched

  private:
    std::vector<CellRow> rows_;
    LazyMemory memory_;
};

}  // namespace riverboat
