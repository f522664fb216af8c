#include "cards/equity/board.hpp"

#include <algorithm>
#include <cstring>

namespace riverboat {

namespace {

constexpr int kMaxKinds =
    32;  // kinds 0..12 by rank, 13..25 the flush suit by rank, 31 for cards on the board
constexpr int kFlushKinds = 13;
constexpr int kOnBoard = 31;
constexpr int kPairs = kMaxKinds * kMaxKinds;

struct Kinds {
    std::array<std::uint8_t, kCards> of_card;
    std::array<std::uint8_t, kMaxKinds> copies{};  // live cards of each kind
    std::array<std::uint8_t, kMaxKinds> live;      // the kinds that exist
    int count = 0;
    int flush_suit = -1;
    int board_suited = 0;  // board cards of the flush suit
    std::uint32_t board_flush_ranks = 0;
    std::uint32_t board_key = 0;
};

Kinds kinds_of(const Board& board) {
    Kinds kinds;
    std::array<int, kSuits> suited{};
    for (Card card : board) {
        kinds.board_key += kRankKey[rank_of(card)];
        if (++suited[suit_of(card)] >= 3) kinds.flush_suit = suit_of(card);
    }
    for (int card = 0; card < kCards; ++card) {
        kinds.of_card[card] =
            static_cast<std::uint8_t>(rank_of(card) + (suit_of(card) == kinds.flush_suit ? kFlushKinds : 0));
    }
    for (Card card : board) {
        kinds.of_card[card] = kOnBoard;
        if (suit_of(card) == kinds.flush_suit) {
            ++kinds.board_suited;
            kinds.board_flush_ranks |= 1u << rank_of(card);
        }
    }
    for (std::uint8_t kind : kinds.of_card) ++kinds.copies[kind];
    for (int kind = 0; kind < kOnBoard; ++kind) {
        if (kinds.copies[kind] > 0) kinds.live[kinds.count++] = static_cast<std::uint8_t>(kind);
    }
    return kinds;
}

Strength strength_of(const Evaluator& evaluator, const RankTable::Lookup& table, const Kinds& kinds, int a,
                     int b) {
    const bool a_flush = a >= kFlushKinds, b_flush = b >= kFlushKinds;
    const int a_rank = a_flush ? a - kFlushKinds : a, b_rank = b_flush ? b - kFlushKinds : b;
    if (kinds.board_suited + a_flush + b_flush >= 5) {
        const std::uint32_t ranks =
            kinds.board_flush_ranks | (a_flush ? 1u << a_rank : 0) | (b_flush ? 1u << b_rank : 0);
        return evaluator.flushes()[ranks];
    }
    return table[kinds.board_key + kRankKey[a_rank] + kRankKey[b_rank]];
}

// A pair of kinds that some hand has.
struct Pair {
    std::uint8_t a, b;
    Strength strength;
};

int pairs_of(const Evaluator& evaluator, const Kinds& kinds, Pair* out) {
    const RankTable::Lookup table = evaluator.table(kBoardCards + 2).lookup();
    int count = 0;
    for (int i = 0; i < kinds.count; ++i) {
        const std::uint8_t a = kinds.live[i];
        for (int j = kinds.copies[a] > 1 ? i : i + 1; j < kinds.count; ++j) {
            const std::uint8_t b = kinds.live[j];
            out[count++] = {a, b, strength_of(evaluator, table, kinds, a, b)};
        }
    }
    return count;
}

constexpr int kMaxPairs = 13 * 14 / 2 + 13 * 13 + 13 * 12 / 2;

// Strengths renumbered 0, 1, … without gaps, so that counts per strength fit a small table.
class DenseStrengths {
  public:
    explicit DenseStrengths(const Pair* pairs, int count) {
        for (int i = 0; i < count; ++i)
            words_[pairs[i].strength / 64] |= std::uint64_t{1} << pairs[i].strength % 64;
        for (std::size_t word = 0; word < words_.size(); ++word) {
            before_[word] = static_cast<std::uint16_t>(size_);
            if (words_[word] != 0) size_ += __builtin_popcountll(words_[word]);
        }
    }
    int size() const { return size_; }
    int operator[](Strength strength) const {
        const std::uint64_t below = words_[strength / 64] & ((std::uint64_t{1} << strength % 64) - 1);
        return before_[strength / 64] + __builtin_popcountll(below);
    }

  private:
    std::array<std::uint64_t, 117> words_{};  // 7,462 strengths at most
    std::array<std::uint16_t, 117> before_;
    int size_ = 0;
};

// Spreads one value per pair of kinds; what is on the board gets T{}.
template <class T, class ValueOf>
void spread_pairs(const Kinds& kinds, const Pair* pairs, int count, const ValueOf& value_of, T* out) {
    std::array<T, kPairs> answers;
    for (int kind = 0; kind < kMaxKinds; ++kind) {
        answers[kMaxKinds * kind + kOnBoard] = answers[kMaxKinds * kOnBoard + kind] = T{};
    }
    for (int i = 0; i < count; ++i) {
        const int a = pairs[i].a, b = pairs[i].b;
        answers[kMaxKinds * a + b] = answers[kMaxKinds * b + a] = value_of(i);
    }
    for (int hi = 1; hi < kCards; ++hi) {
        const T* row = &answers[kMaxKinds * kinds.of_card[hi]];
        for (int lo = 0; lo < hi; ++lo) *out++ = row[kinds.of_card[lo]];
    }
}

// For each strength: how many hands have it, and how many of those contain one given card of each kind.
struct Tally {
    alignas(32) std::array<std::array<std::uint8_t, kMaxKinds>, kMaxPairs> with_card;
    std::array<std::uint16_t, kMaxPairs> hands;
};

}  // namespace

void board_strengths(const Evaluator& evaluator, const Board& board, Strength* out) {
    const Kinds kinds = kinds_of(board);
    std::array<Pair, kMaxPairs> pairs;
    const int count = pairs_of(evaluator, kinds, pairs.data());
    spread_pairs(kinds, pairs.data(), count, [&](int i) { return pairs[i].strength; }, out);
}

int dense_board_strengths(const Evaluator& evaluator, const Board& board, std::uint16_t* out) {
    const Kinds kinds = kinds_of(board);
    std::array<Pair, kMaxPairs> pairs;
    const int count = pairs_of(evaluator, kinds, pairs.data());
    const DenseStrengths dense(pairs.data(), count);
    const auto class_of = [&](int i) { return static_cast<std::uint16_t>(dense[pairs[i].strength] + 1); };
    spread_pairs(kinds, pairs.data(), count, class_of, out);
    return dense.size();
}

void board_win_tie(const Evaluator& evaluator, const Board& board, WinTie* out) {
    const Kinds kinds = kinds_of(board);
    std::array<Pair, kMaxPairs> pairs;
    const int count = pairs_of(evaluator, kinds, pairs.data());
    const DenseStrengths dense(pairs.data(), count);

    Tally tally;
    std::memset(tally.with_card.data(), 0,
                sizeof(tally.with_card[0]) * static_cast<std::size_t>(dense.size()));
    std::memset(tally.hands.data(), 0, sizeof(tally.hands[0]) * static_cast<std::size_t>(dense.size()));
    std::array<std::uint16_t, kMaxPairs> class_of;
    for (int i = 0; i < count; ++i) {
        const auto [a, b, strength] = pairs[i];
        const int cls = dense[strength];
        class_of[i] = static_cast<std::uint16_t>(cls);
        const int a_copies = kinds.copies[a], b_copies = kinds.copies[b];
        auto& with_card = tally.with_card[cls];
        if (a == b) {
            with_card[a] = static_cast<std::uint8_t>(with_card[a] + a_copies - 1);
            tally.hands[cls] = static_cast<std::uint16_t>(tally.hands[cls] + a_copies * (a_copies - 1) / 2);
        } else {
            with_card[a] = static_cast<std::uint8_t>(with_card[a] + b_copies);
            with_card[b] = static_cast<std::uint8_t>(with_card[b] + a_copies);
            tally.hands[cls] = static_cast<std::uint16_t>(tally.hands[cls] + a_copies * b_copies);
        }
    }

    // Running sums over the strengths below: a card is in 46 live hands, so a byte holds them.
    Tally below;
    alignas(32) std::array<std::uint8_t, kMaxKinds> with_card{};
    std::uint16_t hands = 0;
    for (int cls = 0; cls < dense.size(); ++cls) {
        below.with_card[cls] = with_card;
        below.hands[cls] = hands;
        for (int kind = 0; kind < kMaxKinds; ++kind) {
            with_card[kind] = static_cast<std::uint8_t>(with_card[kind] + tally.with_card[cls][kind]);
        }
        hands = static_cast<std::uint16_t>(hands + tally.hands[cls]);
    }

    const auto win_tie = [&](int i) -> WinTie {
        const auto [a, b, strength] = pairs[i];
        const int cls = class_of[i];
        const auto& less = below.with_card[cls];
        const auto& same = tally.with_card[cls];
        // The hand itself is among the equal hands once, and once for each of its cards.
        return {static_cast<std::uint16_t>(below.hands[cls] - less[a] - less[b]),
                static_cast<std::uint16_t>(tally.hands[cls] - same[a] - same[b] + 1)};
    };
    spread_pairs(kinds, pairs.data(), count, win_tie, out);
}

WinTie hand_win_tie(const Evaluator& evaluator, const Board& board, Card first, Card second) {
    Kinds kinds = kinds_of(board);
    const std::uint8_t a = kinds.of_card[first], b = kinds.of_card[second];
    const Strength own = strength_of(evaluator, evaluator.table(kBoardCards + 2).lookup(), kinds, a, b);
    --kinds.copies[a];
    --kinds.copies[b];
    std::array<Pair, kMaxPairs> pairs;
    const int count = pairs_of(evaluator, kinds, pairs.data());
    int wins = 0, ties = 0;
    for (int i = 0; i < count; ++i) {
        const auto [kind, other, strength] = pairs[i];
        const int hands =
            kinds.copies[kind] * (kinds.copies[other] - (kind == other)) / (kind == other ? 2 : 1);
        wins += strength < own ? hands : 0;
        ties += strength == own ? hands : 0;
    }
    return {static_cast<std::uint16_t>(wins), static_cast<std::uint16_t>(ties)};
}

}  // namespace riverboat
