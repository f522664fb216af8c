// Squares of numbers turned over in registers, so that what lies by class can be worked on by end, and back.
#pragma once

#include <utility>

#include "solvers/full_width/kernels/vectors.hpp"

namespace riverboat {

template <class Real>
inline constexpr int kInBlock = 16 / static_cast<int>(sizeof(Real));  // numbers in 128 bits

// Numbers of a and b by turns, within each 128 bits: those of the first halves (Part 0) or the second (1).
template <int Part, class Real, class V, std::size_t... I>
RIVERBOAT_INLINE V by_turns(const V& a, const V& b, std::index_sequence<I...>) {
    constexpr int n = sizeof...(I), block = kInBlock<Real>;
    return __builtin_shufflevector(a, b,
                                   (static_cast<int>(I) / block * block + static_cast<int>(I) % block / 2 +
                                    Part * block / 2 + static_cast<int>(I) % 2 * n)...);
}

// Every other 128 bits of a, then of b: those at even places (Part 0) or at odd ones (1).
template <int Part, class Real, class V, std::size_t... I>
RIVERBOAT_INLINE V every_other(const V& a, const V& b, std::index_sequence<I...>) {
    constexpr int block = kInBlock<Real>;
    return __builtin_shufflevector(
        a, b, ((2 * (static_cast<int>(I) / block) + Part) * block + static_cast<int>(I) % block)...);
}

// A square of numbers, one vector a row. Taking two rows by turns, again and again, turns over the squares
// within 128 bits; taking every other of these does the same to the squares as wholes. Each step is one
// instruction a row on every path.
template <class Real, int Bytes>
RIVERBOAT_INLINE void transpose(typename VectorOf<Real, Bytes>::Type* rows) {
    using V = typename VectorOf<Real, Bytes>::Type;
    constexpr int n = Bytes / static_cast<int>(sizeof(Real)), block = kInBlock<Real>, blocks = n / block;
    constexpr std::make_index_sequence<n> all;
    V next[n];
#pragma GCC unroll 2
    for (int size = block; size > 1; size /= 2) {
#pragma GCC unroll 16
        for (int i = 0; i < n / 2; ++i) {
            const int from = i / (block / 2) * block + i % (block / 2),
                      to = i / (block / 2) * block + i % (block / 2) * 2;
            next[to] = by_turns<0, Real>(rows[from], rows[from + block / 2], all);
            next[to + 1] = by_turns<1, Real>(rows[from], rows[from + block / 2], all);
        }
#pragma GCC unroll 16
        for (int i = 0; i < n; ++i) rows[i] = next[i];
    }
#pragma GCC unroll 2
    for (int size = blocks; size > 1; size /= 2) {
#pragma GCC unroll 16
        for (int i = 0; i < n / 2; ++i) {
            const int in_block = i % block, place = i / block;
            const V &a = rows[2 * place * block + in_block], &b = rows[(2 * place + 1) * block + in_block];
            next[place * block + in_block] = every_other<0, Real>(a, b, all);
            next[(place + blocks / 2) * block + in_block] = every_other<1, Real>(a, b, all);
        }
#pragma GCC unroll 16
        for (int i = 0; i < n; ++i) rows[i] = next[i];
    }
}

}  // namespace riverboat
