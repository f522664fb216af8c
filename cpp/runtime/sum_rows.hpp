// Sums of rows of a table that are named by number: what a place is worth before the next card, from what it
// is worth after each.
#pragma once

#include <cstddef>
#include <cstdint>

#include "runtime/parallel.hpp"

namespace riverboat {

struct RowTable {
    const double* numbers;  // [rows][width]
    std::size_t rows, width;
};

// Writes to `out`, [count][width], the sum of the rows that each of the `count` lists of `each` keys names.
// Keys are added in their order, so sums do not depend on threads. Throws std::out_of_range for a key that is
// no row.
template <class Key>
void sum_rows(const Key* keys, std::size_t count, std::size_t each, const RowTable& table, double* out,
              unsigned threads, const Watch& watch);

extern template void sum_rows(const std::uint16_t*, std::size_t, std::size_t, const RowTable&, double*,
                              unsigned, const Watch&);
extern template void sum_rows(const std::uint32_t*, std::size_t, std::size_t, const RowTable&, double*,
                              unsigned, const Watch&);

}  // namespace riverboat
