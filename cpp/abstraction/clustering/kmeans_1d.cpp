#include "abstraction/clustering/kmeans_1d.hpp"

#include <algorithm>
#include <limits>

namespace riverboat {

namespace {

// The squared error of values [begin, end) around their mean, from running sums.
class IntervalError {
  public:
    IntervalError(const std::vector<double>& values, const std::vector<double>& weights)
        : sums_(values.size() + 1) {
        const double centre = values[values.size() / 2];  // keeps the sums small
        for (std::size_t i = 0; i < values.size(); ++i) {
            const double x = values[i] - centre, w = weights[i];
            sums_[i + 1] = {sums_[i].w + w, sums_[i].wx + w * x, sums_[i].wxx + w * x * x};
        }
    }
    double operator()(std::size_t begin, std::size_t end) const {
        if (end - begin < 2) return 0;
        const Sums &a = sums_[begin], &b = sums_[end];
        const double wx = b.wx - a.wx;
        return std::max(0.0, b.wxx - a.wxx - wx * wx / (b.w - a.w));
    }

  private:
    struct Sums {
        double w = 0, wx = 0, wxx = 0;
    };
    std::vector<Sums> sums_;
};

// One more cluster: now[end] = min over begin of before[begin] + error(begin, end). The best begin never
// falls as end grows, so the middle one halves the search of the others (Wang and Song 2011; Grønlund et al.
// 2017).
struct Layer {
    const IntervalError& error;
    const std::vector<double>& before;
    std::vector<double>& now;
    std::uint32_t* begins;  // [n + 1]
    std::size_t least;      // values that the clusters before need

    void fill(std::size_t first, std::size_t last, std::size_t low, std::size_t high) const {
        if (first >= last) return;
        const std::size_t end = (first + last) / 2;
        double best = std::numeric_limits<double>::infinity();
        std::size_t at = low;
        for (std::size_t begin = std::max(low, least); begin <= std::min(high, end - 1); ++begin) {
            const double sum = before[begin] + error(begin, end);
            if (sum < best) {
                best = sum;
                at = begin;
            }
        }
        now[end] = best;
        begins[end] = static_cast<std::uint32_t>(at);
        fill(first, end, low, at);
        fill(end + 1, last, at, high);
    }
};

// Where the last of each number of clusters begins, [clusters - 1][end], for values up to every end.
std::vector<std::uint32_t> last_begins(const std::vector<double>& values, const std::vector<double>& weights,
                                       std::size_t k, const Watch& watch) {
    const std::size_t n = values.size();
    const IntervalError error(values, weights);
    std::vector<double> before(n + 1, std::numeric_limits<double>::infinity()), now(before);
    std::vector<std::uint32_t> begins(k * (n + 1));
    for (std::size_t end = 1; end <= n; ++end) before[end] = error(0, end);
    for (std::size_t c = 1; c < k; ++c) {
        Layer{error, before, now, begins.data() + c * (n + 1), c}.fill(c + 1, n + 1, c, n);
        std::swap(before, now);
        std::fill(now.begin(), now.end(), std::numeric_limits<double>::infinity());
        if (watch) watch(c, k);
    }
    return begins;
}

void trace(const std::vector<std::uint32_t>& begins, std::size_t n, std::size_t k, std::uint32_t* found) {
    for (std::size_t c = k, end = n; c-- > 0; end = found[c]) found[c] = begins[c * (n + 1) + end];
}

}  // namespace

std::vector<std::uint32_t> kmeans_1d(const std::vector<double>& values, const std::vector<double>& weights,
                                     std::size_t k, const Watch& watch) {
    std::vector<std::uint32_t> found(k);
    trace(last_begins(values, weights, k, watch), values.size(), k, found.data());
    return found;
}

std::vector<std::uint32_t> kmeans_1d_choices(const std::vector<double>& values,
                                             const std::vector<double>& weights, std::size_t most,
                                             const Watch& watch) {
    const std::vector<std::uint32_t> begins = last_begins(values, weights, most, watch);
    std::vector<std::uint32_t> found(most * most);
    for (std::size_t k = 1; k <= most; ++k) trace(begins, values.size(), k, &found[(k - 1) * most]);
    return found;
}

}  // namespace riverboat
