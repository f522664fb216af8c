// Clusters of histograms in the L1 norm, for every number of clusters at once. A histogram is a row of small
// counts, so a distance is a sum of differences of bytes. A centre is the mean of its rows in whole counts of
// the same sum. (It is not their median: medians of each bin sum to less, and a centre with little in it is
// near to all that is far from the others.)
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "runtime/parallel.hpp"

namespace riverboat {

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
// centres to the mean of their rows, until the error no longer falls. draws: [most - 1][candidates], from 0
// to 1.
CountClusters count_clusters(const CountRows& rows, std::size_t most, std::span<const double> draws,
                             const Watch& watch);

// Writes the nearest of k centres, the first of equally near ones, for each row.
void nearest_counts(const std::uint8_t* counts, std::size_t rows, std::size_t bins,
                    const std::uint8_t* centres, std::size_t k, std::uint16_t* labels, unsigned threads,
                    const Watch& watch);

}  // namespace riverboat
