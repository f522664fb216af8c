#include "abstraction/clustering/count_clusters.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <utility>

namespace riverboat {

namespace {

constexpr int kMostMoves = 50;  // a stop for safety; centres come to rest long before

int absolute(const std::uint8_t* a, const std::uint8_t* b, std::size_t bins) {
    int sum = 0;
    for (std::size_t i = 0; i < bins; ++i) sum += std::abs(a[i] - b[i]);
    return sum;
}

int squared(const std::uint8_t* a, const std::uint8_t* b, std::size_t bins) {
    int sum = 0;
    for (std::size_t i = 0; i < bins; ++i) sum += (a[i] - b[i]) * (a[i] - b[i]);
    return sum;
}

using Distance = int (*)(const std::uint8_t*, const std::uint8_t*, std::size_t);

struct Near {
    std::uint16_t label;
    int distance;
};

template <Distance distance>
Near nearest(const std::uint8_t* row, const std::uint8_t* centres, std::size_t k, std::size_t bins) {
    Near best{0, distance(row, centres, bins)};
    for (std::size_t c = 1; c < k; ++c) {
        const int away = distance(row, centres + c * bins, bins);
        if (away < best.distance) best = {static_cast<std::uint16_t>(c), away};
    }
    return best;
}

template <Distance distance>
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
            near_[i] = nearest<distance>(row(i), centres_.data(), k(), rows_.bins);
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
        if constexpr (distance == absolute) return medians();
        const std::vector<double> means = this->means();
        std::vector<std::uint8_t> found(means.size());
        std::transform(means.begin(), means.end(), found.begin(),
                       [](double mean) { return static_cast<std::uint8_t>(std::lround(mean)); });
        return found;
    }

    // The least value that half of the weight of a cluster does not exceed, bin by bin; of one without rows,
    // its centre.
    std::vector<std::uint8_t> medians() const {
        const std::size_t bins = rows_.bins;
        const std::size_t values =
            1 + std::size_t{*std::max_element(rows_.counts, rows_.counts + rows_.rows * bins)};
        std::vector<double> mass(k()), held(centres_.size() * values);
        for (std::size_t i = 0; i < rows_.rows; ++i) {
            mass[near_[i].label] += rows_.weights[i];
            for (std::size_t b = 0; b < bins; ++b)
                held[(near_[i].label * bins + b) * values + row(i)[b]] += rows_.weights[i];
        }
        std::vector<std::uint8_t> found = centres_;
        for (std::size_t at = 0; at < found.size(); ++at) {
            const double half = mass[at / bins] / 2;
            if (half == 0) continue;
            double sum = 0;
            std::size_t value = 0;
            while ((sum += held[at * values + value]) < half && value + 1 < values) ++value;
            found[at] = static_cast<std::uint8_t>(value);
        }
        return found;
    }

    CountRows rows_;
    std::vector<Near> near_;
    std::vector<std::uint8_t> centres_;  // [k][bins]
    double error_ = 0;                   // sum of weight * distance from the centre
};

template <Distance distance>
CountClusters clusters_of(const CountRows& rows, std::size_t most, std::span<const double> draws,
                          const Watch& watch) {
    CountClusters found{std::vector<std::uint8_t>(most * most * rows.bins), {}};
    const std::size_t candidates = most > 1 ? draws.size() / (most - 1) : 0;
    Clusters<distance> clusters(rows);
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

}  // namespace

CountClusters count_clusters(const CountRows& rows, CountCentres centres, std::size_t most,
                             std::span<const double> draws, const Watch& watch) {
    return centres == CountCentres::medians ? clusters_of<absolute>(rows, most, draws, watch)
                                            : clusters_of<squared>(rows, most, draws, watch);
}

void nearest_counts(const std::uint8_t* counts, std::size_t rows, std::size_t bins,
                    const std::uint8_t* centres, std::size_t k, CountCentres kind, std::uint16_t* labels,
                    unsigned threads, const Watch& watch) {
    constexpr std::size_t kChunk = 1 << 14;
    const auto find = kind == CountCentres::medians ? nearest<absolute> : nearest<squared>;
    parallel_chunks((rows + kChunk - 1) / kChunk, threads, watch, [&](std::size_t chunk, unsigned) {
        for (std::size_t i = chunk * kChunk; i < std::min(rows, (chunk + 1) * kChunk); ++i)
            labels[i] = find(counts + i * bins, centres, k, bins).label;
    });
}

}  // namespace riverboat
