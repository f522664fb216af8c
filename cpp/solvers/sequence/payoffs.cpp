#include "solvers/sequence/payoffs.hpp"

#include <algorithm>
#include <iterator>
#include <numeric>
#include <utility>

namespace riverboat {

namespace {

constexpr std::size_t kWorthAThread = 1 << 16;  // multiplications: a thread costs some 20 microseconds

// Add the batches of ends that pay one of the two numbers.
void add_batches(std::vector<EndBatch>& batches, const std::vector<RoundEnd>& ends, double RoundEnd::* chips,
                 std::size_t number) {
    std::vector<RoundEnd> paying;
    std::copy_if(ends.begin(), ends.end(), std::back_inserter(paying),
                 [&](const RoundEnd& end) { return end.*chips != 0.0; });
    std::stable_sort(paying.begin(), paying.end(),
                     [](const RoundEnd& a, const RoundEnd& b) { return a.other < b.other; });
    std::int32_t last = -1;
    std::size_t left = 0;
    for (const RoundEnd& end : paying) {
        if (end.other != last) {
            if (left == 0) {
                batches.push_back({number, {}, {}});
                left = kSideBySide;
            }
            batches.back().columns.push_back(last = end.other);
            --left;
        }
        const auto column = static_cast<std::int32_t>(batches.back().columns.size() - 1);
        batches.back().ends.push_back({end.own, column, end.*chips});
    }
}

}  // namespace

void over_rows(std::size_t rows, std::size_t work, unsigned threads,
               const std::function<void(std::size_t, std::size_t)>& body) {
    const std::size_t most = std::max<std::size_t>(work / kWorthAThread, 1);
    const std::size_t wanted = threads == 0 ? hardware_threads() : threads;
    const std::size_t workers = std::min({most, wanted, std::max<std::size_t>(rows, 1)});
    if (workers == 1) return body(std::size_t{0}, rows);
    parallel_chunks(workers, static_cast<unsigned>(workers), {}, [&](std::size_t chunk, unsigned) {
        body(rows * chunk / workers, rows * (chunk + 1) / workers);
    });
}

std::vector<EndBatch> batches_of(const std::vector<RoundEnd>& ends) {
    std::vector<EndBatch> batches;
    add_batches(batches, ends, &RoundEnd::always, 0);
    add_batches(batches, ends, &RoundEnd::won, 1);
    return batches;
}

std::size_t bytes_of(const std::vector<EndBatch>& batches) {
    std::size_t sum = 0;
    for (const EndBatch& batch : batches)
        sum += 4 * batch.columns.size() + sizeof(EndBatch::Paid) * batch.ends.size();
    return sum;
}

SparseRows::SparseRows(std::size_t rows, std::span<const std::int32_t> row_of,
                       std::span<const std::int32_t> column_of, std::span<const double> values,
                       std::size_t width)
    : begin(rows + 1, 0) {
    std::vector<std::uint32_t> order(row_of.size());
    std::iota(order.begin(), order.end(), 0u);
    std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
        return row_of[a] != row_of[b] ? row_of[a] < row_of[b] : column_of[a] < column_of[b];
    });
    for (std::size_t i = 0; i < order.size(); ++i) {
        const std::uint32_t at = order[i];
        const bool same =
            i > 0 && row_of[order[i - 1]] == row_of[at] && column_of[order[i - 1]] == column_of[at];
        if (!same) {
            ++begin[static_cast<std::size_t>(row_of[at]) + 1];
            column.push_back(column_of[at]);
            columns = std::max(columns, static_cast<std::size_t>(column_of[at]) + 1);
            value.insert(value.end(), width, 0.0);
        }
        for (std::size_t w = 0; w < width; ++w) value[value.size() - width + w] += values[width * at + w];
    }
    std::partial_sum(begin.begin(), begin.end(), begin.begin());
}

void add_product(const SparseRows& matrix, const double* y, double* out, unsigned threads) {
    over_rows(matrix.begin.size() - 1, matrix.column.size(), threads, [&](std::size_t from, std::size_t to) {
        for (std::size_t row = from; row < to; ++row) {
            double sum = 0.0;
            for (std::size_t at = matrix.begin[row]; at < matrix.begin[row + 1]; ++at)
                sum += matrix.value[at] * y[matrix.column[at]];
            out[row] += sum;
        }
    });
}

RoundSide::RoundSide(std::size_t base, std::size_t width, std::size_t other_base, std::size_t other_width,
                     SparseRows pairs, const std::vector<RoundEnd>& ends)
    : base_(base),
      width_(width),
      other_base_(other_base),
      other_width_(other_width),
      pairs_(std::move(pairs)),
      batches_(batches_of(ends)) {}

void RoundSide::add_product(const double* plan, double* out, unsigned threads) const {
    const std::size_t work = pairs_.column.size() * kSideBySide * batches_.size();
    over_rows(pairs_.begin.size() - 1, work, threads, [&](std::size_t from, std::size_t to) {
        std::vector<double> packed(pairs_.columns * kSideBySide);
        for (const EndBatch& batch : batches_) {
            pack(batch, plan, packed);
            add_batch(batch, packed, out, from, to);
        }
    });
}

void RoundSide::pack(const EndBatch& batch, const double* plan, std::vector<double>& packed) const {
    for (std::size_t signal = 0; signal < pairs_.columns; ++signal)
        for (std::size_t c = 0; c < batch.columns.size(); ++c)
            packed[signal * kSideBySide + c] =
                plan[other_base_ + signal * other_width_ + static_cast<std::size_t>(batch.columns[c])];
}

void RoundSide::add_batch(const EndBatch& batch, const std::vector<double>& packed, double* out,
                          std::size_t from, std::size_t to) const {
    for (std::size_t row = from; row < to; ++row) {
        double sums[kSideBySide] = {};
        for (std::size_t at = pairs_.begin[row]; at < pairs_.begin[row + 1]; ++at) {
            const double often = pairs_.value[2 * at + batch.number];
            const double* const y = &packed[static_cast<std::size_t>(pairs_.column[at]) * kSideBySide];
            for (std::size_t c = 0; c < kSideBySide; ++c) sums[c] += often * y[c];
        }
        double* const own = out + base_ + row * width_;
        for (const EndBatch::Paid& end : batch.ends) own[end.own] += end.chips * sums[end.column];
    }
}

}  // namespace riverboat
