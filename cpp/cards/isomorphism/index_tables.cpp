#include "cards/isomorphism/index_tables.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>

#include "cards/binomial.hpp"

namespace riverboat {

IndexDeck::IndexDeck(unsigned rank_mask, unsigned suit_mask) : ranks(0), suits(0), rank_at(), suit_at() {
    slot_of.fill(kNoSlot);
    for (int rank = 0; rank < kRanks; ++rank) {
        if (rank_mask >> rank & 1) rank_at[ranks++] = static_cast<Card>(rank);
    }
    for (int suit = kSuits - 1; suit >= 0; --suit) {
        if (suit_mask >> suit & 1) suit_at[suits++] = static_cast<Card>(suit);
    }
    for (int s = 0; s < suits; ++s) {
        for (int r = 0; r < ranks; ++r)
            slot_of[4 * rank_at[r] + suit_at[s]] = static_cast<std::uint8_t>(16 * s + r);
    }
}

IndexTables::IndexTables(std::vector<int> rounds_given, const IndexDeck& deck_given)
    : deck(deck_given), rounds(std::move(rounds_given)) {
    for (int n : rounds) cards_ += n;
    make_shapes();
    make_layouts();
}

// Whether `shape` asks for no more cards than `within`, round by round.
bool IndexTables::fits(int shape, int within) const {
    for (std::size_t r = 0; r < rounds.size(); ++r) {
        if (count_[shape][r] > count_[within][r]) return false;
    }
    return true;
}

void IndexTables::make_shapes() {
    const int last = static_cast<int>(rounds.size()) - 1;
    shape_weight.resize(rounds.size());
    for (int r = last; r >= 0; --r) {
        shape_weight[r] = static_cast<std::uint32_t>(shapes);
        shapes *= rounds[r] + 1;
    }
    place_scale.resize(shapes);
    row_count_.resize(shapes);
    count_.resize(shapes);
    for (int shape = 0; shape < shapes; ++shape) {
        int left = deck.ranks;  // ranks the suit has left after the rounds not looked at yet
        for (int r = 0; r <= last; ++r) {
            const int count = shape / static_cast<int>(shape_weight[r]) % (rounds[r] + 1);
            count_[shape][r] = static_cast<std::uint8_t>(count);
            left -= count;
        }
        std::int64_t rows = left >= 0 ? 1 : 0;
        for (int r = last; r >= 0; --r) {
            place_scale[shape][r] = static_cast<std::uint32_t>(rows);
            left += count_[shape][r];
            rows *= choose(left, count_[shape][r]);
        }
        row_count_[shape] = static_cast<std::uint32_t>(rows);
    }
}

void IndexTables::make_layouts() {
    const int all = shapes - 1;  // the shape of a row that holds every card
    layout_base.assign(static_cast<std::size_t>(shapes) * shapes, 0);
    for (int a = 0; a < shapes; ++a) {
        for (int b = 0; b <= a; ++b) {
            if (!fits(b, all - a)) continue;
            const int rest = all - a - b;
            bool first = true;
            for (int c = 0; c <= std::min(b, rest); ++c) {
                const int d = rest - c;
                if (d > c || !fits(c, rest)) continue;
                if (std::exchange(first, false)) {
                    layout_base[a * shapes + b] = static_cast<std::int32_t>(layouts.size()) - c;
                }
                layouts.resize(layout_base[a * shapes + b] + c + 1);
                add_layout({a, b, c, d});
            }
        }
    }
}

void IndexTables::add_layout(const std::array<int, kSuits>& shape) {
    std::int64_t hands = 1;  // of the rows from `row` on
    std::array<std::uint32_t, kSuits> scale{};
    for (int end = kSuits; end > 0;) {
        int begin = end - 1;
        while (begin > 0 && shape[begin - 1] == shape[begin]) --begin;
        for (int row = begin; row < end; ++row) scale[row] = static_cast<std::uint32_t>(hands);
        hands *= multichoose(row_count_[shape[begin]], end - begin);
        end = begin;
    }
    const int suits_used =
        static_cast<int>(std::count_if(shape.begin(), shape.end(), [](int s) { return s > 0; }));
    if (suits_used > deck.suits) hands = 0;

    Layout& layout = layouts.back();
    layout.offset = size_;
    layout.scale = {scale[0], scale[1], scale[2]};
    if (hands == 0) return;
    Ordered ordered{{}, layout.scale};
    for (int row = 0; row < kSuits; ++row) ordered.shape[row] = static_cast<std::uint8_t>(shape[row]);
    ordered_.push_back(ordered);
    offsets_.push_back(size_);
    size_ += hands;
}

namespace {

// The largest n with multichoose(n, k) <= rank; n is below `kinds`.
std::uint32_t largest_member(std::uint32_t rank, int k, std::uint32_t kinds) {
    if (k == 1) return rank;
    if (k == 2) {  // doubles are exact here: places of paired rows are below 2^11
        return static_cast<std::uint32_t>((std::sqrt(8.0 * rank + 1.0) - 1.0) / 2.0);
    }
    std::uint32_t low = 0;
    for (std::uint32_t high = kinds; high - low > 1;) {
        const std::uint32_t middle = low + (high - low) / 2;
        (multichoose(middle, k) <= rank ? low : high) = middle;
    }
    return low;
}

// The members, largest first, of the multiset of `k` places with rank `rank`.
void multiset_members(std::uint32_t rank, int k, std::uint32_t kinds, std::uint32_t* out) {
    for (; k > 0; --k) {
        *out = largest_member(rank, k, kinds);
        rank -= static_cast<std::uint32_t>(multichoose(*out++, k));
    }
}

// The ranks that `relative` names when only the ranks outside `used` are counted.
unsigned spread(unsigned relative, unsigned used) {
    unsigned result = 0;
    for (unsigned left = ~used; relative != 0; relative >>= 1, left &= left - 1) {
        if (relative & 1) result |= left & -left;
    }
    return result;
}

}  // namespace

Rows IndexTables::rows_of(std::int64_t index) const {
    const auto above = std::upper_bound(offsets_.begin(), offsets_.end(), index);
    const auto which = static_cast<std::size_t>(above - offsets_.begin()) - 1;
    const Ordered& layout = ordered_[which];
    auto within = static_cast<std::uint32_t>(index - offsets_[which]);
    Rows rows{layout.shape, {}};
    for (int begin = 0; begin < kSuits;) {
        int end = begin + 1;
        while (end < kSuits && layout.shape[end] == layout.shape[begin]) ++end;
        const std::uint32_t scale = begin < 3 ? layout.scale[begin] : 1;
        multiset_members(within / scale, end - begin, row_count_[layout.shape[begin]], &rows.place[begin]);
        within %= scale;
        begin = end;
    }
    return rows;
}

void IndexTables::write_cards(std::int64_t index, Card* out) const {
    const Rows rows = rows_of(index);
    std::array<CardMask, kMaxIndexCards> dealt{};  // by round
    for (int s = 0; s < deck.suits; ++s) {
        std::uint32_t place = rows.place[s];
        unsigned used = 0;
        for (std::size_t r = 0; r < rounds.size(); ++r) {
            const std::uint32_t scale = place_scale[rows.shape[s]][r];
            unsigned now = spread(rank_set(count_[rows.shape[s]][r], place / scale), used);
            place %= scale;
            used |= now;
            for (; now != 0; now &= now - 1) {
                dealt[r] |= bit_of(4 * deck.rank_at[std::countr_zero(now)] + deck.suit_at[s]);
            }
        }
    }
    for (std::size_t r = 0; r < rounds.size(); ++r) {
        for (CardMask left = dealt[r]; left != 0; left &= left - 1)
            *out++ = static_cast<Card>(std::countr_zero(left));
    }
}

std::int64_t IndexTables::weight(std::int64_t index) const {
    // All suit relabellings, less those that swap equal rows.
    const Rows rows = rows_of(index);
    std::int64_t relabellings = 1;
    int equal = 1;
    for (int s = 1; s < deck.suits; ++s) {
        const bool same = rows.shape[s] == rows.shape[s - 1] && rows.place[s] == rows.place[s - 1];
        equal = same ? equal + 1 : 1;
        relabellings = relabellings * (s + 1) / equal;
    }
    return relabellings;
}

}  // namespace riverboat
