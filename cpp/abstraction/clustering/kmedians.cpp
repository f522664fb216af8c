#include "abstraction/clustering/kmedians.hpp"

#include <algorithm>
#include <limits>

#include "abstraction/distances/row_distances.hpp"

namespace riverboat {

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr std::size_t kTogether = 512;           // points that one thread takes at a time
constexpr std::size_t kWorthThreads = 1u << 15;  // numbers: below, a thread starts longer than it works

class Lloyd {
  public:
    Lloyd(const Points<double>& points, const std::uint32_t* order, std::vector<double> start,
          unsigned threads, const Watch& watch)
        : points_(points),
          order_(order),
          centres_(std::move(start)),
          k_(centres_.size() / points.dims),
          threads_(points.count * points.dims < kWorthThreads ? 1 : threads),
          watch_(watch) {}

    Medians run(std::size_t moves) {
        Medians best{{}, kInfinity};
        for (std::size_t done = 0; done < moves; ++done) {
            Medians now = assign();
            if (now.error >= best.error) break;
            move(now.labels);
            best = std::move(now);
        }
        return best;
    }

  private:
    Medians assign() const {
        Medians found{std::vector<std::uint32_t>(points_.count), 0};
        std::vector<double> nearest(points_.count);
        const std::size_t chunks = (points_.count + kTogether - 1) / kTogether;
        parallel_chunks(chunks, threads_, watch_, [&](std::size_t chunk, unsigned) {
            const std::size_t first = chunk * kTogether, count = std::min(kTogether, points_.count - first);
            std::vector<double> far(count * k_);
            row_distances(points_[first], count, centres_.data(), k_, points_.dims, Norm::l1, far.data(), 1,
                          {});
            for (std::size_t p = 0; p < count; ++p) {
                const double* row = far.data() + p * k_;
                const double* least = std::min_element(row, row + k_);
                found.labels[first + p] = static_cast<std::uint32_t>(least - row);
                nearest[first + p] = *least;
            }
        });
        for (std::size_t p = 0; p < points_.count; ++p) found.error += points_.weight(p) * nearest[p];
        return found;
    }

    // Goes through each coordinate in ascending order; where a cluster's running weight reaches half of all
    // it has, there is its median.
    void move(const std::vector<std::uint32_t>& labels) {
        std::vector<double> half(k_);
        for (std::size_t p = 0; p < points_.count; ++p) half[labels[p]] += points_.weight(p) / 2;
        std::fill(centres_.begin(), centres_.end(), kInfinity);
        parallel_chunks(points_.dims, threads_, watch_, [&](std::size_t i, unsigned) {
            std::vector<double> left = half;
            std::size_t open = k_;
            const std::uint32_t* ascending = order_ + i * points_.count;
            for (std::size_t n = 0; n < points_.count && open > 0; ++n) {
                const std::uint32_t p = ascending[n], c = labels[p];
                left[c] -= points_.weight(p);
                if (left[c] > 0) continue;
                centres_[c * points_.dims + i] = points_[p][i];
                left[c] = kInfinity;
                --open;
            }
        });
    }

    const Points<double>& points_;
    const std::uint32_t* order_;   // [dims][points]
    std::vector<double> centres_;  // [k][dims]
    std::size_t k_;
    unsigned threads_;
    const Watch& watch_;
};

}  // namespace

Medians kmedians_lloyd(const Points<double>& points, const std::uint32_t* order, std::vector<double> start,
                       std::size_t moves, unsigned threads, const Watch& watch) {
    return Lloyd(points, order, std::move(start), threads, watch).run(moves);
}

}  // namespace riverboat
