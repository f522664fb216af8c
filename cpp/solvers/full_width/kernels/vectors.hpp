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

// The number in every lane. (0 + x would be computed, since it is not x if x is -0.)
template <class V, class Real>
RIVERBOAT_INLINE V everywhere(Real number) {
    return number - V{};
}

template <class V>
RIVERBOAT_INLINE V positive(const V& x) {
    return x > 0 ? x : V{};
}

}  // namespace riverboat
