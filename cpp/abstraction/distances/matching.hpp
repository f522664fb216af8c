// The cheapest perfect matchings between the children of nodes, as GameShrink compares nodes by them.
#pragma once

#include <cstdint>
#include <vector>

#include "runtime/parallel.hpp"

namespace riverboat {

// Nodes with equally many children; each child is a kind, and two kinds are `ground` apart.
struct Families {
    const std::int32_t* children;  // [nodes][size], kinds ascending in each row
    std::size_t nodes, size;
    const double* ground;  // [kinds][kinds], a metric
    std::size_t kinds;
};

// The cost of the cheapest perfect matching between the children of each two nodes, as the mean over pairs:
// [nodes][nodes].
std::vector<double> matching_costs(const Families& families, unsigned threads, const Watch& watch);

}  // namespace riverboat
