// Points by cluster: their order, each cluster's weight, error and mean. Sums run in an order that does not
// depend on the threads.
#pragma once

#include <cstdint>
#include <numeric>
#include <vector>

#include "abstraction/clustering/packed.hpp"
#include "runtime/parallel.hpp"

namespace riverboat {

inline constexpr std::size_t kPiece = 4096;  // points that one thread takes at a time

// Places [begin, end) in the order, all with one label.
struct Piece {
    std::size_t begin, end;
    std::uint32_t label;
};

template <class Real>
class Grouping {
  public:
    Grouping(const Points<Real>& points, std::size_t k) : points_(points), k_(k), order_(points.count) {
        std::iota(order_.begin(), order_.end(), 0u);
    }

    // Points by label, in it by number; before the first group() by number alone.
    const std::vector<std::uint32_t>& order() const { return order_; }
    const std::vector<Piece>& pieces() const { return pieces_; }
    const std::vector<double>& weights() const { return weights_; }  // of clusters
    double error() const { return std::accumulate(errors_.begin(), errors_.end(), 0.0); }

    // Points of a cluster lie anywhere in memory: asks for one some places ahead.
    void fetch(std::size_t place, std::size_t end) const {
        constexpr std::size_t ahead = 8, line = 64 / sizeof(Real);
        if (place + ahead >= end) return;
        for (std::size_t i = 0; i < points_.dims; i += line)
            __builtin_prefetch(points_[order_[place + ahead]] + i);
    }

    // squared: of each point to its centroid.
    void group(const std::vector<std::uint32_t>& labels, const std::vector<double>& squared) {
        std::vector<std::size_t> starts(k_ + 1);
        for (const std::uint32_t label : labels) ++starts[label + 1];
        std::partial_sum(starts.begin(), starts.end(), starts.begin());
        pieces_.clear();
        for (std::uint32_t c = 0; c < k_; ++c)
            for (std::size_t i = starts[c]; i < starts[c + 1]; i += kPiece)
                pieces_.push_back({i, std::min(i + kPiece, starts[c + 1]), c});
        weights_.assign(k_, 0);
        errors_.assign(k_, 0);
        for (std::uint32_t point = 0; point < points_.count; ++point) {
            const std::uint32_t label = labels[point];
            order_[starts[label]++] = point;
            weights_[label] += points_.weight(point);
            errors_[label] += points_.weight(point) * squared[point];
        }
    }

    // Of each cluster, [k][dims]; all must have weight.
    std::vector<double> means(unsigned threads, const Watch& watch) const {
        const std::size_t dims = points_.dims;
        std::vector<double> sums(pieces_.size() * dims), values(k_ * dims);
        parallel_chunks(pieces_.size(), threads, watch, [&](std::size_t i, unsigned) {
            double* sum = sums.data() + i * dims;
            for (std::size_t place = pieces_[i].begin; place < pieces_[i].end; ++place) {
                fetch(place, pieces_[i].end);
                const double weight = points_.weight(order_[place]);
                const Real* x = points_[order_[place]];
                for (std::size_t j = 0; j < dims; ++j) sum[j] += weight * static_cast<double>(x[j]);
            }
        });
        for (std::size_t i = 0; i < pieces_.size(); ++i)
            for (std::size_t j = 0; j < dims; ++j) values[pieces_[i].label * dims + j] += sums[i * dims + j];
        for (std::size_t i = 0; i < values.size(); ++i) values[i] /= weights_[i / dims];
        return values;
    }

    // In the cluster with the most error the point that adds most to it, and that error is taken off; or
    // points.count if all lie on their centroids.
    std::size_t take_farthest(const std::vector<std::uint32_t>& labels, std::vector<double>& squared) {
        const auto worst =
            static_cast<std::uint32_t>(std::max_element(errors_.begin(), errors_.end()) - errors_.begin());
        std::size_t found = points_.count;
        double most = 0;
        for (std::size_t point = 0; point < points_.count; ++point) {
            const double adds = points_.weight(point) * squared[point];
            if (labels[point] != worst || adds <= most) continue;
            most = adds;
            found = point;
        }
        if (found == points_.count) return found;
        errors_[worst] -= most;
        squared[found] = 0;
        return found;
    }

  private:
    const Points<Real>& points_;
    std::size_t k_;
    std::vector<std::uint32_t> order_;
    std::vector<Piece> pieces_;
    std::vector<double> weights_, errors_;
};

}  // namespace riverboat
