#include "abstraction/clustering/count_clusters.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <numeric>
#include <utility>

namespace riverboat {

namespace {

constexpr int kMostMoves = 50;  // a stop for safety; centres come to rest long before

int distance(const std::uint8_t* a, const std::uint8_t* b, std::size_t bins) {
    int sum = 0;
    for (std::size_t i = 0; i < bins; ++i) sum += std::abs(a[i] - b[i]);
    return sum;
}

struct Near {
    std::uint16_t label;
    int distance;
};

Near nearest(const std::uint8_t* row, const std::uint8_t* centres, std::size_t k, std::size_t bins) {
    Near best{0, distance(row, centres, bins)};
    for (std::size_t c = 1; c < k; ++c) {
        const int away = distance(row, centres + c * bins, bins);
        if (away < best.distance) best = {static_cast<std::uint16_t>(c), away};
    }
    return best;
}

// Rounds values to whole counts whose sum is that of the values: those with the largest fractions go up.
void whole_counts(std::span<const double> values, std::uint8_t* out) {
    std::vector<std::size_t> order(values.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    double left = std::round(std::accumulate(values.begin(), values.end(), 0.0));
    for (std::size_t i = 0; i < values.size(); ++i) {
        out[i] = static_cast<std::uint8_t>(values[i]);
        left -= out[i];
    }
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return values[a] - std::floor(values[a]) > values[b] - std::floor(values[b]);
    });
    for (std::size_t i = 0; i < static_cast<std::size_t>(left); ++i) ++out[order[i]];
}

class Clusters {
  public:
    explicit Clusters(const CountRows& rows)
        : rows_(rows), near_(rows.rows, Near{0, 0}), centres_(rows.bins) {
        centres_ = centroids();
        assign();
    }

    std::size_t k() const { return centres_.size() / rows_.bins; }
    const std::vector<std::uint8_t>& centres() const { return centres_; }

    // One more centre; false if every row is a centre already.
    bool grow(std::span<const double> draws) {
        std::vector<double> ladder(rows_.rows);
        double sum = 0;
        for (std::size_t i = 0; i < rows_.rows; ++i) ladder[i] = sum += rows_.weights[i] * near_[i].distance;
        if (sum == 0) return false;
        const std::uint8_t* best = nullptr;
        double best_gain = -1;
        for (double draw : draws) {
            const auto at = std::upper_bound(ladder.begin(), ladder.end() - 1, draw * sum) - ladder.begin();
            const std::uint8_t* candidate = row(static_cast<std::size_t>(at));
            double gain = 0;
            for (std::size_t i = 0; i < rows_.rows; ++i)
                gain += rows_.weights[i] *
                        std::max(0, near_[i].distance - distance(row(i), candidate, rows_.bins));
            if (gain > best_gain) {
                best_gain = gain;
                best = candidate;
            }
        }
        centres_.insert(centres_.end(), best, best + rows_.bins);
        assign();
        return true;
    }

    void settle() {
        for (int move = 0; move < kMostMoves; ++move) {
            const double before = error_;
            const std::vector<std::uint8_t> old = std::exchange(centres_, centroids());
            std::vector<Near> near = near_;
            assign();
            if (error_ < before) continue;
            centres_ = old;
            near_ = std::move(near);
            error_ = before;
            return;
        }
    }

    // Sum of weight * L2 distance from the mean of the cluster.
    double spread() const {
        const std::size_t bins = rows_.bins;
        const std::vector<double> means = this->means();
        double sum = 0;
        for (std::size_t i = 0; i < rows_.rows; ++i) {
            const double* mean = &means[near_[i].label * bins];
            double squares = 0;
            for (std::size_t b = 0; b < bins; ++b) squares += (row(i)[b] - mean[b]) * (row(i)[b] - mean[b]);
            sum += rows_.weights[i] * std::sqrt(squares);
        }
        return sum;
    }

  private:
    const std::uint8_t* row(std::size_t i) const { return rows_.counts + i * rows_.bins; }

    void assign() {
        error_ = 0;
        for (std::size_t i = 0; i < rows_.rows; ++i) {
            near_[i] = nearest(row(i), centres_.data(), k(), rows_.bins);
            error_ += rows_.weights[i] * near_[i].distance;
        }
    }

    // The mean of each cluster, bin by bin; of one without rows, its centre.
    std::vector<double> means() const {
        const std::size_t bins = rows_.bins;
        std::vector<double> means(centres_.size()), mass(k());
        for (std::size_t i = 0; i < rows_.rows; ++i) {
            double* mean = &means[near_[i].label * bins];
            mass[near_[i].label] += rows_.weights[i];
            for (std::size_t b = 0; b < bins; ++b) mean[b] += rows_.weights[i] * row(i)[b];
        }
        for (std::size_t at = 0; at < means.size(); ++at)
            means[at] = mass[at / bins] > 0 ? means[at] / mass[at / bins] : centres_[at];
        return means;
    }

    std::vector<std::uint8_t> centroids() const {
        const std::vector<double> means = this->means();
        std::vector<std::uint8_t> found(means.size());
        for (std::size_t at = 0; at < found.size(); at += rows_.bins)
            whole_counts({&means[at], rows_.bins}, &found[at]);
        return found;
    }

    CountRows rows_;
    std::vector<Near> near_;
    std::vector<std::uint8_t> centres_;  // [k][bins]
    double error_ = 0;                   // sum of weight * L1 distance from the centre
};

}  // namespace

CountClusters count_clusters(const CountRows& rows, std::size_t most, std::span<const double> draws,
                             const Watch& watch) {
    CountClusters found{std::vector<std::uint8_t>(most * most * rows.bins), {}};
    const std::size_t candidates = most > 1 ? draws.size() / (most - 1) : 0;
    Clusters clusters(rows);
    for (std::size_t k = 1; k <= most; ++k) {
        if (k > 1) {
            if (!clusters.grow(draws.subspan((k - 2) * candidates, candidates))) break;
            clusters.settle();
        }
        std::copy(clusters.centres().begin(), clusters.centres().end(),
                  found.centres.begin() + static_cast<std::ptrdiff_t>((k - 1) * most * rows.bins));
        found.errors.push_back(clusters.spread());
        if (watch) watch(k, most);
    }
    return found;
}

void nearest_counts(const std::uint8_t* counts, std::size_t rows, std::size_t bins,
                    const std::uint8_t* centres, std::size_t k, std::uint16_t* labels, unsigned threads,
                    const Watch& watch) {
    constexpr std::size_t kChunk = 1 << 14;
    parallel_chunks((rows + kChunk - 1) / kChunk, threads, watch, [&](std::size_t chunk, unsigned) {
        for (std::size_t i = chunk * kChunk; i < std::min(rows, (chunk + 1) * kChunk); ++i)
            labels[i] = nearest(counts + i * bins, centres, k, bins).label;
    });
}

}  // namespace riverboat
