#include "abstraction/clustering/kmeans.hpp"

#include <cmath>

#include "abstraction/clustering/grouping.hpp"
#include "abstraction/clustering/nearest.hpp"

namespace riverboat {

namespace {

// Neighbours of a centroid are found and packed in the time of some hundred points.
constexpr std::size_t kWorthNeighbours = 256;
// Up to so many points are measured to every centroid: packing the centroids would take longer.
constexpr std::size_t kFewPoints = 8;

// Bounds are kept in double; this much covers their rounding.
constexpr double kSlack = 1 + 1e-9;

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
          groups_(points, centroids_.count()),
          drift_(centroids_.count()),
          workers_(options.threads == 0 ? hardware_threads() : options.threads) {}

    Clusters run() {
        assign_first();
        double before = INFINITY;
        while (settle() && iteration_ < options_.iterations) {
            const double error = groups_.error();
            if (changed_ == 0 || before - error <= options_.tolerance * error) break;
            before = error;
            ++iteration_;
            move_to(groups_.means(options_.threads, ticker()));
            assign();
        }
        if (watch_) watch_(options_.iterations, options_.iterations);
        return {std::move(labels_), centroids_.values(), groups_.error(), iteration_, missing_};
    }

  private:
    std::size_t k() const { return centroids_.count(); }
    std::size_t dims() const { return points_.dims; }

    // Tells iterations, whatever is being counted.
    Watch ticker() const {
        if (!watch_) return {};
        return [this](std::size_t, std::size_t) {
            watch_(std::min(iteration_, options_.iterations - 1), options_.iterations);
        };
    }

    void assign_first() {
        const std::size_t chunks = (points_.count + kPiece - 1) / kPiece;
        parallel_chunks(chunks, options_.threads, ticker(), [&](std::size_t chunk, unsigned worker) {
            const std::size_t end = std::min(points_.count, (chunk + 1) * kPiece);
            for (std::size_t i = chunk * kPiece; i < end; i += kBlockPoints)
                settle_block({groups_.order().data() + i, std::min(kBlockPoints, end - i)}, nullptr, 0,
                             workers_[worker]);
        });
        changed_ = points_.count;
        groups_.group(labels_, squared_);
    }

    void assign() {
        const bool neighbours = points_.count >= kWorthNeighbours * k();
        const std::vector<Piece>& pieces = groups_.pieces();
        std::vector<std::size_t> changed(pieces.size());
        parallel_chunks(pieces.size(), options_.threads, ticker(), [&](std::size_t i, unsigned worker) {
            changed[i] = assign_piece(pieces[i], neighbours, workers_[worker]);
        });
        changed_ = std::accumulate(changed.begin(), changed.end(), std::size_t{0});
        groups_.group(labels_, squared_);
    }

    // Hamerly 2010: a point stays where it is if its centroid is nearer than any other can have come.
    std::size_t assign_piece(const Piece& piece, bool use_neighbours, Worker& worker) {
        auto& list = worker.list;
        auto& open = worker.open;
        open.clear();
        const double drift = piece.label == farthest_ ? second_drift_ : drift_[farthest_];
        for (std::size_t i = piece.begin; i < piece.end; ++i) {
            const std::uint32_t point = groups_.order()[i];
            groups_.fetch(i, piece.end);
            squared_[point] = squared_distance(points_[point], centroids_[piece.label], dims());
            others_[point] -= drift;
            const double own = std::sqrt(squared_[point]);
            if (!(own * kSlack < others_[point])) open.emplace_back(own, point);
        }
        if (open.empty()) return 0;
        std::sort(open.begin(), open.end());
        if (use_neighbours) list.find(centroids_, piece.label, open.back().first * kSlack);
        std::size_t changed = 0;
        for (std::size_t i = 0; i < open.size(); i += kBlockPoints) {
            std::uint32_t which[kBlockPoints];
            const std::size_t count = std::min(kBlockPoints, open.size() - i);
            for (std::size_t p = 0; p < count; ++p) which[p] = open[i + p].second;
            changed += settle_block({which, count}, use_neighbours ? &list : nullptr,
                                    open[i + count - 1].first * kSlack, worker);
        }
        return changed;
    }

    std::size_t settle_block(std::span<const std::uint32_t> which, const Centroids::Neighbours* neighbours,
                             double radius, Worker& worker) {
        Nearest found[kBlockPoints];
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

    // Gives empty clusters a point of their own until there are none. Each round lowers the error, so it
    // ends. False if there are more clusters than distinct points.
    bool settle() {
        const std::vector<double>& weights = groups_.weights();
        while (std::find(weights.begin(), weights.end(), 0.0) != weights.end()) {
            std::vector<double> values = centroids_.values();
            bool split = false;
            missing_ = 0;
            for (std::size_t c = 0; c < k(); ++c) {
                if (weights[c] != 0) continue;
                const std::size_t point = groups_.take_farthest(labels_, squared_);
                if (point == points_.count) {
                    ++missing_;
                    continue;
                }
                std::copy_n(points_[point], dims(), values.begin() + static_cast<std::ptrdiff_t>(c * dims()));
                split = true;
            }
            if (!split) return false;
            move_to(std::move(values));
            assign();
        }
        missing_ = 0;
        return true;
    }

    const Points<Real>& points_;
    const LloydOptions& options_;
    const Watch& watch_;
    Centroids centroids_;
    std::vector<std::uint32_t> labels_;
    std::vector<double> squared_, others_;  // to the own centroid; at least so far are the others
    Grouping<Real> groups_;
    std::vector<double> drift_;  // how far each centroid moved last
    std::vector<Worker> workers_;
    double second_drift_ = 0;
    std::uint32_t farthest_ = 0;  // the centroid that moved most
    std::size_t changed_ = 0, iteration_ = 0, missing_ = 0;
};

// In double throughout, which is what `Centroids` decides by in the end: no packing, which few points do not
// pay for.
template <class Real>
std::vector<std::uint32_t> nearest_few(const Points<Real>& points, const std::vector<double>& centroids) {
    std::vector<std::uint32_t> labels(points.count);
    for (std::size_t p = 0; p < points.count; ++p) {
        double least = INFINITY;
        for (std::size_t c = 0; c * points.dims < centroids.size(); ++c) {
            const double squared = squared_distance(points[p], &centroids[c * points.dims], points.dims);
            if (!(squared < least)) continue;
            least = squared;
            labels[p] = static_cast<std::uint32_t>(c);
        }
    }
    return labels;
}

}  // namespace

template <class Real>
Clusters lloyd(const Points<Real>& points, std::vector<double> start, const LloydOptions& options,
               const Watch& watch) {
    return Lloyd<Real>(points, std::move(start), options, watch).run();
}

template <class Real>
std::vector<std::uint32_t> nearest_centroids(const Points<Real>& points, std::vector<double> centroids,
                                             unsigned threads, const Watch& watch) {
    if (points.count <= kFewPoints) return nearest_few(points, centroids);
    const Centroids packed(std::move(centroids), points.dims);
    std::vector<std::uint32_t> labels(points.count);
    parallel_chunks((points.count + kPiece - 1) / kPiece, threads, watch, [&](std::size_t chunk, unsigned) {
        Centroids::Workspace work;
        Nearest found[kBlockPoints];
        const std::size_t end = std::min(points.count, (chunk + 1) * kPiece);
        for (std::size_t i = chunk * kPiece; i < end; i += kBlockPoints) {
            const std::size_t count = std::min(kBlockPoints, end - i);
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
