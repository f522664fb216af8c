// Earth mover's distance between histograms: the least work that turns one into the other, where moving the
// weight w from bucket i to bucket j costs w times ground[i][j].
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "runtime/parallel.hpp"

namespace riverboat {

// Bucket numbers and their weights, all positive. Weights need not sum to 1: only shares count.
struct Histogram {
    std::span<const std::uint32_t> buckets;
    std::span<const double> weights;

    std::size_t size() const { return buckets.size(); }
};

// Many of them behind each other: the i-th lies in [starts[i], starts[i + 1]).
struct Histograms {
    std::span<const std::int64_t> starts;
    const std::uint32_t* buckets;
    const double* weights;

    std::size_t size() const { return starts.size() - 1; }
    Histogram operator[](std::size_t i) const {
        const auto begin = static_cast<std::size_t>(starts[i]);
        const std::size_t count = static_cast<std::size_t>(starts[i + 1]) - begin;
        return {{buckets + begin, count}, {weights + begin, count}};
    }
};

// Ground distances [rows, columns], finite and not negative; rows are buckets of the first histograms,
// columns those of the second.
struct Ground {
    const double* distances;
    std::size_t rows, columns;

    const double* row(std::size_t i) const { return distances + i * columns; }
};

// The transport problem itself, for masses and costs that are given: exact, by the network simplex method on
// the transport tableau (Dantzig 1951; the tree as in Ahuja, Magnanti and Orlin 1993, ch. 11). Made for 5 to
// 60 points a side; keeps its memory from one problem to the next.
class TransportSimplex {
  public:
    // Starts a problem, and returns where its costs go: [rows][stride()].
    double* begin(std::size_t rows, std::size_t columns);
    std::size_t stride() const { return stride_; }
    // The least cost of moving the shares `supply` to the shares `demand`; both positive.
    double solve(std::span<const double> supply, std::span<const double> demand);
    std::size_t pivots() const { return pivots_; }  // of the last problem

  private:
    using Node = std::int32_t;  // columns are nodes from 0 on, rows from stride_ on
    static constexpr Node kNone = -1;
    struct Links {
        Node parent, child, next, previous, depth;
        double flow;  // between the node and its parent
    };

    void start();
    void pivot(Node row, Node column);
    void attach(Node node, Node parent);
    void detach(Node node);
    void settle(Node top);
    double cost_between(Node a, Node b) const;

    std::size_t rows_ = 0, columns_ = 0, stride_ = 0, pivots_ = 0;
    std::vector<double> cost_, potential_, mass_, handicap_;
    std::vector<Links> tree_;
    Node root_ = kNone;
};

// The fast approximation of Ganzfried and Sandholm 2014 (their listing zeroes targets[j] before it is
// subtracted; here the order is swapped): round i offers every point its i-th nearest bucket of the other
// histogram, which takes what it still can. Never below the exact distance.
//
// order[p]: the places in `to`, nearest to from.buckets[p] first.
double greedy_transport(const Histogram& from, const Histogram& to, const Ground& ground,
                        std::span<const std::uint32_t* const> order);

// Entropic transport in its scaling form (Sinkhorn 1967, Cuturi 2013). `kernel` holds exp(-ground / epsilon),
// none below 1e-220, so that no scaling leaves the range of doubles. The plan is then rounded to one that has
// the right sums (Altschuler, Weed and Rigollet 2017, algorithm 2), so the cost is never below the exact one.
class Sinkhorn {
  public:
    Sinkhorn(const Ground& ground, const Ground& kernel, double tolerance, int most_iterations)
        : ground_(ground), kernel_(kernel), tolerance_(tolerance), most_iterations_(most_iterations) {}
    double solve(const Histogram& from, const Histogram& to);

  private:
    double rounded(const Histogram& from, const Histogram& to);

    Ground ground_, kernel_;
    double tolerance_;  // share of the weight that may still be in the wrong place before rounding
    int most_iterations_;
    std::size_t stride_ = 0;
    // The kernel between the two [rows][stride], shares, scalings, and what a plan puts into the columns.
    std::vector<double> block_, supply_, demand_, u_, v_, reached_;
};

enum class TransportMethod { exact, greedy, sinkhorn };
struct TransportOptions {
    TransportMethod method = TransportMethod::exact;
    double epsilon = 0;  // sinkhorn only, in units of the ground distance
    double tolerance = 1e-3;
    int most_iterations = 1000;
};

// All distances from `from` to `to`: out[from.size(), to.size()].
void transport_many(const Histograms& from, const Histograms& to, const Ground& ground,
                    const TransportOptions& options, double* out, unsigned threads, const Watch& watch);

}  // namespace riverboat
