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
// whether it is of the flush suit only, so at most 26 rows are made, and added once for each card.
class Scores {
  public:
    Scores(const Evaluator& evaluator, Hand hand, CardMask dead)
        : evaluator_(evaluator), hand_(hand), dead_(dead | mask_of(hand)) {}

    void add(const Board& board) {
        std::uint32_t key = 0;
        std::array<int, kSuits> suited{};
        int flush_suit = -1;
        for (const Card card : board) {
            key += kRankKey[rank_of(card)];
            if (++suited[suit_of(card)] >= 3) flush_suit = suit_of(card);
        }
        if (key != key_ || boards_ == 0) rate_ranks(key);
        const CardMask out = dead_ | mask_of(board);
        if (flush_suit < 0) {
            if (!plain_fits_) fill_plain(by_ranks_[rank_of(hand_.hi)][rank_of(hand_.lo)]);
            plain_fits_ = true;
        } else {
            fill_flush(board, flush_suit);
            plain_fits_ = false;
        }
        add_rows(out, flush_suit);
        if (++boards_ % kBoardsInBytes == 0) empty_bytes();
    }

    // Shares of the pot; every hand that can be held meets `per_hand` boards.
    void shares(CardMask out_of_play, int per_hand, double* out) {
        empty_bytes();
        out_of_play |= dead_;
        const double unit = 1.0 / (2 * per_hand);
        for (int hi = 1; hi < kCards; ++hi) {
            for (int lo = 0; lo < hi; ++lo) {
                const bool held = ((bit_of(hi) | bit_of(lo)) & out_of_play) == 0;
                *out++ = held ? unit * sums_[hi][lo] : 0.0;
            }
        }
    }

  private:
    void rate_ranks(std::uint32_t key) {
        const RankTable::Lookup table = evaluator_.table(kBoardCards + 2).lookup();
        for (int a = 0; a < kRanks; ++a) {
            for (int b = 0; b <= a; ++b) {
                by_ranks_[a][b] = by_ranks_[b][a] = table[key + kRankKey[a] + kRankKey[b]];
            }
        }
        key_ = key;
        plain_fits_ = false;
    }

    void fill_plain(Strength mine) {
        for (int a = 0; a < kRanks; ++a) {
            for (int b = 0; b < kRanks; ++b) rows_[a][b] = kFourSuits * score(mine, by_ranks_[a][b]);
        }
    }

    // With three or more board cards of a suit: rows 0..12 are cards of other suits, 13..25 of this one.
    void fill_flush(const Board& board, int suit) {
        const std::uint32_t on_board = suit_ranks(mask_of(board), suit);
        const int count = __builtin_popcount(on_board);
        const auto strength = [&](int a, bool a_suited, int b, bool b_suited) {
            if (count + a_suited + b_suited < 5) return by_ranks_[a][b];
            return evaluator_.flushes()[on_board | (a_suited ? 1u << a : 0u) | (b_suited ? 1u << b : 0u)];
        };
        const Strength mine = strength(rank_of(hand_.hi), suit_of(hand_.hi) == suit, rank_of(hand_.lo),
                                       suit_of(hand_.lo) == suit);
        const std::uint32_t byte = 0xFFu << (8 * suit);
        for (int a_suited = 0; a_suited < 2; ++a_suited) {
            for (int a = 0; a < kRanks; ++a) {
                for (int b = 0; b < kRanks; ++b) {
                    const std::uint32_t other = kFourSuits * score(mine, strength(a, a_suited, b, false));
                    const std::uint32_t same = kFourSuits * score(mine, strength(a, a_suited, b, true));
                    rows_[a + kRanks * a_suited][b] = (other & ~byte) | (same & byte);
                }
            }
        }
    }

    void add_rows(CardMask out, int flush_suit) {
        alignas(64) std::array<std::uint8_t, kRowBytes> in{};
        for (int card = 0; card < kCards; ++card) in[card] = (out >> card & 1) ? 0 : 0xFF;
        for (CardMask left = kFullDeck & ~out; left != 0; left &= left - 1) {
            const int hi = __builtin_ctzll(left);
            const int row = rank_of(hi) + (suit_of(hi) == flush_suit ? kRanks : 0);
            const auto* scores = reinterpret_cast<const std::uint8_t*>(rows_[row].data());
            std::uint8_t* sums = bytes_[hi].data();
            for (int lo = 0; lo < kRowBytes; ++lo) {
                sums[lo] = static_cast<std::uint8_t>(sums[lo] + (scores[lo] & in[lo]));
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
    std::uint32_t key_ = 0;
    bool plain_fits_ = false;  // the rows are those of key_ without a flush
    std::array<std::array<Strength, kRanks>, kRanks> by_ranks_;
    alignas(64) std::array<std::array<std::uint32_t, kRowBytes / 4>, 2 * kRanks> rows_{};
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
