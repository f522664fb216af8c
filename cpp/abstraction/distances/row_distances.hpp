// Distances between all rows of one matrix and all rows of another, by sum of differences or by its Euclidean
// sister. The first is the earth mover's distance in one dimension: of cumulative histograms, and of sorted
// samples of equal weight.
#pragma once

#include <cstddef>

#include "runtime/parallel.hpp"

namespace riverboat {

enum class Norm { l1, l2 };

// points [count, width], others [other_count, width] -> out [count, other_count].
template <class Real>
void row_distances(const Real* points, std::size_t count, const Real* others, std::size_t other_count,
                   std::size_t width, Norm norm, Real* out, unsigned threads, const Watch& watch);

}  // namespace riverboat
