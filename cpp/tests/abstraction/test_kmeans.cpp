#include "abstraction/clustering/kmeans.hpp"

#include <cmath>

#include "abstraction/clustering/kmeans_1d.hpp"
#include "abstraction/clustering/nearest.hpp"
#include "runtime/rng.hpp"
#include "tests/check.hpp"

using namespace riverboat;

namespace {

std::vector<float> random_points(std::size_t numbers, std::uint64_t seed, std::uint32_t steps) {
    Rng rng(seed, 0);
    std::vector<float> values(numbers);
    for (float& value : values) value = static_cast<float>(rng.below(steps)) / static_cast<float>(steps);
    return values;
}

// The nearest centroid by plain sums, the lowest of equal ones.
std::uint32_t plain_nearest(const float* x, const std::vector<double>& centroids, std::size_t dims) {
    std::uint32_t best = 0;
    double least = INFINITY;
    for (std::size_t c = 0; c * dims < centroids.size(); ++c) {
        double sum = 0;
        for (std::size_t i = 0; i < dims; ++i) {
            const double difference = static_cast<double>(x[i]) - centroids[c * dims + i];
            sum += difference * difference;
        }
        if (sum < least) {
            least = sum;
            best = static_cast<std::uint32_t>(c);
        }
    }
    return best;
}

}  // namespace

TEST(nearest_centroids_are_exact_with_many_ties) {
    for (const std::size_t dims : {1, 2, 3, 8, 17, 50}) {
        for (const std::size_t k : {1, 7, 8, 9, 100}) {
            const std::size_t n = 1000;                                          // no multiple of a block
            const std::vector<float> points = random_points(n * dims, dims, 4);  // fourths: sums are exact
            const std::vector<float> some = random_points(k * dims, dims + 99, 4);
            const std::vector<double> centroids(some.begin(), some.end());
            const auto labels =
                nearest_centroids(Points<float>{points.data(), n, dims}, centroids, 2, Watch());
            std::size_t wrong = 0;
            for (std::size_t p = 0; p < n; ++p)
                wrong += labels[p] != plain_nearest(points.data() + p * dims, centroids, dims);
            CHECK(wrong == 0);
        }
    }
}

TEST(lloyd_with_bounds_ends_where_plain_labels_are) {
    const std::size_t n = 20'000, k = 30;  // enough points for each centroid that neighbourhoods are used
    for (const std::size_t dims : {2, 20}) {
        const std::vector<float> points = random_points(n * dims, 5, 1000);
        const Points<float> given{points.data(), n, dims};
        std::vector<double> start;
        for (const std::uint32_t p : kmeans_plus_plus(given, k, 1, 2, Watch()))
            start.insert(start.end(), given[p], given[p] + dims);
        const Clusters one = lloyd(given, start, LloydOptions{8, 0, 1}, Watch());
        const Clusters two = lloyd(given, start, LloydOptions{8, 0, 3}, Watch());
        CHECK(one.labels == two.labels);
        CHECK(one.centroids == two.centroids);
        CHECK(one.error == two.error);
        CHECK(one.iterations == 8);
        std::size_t wrong = 0;
        for (std::size_t p = 0; p < n; ++p)
            wrong += one.labels[p] != plain_nearest(given[p], one.centroids, dims);
        CHECK(wrong == 0);
        double before = INFINITY;
        for (std::size_t moves = 0; moves < 6; ++moves) {
            const double error = lloyd(given, start, LloydOptions{moves, 0, 2}, Watch()).error;
            CHECK(error < before);
            before = error;
        }
    }
}

TEST(distances_in_double_are_close_to_plain_sums) {
    const std::vector<float> a = random_points(200, 3, 1'000'000);
    const std::vector<float> b = random_points(200, 4, 1'000'000);
    const std::vector<double> wide_a(a.begin(), a.end()), wide_b(b.begin(), b.end());
    double sum = 0;
    for (std::size_t dims = 0; dims < a.size(); ++dims) {
        CHECK(std::abs(squared_distance(a.data(), wide_b.data(), dims) - sum) <= 1e-13 * (1 + sum));
        CHECK(squared_distance(a.data(), wide_b.data(), dims) ==
              squared_distance(wide_a.data(), wide_b.data(), dims));
        sum += (wide_a[dims] - wide_b[dims]) * (wide_a[dims] - wide_b[dims]);
    }
}

TEST(too_few_distinct_points_are_told) {
    const std::vector<float> points = {0, 0, 1, 1, 1, 2};
    const Clusters found = lloyd(Points<float>{points.data(), 6, 1}, {0, 0, 0, 0, 0}, {10, 0, 1}, Watch());
    CHECK(found.missing == 2);
}

TEST(clusters_on_a_line) {
    const std::vector<double> values = {0, 1, 10, 11, 12, 30}, ones(6, 1.0);
    CHECK((kmeans_1d(values, ones, 3, Watch()) == std::vector<std::uint32_t>{0, 2, 5}));
    CHECK((kmeans_1d(values, ones, 1, Watch()) == std::vector<std::uint32_t>{0}));
    CHECK((kmeans_1d(values, ones, 6, Watch()) == std::vector<std::uint32_t>{0, 1, 2, 3, 4, 5}));
    CHECK((kmeans_1d(values, {1, 1, 1, 1, 1000, 1}, 3, Watch()) == std::vector<std::uint32_t>{0, 2, 5}));
    CHECK((kmeans_1d(values, {1000, 1000, 1, 1, 1, 1}, 3, Watch()) == std::vector<std::uint32_t>{0, 1, 2}));
}
