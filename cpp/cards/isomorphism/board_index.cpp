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

}  // namespace riverboat
