#include "abstraction/strengths/turn_rivers.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include "abstraction/strengths/river_pairs.hpp"
#include "cards/isomorphism/board_classes.hpp"

namespace riverboat {

namespace {

constexpr std::size_t kFewHands = 4;  // up to so many, hands one by one are faster than all at once

// Wins and ties of all hands on all rivers of one turn board, and from those the buckets of a hand.
class Rivers {
  public:
    void read(const Evaluator& evaluator, const TurnBoard& turn) {
        on_board_ = mask_of(turn);
        Board board{turn[0], turn[1], turn[2], turn[3]};
        int n = 0;
        for (CardMask left = kFullDeck & ~on_board_; left != 0; left &= left - 1, ++n) {
            river_[n] = board[4] = static_cast<Card>(__builtin_ctzll(left));
            board_win_tie(evaluator, board, &pairs_[static_cast<std::size_t>(n) * kHands]);
        }
    }

    // The buckets of one hand, without the others.
    static void write_one(const Evaluator& evaluator, const TurnBoard& turn, int hand,
                          const std::uint16_t* bucket_of_pair, std::uint16_t* out) {
        const auto [hi, lo] = hand_of(hand);
        const CardMask seen = mask_of(turn) | mask_of({hi, lo});
        std::fill_n(out, kTurnRivers, std::uint16_t{0xffff});
        if (mask_of({hi, lo}) & mask_of(turn)) return;
        Board board{turn[0], turn[1], turn[2], turn[3]};
        std::uint16_t* end = out;
        for (CardMask left = kFullDeck & ~seen; left != 0; left &= left - 1) {
            board[4] = static_cast<Card>(__builtin_ctzll(left));
            const auto [wins, ties] = hand_win_tie(evaluator, board, hi, lo);
            *end++ = bucket_of_pair[kPairSide * wins + ties];
        }
        std::sort(out, end);
    }

    void write(int hand, const std::uint16_t* bucket_of_pair, std::uint16_t* out) const {
        const auto [hi, lo] = hand_of(hand);
        if (mask_of({hi, lo}) & on_board_) {
            std::fill_n(out, kTurnRivers, std::uint16_t{0xffff});
            return;
        }
        std::uint16_t* end = out;
        for (int n = 0; end < out + kTurnRivers; ++n) {
            const auto [wins, ties] = pairs_[static_cast<std::size_t>(n) * kHands + hand];
            *end = bucket_of_pair[kPairSide * wins + ties];
            end += river_[n] != hi && river_[n] != lo;  // a river in the hand is overwritten by the next one
        }
        std::sort(out, end);
    }

  private:
    static constexpr int kRivers = 48;
    CardMask on_board_ = 0;
    std::array<Card, kRivers> river_;
    std::vector<WinTie> pairs_ = std::vector<WinTie>(kRivers * kHands);  // [river][hand]
};

// Calls body(board number, rivers) for every board; each thread has rivers of its own.
template <class Body>
void for_boards(const Evaluator& evaluator, std::span<const TurnBoard> boards, unsigned threads,
                const Watch& watch, const Body& body) {
    const unsigned workers = threads == 0 ? hardware_threads() : threads;
    std::vector<Rivers> rivers(std::min<std::size_t>(workers, std::max<std::size_t>(boards.size(), 1)));
    parallel_chunks(boards.size(), static_cast<unsigned>(rivers.size()), watch,
                    [&](std::size_t i, unsigned worker) {
                        rivers[worker].read(evaluator, boards[i]);
                        body(i, rivers[worker]);
                    });
}

}  // namespace

void turn_rivers(const Evaluator& evaluator, std::span<const TurnBoard> boards,
                 const std::uint16_t* bucket_of_pair, std::uint16_t* out, unsigned threads,
                 const Watch& watch) {
    const BoardClasses classes(4);
    for_boards(evaluator, boards, threads, watch, [&](std::size_t i, const Rivers& rivers) {
        classes.each(boards[i], [&](int hand, std::int64_t index) {
            rivers.write(hand, bucket_of_pair, out + index * kTurnRivers);
        });
    });
}

void hand_rivers(const Evaluator& evaluator, std::span<const TurnBoard> boards,
                 std::span<const std::int32_t> hands, const std::uint16_t* bucket_of_pair, std::uint16_t* out,
                 unsigned threads, const Watch& watch) {
    if (hands.size() <= kFewHands) {
        parallel_chunks(boards.size(), threads, watch, [&](std::size_t i, unsigned) {
            for (std::size_t h = 0; h < hands.size(); ++h)
                Rivers::write_one(evaluator, boards[i], hands[h], bucket_of_pair,
                                  out + (i * hands.size() + h) * kTurnRivers);
        });
        return;
    }
    for_boards(evaluator, boards, threads, watch, [&](std::size_t i, const Rivers& rivers) {
        for (std::size_t h = 0; h < hands.size(); ++h)
            rivers.write(hands[h], bucket_of_pair, out + (i * hands.size() + h) * kTurnRivers);
    });
}

void flop_rivers(const Evaluator& evaluator, const FlopBoard& flop, std::span<const std::int32_t> hands,
                 const std::uint16_t* bucket_of_pair, std::uint16_t* out) {
    std::vector<Card> deck;
    for (CardMask left = kFullDeck & ~mask_of(flop); left != 0; left &= left - 1)
        deck.push_back(static_cast<Card>(__builtin_ctzll(left)));
    std::vector<CardMask> held;
    for (const std::int32_t hand : hands) {
        const auto [hi, lo] = hand_of(hand);
        held.push_back(mask_of({hi, lo}));
    }
    const std::size_t count = hands.size();
    std::fill_n(out, deck.size() * count * kTurnRivers, std::uint16_t{0xffff});
    std::vector<std::uint16_t*> ends(deck.size() * count);  // of the row of each turn and hand
    for (std::size_t row = 0; row < ends.size(); ++row) ends[row] = out + row * kTurnRivers;
    std::vector<WinTie> pairs(kHands);
    for (std::size_t a = 0; a < deck.size(); ++a) {
        for (std::size_t b = a + 1; b < deck.size(); ++b) {
            board_win_tie(evaluator, {flop[0], flop[1], flop[2], deck[a], deck[b]}, pairs.data());
            const CardMask board = mask_of(flop) | mask_of({deck[a], deck[b]});
            for (std::size_t h = 0; h < count; ++h) {
                if (held[h] & board) continue;
                const auto [wins, ties] = pairs[static_cast<std::size_t>(hands[h])];
                const std::uint16_t bucket = bucket_of_pair[kPairSide * wins + ties];
                *ends[a * count + h]++ = bucket;
                *ends[b * count + h]++ = bucket;
            }
        }
    }
    for (std::size_t row = 0; row < ends.size(); ++row) std::sort(out + row * kTurnRivers, ends[row]);
}

}  // namespace riverboat
