#include "cards/isomorphism/board_index.hpp"

#include <algorithm>

#include "cards/isomorphism/index_tables.hpp"

namespace riverboat {

constexpr BoardIndex::Sets BoardIndex::kSets{};

BoardIndex::BoardIndex(int cards) : boards_(1), steps_(1) {
    if (cards == 0) return;
    const IndexTables tables({cards}, IndexDeck(kAllRanks, kAllSuits));
    boards_ = static_cast<std::uint32_t>(tables.size());
    for (int a = 0; a <= cards; ++a) {
        for (int b = 0; b <= std::min(a, cards - a); ++b) {
            for (int c = 0; c <= std::min(b, cards - a - b); ++c) {
                const int d = cards - a - b - c;
                if (d > c) continue;
                const Layout& layout = tables.layouts[tables.layout_base[a * tables.shapes + b] + c];
                const std::array<int, kSuits> size{a, b, c, d};
                for (int row = 0; row < kSuits; ++row) {
                    const auto equal =
                        static_cast<int>(std::count(size.begin() + row, size.end(), size[row]));
                    const std::int64_t scale = row < 3 ? layout.scale[row] : 1;
                    base_[a][b][row] = static_cast<std::uint32_t>(steps_.size());
                    for (std::int64_t place = 0; place < choose(kRanks, size[row]); ++place) {
                        const std::int64_t step = scale * multichoose(place, equal);
                        steps_.push_back(static_cast<std::uint32_t>(step + (row == 0 ? layout.offset : 0)));
                    }
                }
            }
        }
    }
}

std::vector<std::uint32_t> board_places(int cards) {
    const BoardIndex index(cards);
    std::vector<std::uint32_t> places;
    std::uint64_t board = (std::uint64_t{1} << cards) - 1;
    while (board >> kCards == 0) {
        SuitLanes ranks = 0;
        for (std::uint64_t left = board; left != 0; left &= left - 1)
            ranks |= lane_bit(static_cast<Card>(__builtin_ctzll(left)));
        const BoardIndex::Found found = index.find(ranks);
        places.push_back(found.number << 8 | found.suits);
        if (board == 0) break;
        // The next larger number with as many bits (Beeler, Gosper and Schroeppel 1972, HAKMEM, item 175).
        const std::uint64_t low = board & (~board + 1), up = board + low;
        board = up | (up ^ board) / low >> 2;
    }
    return places;
}

}  // namespace riverboat
