// What two plans pay the first player, x'Ay, as products of A with one of them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "runtime/parallel.hpp"

namespace riverboat {

// A list of entries by row. Several numbers may stand in one place, `width` of them side by side.
struct SparseRows {
    std::vector<std::uint64_t> begin;  // rows, and one more
    std::vector<std::int32_t> column;
    std::vector<double> value;  // width numbers for each entry
    std::size_t columns = 0;    // one more than the last column that has an entry

    // Entries in any order; those of one place are added up.
    SparseRows(std::size_t rows, std::span<const std::int32_t> row_of,
               std::span<const std::int32_t> column_of, std::span<const double> values, std::size_t width);
    std::size_t bytes() const { return 8 * begin.size() + 4 * column.size() + 8 * value.size(); }
};

// out += A y. Rows are independent, so threads share them.
void add_product(const SparseRows& matrix, const double* y, double* out, unsigned threads);

// One betting round in the form of Kronecker products (Hoda, Gilpin, Pena and Sandholm 2010), never
// multiplied out: signals x signals and betting x betting.
//
// A player's sequences of a round lie together, signal by signal, and inside a signal by the betting:
// sequence q of signal s is at base + s * width + q. `pairs` says how often signals meet (its first number)
// and how much more often the first player wins (its second); an end pays `always` chips and `won` more for a
// win, less for a loss.
struct RoundEnd {
    std::int32_t own, other;  // sequences q of who multiplies and of whose plan it is
    double always, won;
};

inline constexpr std::size_t kSideBySide = 16;  // sums that stay in registers

// Some of the other's sequences that end hands in one way, by folds or by showdowns. They are copied side by
// side, so that those of all signals stay in the second cache while all that meets is gone through.
struct EndBatch {
    struct Paid {
        std::int32_t own, column;
        double chips;
    };
    std::size_t number;  // of a pair: 0 how often it meets, 1 how much more often it wins
    std::vector<std::int32_t> columns;
    std::vector<Paid> ends;
};

std::vector<EndBatch> batches_of(const std::vector<RoundEnd>& ends);
std::size_t bytes_of(const std::vector<EndBatch>& batches);

// Rows on as many threads as the work, in multiplications, is worth; a chunk for each.
void over_rows(std::size_t rows, std::size_t work, unsigned threads,
               const std::function<void(std::size_t from, std::size_t to)>& body);

class RoundSide {
  public:
    // base, width: of the player whose out it is; other_: of the player whose plan it is.
    RoundSide(std::size_t base, std::size_t width, std::size_t other_base, std::size_t other_width,
              SparseRows pairs, const std::vector<RoundEnd>& ends);

    void add_product(const double* plan, double* out, unsigned threads) const;

    std::size_t least_out() const { return base_ + width_ * (pairs_.begin.size() - 1); }
    std::size_t least_plan() const { return other_base_ + other_width_ * pairs_.columns; }
    std::size_t bytes() const { return pairs_.bytes() + bytes_of(batches_); }

  private:
    void pack(const EndBatch& batch, const double* plan, std::vector<double>& packed) const;
    void add_batch(const EndBatch& batch, const std::vector<double>& packed, double* out, std::size_t from,
                   std::size_t to) const;

    std::size_t base_, width_, other_base_, other_width_;
    SparseRows pairs_;
    std::vector<EndBatch> batches_;
};

}  // namespace riverboat
