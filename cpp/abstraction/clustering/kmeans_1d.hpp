// The best clusters of weighted points on a line, exactly.
#pragma once

#include <cstdint>
#include <vector>

#include "runtime/parallel.hpp"

namespace riverboat {

// Where each of the k clusters begins in `values` (ascending, all different, weights positive; k is at most
// their number). Dynamic programming over (clusters, values): O(k n log n) time, 4 k n bytes. The watch is
// told clusters.
std::vector<std::uint32_t> kmeans_1d(const std::vector<double>& values, const std::vector<double>& weights,
                                     std::size_t k, const Watch& watch);

// The same for each number of clusters from 1 to `most`, in one pass: [k - 1][first k of most].
std::vector<std::uint32_t> kmeans_1d_choices(const std::vector<double>& values,
                                             const std::vector<double>& weights, std::size_t most,
                                             const Watch& watch);

}  // namespace riverboat
