#include "abstraction/distances/row_distances.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "runtime/cpu.hpp"
#include "runtime/lanes.hpp"

namespace riverboat {

namespace {

inline constexpr std::size_t kRows = 4;  // at once: their sums do not wait for each other

// kRows points against one tile of others, a lane each: every pair is summed in the order of its elements, so
// the width of vectors does not matter. tile: [width][kLanes], sums: [kRows][kLanes].
template <class Real, Norm norm, int Bytes>
RIVERBOAT_INLINE void tile_body(const Real* const* points, const Real* tile, std::size_t width, Real* sums) {
    using Vector = typename LanesOf<Real, Bytes>::Type;
    using Bits = typename LanesOf<Real, Bytes>::Bits;
    const Bits sign = (Bits)(-Vector{});
    for (std::size_t lane = 0; lane < kLanes<Real>; lane += Bytes / sizeof(Real)) {
        Vector total[kRows] = {};
        for (std::size_t d = 0; d < width; ++d) {
            const Vector other = *reinterpret_cast<const Vector*>(tile + d * kLanes<Real> + lane);
            for (std::size_t k = 0; k < kRows; ++k) {
                const Vector difference = other - points[k][d];
                if constexpr (norm == Norm::l1)
                    total[k] += (Vector)((Bits)difference & ~sign);
                else
                    total[k] += difference * difference;
            }
        }
        for (std::size_t k = 0; k < kRows; ++k)
            *reinterpret_cast<Vector*>(sums + k * kLanes<Real> + lane) = total[k];
    }
}

#define RIVERBOAT_TILE(name, bytes, target)                                                        \
    template <class Real, Norm norm>                                                               \
    target void name(const Real* const* points, const Real* tile, std::size_t width, Real* sums) { \
        tile_body<Real, norm, bytes>(points, tile, width, sums);                                   \
    }
RIVERBOAT_TILE(tile_baseline, 16, )
#if RIVERBOAT_X86
RIVERBOAT_TILE(tile_avx2, 32, __attribute__((target("avx2"))))
RIVERBOAT_TILE(tile_avx512, 64, __attribute__((target("avx512f,avx512vl,avx512dq"))))
#endif

template <class Real, Norm norm>
auto tile_sums() {
#if RIVERBOAT_X86
    if (cpu_path() == CpuPath::avx512) return &tile_avx512<Real, norm>;
    if (cpu_path() == CpuPath::bmi2) return &tile_avx2<Real, norm>;
#endif
    return &tile_baseline<Real, norm>;
}

}  // namespace

template <class Real>
void row_distances(const Real* points, std::size_t count, const Real* others, std::size_t other_count,
                   std::size_t width, Norm norm, Real* out, unsigned threads, const Watch& watch) {
    constexpr std::size_t lane = kLanes<Real>, per_chunk = 256;
    const std::size_t tiles = (other_count + lane - 1) / lane;
    std::vector<Real> turned(tiles * width * lane);  // [tile][element][lane]; lanes too many stay 0
    for (std::size_t o = 0; o < other_count; ++o) {
        for (std::size_t d = 0; d < width; ++d)
            turned[(o / lane * width + d) * lane + o % lane] = others[o * width + d];
    }
    const auto sum_tile = norm == Norm::l1 ? tile_sums<Real, Norm::l1>() : tile_sums<Real, Norm::l2>();
    parallel_chunks((count + per_chunk - 1) / per_chunk, threads, watch, [&](std::size_t chunk, unsigned) {
        Real sums[kRows * lane];
        const std::size_t last = std::min(count, (chunk + 1) * per_chunk);
        for (std::size_t tile = 0; tile < tiles; ++tile) {
            const std::size_t first_other = tile * lane, used = std::min(lane, other_count - first_other);
            for (std::size_t i = chunk * per_chunk; i < last; i += kRows) {
                const Real* rows[kRows];  // past the end the last one again
                for (std::size_t k = 0; k < kRows; ++k) rows[k] = points + std::min(i + k, last - 1) * width;
                sum_tile(rows, turned.data() + tile * width * lane, width, sums);
                for (std::size_t k = 0; k < std::min(kRows, last - i); ++k)
                    std::copy_n(sums + k * lane, used, out + (i + k) * other_count + first_other);
            }
        }
        if (norm == Norm::l2) {
            for (Real* x = out + chunk * per_chunk * other_count; x < out + last * other_count; ++x)
                *x = std::sqrt(*x);
        }
    });
}

template void row_distances(const float*, std::size_t, const float*, std::size_t, std::size_t, Norm, float*,
                            unsigned, const Watch&);
template void row_distances(const double*, std::size_t, const double*, std::size_t, std::size_t, Norm,
                            double*, unsigned, const Watch&);

}  // namespace riverboat
