#include <cmath>
#include <queue>

#include "abstraction/clustering/kmedians.hpp"
#include "abstraction/distances/row_distances.hpp"
#include "runtime/cpu.hpp"
#include "runtime/lanes.hpp"

namespace riverboat {

namespace {

// Sums run in eight lanes on every path, and without FMA, which rounds once less: so all paths agree.
double total(const double* sums) {
    return ((sums[0] + sums[1]) + (sums[2] + sums[3])) + ((sums[4] + sums[5]) + (sums[6] + sums[7]));
}

// By how much a centre lowers the error: sum of weight x (nearest - away), where that is positive. The count
// is a multiple of eight.
template <int Bytes>
RIVERBOAT_INLINE double gain_body(const double* weights, const double* nearest, const double* away,
                                  std::size_t count) {
    using Vector = typename LanesOf<double, Bytes>::Type;
    constexpr std::size_t vectors = 64 / Bytes, lanes = kLanes<double> / vectors;
    Vector sums[vectors] = {};
    for (std::size_t i = 0; i < count; i += kLanes<double>) {
        for (std::size_t v = 0; v < vectors; ++v) {
            const std::size_t at = i + v * lanes;
            const Vector less =
                *reinterpret_cast<const Vector*>(nearest + at) - *reinterpret_cast<const Vector*>(away + at);
            const Vector weight = *reinterpret_cast<const Vector*>(weights + at);
            sums[v] += weight * (less > 0.0 ? less : Vector{});
        }
    }
    return total(reinterpret_cast<const double*>(sums));
}
double gain_baseline(const double* weights, const double* nearest, const double* away, std::size_t count) {
    return gain_body<16>(weights, nearest, away, count);
}
#if RIVERBOAT_X86
__attribute__((target("avx2"))) double gain_avx2(const double* weights, const double* nearest,
                                                 const double* away, std::size_t count) {
    return gain_body<32>(weights, nearest, away, count);
}
#endif
auto gain_kernel() {
#if RIVERBOAT_X86
    if (cpu_path() != CpuPath::baseline) return &gain_avx2;
#endif
    return &gain_baseline;
}

double absolute_distance(const double* a, const double* b, std::size_t dims) {
    double sums[kLanes<double>] = {};
    std::size_t i = 0;
    for (; i + kLanes<double> <= dims; i += kLanes<double>)
        for (std::size_t lane = 0; lane < kLanes<double>; ++lane)
            sums[lane] += std::abs(a[i + lane] - b[i + lane]);
    for (; i < dims; ++i) sums[i % kLanes<double>] += std::abs(a[i] - b[i]);
    return total(sums);
}

// A candidate and by how much it lowers the error, or did when there were `round` centres.
struct Promise {
    double gain;
    std::uint32_t candidate;
    std::size_t round;
    bool operator<(const Promise& other) const {  // the largest gain leads; of equal ones the first candidate
        return gain != other.gain ? gain < other.gain : candidate > other.candidate;
    }
};

}  // namespace

// Each new centre only lessens what the others would gain, in floating point as well, so an old gain is a
// bound: the leader of the queue, once its gain is of this round, is the best of all (Minoux 1978).
std::vector<std::uint32_t> kmedians_greedy(const Points<double>& points,
                                           std::span<const std::int64_t> candidates, std::size_t k,
                                           unsigned threads, const Watch& watch) {
    const std::size_t count = (points.count + kLanes<double> - 1) / kLanes<double> * kLanes<double>,
                      dims = points.dims;
    std::vector<double> padded(count * dims), weights(count), chosen_points(candidates.size() * dims);
    std::copy_n(points.data, points.count * dims, padded.data());
    for (std::size_t p = 0; p < points.count; ++p) weights[p] = points.weight(p);
    for (std::size_t c = 0; c < candidates.size(); ++c)
        std::copy_n(points[static_cast<std::size_t>(candidates[c])], dims, chosen_points.data() + c * dims);
    std::vector<double> away(candidates.size() * count);  // [candidate][point]
    row_distances(chosen_points.data(), candidates.size(), padded.data(), count, dims, Norm::l1, away.data(),
                  threads, watch);

    // Before the first centre all points are as far as the farthest: the first gains are that less the error.
    std::vector<double> nearest(count, *std::max_element(away.begin(), away.end()));
    std::priority_queue<Promise> queue;
    for (std::uint32_t c = 0; c < candidates.size(); ++c) queue.push({INFINITY, c, k});
    const auto gain = gain_kernel();
    std::vector<std::uint32_t> chosen;
    while (chosen.size() < k) {
        const Promise leader = queue.top();
        const double* far = away.data() + leader.candidate * count;
        queue.pop();
        if (leader.round == chosen.size()) {
            chosen.push_back(leader.candidate);
            for (std::size_t p = 0; p < count; ++p) nearest[p] = std::min(nearest[p], far[p]);
        } else {
            queue.push({gain(weights.data(), nearest.data(), far, count), leader.candidate, chosen.size()});
        }
    }
    return chosen;
}

std::vector<std::uint32_t> kmedians_draw(const Points<double>& points, std::span<const double> random) {
    std::vector<double> nearest(points.count, 1.0), ladder(points.count);
    std::vector<std::uint32_t> chosen;
    for (const double at : random) {
        double sum = 0;
        for (std::size_t p = 0; p < points.count; ++p) ladder[p] = sum += points.weight(p) * nearest[p];
        const auto step = std::upper_bound(ladder.begin(), ladder.end(), at * sum) - ladder.begin();
        const std::size_t one = std::min(static_cast<std::size_t>(step), points.count - 1);
        for (std::size_t p = 0; p < points.count; ++p) {
            const double away = absolute_distance(points[p], points[one], points.dims);
            nearest[p] = chosen.empty() ? away : std::min(nearest[p], away);
        }
        chosen.push_back(static_cast<std::uint32_t>(one));
    }
    return chosen;
}

}  // namespace riverboat
