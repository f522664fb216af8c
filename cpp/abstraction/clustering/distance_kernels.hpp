// Distances between many points and many centroids, compiled for each instruction path.
//
// Points lie in blocks of 48, one coordinate after the other: [dims][48]. So a vector holds one coordinate of
// many points, and no sum runs across a vector.
#pragma once

#include <cstddef>
#include <cstdint>

namespace riverboat {

inline constexpr std::size_t kBlockPoints = 48;  // points: three vectors of 512 bits
inline constexpr std::size_t kTile = 8;          // centroids: 3 x 8 sums fill the registers of AVX-512

// What is left of |x - c|² without |x|² and halved, |c|² / 2 - x.c, for the nearest and the second nearest
// centroid, and the place of the nearest. Of equal ones the first in the list.
struct alignas(64) NearestTwo {
    float best[kBlockPoints], second[kBlockPoints];
    std::uint32_t place[kBlockPoints];
};

// |a - b|² in double, with the same roundings on every path.
double squared_distance(const float* a, const double* b, std::size_t dims);
double squared_distance(const double* a, const double* b, std::size_t dims);

struct DistanceKernels {
    // points [dims][48], centroids [tiles][dims][8], halves |c|² / 2 [tiles][8]; all aligned to 64 bytes.
    void (*nearest)(const float* points, std::size_t dims, const float* centroids, const float* halves,
                    std::size_t tiles, NearestTwo& out);
    // |c|² / 2 - x.c of one point [dims] and every centroid, out [tiles][8].
    void (*values)(const float* point, std::size_t dims, const float* centroids, const float* halves,
                   std::size_t tiles, float* out);
    // |x - c|² of 48 points and one centroid [dims], summed up as squares of differences: 0 if they are
    // equal.
    void (*squares)(const float* points, std::size_t dims, const float* centroid, float* out);
};

// For the path of this machine.
const DistanceKernels& distance_kernels();

}  // namespace riverboat
