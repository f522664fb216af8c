// Numbers as they lie in tables: whole ones, and short floats of 16 bits.
//
// A short float has 6 bits of exponent and 9 of fraction, or 10 where there is no sign. It needs no scale:
// one pass reads a table and writes it.
//
// Dropping bits must not drop small steps: an average moves by a thousandth of itself in an iteration, about
// what 16 bits can just tell apart. So a number goes up as often as the dropped bits say: a threshold is
// added to them, and what carries over goes up. Thresholds are the fractions of cell * a + turn * b, where a
// and b are one over the plastic number and over its square (Roberts 2018): even over the turns of a cell, so
// that errors cancel, and over the cells of a table. They depend on nothing else, so tables are the same on
// any number of threads. On a turn spot they follow 32 bits down to 0.0015 % of the pot in 2,000 iterations;
// with random thresholds, or 7 bits of fraction, self-play begins to swing before that.
#pragma once

#include <type_traits>
#include <utility>

#include "solvers/full_width/kernels/vectors.hpp"

namespace riverboat {

constexpr std::uint32_t kCellStep = 3242174889u;  // 2^32 * 0.7548776662
constexpr std::uint32_t kTurnStep = 2447445414u;  // 2^32 * 0.5698402910

// Bits of a float that a cell drops, and the exponent of the float that is 0 in the cell.
template <class Cell>
struct ShortFloat {
    static constexpr bool exists = false;
};
// Chips times hands: from 2^-23, far below what matters, to 2^40, far above what a game pays.
template <>
struct ShortFloat<Signed16> {
    static constexpr bool exists = true, has_sign = true;
    static constexpr int dropped = 14, zero = 127 - 24;
};
// Reach times iterations: from 2^-42 to 2^21.
template <>
struct ShortFloat<Unsigned16> {
    static constexpr bool exists = true, has_sign = false;
    static constexpr int dropped = 13, zero = 127 - 43;
};

// Vectors of as many lanes as a V of Reals has.
template <class V>
struct Lanes {
    static constexpr int count = sizeof(V) / sizeof(V{}[0]);
    typedef float Floats __attribute__((vector_size(4 * count)));
    typedef std::int32_t Bits __attribute__((vector_size(4 * count)));
    typedef std::uint32_t Steps __attribute__((vector_size(4 * count)));
    typedef std::int16_t Signed __attribute__((vector_size(2 * count)));
    typedef std::uint16_t Unsigned __attribute__((vector_size(2 * count)));
    typedef Unsigned InTable __attribute__((aligned(2), may_alias));
};

// 16 bits to 32, in the upper half; what stands in the lower half is to be masked. And the lower halves of 32
// bits. As shuffles where vectors have 512 bits: conversions between halves of them take four instructions.
template <class Wide, class Narrow, std::size_t... I>
RIVERBOAT_INLINE Wide to_upper_halves(const Narrow& cells, std::index_sequence<I...>) {
    if constexpr (sizeof(Wide) == 64)
        return reinterpret_cast<Wide>(__builtin_shufflevector(cells, cells, static_cast<int>(I / 2)...));
    else
        return __builtin_convertvector(cells, Wide) << 16;
}
template <class Narrow, class Wide, std::size_t... I>
RIVERBOAT_INLINE Narrow lower_halves(const Wide& numbers, std::index_sequence<I...>) {
    if constexpr (sizeof(Wide) == 64) {
        typedef std::uint16_t Halves __attribute__((vector_size(64)));
        const auto halves = reinterpret_cast<Halves>(numbers);
        return __builtin_shufflevector(halves, halves, static_cast<int>(2 * I)...);
    } else {
        return __builtin_convertvector(numbers, Narrow);
    }
}

template <class V, class Cell>
RIVERBOAT_INLINE V load(const Cell* table, std::size_t cell) {
    using Format = ShortFloat<Cell>;
    if constexpr (!Format::exists) {
        return at<V>(table, cell);
    } else {
        using L = Lanes<V>;
        using Wide = std::conditional_t<Format::has_sign, typename L::Bits, typename L::Steps>;
        const typename L::Unsigned cells = *reinterpret_cast<const typename L::InTable*>(table + cell);
        constexpr std::uint32_t known =
            ~((1u << Format::dropped) - 1) & (Format::has_sign ? ~(3u << 29) : ~0u);
        // The sign comes down with the exponent, and is taken away there.
        const auto bits =
            to_upper_halves<Wide>(cells, std::make_index_sequence<2 * L::count>()) >> (16 - Format::dropped);
        const float unit = __builtin_bit_cast(float, (Format::zero + 127) << 23);
        return __builtin_convertvector(
            reinterpret_cast<typename L::Floats>(reinterpret_cast<typename L::Steps>(bits) & known) * unit,
            V);
    }
}

// `seed`: kTurnStep times the turn and kCellStep times where the decision's table begins. What is too small
// becomes 0, what is too large the largest.
template <class V, class Cell>
RIVERBOAT_INLINE void store(Cell* table, std::size_t cell, const V& numbers, std::uint32_t seed) {
    using Format = ShortFloat<Cell>;
    if constexpr (!Format::exists) {
        at<V>(table, cell) = numbers;
    } else {
        using L = Lanes<V>;
        using Bits = typename L::Bits;
        typename L::Steps threshold;
        for (int i = 0; i < L::count; ++i) threshold[i] = static_cast<std::uint32_t>(i) * kCellStep;
        threshold += seed + static_cast<std::uint32_t>(cell) * kCellStep;
        const auto raw = reinterpret_cast<Bits>(__builtin_convertvector(numbers, typename L::Floats));
        constexpr std::int32_t zero = Format::zero << 23, least = zero + (1 << 23),
                               most = zero + (1 << 29) - 1;
        Bits size = Format::has_sign ? raw & 0x7fffffff : raw;
        size += reinterpret_cast<Bits>(threshold >> (32 - Format::dropped));
        const Bits largest = Bits{} + most;
        size = size <= largest ? size : largest;  // <= : compilers know it as a minimum
        size = size < least ? Bits{} : (size - zero) >> Format::dropped;
        if constexpr (Format::has_sign) size |= (raw >> 16) & 0x8000;
        *reinterpret_cast<typename L::InTable*>(table + cell) =
            lower_halves<typename L::Unsigned>(size, std::make_index_sequence<L::count>());
    }
}

}  // namespace riverboat
