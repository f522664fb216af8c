// Clusters of rows of small numbers, for every number of clusters at once: histograms that are cumulated
// along the strength of their bins. Then the L1 norm is the earth mover's distance, and the median of rows,
// bin by bin, is a cumulated histogram again. (Medians of the bins themselves sum to less than the rows do,
// and a centre with little in it is near to all that is far from the others.)
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "runtime/parallel.hpp"

namespace riverboat {

// medians: the L1 norm, centres are the weighted medians of their rows. means: k-means, squared differences.
enum class CountCentres : std::uint8_t { medians, means };

struct CountRows {
    const std::uint8_t* counts;  // [rows][bins]
    const double* weights;       // [rows], positive
    std::size_t rows, bins;
};

struct CountClusters {
    std::vector<std::uint8_t> centres;  // of k clusters: [k - 1][first k of most][bins]
    std::vector<double> errors;         // of k clusters: sum of weight * L2 distance from the cluster's mean
};

// Centres of 1, 2, ..., `most` clusters, or fewer if there are fewer different rows: errors says how many.
//
// k clusters begin as those of k - 1 and one more: of some rows that are drawn with probability
// weight * distance to the nearest centre, the one that lowers the error most (Likas, Vlassis and Verbeek
// 2003, with drawn candidates). Then rows go to the nearest centre, the first of equally near ones, and
// centres to the median or mean of their rows, rounded, until the error no longer falls. draws:
// [most - 1][candidates], from 0 to 1.
CountClusters count_clusters(const CountRows& rows, CountCentres centres, std::size_t most,
                             std::span<const double> draws, const Watch& watch);

// Writes the nearest of k centres, the first of equally near ones, for each row.
void nearest_counts(const std::uint8_t* counts, std::size_t rows, std::size_t bins,
                    const std::uint8_t* centres, std::size_t k, CountCentres kind, std::uint16_t* labels,
                    unsigned threads, const Watch& watch);

}  // namespace riverboat
