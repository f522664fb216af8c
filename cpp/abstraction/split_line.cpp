#include "abstraction/split_line.hpp"

#include <algorithm>
#include <limits>

namespace riverboat {

namespace {

// The error of a run of points, in constant time from running sums.
class RunError {
  public:
    RunError(std::span<const double> points, std::span<const double> weights) : sums_(points.size() + 1) {
        double mean = 0, total = 0;
        for (std::size_t i = 0; i < points.size(); ++i) {
            mean += weights[i] * points[i];
            total += weights[i];
        }
        mean /= total;  // about the mean, so that little is lost when squares are subtracted
        for (std::size_t i = 0; i < points.size(); ++i) {
            const double x = points[i] - mean, w = weights[i] / total;
            sums_[i + 1] = {sums_[i].weight + w, sums_[i].first + w * x, sums_[i].second + w * x * x};
        }
    }

    // Of points [begin, end), not empty.
    double operator()(std::size_t begin, std::size_t end) const {
        const Sum &a = sums_[begin], &b = sums_[end];
        const double first = b.first - a.first;
        return std::max(0.0, b.second - a.second - first * first / (b.weight - a.weight));
    }

  private:
    struct Sum {
        double weight = 0, first = 0, second = 0;
    };
    std::vector<Sum> sums_;
};

// One layer: from the least errors of splits into one run fewer to those of this many, and where the last run begins.
struct Layer {
    const RunError& error;
    const std::vector<double>& before;
    std::vector<double>& best;
    std::uint32_t* from;

    // Fills ends [begin, end); the last runs of all of them begin in [low, high].
    void fill(std::size_t begin, std::size_t end, std::size_t low, std::size_t high) const {
        if (begin >= end) return;
        const std::size_t middle = (begin + end) / 2;
        double least = std::numeric_limits<double>::infinity();
        std::size_t where = low;
        for (std::size_t m = low; m <= std::min(high, middle - 1); ++m) {
            const double total = before[m] + error(m, middle);
            if (total < least) least = total, where = m;
        }
        best[middle] = least;
        from[middle] = static_cast<std::uint32_t>(where);
        fill(begin, middle, low, where);
        fill(middle + 1, end, where, high);
    }
};

}  // namespace

std::vector<std::uint32_t> split_line(std::span<const double> points, std::span<const double> weights, int k,
                                      const Watch& watch) {
    const std::size_t n = points.size(), runs = static_cast<std::size_t>(k);
    const RunError error(points, weights);
    std::vector<double> before(n + 1), best(n + 1);
    for (std::size_t end = 1; end <= n; ++end) before[end] = error(0, end);
    std::vector<std::uint32_t> from(runs * (n + 1));  // [run][end]: where that run begins
    for (std::size_t run = 1; run < runs; ++run) {
        Layer{error, before, best, &from[run * (n + 1)]}.fill(run + 1, n + 1, run, n - 1);
        before.swap(best);
        if (watch) watch(run + 1, runs);
    }
    std::vector<std::uint32_t> begins(runs);
    std::size_t end = n;
    for (std::size_t run = runs; run-- > 1;) {
        begins[run] = from[run * (n + 1) + end];
        end = begins[run];
    }
    return begins;
}

}  // namespace riverboat
