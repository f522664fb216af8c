// Vectors of numbers as the kernels use them: whole ones of 64 bytes, and halves at the end of a row. Plain
// functions, inlined into kernels that carry the target of an instruction path.
#pragma once

#include <cstddef>
#include <cstdint>

#include "runtime/cpu.hpp"
#include "solvers/kernels.hpp"

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

// Rows are whole vectors and at most one half: body(vector type, place) for each.
template <class Vector>
struct Of {
    using Type = Vector;
};
template <class Real, class Body>
RIVERBOAT_INLINE void each_vector(std::size_t width, const Body& body) {
    std::size_t h = 0;
    for (; h + kLanes<Real> <= width; h += kLanes<Real>) body(Of<Lane<Real>>(), h);
    if (h < width) body(Of<typename VectorOf<Real, 32>::Type>(), h);
}

// A vector in memory, aligned as halves are.
template <class V>
struct InMemory {
    typedef V Type __attribute__((aligned(32), may_alias));
};
template <class V, class Real>
RIVERBOAT_INLINE typename InMemory<V>::Type& at(Real* row, std::size_t h) {
    return *reinterpret_cast<typename InMemory<V>::Type*>(row + h);
}
template <class V, class Real>
RIVERBOAT_INLINE const typename InMemory<V>::Type& at(const Real* row, std::size_t h) {
    return *reinterpret_cast<const typename InMemory<V>::Type*>(row + h);
}

template <class V>
RIVERBOAT_INLINE V positive(const V& x) {
    return x > 0 ? x : V{};
}

}  // namespace riverboat
