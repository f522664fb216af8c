#include "abstraction/kmeans.hpp"

#include <cmath>
#include <numeric>

#include "abstraction/nearest.hpp"

namespace riverboat {

namespace {

constexpr std::size_t kPiece = 4096;  // points that one thread takes at a time
// Neighbours of a centroid are found and packed in the time of some hundred points.
constexpr std::size_t kWorthNeighbours = 128;

// Bounds are kept in double; this much covers their rounding.
constexpr double kSlack = 1 + 1e-9;

// Neighbouring points in the order of their labels, all with one label.
struct Piece {
    std::size_t begin, end;
    std::uint32_t label;
};

// Memory of one thread, kept from piece to piece.
struct Worker {
    Centroids::Workspace work;
    Centroids::Neighbours list;
    std::vector<std::pair<double, std::uint32_t>> open;  // points that may move, by distance
};

template <class Real>
class Lloyd {
  public:
    Lloyd(const Points<Real>& points, std::vector<double> start, const LloydOptions& options,
          const Watch& watch)
        : points_(points),
          options_(options),
          watch_(watch),
          centroids_(std::move(start), points.dims),
          labels_(points.count, 0xffffffffu),
          squared_(points.count),
          others_(points.count),
          order_(points.count),
          drift_(centroids_.count()),
          workers_(options.threads == 0 ? hardware_threads() : options.threads) {}

    Clusters run() {
        assign_first();
        double before = INFINITY;
        while (settle() && iteration_ < options_.iterations) {
            if (changed_ == 0 || before - error_ <= options_.tolerance * error_) break;
            before = error_;
            ++iteration_;
            move_to(means());
            assign();
        }
        if (watch_) watch_(options_.iterations, options_.iterations);
        return {std::move(labels_), centroids_.values(), error_, iteration_, missing_};
    }

  private:
    std::size_t k() const { return centroids_.count(); }
    std::size_t dims() const { return points_.dims; }

    template <class Body>
    void in_parallel(std::size_t chunks, const Body& body) {
        Watch watch;
        if (watch_)
            watch = [this](std::size_t, std::size_t) {
                watch_(std::min(iteration_, options_.iterations - 1), options_.iterations);
            };
        parallel_chunks(chunks, options_.threads, watch, body);
    }

    // --- nearest centroids ---------------------------------------------------------------------------------

    void assign_first() {
        std::iota(order_.begin(), order_.end(), 0u);
        in_parallel((points_.count + kPiece - 1) / kPiece, [&](std::size_t chunk, unsigned worker) {
            const std::size_t end = std::min(points_.count, (chunk + 1) * kPiece);
            for (std::size_t i = chunk * kPiece; i < end; i += kBlock)
                settle_block({order_.data() + i, std::min(kBlock, end - i)}, nullptr, 0, workers_[worker]);
        });
        changed_ = points_.count;
        group();
    }

    void assign() {
        const bool neighbours = points_.count >= kWorthNeighbours * k();
        std::vector<std::size_t> changed(pieces_.size());
        in_parallel(pieces_.size(), [&](std::size_t i, unsigned worker) {
            changed[i] = assign_piece(pieces_[i], neighbours, workers_[worker]);
        });
        changed_ = std::accumulate(changed.begin(), changed.end(), std::size_t{0});
        group();
    }

    // Hamerly 2010: a point stays where it is if its centroid is nearer than any other can have come.
    std::size_t assign_piece(const Piece& piece, bool use_neighbours, Worker& worker) {
        auto& list = worker.list;
        auto& open = worker.open;
        open.clear();
        const double drift = piece.label == farthest_ ? second_drift_ : drift_[farthest_];
        for (std::size_t i = piece.begin; i < piece.end; ++i) {
            const std::uint32_t point = order_[i];
            squared_[point] = squared_distance(points_[point], centroids_[piece.label], dims());
            others_[point] -= drift;
            const double own = std::sqrt(squared_[point]);
            if (!(own * kSlack < others_[point])) open.emplace_back(own, point);
        }
        if (open.empty()) return 0;
        std::sort(open.begin(), open.end());
        if (use_neighbours) list.find(centroids_, piece.label, open.back().first * kSlack);
        std::size_t changed = 0;
        for (std::size_t i = 0; i < open.size(); i += kBlock) {
            std::uint32_t which[kBlock];
            const std::size_t count = std::min(kBlock, open.size() - i);
            for (std::size_t p = 0; p < count; ++p) which[p] = open[i + p].second;
            changed += settle_block({which, count}, use_neighbours ? &list : nullptr,
                                    open[i + count - 1].first * kSlack, worker);
        }
        return changed;
    }

    std::size_t settle_block(std::span<const std::uint32_t> which, const Centroids::Neighbours* neighbours,
                             double radius, Worker& worker) {
        Nearest found[kBlock];
        centroids_.nearest(
            which.size(), [&](std::size_t p) { return points_[which[p]]; }, neighbours, radius, worker.work,
            found);
        std::size_t changed = 0;
        for (std::size_t p = 0; p < which.size(); ++p) {
            const std::uint32_t point = which[p], label = found[p].label;
            others_[point] = found[p].others;
            if (labels_[point] == label) continue;
            labels_[point] = label;
            squared_[point] = squared_distance(points_[point], centroids_[label], dims());
            ++changed;
        }
        return changed;
    }

    // --- clusters ------------------------------------------------------------------------------------------

    // Orders the points by label, and adds up each cluster's weight and error in that order.
    void group() {
        std::vector<std::size_t> starts(k() + 1);
        for (const std::uint32_t label : labels_) ++starts[label + 1];
        std::partial_sum(starts.begin(), starts.end(), starts.begin());
        pieces_.clear();
        for (std::uint32_t c = 0; c < k(); ++c)
            for (std::size_t i = starts[c]; i < starts[c + 1]; i += kPiece)
                pieces_.push_back({i, std::min(i + kPiece, starts[c + 1]), c});
        for (std::uint32_t point = 0; point < points_.count; ++point)
            order_[starts[labels_[point]]++] = point;
        weights_.assign(k(), 0);
        errors_.assign(k(), 0);
        for (std::size_t point = 0; point < points_.count; ++point) {
            const double weight = points_.weight(point);
            weights_[labels_[point]] += weight;
            errors_[labels_[point]] += weight * squared_[point];
        }
        error_ = std::accumulate(errors_.begin(), errors_.end(), 0.0);
    }

    std::vector<double> means() {
        std::vector<double> sums(pieces_.size() * dims());
        in_parallel(pieces_.size(), [&](std::size_t i, unsigned) {
            double* sum = sums.data() + i * dims();
            for (std::size_t at = pieces_[i].begin; at < pieces_[i].end; ++at) {
                const double weight = points_.weight(order_[at]);
                const Real* x = points_[order_[at]];
                for (std::size_t j = 0; j < dims(); ++j) sum[j] += weight * static_cast<double>(x[j]);
            }
        });
        std::vector<double> values(k() * dims());
        for (std::size_t i = 0; i < pieces_.size(); ++i)
            for (std::size_t j = 0; j < dims(); ++j)
                values[pieces_[i].label * dims() + j] += sums[i * dims() + j];
        for (std::size_t c = 0; c < k(); ++c)
            for (std::size_t j = 0; j < dims(); ++j) values[c * dims() + j] /= weights_[c];
        return values;
    }

    void move_to(std::vector<double> values) {
        for (std::size_t c = 0; c < k(); ++c)
            drift_[c] =
                std::sqrt(squared_distance(values.data() + c * dims(), centroids_[c], dims())) * kSlack;
        farthest_ =
            static_cast<std::uint32_t>(std::max_element(drift_.begin(), drift_.end()) - drift_.begin());
        second_drift_ = 0;
        for (std::size_t c = 0; c < k(); ++c)
            if (c != farthest_) second_drift_ = std::max(second_drift_, drift_[c]);
        centroids_.set(std::move(values));
    }

    // --- empty clusters ------------------------------------------------------------------------------------

    // Gives empty clusters a point of their own until there are none. Each round lowers the error, so it
    // ends. False if there are more clusters than distinct points.
    bool settle() {
        while (std::find(weights_.begin(), weights_.end(), 0.0) != weights_.end()) {
            std::vector<double> values = centroids_.values();
            bool split = false;
            missing_ = 0;
            for (std::size_t c = 0; c < k(); ++c) {
                if (weights_[c] != 0) continue;
                const std::size_t point = farthest_of_worst();
                if (point == points_.count) {
                    ++missing_;
                    continue;
                }
                std::copy_n(points_[point], dims(), values.begin() + static_cast<std::ptrdiff_t>(c * dims()));
                errors_[labels_[point]] -= points_.weight(point) * squared_[point];
                squared_[point] = 0;
                split = true;
            }
            if (!split) return false;
            move_to(std::move(values));
            assign();
        }
        missing_ = 0;
        return true;
    }

    // In the cluster with the most error the point that adds most to it, or none if all lie on their
    // centroids.
    std::size_t farthest_of_worst() const {
        const auto worst =
            static_cast<std::uint32_t>(std::max_element(errors_.begin(), errors_.end()) - errors_.begin());
        std::size_t found = points_.count;
        double most = 0;
        for (const Piece& piece : pieces_) {
            if (piece.label != worst) continue;
            for (std::size_t i = piece.begin; i < piece.end; ++i) {
                const double adds = points_.weight(order_[i]) * squared_[order_[i]];
                if (adds > most) {
                    most = adds;
                    found = order_[i];
                }
            }
        }
        return found;
    }

    const Points<Real>& points_;
    const LloydOptions& options_;
    const Watch& watch_;
    Centroids centroids_;
    std::vector<std::uint32_t> labels_;
    std::vector<double> squared_, others_;  // to the own centroid; at least so far are the others
    std::vector<std::uint32_t> order_;      // points by label, in it by number
    std::vector<Piece> pieces_;
    std::vector<double> weights_, errors_;  // of clusters
    std::vector<double> drift_;             // how far each centroid moved last
    std::vector<Worker> workers_;
    double second_drift_ = 0, error_ = 0;
    std::uint32_t farthest_ = 0;  // the centroid that moved most
    std::size_t changed_ = 0, iteration_ = 0, missing_ = 0;
};

}  // namespace

template <class Real>
Clusters lloyd(const Points<Real>& points, std::vector<double> start, const LloydOptions& options,
               const Watch& watch) {
    return Lloyd<Real>(points, std::move(start), options, watch).run();
}

template <class Real>
std::vector<std::uint32_t> nearest_centroids(const Points<Real>& points, std::vector<double> centroids,
                                             unsigned threads, const Watch& watch) {
    const Centroids packed(std::move(centroids), points.dims);
    std::vector<std::uint32_t> labels(points.count);
    parallel_chunks((points.count + kPiece - 1) / kPiece, threads, watch, [&](std::size_t chunk, unsigned) {
        Centroids::Workspace work;
        Nearest found[kBlock];
        const std::size_t end = std::min(points.count, (chunk + 1) * kPiece);
        for (std::size_t i = chunk * kPiece; i < end; i += kBlock) {
            const std::size_t count = std::min(kBlock, end - i);
            packed.nearest(count, [&](std::size_t p) { return points[i + p]; }, nullptr, 0, work, found);
            for (std::size_t p = 0; p < count; ++p) labels[i + p] = found[p].label;
        }
    });
    return labels;
}

template Clusters lloyd(const Points<float>&, std::vector<double>, const LloydOptions&, const Watch&);
template Clusters lloyd(const Points<double>&, std::vector<double>, const LloydOptions&, const Watch&);
template std::vector<std::uint32_t> nearest_centroids(const Points<float>&, std::vector<double>, unsigned,
                                                      const Watch&);
template std::vector<std::uint32_t> nearest_centroids(const Points<double>&, std::vector<double>, unsigned,
                                                      const Watch&);

}  // namespace riverboat
