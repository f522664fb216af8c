// Sums of rows of a matrix, for leaves that are worth what groups of hands are worth against each other.
#pragma once

#include <cstddef>

#include "runtime/cpu.hpp"
#include "runtime/lanes.hpp"
#include "solvers/game/runouts.hpp"

namespace riverboat {

// Four vectors of the sum stay in registers while all rows pass by; what is left goes one by one.
template <int Bytes, class Real>
RIVERBOAT_INLINE void weighted_rows_body(const Real* matrix, std::size_t width, const HandIndex* rows,
                                         const Real* weights, std::size_t count, Real* out) {
    using V = typename LanesOf<Real, Bytes>::Type;
    constexpr std::size_t lanes = Bytes / sizeof(Real);
    std::size_t h = 0;
    for (; h + 4 * lanes <= width; h += 4 * lanes) {
        V sum[4] = {};
        for (std::size_t n = 0; n < count; ++n) {
            const Real* row = matrix + rows[n] * width + h;
            for (std::size_t k = 0; k < 4; ++k) sum[k] += weights[n] * reinterpret_cast<const V*>(row)[k];
        }
        for (std::size_t k = 0; k < 4; ++k) reinterpret_cast<V*>(out + h)[k] = sum[k];
    }
    for (; h < width; h += lanes) {
        V sum = {};
        for (std::size_t n = 0; n < count; ++n)
            sum += weights[n] * *reinterpret_cast<const V*>(matrix + rows[n] * width + h);
        *reinterpret_cast<V*>(out + h) = sum;
    }
}

}  // namespace riverboat
