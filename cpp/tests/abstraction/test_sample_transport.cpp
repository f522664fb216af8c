#include "abstraction/distances/sample_transport.hpp"

#include <cmath>
#include <map>
#include <vector>

#include "runtime/rng.hpp"
#include "tests/check.hpp"

using namespace riverboat;

namespace {

struct Scene {
    std::size_t rows, columns;
    std::vector<double> ground;
    Rng rng;

    Scene(std::size_t row_buckets, std::size_t column_buckets, bool tied)
        : rows(row_buckets), columns(column_buckets), ground(rows * columns), rng(7, rows) {
        for (double& far : ground)
            far =
                tied ? static_cast<double>(rng.next() % 4) : static_cast<double>(rng.next() >> 11) * 0x1p-53;
    }
    Ground distances() const { return {ground.data(), rows, columns}; }

    // Samples as hands give them: some few buckets, many times each.
    std::vector<std::uint16_t> samples(std::size_t count, std::size_t width, std::size_t buckets) {
        std::vector<std::uint16_t> made;
        for (std::size_t i = 0; i < count; ++i) {
            const std::size_t few = 1 + rng.next() % buckets;
            for (std::size_t k = 0; k < width; ++k)
                made.push_back(static_cast<std::uint16_t>((i + rng.next() % few) % buckets));
        }
        return made;
    }
};

double by_simplex(const std::uint16_t* from, const std::uint16_t* to, std::size_t width,
                  const Ground& ground) {
    std::map<std::uint16_t, double> first, second;
    for (std::size_t k = 0; k < width; ++k) {
        first[from[k]] += 1;
        second[to[k]] += 1;
    }
    TransportSimplex simplex;
    double* costs = simplex.begin(first.size(), second.size());
    std::vector<double> supply, demand;
    for (const auto& [column, mass] : second) demand.push_back(mass);
    for (const auto& [row, mass] : first) {
        std::size_t j = 0;
        for (const auto& at : second)
            costs[supply.size() * simplex.stride() + j++] = ground.row(row)[at.first];
        supply.push_back(mass);
    }
    return simplex.solve(supply, demand);
}

}  // namespace

TEST(samples_as_the_simplex_finds_them) {
    for (const bool tied : {false, true}) {
        for (const std::size_t width : {1u, 7u, 47u, 64u}) {
            Scene scene(90, 70, tied);
            const auto from = scene.samples(300, width, scene.rows),
                       to = scene.samples(9, width, scene.columns);
            std::vector<float> found(300 * 9), again(found.size());
            sample_transport({from.data(), 300, width}, {to.data(), 9, width}, scene.distances(),
                             found.data(), 1, {});
            sample_transport({from.data(), 300, width}, {to.data(), 9, width}, scene.distances(),
                             again.data(), 3, {});
            CHECK(found == again);
            double worst = 0;
            for (std::size_t i = 0; i < found.size(); ++i) {
                const double exact =
                    by_simplex(&from[i / 9 * width], &to[i % 9 * width], width, scene.distances());
                worst = std::max(worst, std::abs(exact - static_cast<double>(found[i])));
            }
            CHECK(worst < 1e-6);
        }
    }
}

TEST(no_distance_anywhere) {
    const std::vector<double> ground(4, 0.0);
    const std::vector<std::uint16_t> rows{0, 1, 1, 1};
    std::vector<float> found(4, 1.0f);
    sample_transport({rows.data(), 2, 2}, {rows.data(), 2, 2}, {ground.data(), 2, 2}, found.data(), 1, {});
    for (const float far : found) CHECK(far == 0.0f);
}
