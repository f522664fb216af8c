#include "cards/equity/against_hands.hpp"

#include <algorithm>
#include <cstring>

namespace riverboat {

namespace {

constexpr int kRowBytes = 64;        // a byte for each card, padded to whole vectors
constexpr int kBoardsInBytes = 127;  // a board adds at most 2: so many fit a byte
constexpr std::uint32_t kFourSuits = 0x01010101;

constexpr std::uint8_t score(Strength mine, Strength theirs) {  // 2 for a win, 1 for a tie
    return static_cast<std::uint8_t>((mine > theirs) + (mine >= theirs));
}

// Scores by the two cards of the other hand. On one board the higher card's row depends on its rank and on
// whether it is of the flush suit only, so at most 26 rows are made, and added once for each card. Boards of
// the same ranks without a flush share their rows.
class Scores {
  public:
    Scores(const Evaluator& evaluator, Hand hand, CardMask dead)
        : evaluator_(evaluator), hand_(hand), dead_(dead | mask_of(hand)) {
        for (int card = 0; card < kCards; ++card) live_[card] = dead_ >> card & 1 ? 0 : 0xFF;
    }

    void add(const Board& board) {
        std::uint32_t key = 0;
        std::array<int, kSuits> suited{};
        int flush_suit = -1;
        for (const Card card : board) {
            key += kRankKey[rank_of(card)];
            if (++suited[suit_of(card)] >= 3) flush_suit = suit_of(card);
            live_[card] = 0;
        }
        if (key != key_ || boards_ == 0) rate_ranks(key);
        if (flush_suit < 0) {
            fill_ranks(by_ranks_[rank_of(hand_.hi)][rank_of(hand_.lo)]);
        } else {
            fill_flush(mask_of(board), flush_suit);
        }
        add_rows(dead_ | mask_of(board), flush_suit);
        for (const Card card : board) live_[card] = dead_ >> card & 1 ? 0 : 0xFF;
        if (++boards_ % kBoardsInBytes == 0) empty_bytes();
    }

    // Shares of the pot; every hand that can be held meets `per_hand` boards.
    void shares(CardMask on_board, int per_hand, double* out) {
        empty_bytes();
        const CardMask gone = dead_ | on_board;
        const double unit = 1.0 / (2 * per_hand);
        for (int hi = 1; hi < kCards; ++hi) {
            for (int lo = 0; lo < hi; ++lo) {
                const bool held = ((bit_of(hi) | bit_of(lo)) & gone) == 0;
                *out++ = held ? unit * sums_[hi][lo] : 0.0;
            }
        }
    }

  private:
    using Row = std::array<std::uint32_t, kRowBytes / 4>;  // by rank, a byte for each suit

    // What hands without a flush have, by their ranks.
    void rate_ranks(std::uint32_t key) {
        const RankTable::Lookup table = evaluator_.table(kBoardCards + 2).lookup();
        for (int a = 0; a < kRanks; ++a) {
            for (int b = 0; b <= a; ++b) {
                by_ranks_[a][b] = by_ranks_[b][a] = table[key + kRankKey[a] + kRankKey[b]];
            }
        }
        key_ = key;
        filled_ = 0;
    }

    // Rows 0..12 as if there were no flush.
    void fill_ranks(Strength mine) {
        if (filled_ == mine) return;
        for (int a = 0; a < kRanks; ++a) {
            for (int b = 0; b < kRanks; ++b) rows_[a][b] = kFourSuits * score(mine, by_ranks_[a][b]);
        }
        filled_ = mine;
    }

    // With three or more board cards of a suit: rows 0..12 are cards of other suits, 13..25 of this one.
    void fill_flush(CardMask board, int suit) {
        const std::uint32_t on_board = suit_ranks(board, suit);
        const int count = __builtin_popcount(on_board);
        const Strength* flushes = evaluator_.flushes();
        const std::uint32_t hi = suit_of(hand_.hi) == suit ? 1u << rank_of(hand_.hi) : 0;
        const std::uint32_t lo = suit_of(hand_.lo) == suit ? 1u << rank_of(hand_.lo) : 0;
        const Strength mine = count + (hi != 0) + (lo != 0) >= 5
                                  ? flushes[on_board | hi | lo]
                                  : by_ranks_[rank_of(hand_.hi)][rank_of(hand_.lo)];
        const std::uint32_t byte = 0xFFu << (8 * suit), one = 1u << (8 * suit);
        std::array<std::uint32_t, kRanks>
            alone{};  // with one card of the suit; none is needed if five lie there
        if (count < 5) {
            fill_ranks(mine);
        } else {
            for (int a = 0; a < kRanks; ++a) rows_[a].fill(kFourSuits * score(mine, flushes[on_board]));
            filled_ = 0;
        }
        std::copy_n(rows_.begin(), kRanks, rows_.begin() + kRanks);
        if (count >= 4) {
            for (int a = 0; a < kRanks; ++a) alone[a] = score(mine, flushes[on_board | 1u << a]);
            for (int a = 0; a < kRanks; ++a) {
                for (int b = 0; b < kRanks; ++b) rows_[a][b] = (rows_[a][b] & ~byte) | one * alone[b];
                rows_[a + kRanks].fill(kFourSuits * alone[a]);
            }
            filled_ = 0;
        }
        for (std::uint32_t left = kAllRanks & ~on_board; left != 0; left &= left - 1) {
            const int a = __builtin_ctz(left);
            for (std::uint32_t more = left & (left - 1); more != 0; more &= more - 1) {
                const int b = __builtin_ctz(more);
                const std::uint32_t both = one * score(mine, flushes[on_board | 1u << a | 1u << b]);
                rows_[a + kRanks][b] = (rows_[a + kRanks][b] & ~byte) | both;
                rows_[b + kRanks][a] = (rows_[b + kRanks][a] & ~byte) | both;
            }
        }
    }

    void add_rows(CardMask gone, int flush_suit) {
        for (CardMask left = kFullDeck & ~gone; left != 0; left &= left - 1) {
            const int hi = __builtin_ctzll(left);
            const int row = rank_of(hi) + (suit_of(hi) == flush_suit ? kRanks : 0);
            const auto* scores = reinterpret_cast<const std::uint8_t*>(rows_[row].data());
            std::uint8_t* sums = bytes_[hi].data();
            for (int block = 0; block < hi; block += 16) {  // only lower cards count
                for (int lo = block; lo < block + 16; ++lo) {
                    sums[lo] = static_cast<std::uint8_t>(sums[lo] + (scores[lo] & live_[lo]));
                }
            }
        }
    }

    void empty_bytes() {
        for (int hi = 0; hi < kCards; ++hi) {
            for (int lo = 0; lo < kRowBytes; ++lo) {
                sums_[hi][lo] = static_cast<std::uint16_t>(sums_[hi][lo] + bytes_[hi][lo]);
            }
        }
        std::memset(bytes_.data(), 0, sizeof(bytes_));
    }

    const Evaluator& evaluator_;
    const Hand hand_;
    const CardMask dead_;
    int boards_ = 0;
    std::uint32_t key_ = 0;  // of the ranks of the last board
    Strength filled_ = 0;    // rows 0..12 are by_ranks_ against this strength; 0 if they are not
    std::array<std::array<Strength, kRanks>, kRanks> by_ranks_;
    alignas(64) std::array<std::uint8_t, kRowBytes> live_{};  // 255 for cards that can be held
    alignas(64) std::array<Row, 2 * kRanks> rows_{};
    alignas(64) std::array<std::array<std::uint8_t, kRowBytes>, kCards> bytes_{};
    std::array<std::array<std::uint16_t, kRowBytes>, kCards> sums_{};
};

}  // namespace

void against_hands(const Evaluator& evaluator, Hand hand, std::span<const Card> start, CardMask dead,
                   double* out) {
    Scores scores(evaluator, hand, dead);
    const CardMask on_board = mask_of(start);
    const CardMask live = kFullDeck & ~(dead | mask_of(hand) | on_board);
    Board board{};
    std::copy(start.begin(), start.end(), board.begin());
    const int others = __builtin_popcountll(live) - 2;  // cards left once the other hand is dealt
    int per_hand = 1;
    if (start.size() == kBoardCards) {
        scores.add(board);
    } else if (start.size() == kBoardCards - 1) {
        per_hand = others;
        for (CardMask left = live; left != 0; left &= left - 1) {
            board[4] = static_cast<Card>(__builtin_ctzll(left));
            scores.add(board);
        }
    } else {
        per_hand = others * (others - 1) / 2;
        // Rank by rank, so that boards of the same ranks come together.
        for (int high = 0; high < kRanks; ++high) {
            for (int low = 0; low <= high; ++low) {
                for (int one = 4 * high; one < 4 * high + kSuits; ++one) {
                    for (int two = 4 * low; two < 4 * low + kSuits && two < one; ++two) {
                        if ((live >> one & live >> two & 1) == 0) continue;
                        board[3] = static_cast<Card>(one);
                        board[4] = static_cast<Card>(two);
                        scores.add(board);
                    }
                }
            }
        }
    }
    scores.shares(on_board, per_hand, out);
}

}  // namespace riverboat
