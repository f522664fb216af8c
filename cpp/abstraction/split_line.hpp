// Weighted points on a line, split into k runs with the least sum of squared distances to the runs' means: k-means in
// one dimension, exactly.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "runtime/parallel.hpp"

namespace riverboat {

// `points` ascending, `weights` positive, 1 <= k <= points. Returns the first point of each run.
//
// The error of the best split of the first i points into j runs is min over m of best(j - 1, m) + error(m, i), and the
// best m does not fall as i grows (Wu 1991), so each layer takes n log n steps by halving: Grønlund et al. 2017, "Fast
// exact k-means, k-medians and Bregman divergence clustering in 1D", section 2.3. Memory: 4 k n bytes.
std::vector<std::uint32_t> split_line(std::span<const double> points, std::span<const double> weights, int k,
                                      const Watch& watch);

}  // namespace riverboat
