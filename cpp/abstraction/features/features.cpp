#include "abstraction/features/features.hpp"

#include <algorithm>
#include <bit>
#include <vector>

namespace riverboat {

namespace {

// Where the fields of a word start.
constexpr int kCategory = 25, kFirst = 21, kSecond = 17, kKicker = kNameShift, kSuitsOut = 10, kTop = 8,
              kPairs = 6, kTrips = 5, kFlushDraw = 2;

// The top rank of the best straight in a set of ranks, 0 if there is none (the lowest top is the five, 3).
constexpr std::array<std::uint8_t, 1 << kRanks> kStraightTop = [] {
    std::array<std::uint8_t, 1 << kRanks> tops{};
    for (unsigned ranks = 0; ranks < tops.size(); ++ranks) {
        const unsigned low_ace = ranks << 1 | ranks >> 12;
        for (int top = 3; top < kRanks; ++top) {
            if ((low_ace >> (top - 3) & 31) == 31) tops[ranks] = static_cast<std::uint8_t>(top);
        }
    }
    return tops;
}();

// What a strength says of the made hand.
struct Made {
    FeatureWord name;            // category and ranks, in their places
    std::uint16_t kickers;       // ranks that play but do not name the hand
    std::uint8_t first, second;  // the highest ranks
    bool counted;   // of equal cards: the top held is how many of them; else how many from the top down
    bool may_draw;  // weaker than a flush
};

Made made_hand(const StrengthClass& cls) {
    using enum Category;
    const Category category = cls.category;
    const bool in_a_row = category == straight || category == straight_flush;
    const int named = category == two_pair || category == full_house ? 2 : 1;
    Made made{};
    made.first = static_cast<std::uint8_t>(cls.ranks[0]);
    made.second = static_cast<std::uint8_t>(in_a_row ? cls.ranks[0] - 1 : cls.ranks[1]);
    made.name = static_cast<FeatureWord>(category) << kCategory | static_cast<FeatureWord>(made.first)
                                                                      << kFirst;
    if (named == 2) made.name |= (made.second + 1u) << kSecond;
    for (int i = named; i < cls.count_ranks; ++i)
        made.kickers |= static_cast<std::uint16_t>(1 << cls.ranks[static_cast<std::size_t>(i)]);
    made.counted = !in_a_row && category != high_card && category != flush;
    made.may_draw = category < flush;
    return made;
}

const Evaluator& holdem() {
    return evaluator(RankingId::holdem);
}

const std::vector<Made>& made_hands() {  // by strength
    static const std::vector<Made> all = [] {
        std::vector<Made> made(1);
        for (const StrengthClass& cls : holdem().classes()) made.push_back(made_hand(cls));
        return made;
    }();
    return all;
}

FeatureWord preflop_word(Card a, Card b) {
    const int low = std::min(rank_of(a), rank_of(b)), high = std::max(rank_of(a), rank_of(b));
    return static_cast<FeatureWord>(low << 5 | high << 1 | (suit_of(a) == suit_of(b)));
}

unsigned rank_bit(Card card) {
    return 1u << rank_of(card);
}

}  // namespace

FeatureBoard::FeatureBoard(std::span<const Card> board, FeatureRules rules)
    : rules_(rules), to_come_(5 - static_cast<int>(board.size())), sum_(holdem().start()), suit_{} {
    if (board.empty()) return;
    strengths_ = holdem().table(static_cast<int>(board.size()) + 2).lookup();
    unsigned twice = 0, thrice = 0, all_four = 0;
    for (Card card : board) {
        const unsigned rank = rank_bit(card);
        all_four |= thrice & rank;
        thrice |= twice & rank;
        twice |= ranks_ & rank;
        ranks_ |= rank;
        suit_[suit_of(card)] |= static_cast<std::uint16_t>(rank);
        sum_ += kCardKey[card];
    }
    unsigned suited = 0;
    for (std::uint16_t ranks : suit_) suited = std::max<unsigned>(suited, std::popcount(ranks));
    unsigned pairs = std::popcount(twice & ~thrice);
    if (!rules_.suit_counts) suited = suited >= 3;
    if (!rules_.pair_counts) pairs = pairs > 0;
    told_ = suited << kSuitsOut | pairs << kPairs | unsigned{(thrice & ~all_four) != 0} << kTrips;
}

FeatureWord FeatureBoard::word(Card a, Card b) const {
    if (ranks_ == 0) return preflop_word(a, b);
    const std::uint64_t sum = sum_ + kCardKey[a] + kCardKey[b];
    unsigned hole = rank_bit(a) | rank_bit(b), board = ranks_;
    const Made* made = made_hands().data();
    if (sum & kFlushBits) [[unlikely]] {  // only the cards of that suit matter
        const int suit = (std::countr_zero(sum & kFlushBits) - 35) / 4;
        hole = (suit_of(a) == suit ? rank_bit(a) : 0) | (suit_of(b) == suit ? rank_bit(b) : 0);
        board = suit_[suit];
        made += holdem().flushes()[board | hole];
    } else {
        made += strengths_[static_cast<std::uint32_t>(sum)];
    }
    const unsigned own = hole & ~board;  // ranks that the board does not give to everybody
    unsigned top;
    if (made->counted) {
        top = unsigned{rank_of(a) == made->first} + unsigned{rank_of(b) == made->first};
    } else {
        top = own >> made->first & 1;
        top += top & own >> made->second;
    }
    if (!rules_.top_counts) top = top > 0;
    FeatureWord word = made->name | told_ | top << kTop;
    if (rules_.kicker) word |= static_cast<FeatureWord>(std::bit_width(made->kickers & own)) << kKicker;
    if (rules_.draws && to_come_ > 0 && made->may_draw)
        word |= flush_draw(a, b) << kFlushDraw | straight_draw(hole);
    return word;
}

// The most cards of one suit that the hand has a part in; 0 if the cards to come cannot make five of them.
unsigned FeatureBoard::flush_draw(Card a, Card b) const {
    int most = 0;
    for (Card card : {a, b}) {
        const int held = 1 + (suit_of(a) == suit_of(b));
        most = std::max(most, held + std::popcount(suit_[suit_of(card)]));
    }
    if (!rules_.suit_counts) return most == kFlushCards - 1;
    return most + to_come_ >= kFlushCards ? static_cast<unsigned>(most) : 0;
}

// How many ranks give the hand a straight that is higher than its own and than what the board then has; 2
// stands for more as well.
unsigned FeatureBoard::straight_draw(unsigned hole) const {
    const unsigned all = ranks_ | hole;
    unsigned found = 0;
    for (unsigned rest = ~all & kAllRanks; rest != 0; rest &= rest - 1) {
        const unsigned rank = rest & -rest;
        const auto top = kStraightTop[all | rank];
        found += top > kStraightTop[all] && top > kStraightTop[ranks_ | rank];
    }
    return std::min(found, 2u);
}

}  // namespace riverboat
