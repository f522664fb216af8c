#include "runtime/sum_rows.hpp"

#include <algorithm>
#include <stdexcept>

namespace riverboat {

namespace {

constexpr std::size_t kListsAtATime = 1024;
// So many columns of a table of two thousand rows stay in the second cache.
constexpr std::size_t kColumnsAtATime = 64;

}  // namespace

template <class Key>
void sum_rows(const Key* keys, std::size_t count, std::size_t each, const RowTable& table, double* out,
              unsigned threads, const Watch& watch) {
    const std::size_t width = table.width;
    std::fill(out, out + count * width, 0.0);
    const auto add = [&](std::size_t list, std::size_t first, std::size_t last) {
        double* sums = out + list * width;
        for (std::size_t i = 0; i < each; ++i) {
            const std::size_t key = keys[list * each + i];
            if (key >= table.rows) throw std::out_of_range("a key is no row of the table");
            const double* row = table.numbers + key * width;
            for (std::size_t column = first; column < last; ++column) sums[column] += row[column];
        }
    };
    const auto body = [&](std::size_t chunk, unsigned) {
        const std::size_t end = std::min(count, (chunk + 1) * kListsAtATime);
        for (std::size_t first = 0; first < width; first += kColumnsAtATime)
            for (std::size_t list = chunk * kListsAtATime; list < end; ++list)
                add(list, first, std::min(width, first + kColumnsAtATime));
    };
    parallel_chunks((count + kListsAtATime - 1) / kListsAtATime, threads, watch, body);
}

template void sum_rows(const std::uint16_t*, std::size_t, std::size_t, const RowTable&, double*, unsigned,
                       const Watch&);
template void sum_rows(const std::uint32_t*, std::size_t, std::size_t, const RowTable&, double*, unsigned,
                       const Watch&);

}  // namespace riverboat
