// K-means: centroids that minimise the weighted sum of squared distances of points to the nearest of them.
//
// All of it is exact and repeatable: labels are those that arithmetic in double gives (of equally near
// centroids the one with the lowest number), and sums run in an order that does not depend on the threads.
#pragma once

#include <cstdint>
#include <vector>

#include "abstraction/clustering/packed.hpp"
#include "runtime/parallel.hpp"

namespace riverboat {

struct Clusters {
    std::vector<std::uint32_t> labels;  // [points]: the nearest centroid
    std::vector<double> centroids;      // [k][dims]
    double error = 0;                   // sum of weight x squared distance
    std::size_t iterations = 0;         // how often the centroids moved
    std::size_t missing = 0;            // clusters that stay empty: there are fewer distinct points than k
};

struct LloydOptions {
    std::size_t iterations;
    double tolerance;  // stop when an iteration lowers the error by no more than this share of it
    unsigned threads;
};

// Lloyd's iteration from centroids `start` [k][dims]. A cluster without weight is moved to the point farthest
// out in the cluster with the most error. The watch is told iterations.
template <class Real>
Clusters lloyd(const Points<Real>& points, std::vector<double> start, const LloydOptions& options,
               const Watch& watch);

// Which centroid is the nearest, for each point.
template <class Real>
std::vector<std::uint32_t> nearest_centroids(const Points<Real>& points, std::vector<double> centroids,
                                             unsigned threads, const Watch& watch);

// Greedy k-means++ (Arthur and Vassilvitskii 2007, section 4): each centre is the best of 2 + ln k points
// that are drawn with probability weight x squared distance to the centres so far. Returns points' numbers;
// one comes again when no point lies apart from the centres.
template <class Real>
std::vector<std::uint32_t> kmeans_plus_plus(const Points<Real>& points, std::size_t k, std::uint64_t seed,
                                            unsigned threads, const Watch& watch);

}  // namespace riverboat
