// Boards are not dealt one by one. Without flushes a result depends on the board's ranks alone, so each set
// of ranks is settled once and counted as often as its suits can fall: 6,175 sets for five cards. That is
// wrong for boards that give somebody a flush; they have one suit often enough, so for each suit the boards
// with enough of it are taken out again and put back with the flush, grouped by (ranks in the suit) x (ranks
// of the other cards). All in all some 40,000 settlements stand for 1,712,304 boards of a heads-up preflop
// match-up.
#include "cards/equity/matchup.hpp"

#include <algorithm>
#include <vector>

#include "cards/binomial.hpp"

namespace riverboat {

namespace {

using Strengths = std::array<Strength, kMaxPlayers>;

struct RankSet {
    std::uint32_t key;
    std::int64_t ways;  // how many sets of cards have these ranks
};

// Every set of ranks of `size` cards out of live[rank] cards per rank.
void rank_sets(const std::array<int, kRanks>& live, int rank, int size, RankSet so_far,
               std::vector<RankSet>& out) {
    if (size == 0) {
        out.push_back(so_far);
        return;
    }
    if (rank == kRanks) return;
    for (int n = 0; n <= std::min(size, live[rank]); ++n) {
        const auto key = so_far.key + static_cast<std::uint32_t>(n) * kRankKey[rank];
        rank_sets(live, rank + 1, size - n, {key, so_far.ways * choose(live[rank], n)}, out);
    }
}

class Settlement {
  public:
    Settlement(const Evaluator& evaluator, std::span<const Hand> hands, std::span<const Card> board,
               CardMask dead)
        : evaluator_(evaluator),
          table_(evaluator.table(7).lookup()),
          players_(static_cast<int>(hands.size())),
          to_come_(5 - static_cast<int>(board.size())) {
        const RankingRules& rules = evaluator.rules();
        CardMask live = kFullDeck & ~(bit_of(4 * rules.lowest_rank) - 1) & ~dead;
        std::uint32_t board_key = 0;
        for (Card card : board) {
            live &= ~bit_of(card);
            board_key += kRankKey[rank_of(card)];
            board_ranks_[suit_of(card)] |= 1u << rank_of(card);
        }
        for (int i = 0; i < players_; ++i) {
            live &= ~mask_of(hands[i]);
            keys_[i] = board_key + kRankKey[rank_of(hands[i].hi)] + kRankKey[rank_of(hands[i].lo)];
            for (Card card : {hands[i].hi, hands[i].lo}) hole_ranks_[suit_of(card)][i] |= 1u << rank_of(card);
        }
        for (int suit = 0; suit < kSuits; ++suit) live_ranks_[suit] = suit_ranks(live, suit);
    }

    MatchupCounts run() {
        std::vector<RankSet> sets;
        rank_sets(live_counts(-1), 0, to_come_, {0, 1}, sets);
        for (const RankSet& set : sets) {
            counts_.boards += static_cast<std::uint64_t>(set.ways);
            settle(strengths(set.key), set.ways);
        }
        for (int suit = 0; suit < kSuits; ++suit) correct_flushes(suit);
        return counts_;
    }

  private:
    // Live cards per rank, without those of one suit.
    std::array<int, kRanks> live_counts(int without_suit) const {
        std::array<int, kRanks> counts{};
        for (int suit = 0; suit < kSuits; ++suit) {
            for (int rank = 0; suit != without_suit && rank < kRanks; ++rank)
                counts[rank] += live_ranks_[suit] >> rank & 1;
        }
        return counts;
    }

    Strengths strengths(std::uint32_t key) const {
        Strengths all;
        for (int i = 0; i < players_; ++i) all[i] = table_[keys_[i] + key];
        return all;
    }

    void settle(const Strengths& strengths, std::int64_t ways) {
        const Strength best = *std::max_element(strengths.begin(), strengths.begin() + players_);
        int winners = 0;
        for (int i = 0; i < players_; ++i) winners += strengths[i] == best;
        for (int i = 0; i < players_; ++i) {
            if (strengths[i] != best) continue;
            (winners == 1 ? counts_.wins : counts_.ties)[i] += ways;
            counts_.shares[i] += ways * (kPotShares / winners);
        }
    }

    void correct_flushes(int suit) {
        int most_suited = 0;
        for (int i = 0; i < players_; ++i)
            most_suited = std::max(most_suited, __builtin_popcount(hole_ranks_[suit][i]));
        const int have = __builtin_popcount(board_ranks_[suit]) + most_suited;
        const std::array<int, kRanks> others = live_counts(suit);
        for (int take = std::max(0, 5 - have); take <= to_come_; ++take) {
            std::vector<RankSet> rest;
            rank_sets(others, 0, to_come_ - take, {0, 1}, rest);
            each_suited(suit, take, 0, 0, 0, rest);
        }
    }

    // Chooses `take` live ranks of the suit, then settles every completion without and with flushes.
    void each_suited(int suit, int take, int rank, std::uint32_t chosen, std::uint32_t key,
                     const std::vector<RankSet>& rest) {
        if (take == 0) return replace(suit, board_ranks_[suit] | chosen, key, rest);
        for (; rank < kRanks; ++rank) {
            if (live_ranks_[suit] >> rank & 1) {
                each_suited(suit, take - 1, rank + 1, chosen | 1u << rank, key + kRankKey[rank], rest);
            }
        }
    }

    void replace(int suit, std::uint32_t suited_board, std::uint32_t key, const std::vector<RankSet>& rest) {
        Strengths flushes{};
        for (int i = 0; i < players_; ++i) {
            const std::uint32_t ranks = suited_board | hole_ranks_[suit][i];
            if (__builtin_popcount(ranks) >= 5) flushes[i] = evaluator_.flushes()[ranks];
        }
        for (const RankSet& set : rest) {
            Strengths now = strengths(key + set.key);
            settle(now, -set.ways);
            for (int i = 0; i < players_; ++i) now[i] = std::max(now[i], flushes[i]);
            settle(now, set.ways);
        }
    }

    const Evaluator& evaluator_;
    RankTable::Lookup table_;
    int players_, to_come_;
    std::array<std::uint32_t, kMaxPlayers> keys_{};
    std::array<std::array<std::uint32_t, kMaxPlayers>, kSuits> hole_ranks_{};
    std::array<std::uint32_t, kSuits> board_ranks_{}, live_ranks_{};
    MatchupCounts counts_;
};

}  // namespace

MatchupCounts matchup(const Evaluator& evaluator, std::span<const Hand> hands, std::span<const Card> board,
                      CardMask dead) {
    return Settlement(evaluator, hands, board, dead).run();
}

void heads_up_preflop(const Evaluator& evaluator, const Card* rows, std::size_t count,
                      std::uint32_t* wins_ties, unsigned threads, const Watch& watch) {
    constexpr std::size_t per_chunk = 32;
    Watch watch_rows;
    if (watch) {
        watch_rows = [&](std::size_t done, std::size_t) { watch(std::min(done * per_chunk, count), count); };
    }
    parallel_chunks((count + per_chunk - 1) / per_chunk, threads, watch_rows,
                    [&](std::size_t chunk, unsigned) {
                        const std::size_t end = std::min(count, (chunk + 1) * per_chunk);
                        for (std::size_t i = chunk * per_chunk; i < end; ++i) {
                            const Card* row = rows + 4 * i;
                            const std::array<Hand, 2> hands = {Hand{row[0], row[1]}, Hand{row[2], row[3]}};
                            const MatchupCounts counts = matchup(evaluator, hands, {}, 0);
                            wins_ties[2 * i] = static_cast<std::uint32_t>(counts.wins[0]);
                            wins_ties[2 * i + 1] = static_cast<std::uint32_t>(counts.ties[0]);
                        }
                    });
}

}  // namespace riverboat
