#include "abstraction/clustering/kmedians.hpp"

#include <cmath>
#include <numeric>

#include "runtime/rng.hpp"
#include "tests/check.hpp"

using namespace riverboat;

namespace {

// Whole numbers: no sum is rounded.
struct Problem {
    Problem(std::size_t n, std::size_t dims, std::uint64_t seed)
        : values(n * dims), weights(n), order(n * dims) {
        Rng rng(seed, 0);
        for (double& value : values) value = rng.below(40);
        for (double& weight : weights) weight = 1 + rng.below(3);
        points = {values.data(), n, dims, weights.data()};
        for (std::size_t i = 0; i < dims; ++i) {
            const auto row = order.begin() + static_cast<std::ptrdiff_t>(i * n);
            std::iota(row, row + static_cast<std::ptrdiff_t>(n), 0u);
            std::sort(row, row + static_cast<std::ptrdiff_t>(n),
                      [&](std::uint32_t a, std::uint32_t b) { return points[a][i] < points[b][i]; });
        }
    }
    double distance(std::size_t a, std::size_t b) const {
        double sum = 0;
        for (std::size_t i = 0; i < points.dims; ++i) sum += std::abs(points[a][i] - points[b][i]);
        return sum;
    }
    // Of points as centres.
    double error(const std::vector<std::size_t>& centres) const {
        double sum = 0;
        for (std::size_t p = 0; p < points.count; ++p) {
            double least = INFINITY;
            for (const std::size_t centre : centres) least = std::min(least, distance(p, centre));
            sum += weights[p] * least;
        }
        return sum;
    }

    std::vector<double> values, weights;
    std::vector<std::uint32_t> order;
    Points<double> points{};
};

}  // namespace

TEST(one_cluster_has_its_median) {
    const Problem at(501, 3, 1);
    const Medians found = kmedians_lloyd(at.points, at.order.data(), {0, 0, 0}, 2, 1, {});
    double least = 0;  // coordinate by coordinate the best of all values
    for (std::size_t i = 0; i < 3; ++i) {
        double best = INFINITY;
        for (int middle = 0; middle < 40; ++middle) {
            double sum = 0;
            for (std::size_t p = 0; p < 501; ++p) sum += at.weights[p] * std::abs(at.points[p][i] - middle);
            best = std::min(best, sum);
        }
        least += best;
    }
    CHECK(found.error == least);
}

TEST(threads_and_empty_clusters) {
    const Problem at(3001, 13, 2);
    std::vector<double> start(at.values.begin(), at.values.begin() + 13 * 9);
    std::copy_n(start.begin(), 13, start.begin() + 13 * 4);  // the fifth never gets a point
    const Medians one = kmedians_lloyd(at.points, at.order.data(), start, 50, 1, {});
    const Medians three = kmedians_lloyd(at.points, at.order.data(), start, 50, 3, {});
    CHECK(one.labels == three.labels && one.error == three.error);
    CHECK(std::find(one.labels.begin(), one.labels.end(), 4u) == one.labels.end());
}

TEST(greedy_takes_the_best_each_time) {
    const Problem at(203, 5, 3);
    std::vector<std::int64_t> candidates(60);
    std::iota(candidates.begin(), candidates.end(), 100);
    std::vector<std::size_t> chosen;
    for (const std::uint32_t found : kmedians_greedy(at.points, candidates, 6, 2, {})) {
        std::vector<double> errors;
        for (const std::int64_t candidate : candidates) {
            std::vector<std::size_t> tried = chosen;
            tried.push_back(static_cast<std::size_t>(candidate));
            errors.push_back(at.error(tried));
        }
        CHECK(std::min_element(errors.begin(), errors.end()) - errors.begin() == found);
        chosen.push_back(static_cast<std::size_t>(candidates[found]));
    }
}

TEST(drawn_points_lie_apart) {
    const Problem at(400, 4, 4);
    const std::vector<double> random{0.0, 0.999999999, 0.5, 0.25, 0.1};
    const std::vector<std::uint32_t> found = kmedians_draw(at.points, random);
    CHECK(found[0] == 0);
    for (std::size_t a = 0; a < found.size(); ++a)
        for (std::size_t b = 0; b < a; ++b) CHECK(at.distance(found[a], found[b]) > 0);
}
