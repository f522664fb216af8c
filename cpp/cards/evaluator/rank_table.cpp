#include "cards/evaluator/rank_table.hpp"

#include <array>
#include <numeric>
#include <span>
#include <stdexcept>

namespace riverboat {

namespace {

// A bit per place of the table. Shifts are 16 bits wide; the last row may stretch a column range beyond the
// last shift.
class Places {
  public:
    void take(std::size_t place) { words_[place / 64] |= std::uint64_t{1} << place % 64; }

    // The least shift from `base` on, a multiple of 64, at which all columns fall on free places: 64 shifts
    // are tried at a time.
    std::uint32_t first_fit(std::span<const RankTable::Entry> row, std::uint32_t base) const {
        for (; base + 64 <= 65536; base += 64) {
            std::uint64_t blocked = 0;
            for (const auto& entry : row) {
                const std::uint32_t column = entry.key & RankTable::kColumnMask;
                const std::uint64_t* word = words_.data() + (base + column) / 64;
                blocked |= word[0] >> column % 64 | word[1] << 1 << (63 - column % 64);
                if (blocked == ~std::uint64_t{0}) break;
            }
            if (blocked != ~std::uint64_t{0})
                return base + static_cast<std::uint32_t>(__builtin_ctzll(~blocked));
        }
        throw std::logic_error("the rank table does not fit 16-bit shifts");
    }

  private:
    std::vector<std::uint64_t> words_ =
        std::vector<std::uint64_t>((65536 + 2 * RankTable::kColumnMask) / 64 + 3);
};

}  // namespace

RankTable::RankTable(const std::vector<Entry>& entries) {
    constexpr std::size_t rows = std::size_t{1} << (kKeyBits - kColumnBits);
    std::vector<std::uint32_t> first(rows + 1);  // of each row's entries, the rows one after the other
    for (const Entry& entry : entries) ++first[(entry.key >> kColumnBits) + 1];
    std::partial_sum(first.begin(), first.end(), first.begin());
    std::vector<Entry> by_row(entries.size());
    std::vector<std::uint32_t> next(first);
    for (const Entry& entry : entries) by_row[next[entry.key >> kColumnBits]++] = entry;
    const auto row_of = [&](std::size_t row) {
        return std::span<const Entry>(by_row).subspan(first[row], first[row + 1] - first[row]);
    };
    std::array<std::vector<std::uint16_t>, kColumnMask + 2> by_size;
    for (std::size_t row = 0; row < rows; ++row)
        by_size[row_of(row).size()].push_back(static_cast<std::uint16_t>(row));

    Places places;
    shifts_.assign(rows, 0);
    // Where one row did not fit another of the same size hardly will: go on a little before the last fit.
    // That costs 5 % more places, and all of an evaluator takes 5 ms instead of 30.
    constexpr std::uint32_t step_back = 512;
    for (std::size_t size = by_size.size(); size-- > 1;) {
        std::uint32_t base = 0;
        for (std::uint16_t number : by_size[size]) {
            const std::span<const Entry> row = row_of(number);
            const std::uint32_t shift = places.first_fit(row, base);
            base = shift > step_back ? (shift - step_back) / 64 * 64 : 0;
            shifts_[number] = static_cast<std::uint16_t>(shift);
            if (values_.size() < shift + kColumnMask + 1) values_.resize(shift + kColumnMask + 1);
            for (const Entry& entry : row) {
                const std::uint32_t place = shift + (entry.key & kColumnMask);
                places.take(place);
                values_[place] = entry.value;
            }
        }
    }
    // Vector gathers read four bytes for two.
    shifts_.push_back(0);
    values_.push_back(0);
}

}  // namespace riverboat
