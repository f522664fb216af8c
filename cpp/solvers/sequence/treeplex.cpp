#include "solvers/sequence/treeplex.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <stdexcept>
#include <utility>

namespace riverboat {

namespace {

// Probabilities of an entropy step never fall to 0, from where none would come back.
constexpr double kLeastProbability = 1e-200;

}  // namespace

Treeplex::Treeplex(std::span<const Index> parent, std::span<const Index> first)
    : parent_(parent), first_(first) {
    if (first_.size() != parent_.size() + 1 || first_[0] != 1)
        throw std::invalid_argument(
            "the first sequence of the first set is 1, and one more place ends the last");
    for (std::size_t s = 0; s < sets(); ++s)
        if (first_[s + 1] <= first_[s] || parent_[s] < 0 || parent_[s] >= first_[s])
            throw std::invalid_argument("every set has actions and comes after its parent");
}

std::vector<double> Treeplex::depths() const {
    std::vector<double> depths(sets(), 1.0), below(sequences(), 0.0);
    for (std::size_t s = sets(); s-- > 0;) {
        depths[s] += *std::max_element(&below[first_[s]], &below[0] + first_[s + 1]);
        below[parent_[s]] += depths[s];
    }
    return depths;
}

double Treeplex::best(const double* gradient, double* x) const {
    if (x != gradient) std::copy_n(gradient, sequences(), x);
    for (std::size_t s = sets(); s-- > 0;) {
        double* const begin = x + first_[s];
        double* const end = x + first_[s + 1];
        double* const most = std::max_element(begin, end);
        x[parent_[s]] += *most;
        std::fill(begin, end, 0.0);
        *most = 1.0;
    }
    const double value = x[0];
    plan(x, x);
    return value;
}

double Treeplex::smoothed(const double* gradient, double mu, Distance distance, const double* weights,
                          const double* centre, double* out) const {
    if (out != gradient) std::copy_n(gradient, sequences(), out);
    std::vector<double> sorted;
    for (std::size_t s = sets(); s-- > 0;)
        out[parent_[s]] += set_smoothed(s, mu * weights[s], distance, centre, out, sorted);
    return std::exchange(out[0], 1.0);
}

// One set: its numbers become its probabilities, and what they are worth is returned.
double Treeplex::set_smoothed(std::size_t s, double mu, Distance distance, const double* centre, double* out,
                              std::vector<double>& sorted) const {
    const std::size_t n = static_cast<std::size_t>(first_[s + 1] - first_[s]);
    double* const u = out + first_[s];
    const double* const c = centre == nullptr ? nullptr : centre + first_[s];
    const double uniform = 1.0 / static_cast<double>(n);
    if (n == 1) return std::exchange(u[0], 1.0);
    const double most = *std::max_element(u, u + n);  // taken off, so that large numbers leave no rounding
    if (distance == Distance::entropy) {
        double sum = 0.0;
        for (std::size_t a = 0; a < n; ++a)
            sum += u[a] = std::max((c ? c[a] : uniform) * std::exp((u[a] - most) / mu), kLeastProbability);
        for (std::size_t a = 0; a < n; ++a) u[a] /= sum;
        return most + mu * std::log(sum);
    }
    // The nearest point of the simplex to centre + u / mu: a common number is taken off, and nothing is below
    // 0.
    sorted.resize(n);
    for (std::size_t a = 0; a < n; ++a) sorted[a] = (c ? c[a] : uniform) + (u[a] - most) / mu;
    std::sort(sorted.begin(), sorted.end(), std::greater<>());
    double sum = 0.0, off = 0.0;
    for (std::size_t a = 0; a < n; ++a) {
        sum += sorted[a];
        const double level = (sum - 1.0) / static_cast<double>(a + 1);
        if (level >= sorted[a]) break;
        off = level;
    }
    double value = most;
    for (std::size_t a = 0; a < n; ++a) {
        const double here = c ? c[a] : uniform, worth = u[a] - most;
        u[a] = std::max(here + worth / mu - off, 0.0);
        value += u[a] * worth - 0.5 * mu * (u[a] - here) * (u[a] - here);
    }
    return value;
}

double Treeplex::regrets(const double* gradient, const double* probabilities, double* out) const {
    if (out != gradient) std::copy_n(gradient, sequences(), out);
    for (std::size_t s = sets(); s-- > 0;) {
        double value = 0.0;
        for (Index a = first_[s]; a < first_[s + 1]; ++a) value += probabilities[a] * out[a];
        for (Index a = first_[s]; a < first_[s + 1]; ++a) out[a] -= value;
        out[parent_[s]] += value;
    }
    return std::exchange(out[0], 0.0);
}

void Treeplex::matched(const double* target, double* out) const {
    out[0] = 1.0;
    for (std::size_t s = 0; s < sets(); ++s) {
        double sum = 0.0;
        for (Index a = first_[s]; a < first_[s + 1]; ++a) sum += std::max(target[a], 0.0);
        const double uniform = 1.0 / (first_[s + 1] - first_[s]);
        for (Index a = first_[s]; a < first_[s + 1]; ++a)
            out[a] = sum > 0.0 ? std::max(target[a], 0.0) / sum : uniform;
    }
}

void Treeplex::plan(const double* probabilities, double* out) const {
    out[0] = 1.0;
    for (std::size_t s = 0; s < sets(); ++s)
        for (Index a = first_[s]; a < first_[s + 1]; ++a) out[a] = probabilities[a] * out[parent_[s]];
}

}  // namespace riverboat
