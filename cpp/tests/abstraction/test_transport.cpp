#include "abstraction/distances/transport.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "abstraction/distances/row_distances.hpp"
#include "runtime/rng.hpp"
#include "tests/check.hpp"

using namespace riverboat;

namespace {

double uniform(Rng& rng) {
    return static_cast<double>(rng.next() >> 11) * 0x1p-53;
}

bool near(double a, double b, double error = 1e-9) {
    return std::abs(a - b) <= error;
}

double solve(TransportSimplex& simplex, const std::vector<double>& supply, const std::vector<double>& demand,
             const std::vector<double>& cost) {
    double* to = simplex.begin(supply.size(), demand.size());
    for (std::size_t i = 0; i < supply.size(); ++i)
        std::copy_n(&cost[i * demand.size()], demand.size(), to + i * simplex.stride());
    return simplex.solve(supply, demand);
}

// The best of all n! assignments.
double best_assignment(std::size_t n, const std::vector<double>& cost) {
    std::vector<std::size_t> order(n);
    std::iota(order.begin(), order.end(), std::size_t{0});
    double best = std::numeric_limits<double>::infinity();
    do {
        double sum = 0;
        for (std::size_t i = 0; i < n; ++i) sum += cost[i * n + order[i]];
        best = std::min(best, sum / static_cast<double>(n));
    } while (std::next_permutation(order.begin(), order.end()));
    return best;
}

// Random sparse histograms over buckets that are points in the plane.
struct Scene {
    std::vector<double> ground;
    std::vector<std::int64_t> starts{0};
    std::vector<std::uint32_t> buckets;
    std::vector<double> weights;
    static constexpr std::size_t kBuckets = 40;

    explicit Scene(std::size_t count) : ground(kBuckets * kBuckets) {
        Rng rng(5, 0);
        std::vector<double> at(2 * kBuckets);
        for (double& x : at) x = uniform(rng);
        for (std::size_t i = 0; i < kBuckets; ++i) {
            for (std::size_t j = 0; j < kBuckets; ++j)
                ground[i * kBuckets + j] = std::hypot(at[2 * i] - at[2 * j], at[2 * i + 1] - at[2 * j + 1]);
        }
        for (std::size_t n = 0; n < count; ++n) {
            for (std::uint32_t b = 0; b < kBuckets; ++b) {
                if (rng.next() % 3 != 0 && b != n % kBuckets) continue;
                buckets.push_back(b);
                weights.push_back(uniform(rng) + 0.01);
            }
            starts.push_back(static_cast<std::int64_t>(buckets.size()));
        }
    }
    Histograms histograms() const { return {starts, buckets.data(), weights.data()}; }
    Ground distances() const { return {ground.data(), kBuckets, kBuckets}; }
};

}  // namespace

TEST(simplex_finds_the_best_assignment) {
    TransportSimplex simplex;  // one for all sizes: memory is kept, nothing else
    Rng rng(1, 0);
    for (int round = 0; round < 200; ++round) {
        const std::size_t n = 1 + rng.next() % 6;
        std::vector<double> cost(n * n);
        for (double& c : cost) c = round % 2 == 0 ? uniform(rng) : static_cast<double>(rng.next() % 3);
        const std::vector<double> masses(n, 1.0);
        CHECK(near(solve(simplex, masses, masses, cost), best_assignment(n, cost)));
    }
}

TEST(simplex_on_a_line_is_the_closed_form) {
    TransportSimplex simplex;
    Rng rng(2, 0);
    for (int round = 0; round < 50; ++round) {
        const std::size_t n = 2 + rng.next() % 70;
        std::vector<double> p(n), q(n), cost(n * n);
        for (std::size_t i = 0; i < n; ++i) {
            p[i] = uniform(rng) + 1e-3;
            q[i] = uniform(rng) + 1e-3;
            for (std::size_t j = 0; j < n; ++j)
                cost[i * n + j] = std::abs(static_cast<double>(i) - static_cast<double>(j));
        }
        const double p_sum = std::accumulate(p.begin(), p.end(), 0.0),
                     q_sum = std::accumulate(q.begin(), q.end(), 0.0);
        double ahead = 0, work = 0;
        for (std::size_t i = 0; i < n; ++i) work += std::abs(ahead += p[i] / p_sum - q[i] / q_sum);
        CHECK(near(solve(simplex, p, q, cost), work, 1e-8));
    }
}

TEST(one_point_against_many) {
    TransportSimplex simplex;
    CHECK(near(solve(simplex, {3.0}, {1.0, 1.0}, {4.0, 2.0}), 3.0));
    CHECK(near(solve(simplex, {1.0, 3.0}, {7.0}, {4.0, 8.0}), 7.0));
    CHECK(solve(simplex, {1.0, 1.0}, {1.0, 1.0}, {0.0, 0.0, 0.0, 0.0}) == 0);
}

TEST(no_approximation_is_below_the_exact_distance_and_threads_do_not_matter) {
    const Scene scene(300);
    const Histograms all = scene.histograms();
    const Histograms few{all.starts.first(6), all.buckets, all.weights};
    const auto run = [&](TransportMethod method, unsigned threads) {
        std::vector<double> out(all.size() * few.size());
        transport_many(all, few, scene.distances(), {method, 0.03, 1e-3, 1000}, out.data(), threads, {});
        return out;
    };
    const std::vector<double> exact = run(TransportMethod::exact, 1);
    for (const auto method : {TransportMethod::exact, TransportMethod::greedy, TransportMethod::sinkhorn}) {
        const std::vector<double> found = run(method, 3);
        CHECK(found == run(method, 1));
        for (std::size_t i = 0; i < found.size(); ++i) CHECK(found[i] >= exact[i] - 1e-9);
    }
    for (std::size_t i = 0; i < few.size(); ++i) CHECK(near(exact[i * few.size() + i], 0));
}

TEST(rows_by_plain_sums) {
    Rng rng(3, 0);
    for (const std::size_t width : {0u, 1u, 7u, 46u}) {
        for (const std::size_t others : {1u, 16u, 33u}) {
            const std::size_t count = 261;
            std::vector<double> a(count * width), b(others * width), found(count * others);
            for (double& x : a) x = uniform(rng);
            for (double& x : b) x = uniform(rng);
            for (const Norm norm : {Norm::l1, Norm::l2}) {
                row_distances(a.data(), count, b.data(), others, width, norm, found.data(), 2, {});
                bool same = true;
                for (std::size_t i = 0; i < count * others; ++i) {
                    double sum = 0;
                    for (std::size_t d = 0; d < width; ++d) {
                        const double x = a[i / others * width + d] - b[i % others * width + d];
                        sum += norm == Norm::l1 ? std::abs(x) : x * x;
                    }
                    same &= near(found[i], norm == Norm::l1 ? sum : std::sqrt(sum), 1e-12);
                }
                CHECK(same);
            }
        }
    }
}
