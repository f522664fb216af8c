#include <algorithm>
#include <cmath>
#include <numeric>

#include "abstraction/distances/transport.hpp"
#include "runtime/cpu.hpp"
#include "runtime/lanes.hpp"

namespace riverboat {

namespace {

// One pass over the kernel: scales every row to its supply, and adds up the columns with the new scalings.
// Returns how far the rows were off before. Padding in v and in the kernel is 0.
template <int Bytes>
RIVERBOAT_INLINE double scale_rows_body(const double* kernel, const double* supply, const double* v,
                                        std::size_t rows, std::size_t stride, double* u, double* reached) {
    using Vector = typename LanesOf<double, Bytes>::Type;
    constexpr std::size_t lanes = Bytes / 8;
    const auto at = [](const double* from) { return *reinterpret_cast<const Vector*>(from); };
    double wrong = 0;
    std::fill_n(reached, stride, 0.0);
    for (std::size_t i = 0; i < rows; ++i) {
        const double* row = kernel + i * stride;
        Vector sums{};
        for (std::size_t j = 0; j < stride; j += lanes) sums += at(row + j) * at(v + j);
        double sum = 0;
        for (std::size_t k = 0; k < lanes; ++k) sum += sums[k];
        wrong += std::abs(u[i] * sum - supply[i]);
        u[i] = supply[i] / sum;
        for (std::size_t j = 0; j < stride; j += lanes)
            *reinterpret_cast<Vector*>(reached + j) += at(row + j) * u[i];
    }
    return wrong;
}

#define RIVERBOAT_SCALE_ROWS(name, bytes, target)                                                     \
    target double name(const double* kernel, const double* supply, const double* v, std::size_t rows, \
                       std::size_t stride, double* u, double* reached) {                              \
        return scale_rows_body<bytes>(kernel, supply, v, rows, stride, u, reached);                   \
    }
RIVERBOAT_SCALE_ROWS(scale_rows_baseline, 16, )
#if RIVERBOAT_X86
RIVERBOAT_SCALE_ROWS(scale_rows_avx2, 32, __attribute__((target("avx2,fma"))))
RIVERBOAT_SCALE_ROWS(scale_rows_avx512, 64, __attribute__((target("avx512f,avx512vl,avx512dq"))))
#endif

auto scale_rows() {
#if RIVERBOAT_X86
    if (cpu_path() == CpuPath::avx512) return &scale_rows_avx512;
    if (cpu_path() == CpuPath::bmi2) return &scale_rows_avx2;
#endif
    return &scale_rows_baseline;
}

void shares(std::span<const double> weights, std::vector<double>& out) {
    const double scale = 1 / std::accumulate(weights.begin(), weights.end(), 0.0);
    out.resize(weights.size());
    std::transform(weights.begin(), weights.end(), out.begin(), [&](double w) { return w * scale; });
}

}  // namespace

double Sinkhorn::solve(const Histogram& from, const Histogram& to) {
    const std::size_t rows = from.size(), columns = to.size();
    stride_ = (columns + kLanes<double> - 1) / kLanes<double> * kLanes<double>;
    block_.assign(rows * stride_, 0.0);
    for (std::size_t i = 0; i < rows; ++i) {
        const double* kernel = kernel_.row(from.buckets[i]);
        for (std::size_t j = 0; j < columns; ++j) block_[i * stride_ + j] = kernel[to.buckets[j]];
    }
    shares(from.weights, supply_);
    shares(to.weights, demand_);
    u_.assign(rows, 0.0);
    v_.assign(stride_, 0.0);
    std::fill_n(v_.begin(), columns, 1.0);
    reached_.resize(stride_);
    const auto scale = scale_rows();
    for (int iteration = 0;; ++iteration) {
        const double wrong =
            scale(block_.data(), supply_.data(), v_.data(), rows, stride_, u_.data(), reached_.data());
        if (iteration == most_iterations_ || (iteration > 0 && wrong <= tolerance_)) break;
        for (std::size_t j = 0; j < columns; ++j) v_[j] = demand_[j] / reached_[j];
    }
    return rounded(from, to);
}

// Rows hold what they should. Columns that got too much send it back; then what rows have left goes to what
// columns lack, in proportion.
double Sinkhorn::rounded(const Histogram& from, const Histogram& to) {
    const std::size_t rows = from.size(), columns = to.size();
    for (std::size_t j = 0; j < columns; ++j) v_[j] *= std::min(1.0, demand_[j] / (reached_[j] * v_[j]));
    double work = 0, all_left = 0;
    for (std::size_t i = 0; i < rows; ++i) {
        const double* distance = ground_.row(from.buckets[i]);
        for (std::size_t j = 0; j < columns; ++j) {
            const double amount = u_[i] * block_[i * stride_ + j] * v_[j];
            work += amount * distance[to.buckets[j]];
            supply_[i] -= amount;
            demand_[j] -= amount;
        }
        supply_[i] = std::max(0.0, supply_[i]);
        all_left += supply_[i];
    }
    if (all_left == 0) return work;
    for (std::size_t i = 0; i < rows; ++i) {
        const double* distance = ground_.row(from.buckets[i]);
        for (std::size_t j = 0; j < columns; ++j)
            work += supply_[i] / all_left * std::max(0.0, demand_[j]) * distance[to.buckets[j]];
    }
    return work;
}

}  // namespace riverboat
