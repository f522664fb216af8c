#include "solvers/sequence/payoffs.hpp"

#include <algorithm>
#include <numeric>

namespace riverboat {

namespace {

constexpr std::size_t kWorthAThread = 1 << 16;  // multiplications: a thread costs some 20 microseconds

// Rows in chunks on as many threads as the work is worth.
template <class Body>
void over_rows(std::size_t rows, std::size_t work, unsigned threads, const Body& body) {
    const std::size_t most = std::max<std::size_t>(work / kWorthAThread, 1);
    const std::size_t wanted = threads == 0 ? hardware_threads() : threads;
    const std::size_t workers = std::min({most, wanted, std::max<std::size_t>(rows, 1)});
    if (workers == 1) return body(std::size_t{0}, rows);
    const std::size_t chunks = std::min(rows, 4 * workers);
    parallel_chunks(chunks, static_cast<unsigned>(workers), {}, [&](std::size_t chunk, unsigned) {
        body(rows * chunk / chunks, rows * (chunk + 1) / chunks);
    });
}

}  // namespace

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

void RoundSide::add_product(const double* plan, double* out, unsigned threads) const {
    const std::size_t rows = pairs.begin.size() - 1;
    over_rows(rows, pairs.column.size() * other_width, threads, [&](std::size_t from, std::size_t to) {
        std::vector<double> met(other_width), won(other_width);
        for (std::size_t row = from; row < to; ++row) {
            std::fill(met.begin(), met.end(), 0.0);
            std::fill(won.begin(), won.end(), 0.0);
            for (std::size_t at = pairs.begin[row]; at < pairs.begin[row + 1]; ++at) {
                const double often = pairs.value[2 * at], more = pairs.value[2 * at + 1];
                const double* const y =
                    plan + other_base + static_cast<std::size_t>(pairs.column[at]) * other_width;
                for (std::size_t q = 0; q < other_width; ++q) met[q] += often * y[q];
                if (shows)
                    for (std::size_t q = 0; q < other_width; ++q) won[q] += more * y[q];
            }
            double* const own = out + base + row * width;
            for (const RoundEnd& end : ends)
                own[end.own] += end.always * met[static_cast<std::size_t>(end.other)] +
                                end.won * won[static_cast<std::size_t>(end.other)];
        }
    });
}

}  // namespace riverboat
