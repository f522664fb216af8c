#include "abstraction/features.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <iterator>
#include <numeric>

#include "cards/indexer.hpp"
#include "runtime/hash_index.hpp"

namespace riverboat {

namespace {

// Where the fields of a word start.
constexpr int kCategory = 25, kFirst = 21, kSecond = 17, kKicker = 13, kSuitsOut = 10, kTop = 8, kPairs = 6,
              kTrips = 5, kFlushDraw = 2;
constexpr int kNameBits = 16;  // category, ranks and kicker, above kKicker
constexpr int kFlush = 5;      // cards

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
    FeatureWord name;       // category and ranks, in their places
    std::uint16_t kickers;  // ranks that play but do not name the hand
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
    made.name = static_cast<FeatureWord>(category) << kCategory | static_cast<FeatureWord>(made.first) << kFirst;
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

FeatureBoard::FeatureBoard(std::span<const Card> table, FeatureRules rules)
    : rules_(rules), to_come_(5 - static_cast<int>(table.size())), sum_(holdem().start()), suit_{} {
    if (table.empty()) return;
    strengths_ = holdem().table(static_cast<int>(table.size()) + 2).view();
    unsigned twice = 0, thrice = 0, all_four = 0;
    for (Card card : table) {
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
    unsigned hole = rank_bit(a) | rank_bit(b), table = ranks_;
    const Made* made = made_hands().data();
    if (sum & kFlushBits) [[unlikely]] {  // only the cards of that suit matter
        const int suit = (std::countr_zero(sum & kFlushBits) - 35) / 4;
        hole = (suit_of(a) == suit ? rank_bit(a) : 0) | (suit_of(b) == suit ? rank_bit(b) : 0);
        table = suit_[suit];
        made += holdem().flushes()[table | hole];
    } else {
        made += strengths_[static_cast<std::uint32_t>(sum)];
    }
    const unsigned own = hole & ~table;  // ranks that the table does not give to everybody
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
    if (!rules_.suit_counts) return most == kFlush - 1;
    return most + to_come_ >= kFlush ? static_cast<unsigned>(most) : 0;
}

// How many ranks give the hand a straight that is higher than its own and than what the table then has; 2 stands
// for more as well.
unsigned FeatureBoard::straight_draw(unsigned hole) const {
    const unsigned all = ranks_ | hole;
    unsigned found = 0;
    for (unsigned rest = ~all & ((1u << kRanks) - 1); rest != 0; rest &= rest - 1) {
        const unsigned rank = rest & -rest;
        const auto top = kStraightTop[all | rank];
        found += top > kStraightTop[all] && top > kStraightTop[ranks_ | rank];
    }
    return std::min(found, 2u);
}

// --- all words ------------------------------------------------------------------------------------------------

namespace {

struct Census {
    Numbered<std::uint64_t> words;
    std::vector<std::uint64_t> deals;

    void count(FeatureWord word, std::uint64_t times) {
        const auto [number, is_new] = words.find_or_add(word);
        if (is_new) deals.push_back(0);
        deals[number] += times;
    }
    void add(const Census& other) {
        for (std::uint32_t i = 0; i < other.words.size(); ++i)
            count(static_cast<FeatureWord>(other.words[i]), other.deals[i]);
    }
};

// Cards that are alike on a table: of one rank, and of one suit if that can still be a flush.
struct Kind {
    int cards = 0;
    Card first, second;  // two of them
};

std::vector<Kind> kinds_of_cards(std::span<const Card> table) {
    const CardMask taken = mask_of(table);
    const int to_come = 5 - static_cast<int>(table.size());
    std::array<Kind, kRanks*(kSuits + 1)> kinds{};
    for (int card = 0; card < kCards; ++card) {
        if (taken & bit_of(card)) continue;
        const int most = std::popcount(taken & kSuitMask << suit_of(card)) + 2 + to_come;
        Kind& kind = kinds[static_cast<std::size_t>(rank_of(card) * (kSuits + 1) + (most >= kFlush ? suit_of(card) : kSuits))];
        (kind.cards++ == 0 ? kind.first : kind.second) = static_cast<Card>(card);
    }
    std::vector<Kind> found;
    std::copy_if(kinds.begin(), kinds.end(), std::back_inserter(found), [](const Kind& kind) { return kind.cards > 0; });
    return found;
}

void count_hands(std::span<const Card> table, FeatureRules rules, std::uint64_t weight, Census& census) {
    const FeatureBoard board(table, rules);
    const std::vector<Kind> kinds = kinds_of_cards(table);
    for (std::size_t i = 0; i < kinds.size(); ++i) {
        const auto cards = static_cast<std::uint64_t>(kinds[i].cards);
        if (cards > 1) census.count(board.word(kinds[i].first, kinds[i].second), weight * cards * (cards - 1) / 2);
        for (std::size_t j = 0; j < i; ++j)
            census.count(board.word(kinds[i].first, kinds[j].first), weight * cards * static_cast<std::uint64_t>(kinds[j].cards));
    }
}

Census take_census(int board_cards, FeatureRules rules, unsigned threads, const Watch& watch) {
    const auto width = static_cast<std::size_t>(board_cards);
    std::vector<Card> boards;
    std::vector<std::int64_t> weights(1, 1);
    if (board_cards > 0) {
        const HandIndexer indexer({board_cards}, (1u << kRanks) - 1, (1u << kSuits) - 1);
        std::vector<std::int64_t> indices(static_cast<std::size_t>(indexer.size(0)));
        std::iota(indices.begin(), indices.end(), 0);
        boards.resize(indices.size() * width);
        weights.resize(indices.size());
        indexer.cards_of(0, indices.data(), indices.size(), boards.data(), 1);
        indexer.weights(0, indices.data(), indices.size(), weights.data(), 1);
    }
    return parallel_sum(weights.size(), 16, threads, watch, Census{}, [&](Census& census, std::size_t i) {
        count_hands({boards.data() + i * width, width}, rules, static_cast<std::uint64_t>(weights[i]), census);
    });
}

bool is_deal(const Card* cards, std::size_t count, CardMask seen = 0) {
    for (std::size_t i = 0; i < count; ++i) {
        if (cards[i] >= kCards || (seen & bit_of(cards[i]))) return false;
        seen |= bit_of(cards[i]);
    }
    return true;
}

}  // namespace

FeatureIndex::FeatureIndex(int board_cards, FeatureRules rules, unsigned threads, const Watch& watch)
    : board_cards_(board_cards), rules_(rules) {
    const Census census = take_census(board_cards, rules, threads, watch);
    std::vector<std::uint32_t> order(census.words.size());
    std::iota(order.begin(), order.end(), 0);
    std::sort(order.begin(), order.end(),
              [&](std::uint32_t a, std::uint32_t b) { return census.words[a] < census.words[b]; });
    for (std::uint32_t number : order) {
        words_.push_back(static_cast<FeatureWord>(census.words[number]));
        deals_.push_back(census.deals[number]);
    }
    for (FeatureWord name = 0; name <= 1u << kNameBits; ++name) {
        const auto start = std::lower_bound(words_.begin(), words_.end(), name << kKicker);
        starts_.push_back(static_cast<std::uint32_t>(start - words_.begin()));
    }
}

std::uint32_t FeatureIndex::place(FeatureWord word) const {
    const auto from = words_.begin() + starts_[word >> kKicker], to = words_.begin() + starts_[(word >> kKicker) + 1];
    return static_cast<std::uint32_t>(std::lower_bound(from, to, word) - words_.begin());
}

std::size_t FeatureIndex::deal_buckets(const Card* deals, std::size_t rows, std::uint32_t* out,
                                       unsigned threads, const Watch& watch) const {
    constexpr std::size_t chunk_rows = 1 << 14;
    const auto width = static_cast<std::size_t>(board_cards_) + 2;
    std::atomic<std::size_t> first_bad{rows};
    parallel_chunks((rows + chunk_rows - 1) / chunk_rows, threads, watch, [&](std::size_t chunk, unsigned) {
        const std::size_t end = std::min(rows, (chunk + 1) * chunk_rows);
        for (std::size_t row = chunk * chunk_rows; row < end; ++row) {
            const Card* cards = deals + row * width;
            if (!is_deal(cards, width)) {
                std::size_t known = first_bad;
                while (row < known && !first_bad.compare_exchange_weak(known, row)) {
                }
                return;
            }
            out[row] = place(FeatureBoard({cards + 2, width - 2}, rules_).word(cards[0], cards[1]));
        }
    });
    return first_bad;
}

std::size_t FeatureIndex::hand_buckets(std::span<const Card> board, const Card* hands, std::size_t rows,
                                       std::uint32_t* out) const {
    const FeatureBoard table(board, rules_);
    const CardMask taken = mask_of(board);
    for (std::size_t row = 0; row < rows; ++row, hands += 2) {
        if (!is_deal(hands, 2, taken)) return row;
        out[row] = place(table.word(hands[0], hands[1]));
    }
    return rows;
}

}  // namespace riverboat
