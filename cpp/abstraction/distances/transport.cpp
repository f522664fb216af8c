#include "abstraction/distances/transport.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace riverboat {

namespace {

double sum(std::span<const double> values) {
    return std::accumulate(values.begin(), values.end(), 0.0);
}

}  // namespace

// --- greedy
// ---------------------------------------------------------------------------------------------------

double greedy_transport(const Histogram& from, const Histogram& to, const Ground& ground,
                        std::span<const std::uint32_t* const> order) {
    const double from_sum = sum(from.weights), to_sum = sum(to.weights);
    std::vector<double> wanting(to.size()), having(from.size());
    for (std::size_t j = 0; j < to.size(); ++j) wanting[j] = to.weights[j] / to_sum;
    for (std::size_t i = 0; i < from.size(); ++i) having[i] = from.weights[i] / from_sum;
    std::vector<std::uint32_t> open(from.size());
    std::iota(open.begin(), open.end(), 0u);
    double work = 0;
    for (std::size_t round = 0; round < to.size() && !open.empty(); ++round) {
        std::size_t kept = 0;
        for (const std::uint32_t i : open) {
            const std::size_t j = order[i][round];
            const double amount = std::min(having[i], wanting[j]);
            work += amount * ground.row(from.buckets[i])[to.buckets[j]];
            having[i] -= amount;
            wanting[j] -= amount;
            if (having[i] > 0) open[kept++] = i;
        }
        open.resize(kept);
    }
    return work;
}

// --- many
// -----------------------------------------------------------------------------------------------------

namespace {

constexpr std::size_t kPerChunk = 256;

// Of one target: for every bucket that asks, the target's places, nearest first.
class NearestOrder {
  public:
    NearestOrder(const Ground& ground, const Histogram& to)
        : ground_(ground), to_(to), by_bucket_(ground.rows) {}

    const std::uint32_t* of(std::uint32_t bucket) {
        std::vector<std::uint32_t>& order = by_bucket_[bucket];
        if (order.empty()) {
            order.resize(to_.size());
            std::iota(order.begin(), order.end(), std::uint32_t{0});
            const double* distance = ground_.row(bucket);
            std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
                return distance[to_.buckets[a]] < distance[to_.buckets[b]];
            });
        }
        return order.data();
    }

  private:
    const Ground& ground_;
    Histogram to_;
    std::vector<std::vector<std::uint32_t>> by_bucket_;
};

double exact_transport(TransportSimplex& simplex, const Histogram& from, const Histogram& to,
                       const Ground& ground) {
    double* cost = simplex.begin(from.size(), to.size());
    for (std::size_t i = 0; i < from.size(); ++i) {
        const double* distance = ground.row(from.buckets[i]);
        for (std::size_t j = 0; j < to.size(); ++j) cost[i * simplex.stride() + j] = distance[to.buckets[j]];
    }
    return simplex.solve(from.weights, to.weights);
}

}  // namespace

void transport_many(const Histograms& from, const Histograms& to, const Ground& ground,
                    const TransportOptions& options, double* out, unsigned threads, const Watch& watch) {
    const std::size_t blocks = (from.size() + kPerChunk - 1) / kPerChunk, targets = to.size();
    std::vector<double> kernel;
    if (options.method == TransportMethod::sinkhorn) {
        kernel.resize(ground.rows * ground.columns);
        std::transform(ground.distances, ground.distances + kernel.size(), kernel.begin(),
                       [&](double distance) { return std::exp(-distance / options.epsilon); });
    }
    const Ground kernels{kernel.data(), ground.rows, ground.columns};

    // A chunk is one target and a block of histograms, so that what is prepared for the target serves them
    // all.
    parallel_chunks(blocks * targets, threads, watch, [&](std::size_t chunk, unsigned) {
        const std::size_t t = chunk % targets, first = chunk / targets * kPerChunk;
        const std::size_t last = std::min(from.size(), first + kPerChunk);
        const Histogram target = to[t];
        TransportSimplex simplex;
        Sinkhorn sinkhorn(ground, kernels, options.tolerance, options.most_iterations);
        NearestOrder nearest(ground, target);
        std::vector<const std::uint32_t*> order;
        for (std::size_t i = first; i < last; ++i) {
            const Histogram histogram = from[i];
            double& distance = out[i * targets + t];
            if (options.method == TransportMethod::exact) {
                distance = exact_transport(simplex, histogram, target, ground);
            } else if (options.method == TransportMethod::sinkhorn) {
                distance = sinkhorn.solve(histogram, target);
            } else {
                order.clear();
                for (const std::uint32_t bucket : histogram.buckets) order.push_back(nearest.of(bucket));
                distance = greedy_transport(histogram, target, ground, order);
            }
            if (i % 16 == 15) pulse();
        }
    });
}

}  // namespace riverboat
