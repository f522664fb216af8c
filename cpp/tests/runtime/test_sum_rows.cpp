#include <cstdint>
#include <stdexcept>
#include <vector>

#include "runtime/sum_rows.hpp"
#include "tests/check.hpp"

using namespace riverboat;

namespace {

template <class Key>
std::vector<double> summed(const std::vector<Key>& keys, std::size_t each, const std::vector<double>& table,
                           std::size_t width, unsigned threads) {
    std::vector<double> out(keys.size() / each * width, -1);
    sum_rows(keys.data(), keys.size() / each, each, {table.data(), table.size() / width, width}, out.data(),
             threads, {});
    return out;
}

}  // namespace

TEST(rows_are_added_by_number) {
    const std::vector<double> table = {1, 10, 100, 2, 20, 200};  // two rows
    const std::vector<std::uint16_t> keys = {0, 0, 1, 0, 1, 1};
    const std::vector<double> wanted = {2, 20, 200, 3, 30, 300, 4, 40, 400};
    CHECK(summed(keys, 2, table, 3, 1) == wanted);
}

TEST(any_number_of_threads_and_either_key) {
    std::vector<std::uint32_t> keys;
    for (std::uint32_t i = 0; i < 5 * 3000; ++i) keys.push_back(i * 7919 % 11);
    std::vector<double> table;
    for (int i = 0; i < 11 * 4; ++i) table.push_back(1.0 / (i + 3));
    const auto wanted = summed(keys, 5, table, 4, 1);
    CHECK(summed(keys, 5, table, 4, 3) == wanted);
    CHECK(summed(std::vector<std::uint16_t>(keys.begin(), keys.end()), 5, table, 4, 2) == wanted);
}

TEST(wide_tables_are_taken_part_by_part) {
    const std::size_t width = 150;
    std::vector<double> table;
    for (std::size_t i = 0; i < 2 * width; ++i) table.push_back(static_cast<double>(i));
    const auto sums = summed(std::vector<std::uint16_t>{1, 0, 1, 1}, 2, table, width, 2);
    for (std::size_t i = 0; i < width; ++i) {
        CHECK(sums[i] == table[i] + table[width + i]);
        CHECK(sums[width + i] == 2 * table[width + i]);
    }
}

TEST(a_key_beyond_the_table_is_refused) {
    bool refused = false;
    try {
        summed(std::vector<std::uint16_t>{0, 2}, 2, {1, 2}, 1, 1);
    } catch (const std::out_of_range&) {
        refused = true;
    }
    CHECK(refused);
}
