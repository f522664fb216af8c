// The nearest centroid of each point, found with the least work and never wrong.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "abstraction/clustering/packed.hpp"

namespace riverboat {

// The nearest centroid, and how far every other one is at least.
struct Nearest {
    std::uint32_t label;
    double others;
};

// Centroids [k][dims], packed. Float finds the two nearest; where rounding could have changed their order,
// double decides, and of equal ones the lowest number is the nearest. So the answer does not depend on the
// instruction path.
class Centroids {
  public:
    Centroids(std::vector<double> values, std::size_t dims);

    std::size_t count() const { return all_.size(); }
    std::size_t dims() const { return dims_; }
    const std::vector<double>& values() const { return values_; }
    const double* operator[](std::size_t c) const { return values_.data() + c * dims_; }
    void set(std::vector<double> values);

    // Those near one centroid. Any point whose distance u from it is known needs only those within 2 u
    // (triangle inequality; Newling and Fleuret 2016 call it the exponion).
    class Neighbours {
      public:
        void find(const Centroids& from, std::uint32_t label, double radius);

      private:
        friend class Centroids;
        std::vector<std::pair<float, std::uint32_t>> near_;
        std::vector<float> distances_;    // of `ids_` from the centroid: at least so much
        std::vector<std::uint32_t> ids_;  // nearest first; the centroid itself leads
        float beyond_ = 0;                // all others are at least this far
        CentroidTiles tiles_;
    };

    // Memory that calls need, one for each thread.
    struct Workspace {
        Floats block, point, values;
    };
    // Up to 48 points: out[p] for row(p). With neighbours, all points belong to that centroid and lie within
    // `radius` of it, which is no more than the one given to find().
    template <class Row>
    void nearest(std::size_t count, const Row& row, const Neighbours* neighbours, double radius,
                 Workspace& work, Nearest* out) const {
        NearestTwo found;
        double norms[kBlockPoints];
        pack_points(count, dims_, centre_.data(), row, work.block.get(kBlockPoints * dims_), norms);
        double beyond = INFINITY;
        const std::size_t tiles = neighbours == nullptr ? tiles_.tiles() : reach(*neighbours, radius, beyond);
        const CentroidTiles& list = neighbours == nullptr ? tiles_ : neighbours->tiles_;
        const std::vector<std::uint32_t>& ids = neighbours == nullptr ? all_ : neighbours->ids_;
        list.nearest(work.block.data(), dims_, tiles, found);
        for (std::size_t p = 0; p < count; ++p) {
            const double margin = rounding(norms[p]);
            if (found.second[p] - found.best[p] > 2 * margin) {  // false for NaN, too
                const double second = 2 * (found.second[p] - margin) + norms[p];
                out[p] = {ids[found.place[p]], std::min(std::sqrt(std::max(second, 0.0)), beyond)};
            } else {
                out[p] = exact(row(p), p, list, ids, tiles, norms[p], work);
                out[p].others = std::min(out[p].others, beyond);
            }
        }
    }

  private:
    // How far |c|² / 2 - x.c in float may be off: dims + 4 roundings, each of a relative 2^-24, of terms that
    // sum up to at most |x| |c| + |c|² / 2.
    double rounding(double norm) const {
        return static_cast<double>(dims_ + 4) * 0x1p-24 * longest_ * (std::sqrt(norm) + longest_);
    }
    static std::size_t reach(const Neighbours& list, double radius, double& beyond);

    // For the point p of a block: all candidates that float cannot tell from the best are measured in double.
    template <class Real>
    Nearest exact(const Real* x, std::size_t p, const CentroidTiles& list,
                  const std::vector<std::uint32_t>& ids, std::size_t tiles, double norm,
                  Workspace& work) const {
        const double margin = rounding(norm);
        float* point = work.point.get(dims_);
        for (std::size_t i = 0; i < dims_; ++i) point[i] = work.block.data()[i * kBlockPoints + p];
        float* values = work.values.get(tiles * kTile);
        list.values(point, dims_, tiles, values);
        const std::size_t count = std::min(tiles * kTile, ids.size());
        float best = INFINITY;
        for (std::size_t c = 0; c < count; ++c) best = std::min(best, values[c]);
        Nearest found{0xffffffffu, INFINITY};  // `others` is squared up to the end
        double least = INFINITY;
        for (std::size_t c = 0; c < count; ++c) {
            if (values[c] > best + 2 * margin) {
                found.others = std::min(found.others, 2 * (values[c] - margin) + norm);
                continue;
            }
            const double squared = squared_distance(x, (*this)[ids[c]], dims_);
            const bool nearer = squared < least || (squared == least && ids[c] < found.label);
            found.others = std::min(found.others, nearer ? least : squared);
            if (!nearer) continue;
            found.label = ids[c];
            least = squared;
        }
        found.others = std::sqrt(std::max(found.others, 0.0));
        return found;
    }

    std::size_t dims_;
    std::vector<double> values_, centre_;
    std::vector<std::uint32_t> all_;  // 0, 1, 2, ...
    double longest_ = 0;              // of the centroids, seen from the centre
    CentroidTiles tiles_;
    Floats blocks_;  // the centroids as points, to find neighbours
};

}  // namespace riverboat
