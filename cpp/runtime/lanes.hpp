// Vectors of numbers of a given width, at any address: what kernels for one instruction path are written in.
#pragma once

#include <cstdint>

namespace riverboat {

// Numbers side by side in 64 bytes: the widest vector of any path, and a cache line.
template <class Real>
inline constexpr int kLanes = 64 / static_cast<int>(sizeof(Real));

template <class Real, int Bytes>
struct LanesOf;
template <int Bytes>
struct LanesOf<float, Bytes> {
    typedef float Type __attribute__((vector_size(Bytes), aligned(4), may_alias));
    typedef std::int32_t Bits __attribute__((vector_size(Bytes)));
};
template <int Bytes>
struct LanesOf<double, Bytes> {
    typedef double Type __attribute__((vector_size(Bytes), aligned(8), may_alias));
    typedef std::int64_t Bits __attribute__((vector_size(Bytes)));
};

}  // namespace riverboat
