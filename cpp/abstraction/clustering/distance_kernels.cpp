#include "abstraction/clustering/distance_kernels.hpp"

#include <limits>

#include "runtime/cpu.hpp"

namespace riverboat {

namespace {

template <int Bytes>
struct Vectors {
    typedef float Real __attribute__((vector_size(Bytes)));
    typedef std::int32_t Whole __attribute__((vector_size(Bytes)));
    static constexpr std::size_t kLanes = Bytes / sizeof(float);
};

// Three vectors of points against Wide centroids at a time; the sums never leave the registers.
template <int Bytes, int Wide>
RIVERBOAT_INLINE void nearest_body(const float* points, std::size_t dims, const float* centroids,
                                   const float* halves, std::size_t tiles, NearestTwo& out) {
    using Real = typename Vectors<Bytes>::Real;
    using Whole = typename Vectors<Bytes>::Whole;
    constexpr std::size_t lanes = Vectors<Bytes>::kLanes;
    constexpr int deep = 3;
    constexpr float infinity = std::numeric_limits<float>::infinity();
    for (std::size_t at = 0; at < kBlockPoints; at += deep * lanes) {
        Real best[deep], second[deep];
        Whole place[deep];
        for (int p = 0; p < deep; ++p) {
            best[p] = second[p] = Real{} + infinity;
            place[p] = Whole{};
        }
        for (std::size_t first = 0; first < tiles * kTile; first += Wide) {
            const std::size_t inside = first % kTile;
            const float* tile = centroids + (first - inside) * dims + inside;
            Real sums[Wide][deep];
#pragma GCC unroll 8
            for (int c = 0; c < Wide; ++c)
                for (int p = 0; p < deep; ++p) sums[c][p] = Real{} + halves[first + c];
            const float* row = points + at;
            for (std::size_t i = 0; i < dims; ++i, row += kBlockPoints, tile += kTile) {
                Real x[deep];
                for (int p = 0; p < deep; ++p) x[p] = *reinterpret_cast<const Real*>(row + p * lanes);
#pragma GCC unroll 8
                for (int c = 0; c < Wide; ++c) {
                    const Real value = Real{} + tile[c];
                    for (int p = 0; p < deep; ++p) sums[c][p] -= x[p] * value;
                }
            }
#pragma GCC unroll 8
            for (int c = 0; c < Wide; ++c) {
                const Whole here = Whole{} + static_cast<std::int32_t>(first + c);
                for (int p = 0; p < deep; ++p) {
                    const Real sum = sums[c][p], worse = sum > best[p] ? sum : best[p];
                    second[p] = worse < second[p] ? worse : second[p];
                    place[p] = sum < best[p] ? here : place[p];
                    best[p] = sum < best[p] ? sum : best[p];
                }
            }
        }
        for (int p = 0; p < deep; ++p) {
            *reinterpret_cast<Real*>(out.best + at + p * lanes) = best[p];
            *reinterpret_cast<Real*>(out.second + at + p * lanes) = second[p];
            *reinterpret_cast<Whole*>(out.place + at + p * lanes) = place[p];
        }
    }
}

// A row of a tile is 256 bits, so no vector is longer.
template <int Bytes>
RIVERBOAT_INLINE void values_body(const float* point, std::size_t dims, const float* centroids,
                                  const float* halves, std::size_t tiles, float* out) {
    using Real = typename Vectors<Bytes>::Real;
    constexpr std::size_t lanes = Vectors<Bytes>::kLanes, vectors = kTile / lanes;
    for (std::size_t t = 0; t < tiles; ++t) {
        Real even[vectors], odd[vectors] = {};  // two sums, so that one need not wait for the other
        const auto* tile = reinterpret_cast<const Real*>(centroids + t * kTile * dims);
        for (std::size_t v = 0; v < vectors; ++v)
            even[v] = *reinterpret_cast<const Real*>(halves + t * kTile + v * lanes);
        std::size_t i = 0;
        for (; i + 1 < dims; i += 2) {
            for (std::size_t v = 0; v < vectors; ++v) {
                even[v] -= tile[i * vectors + v] * point[i];
                odd[v] -= tile[(i + 1) * vectors + v] * point[i + 1];
            }
        }
        for (std::size_t v = 0; v < vectors; ++v) {
            if (i < dims) even[v] -= tile[i * vectors + v] * point[i];
            *reinterpret_cast<Real*>(out + t * kTile + v * lanes) = even[v] + odd[v];
        }
    }
}

template <int Bytes>
RIVERBOAT_INLINE void squares_body(const float* points, std::size_t dims, const float* centroid, float* out) {
    using Real = typename Vectors<Bytes>::Real;
    constexpr std::size_t lanes = Vectors<Bytes>::kLanes, vectors = kBlockPoints / lanes;
    Real sums[vectors] = {};
    for (std::size_t i = 0; i < dims; ++i) {
        for (std::size_t p = 0; p < vectors; ++p) {
            const Real difference =
                *reinterpret_cast<const Real*>(points + i * kBlockPoints + p * lanes) - centroid[i];
            sums[p] += difference * difference;
        }
    }
    for (std::size_t p = 0; p < vectors; ++p) *reinterpret_cast<Real*>(out + p * lanes) = sums[p];
}

// Eight sums side by side, then one: no addition waits for the one before it.
template <class Real>
RIVERBOAT_INLINE double squared_body(const Real* a, const double* b, std::size_t dims) {
    double sums[8] = {};
    const auto add = [&](std::size_t lane, std::size_t i) {
        const double difference = static_cast<double>(a[i]) - b[i];
        sums[lane] += difference * difference;
    };
    std::size_t i = 0;
    for (; i + 8 <= dims; i += 8)
        for (std::size_t lane = 0; lane < 8; ++lane) add(lane, i + lane);
    for (; i < dims; ++i) add(i % 8, i);
    return ((sums[0] + sums[1]) + (sums[2] + sums[3])) + ((sums[4] + sums[5]) + (sums[6] + sums[7]));
}
template <class Real>
double squared_baseline(const Real* a, const double* b, std::size_t dims) {
    return squared_body(a, b, dims);
}
#if RIVERBOAT_X86
template <class Real>
__attribute__((target("avx2"))) double squared_avx2(const Real* a, const double* b, std::size_t dims) {
    return squared_body(a, b, dims);  // without FMA, which rounds once less
}
#endif
template <class Real>
double squared(const Real* a, const double* b, std::size_t dims) {
#if RIVERBOAT_X86
    if (cpu_path() != CpuPath::baseline) return squared_avx2(a, b, dims);
#endif
    return squared_baseline(a, b, dims);
}

void squares_baseline(const float* points, std::size_t dims, const float* centroid, float* out) {
    squares_body<16>(points, dims, centroid, out);
}
#if RIVERBOAT_X86
// Without FMA, too: what is drawn by these distances is the same on every path.
__attribute__((target("avx2"))) void squares_avx2(const float* points, std::size_t dims,
                                                  const float* centroid, float* out) {
    squares_body<32>(points, dims, centroid, out);
}
#endif

#define RIVERBOAT_DISTANCES(path, bytes, wide, squares, target)                               \
    target void nearest_##path(const float* points, std::size_t dims, const float* centroids, \
                               const float* halves, std::size_t tiles, NearestTwo& out) {     \
        nearest_body<bytes, wide>(points, dims, centroids, halves, tiles, out);               \
    }                                                                                         \
    target void values_##path(const float* point, std::size_t dims, const float* centroids,   \
                              const float* halves, std::size_t tiles, float* out) {           \
        values_body<(bytes > 32 ? 32 : bytes)>(point, dims, centroids, halves, tiles, out);   \
    }                                                                                         \
    constexpr DistanceKernels kOn_##path = {&nearest_##path, &values_##path, squares};

RIVERBOAT_DISTANCES(baseline, 16, 4, &squares_baseline, )
#if RIVERBOAT_X86
RIVERBOAT_DISTANCES(avx2, 32, 4, &squares_avx2, __attribute__((target("avx2,fma"))))
RIVERBOAT_DISTANCES(avx512, 64, 8, &squares_avx2,
                    __attribute__((target("avx512f,avx512bw,avx512vl,avx512dq,fma,prefer-vector-width=512"))))
#endif

}  // namespace

double squared_distance(const float* a, const double* b, std::size_t dims) {
    return squared(a, b, dims);
}
double squared_distance(const double* a, const double* b, std::size_t dims) {
    return squared(a, b, dims);
}

const DistanceKernels& distance_kernels() {
#if RIVERBOAT_X86
    if (cpu_path() == CpuPath::avx512) return kOn_avx512;
    if (cpu_path() == CpuPath::bmi2) return kOn_avx2;
#endif
    return kOn_baseline;
}

}  // namespace riverboat
