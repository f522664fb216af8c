// Vectors of numbers as the kernels use them, as wide as their instruction path. Plain functions, inlined
// into kernels that carry the target of a path.
#pragma once

#include <cstddef>
#include <cstdint>

#include "runtime/cpu.hpp"
#include "solvers/full_width/kernels/kernels.hpp"

namespace riverboat {

template <class Real, int Bytes>
struct VectorOf;
template <int Bytes>
struct VectorOf<float, Bytes> {
    typedef float Type __attribute__((vector_size(Bytes)));
    typedef std::int32_t Picks __attribute__((vector_size(Bytes)));
};
template <int Bytes>
struct VectorOf<double, Bytes> {
    typedef double Type __attribute__((vector_size(Bytes)));
    typedef std::int64_t Picks __attribute__((vector_size(Bytes)));
};
template <class Real>
using Lane = typename VectorOf<Real, 64>::Type;

// Rows are whole vectors of 64 bytes and at most one half: body(vector type, place) for each vector of the
// path. Wider ones than a path has would be chosen from number by number.
template <class Vector>
struct Of {
    using Type = Vector;
};
template <int Bytes, class Real, class Body>
RIVERBOAT_INLINE void each_vector(std::size_t width, const Body& body) {
    constexpr std::size_t lanes = Bytes / sizeof(Real);
    std::size_t h = 0;
    for (; h + lanes <= width; h += lanes) body(Of<typename VectorOf<Real, Bytes>::Type>(), h);
    if constexpr (Bytes > 32) {
        if (h < width) body(Of<typename VectorOf<Real, 32>::Type>(), h);
    }
}

// A vector in memory, aligned as halves are.
template <class V>
struct InMemory {
    typedef V Type __attribute__((aligned(sizeof(V) < 32 ? sizeof(V) : 32), may_alias));
};
template <class V, class Real>
RIVERBOAT_INLINE typename InMemory<V>::Type& at(Real* row, std::size_t h) {
    return *reinterpret_cast<typename InMemory<V>::Type*>(row + h);
}
template <class V, class Real>
RIVERBOAT_INLINE const typename InMemory<V>::Type& at(const Real* row, std::size_t h) {
    return *reinterpret_cast<const typename InMemory<V>::Type*>(row + h);
}

// The number in every lane, by one instruction: compilers that build for older machines put it there lane by
// lane, in the middle of loops. (0 + x would be computed, since it is not x if x is -0.)
template <class V, class Real>
RIVERBOAT_INLINE V everywhere(Real number) {
#if RIVERBOAT_X86
    if constexpr (sizeof(V) >= 32) {
        V all;
        if constexpr (sizeof(Real) == 4)
            __asm__("vbroadcastss %1, %0" : "=v"(all) : "v"(number));
        else
            __asm__("vbroadcastsd %1, %0" : "=v"(all) : "v"(number));
        return all;
    }
#endif
    return number - V{};
}

// x > least ? x : least, also where x is not a number: one instruction, where compilers take a comparison and
// a choice since they do not know what that instruction does with such an x.
template <class V>
RIVERBOAT_INLINE V at_least(const V& x, const V& least) {
#if RIVERBOAT_X86
    if constexpr (sizeof(V) >= 32) {
        V larger;
        if constexpr (sizeof(x[0]) == 4)
            __asm__("vmaxps %2, %1, %0" : "=v"(larger) : "v"(x), "v"(least));
        else
            __asm__("vmaxpd %2, %1, %0" : "=v"(larger) : "v"(x), "v"(least));
        return larger;
    }
#endif
    return x > least ? x : least;
}

template <class V>
RIVERBOAT_INLINE V positive(const V& x) {
    return at_least(x, V{});
}

}  // namespace riverboat
