#include <cmath>
#include <numeric>

#include "abstraction/clustering/kmeans.hpp"
#include "runtime/rng.hpp"

namespace riverboat {

namespace {

constexpr std::size_t kBlocksPerChunk = 64;

// What a candidate would leave of every point's squared distance to its nearest centre, times its weight.
struct Trial {
    std::vector<float> left;       // [blocks][48]
    std::vector<double> by_block;  // sums
    double total = 0;
};

// The first item at which the running sum passes `target`.
std::size_t pass(const std::vector<double>& sums, double& target) {
    std::size_t last = 0;
    for (std::size_t i = 0; i < sums.size(); ++i) {
        if (sums[i] <= 0) continue;
        last = i;
        if (target < sums[i]) return i;
        target -= sums[i];
    }
    target = 0;  // rounding has led past the end
    return last;
}

template <class Real>
class Seeding {
  public:
    Seeding(const Points<Real>& points, std::uint64_t seed, unsigned threads, const Watch& watch)
        : points_(points),
          dims_(points.dims),
          blocks_((points.count + kBlockPoints - 1) / kBlockPoints),
          weights_(blocks_ * kBlockPoints),
          threads_(threads),
          watch_(watch),
          rng_(seed, 0) {
        float* packed = packed_.get(blocks_ * kBlockPoints * dims_);
        std::vector<double> centre(points[0], points[0] + dims_);
        double norms[kBlockPoints];
        for (std::size_t b = 0; b < blocks_; ++b) {
            const std::size_t first = b * kBlockPoints, count = std::min(kBlockPoints, points.count - first);
            pack_points(
                count, dims_, centre.data(), [&](std::size_t p) { return points[first + p]; },
                packed + b * kBlockPoints * dims_, norms);
            for (std::size_t p = 0; p < count; ++p) weights_[first + p] = points.weight(first + p);
        }
        now_.left.assign(blocks_ * kBlockPoints, INFINITY);
    }

    std::vector<std::uint32_t> run(std::size_t k) {
        std::vector<double> by_block(blocks_);
        for (std::size_t b = 0; b < blocks_; ++b)
            by_block[b] =
                std::accumulate(&weights_[b * kBlockPoints], &weights_[b * kBlockPoints] + kBlockPoints, 0.0);
        now_.by_block = by_block;
        now_.total = std::accumulate(by_block.begin(), by_block.end(), 0.0);
        const auto trials = static_cast<std::size_t>(2 + std::log(static_cast<double>(k)));
        std::vector<std::uint32_t> chosen;
        while (chosen.size() < k) {
            if (now_.total <= 0) {
                chosen.push_back(chosen[0]);
                continue;
            }
            std::vector<std::uint32_t> candidates(chosen.empty() ? 1 : trials);
            for (std::uint32_t& candidate : candidates) candidate = draw(chosen.empty());
            try_out(candidates);
            std::size_t best = 0;
            for (std::size_t t = 1; t < candidates.size(); ++t)
                if (trials_[t].total < trials_[best].total) best = t;
            std::swap(now_, trials_[best]);
            chosen.push_back(candidates[best]);
            if (watch_) watch_(chosen.size(), k);
        }
        return chosen;
    }

  private:
    std::uint32_t draw(bool first) {
        double target = rng_.uniform() * now_.total;
        const std::size_t begin = pass(now_.by_block, target) * kBlockPoints;
        std::vector<double> mass(kBlockPoints);
        for (std::size_t p = 0; p < kBlockPoints; ++p)
            mass[p] = weights_[begin + p] * (first ? 1.0 : static_cast<double>(now_.left[begin + p]));
        return static_cast<std::uint32_t>(std::min(begin + pass(mass, target), points_.count - 1));
    }

    void try_out(const std::vector<std::uint32_t>& candidates) {
        trials_.resize(std::max(trials_.size(), candidates.size()));
        std::vector<float> centres(candidates.size() * dims_);
        for (std::size_t t = 0; t < candidates.size(); ++t) {
            const float* block = packed_.data() + candidates[t] / kBlockPoints * kBlockPoints * dims_;
            for (std::size_t i = 0; i < dims_; ++i)
                centres[t * dims_ + i] = block[i * kBlockPoints + candidates[t] % kBlockPoints];
            trials_[t].left.resize(blocks_ * kBlockPoints);
            trials_[t].by_block.resize(blocks_);
        }
        const std::size_t chunks = (blocks_ + kBlocksPerChunk - 1) / kBlocksPerChunk;
        parallel_chunks(chunks, threads_, {}, [&](std::size_t chunk, unsigned) {
            const std::size_t end = std::min(blocks_, (chunk + 1) * kBlocksPerChunk);
            for (std::size_t b = chunk * kBlocksPerChunk; b < end; ++b)
                for (std::size_t t = 0; t < candidates.size(); ++t)
                    try_block(b, centres.data() + t * dims_, trials_[t]);
        });
        for (std::size_t t = 0; t < candidates.size(); ++t)
            trials_[t].total = std::accumulate(trials_[t].by_block.begin(), trials_[t].by_block.end(), 0.0);
    }

    void try_block(std::size_t b, const float* centre, Trial& trial) const {
        alignas(64) float squares[kBlockPoints];
        distance_kernels().squares(packed_.data() + b * kBlockPoints * dims_, dims_, centre, squares);
        double sum = 0;
        for (std::size_t p = 0; p < kBlockPoints; ++p) {
            const std::size_t i = b * kBlockPoints + p;
            trial.left[i] = std::min(now_.left[i], squares[p]);
            sum += weights_[i] * static_cast<double>(trial.left[i]);
        }
        trial.by_block[b] = sum;
    }

    const Points<Real>& points_;
    std::size_t dims_, blocks_;
    std::vector<double> weights_;
    unsigned threads_;
    const Watch& watch_;
    Rng rng_;
    Floats packed_;
    Trial now_;
    std::vector<Trial> trials_;
};

}  // namespace

template <class Real>
std::vector<std::uint32_t> kmeans_plus_plus(const Points<Real>& points, std::size_t k, std::uint64_t seed,
                                            unsigned threads, const Watch& watch) {
    return Seeding<Real>(points, seed, threads, watch).run(k);
}

template std::vector<std::uint32_t> kmeans_plus_plus(const Points<float>&, std::size_t, std::uint64_t,
                                                     unsigned, const Watch&);
template std::vector<std::uint32_t> kmeans_plus_plus(const Points<double>&, std::size_t, std::uint64_t,
                                                     unsigned, const Watch&);

}  // namespace riverboat
