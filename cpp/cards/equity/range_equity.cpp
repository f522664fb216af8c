#include "cards/equity/range_equity.hpp"

#include <algorithm>

#include "cards/binomial.hpp"
#include "cards/equity/complete_boards.hpp"

namespace riverboat {

namespace {

// A hand that at least one of the ranges holds.
struct Entry {
    std::uint16_t hand;
    Card hi, lo;
    std::array<double, 2> weight;  // in each range
};

// Weight of a set of hands, in all and by card, so that hands sharing a card can be taken out.
struct Mass {
    double all = 0;
    std::array<double, kCards> with_card{};

    void add(const Entry& entry, double weight) {
        all += weight;
        with_card[entry.hi] += weight;
        with_card[entry.lo] += weight;
    }
    // Without the hands that share a card with `entry`; if the entry's own hand is inside with weight `own`,
    // it was taken out twice.
    double apart_from(const Entry& entry, double own) const {
        return all - with_card[entry.hi] - with_card[entry.lo] + own;
    }
};

// One board in O(hands): from the weakest class up, what lies below a class is what its hands beat. Keeps the
// sums.
class Sweep {
  public:
    Sweep(const Evaluator& evaluator, const std::vector<Entry>& entries)
        : evaluator_(evaluator),
          entries_(entries),
          classes_(kHands),
          order_(entries.size()),
          below_(entries.size()) {
        wins.fill(std::vector<double>(entries.size()));
        ties.fill(std::vector<double>(entries.size()));
    }

    std::array<std::vector<double>, 2> wins, ties;  // by player and entry

    void add_board(const Board& board) {
        sort(board);
        std::array<Mass, 2> seen{};
        std::size_t begin = starts_[1];  // class 0: hands that meet the board
        for (std::size_t cls = 1; cls + 1 < starts_.size(); ++cls) {
            const std::size_t end = starts_[cls + 1];
            for (std::size_t i = begin; i < end; ++i) {
                const Entry& entry = entries_[order_[i]];
                below_[i] = {seen[1].apart_from(entry, 0), seen[0].apart_from(entry, 0)};
            }
            for (std::size_t i = begin; i < end; ++i) {
                const Entry& entry = entries_[order_[i]];
                seen[0].add(entry, entry.weight[0]);
                seen[1].add(entry, entry.weight[1]);
            }
            for (std::size_t i = begin; i < end; ++i) {
                const Entry& entry = entries_[order_[i]];
                for (int player = 0; player < 2; ++player) {
                    const int other = 1 - player;
                    wins[player][order_[i]] += below_[i][player];
                    ties[player][order_[i]] +=
                        seen[other].apart_from(entry, entry.weight[other]) - below_[i][player];
                }
            }
            begin = end;
        }
    }

    void add(const Sweep& other) {
        for (int player = 0; player < 2; ++player) {
            for (std::size_t i = 0; i < entries_.size(); ++i) {
                wins[player][i] += other.wins[player][i];
                ties[player][i] += other.ties[player][i];
            }
        }
    }

  private:
    void sort(const Board& board) {  // counting sort by class
        const int classes = dense_board_strengths(evaluator_, board, classes_.data());
        starts_.assign(static_cast<std::size_t>(classes) + 2, 0);
        for (const Entry& entry : entries_) ++starts_[classes_[entry.hand] + 1u];
        for (std::size_t cls = 1; cls < starts_.size(); ++cls) starts_[cls] += starts_[cls - 1];
        places_.assign(starts_.begin(), starts_.end());
        for (std::size_t i = 0; i < entries_.size(); ++i) {
            order_[places_[classes_[entries_[i].hand]]++] = static_cast<std::uint16_t>(i);
        }
    }

    const Evaluator& evaluator_;
    const std::vector<Entry>& entries_;
    std::vector<std::uint16_t> classes_, order_;
    std::vector<std::uint32_t> starts_, places_;
    std::vector<std::array<double, 2>> below_;
};

// The weight of the hands that are beaten, tied and there at all; strength 0 marks those that are not. By
// look-up: branches would often be mispredicted. Two tables, so that neighbours do not wait for one another.
std::array<double, 3> weigh(const Strength* strengths, const double* weights, Strength mine) {
    std::array<std::array<double, 4>, 2> sums{};  // not there, beaten, tied, better
    const auto place = [mine](Strength theirs) { return (theirs != 0) + (theirs >= mine) + (theirs > mine); };
    for (int hand = 0; hand < kHands; hand += 2) {
        sums[0][place(strengths[hand])] += weights[hand];
        sums[1][place(strengths[hand + 1])] += weights[hand + 1];
    }
    for (std::size_t k = 0; k < 4; ++k) sums[0][k] += sums[1][k];
    return {sums[0][1], sums[0][2], sums[0][1] + sums[0][2] + sums[0][3]};
}

struct Weighed {
    std::array<double, 3> sums{};
    void add(const Weighed& other) {
        for (std::size_t k = 0; k < sums.size(); ++k) sums[k] += other.sums[k];
    }
};

// Sets the strength of every hand with one of these cards to 0.
void remove_hands(CardMask cards, Strength* strengths) {
    for (; cards != 0; cards &= cards - 1) {
        const int card = __builtin_ctzll(cards);
        std::fill_n(strengths + hand_index(card, 0), card, Strength{0});
        for (int hi = card + 1; hi < kCards; ++hi) strengths[hand_index(hi, card)] = 0;
    }
}

}  // namespace

std::array<RangeSums, 2> range_equity(const Evaluator& evaluator, std::span<const double> first,
                                      std::span<const double> second, std::span<const Card> start,
                                      CardMask dead, unsigned threads, const Watch& watch,
                                      std::span<const std::uint8_t> listed) {
    std::vector<Entry> entries;
    std::array<Mass, 2> whole{}, count{};  // weights, and hands with a weight
    const CardMask known = mask_of(start) | dead;
    for (int hand = 0; hand < kHands; ++hand) {
        const Hand cards = hand_of(hand);
        const bool wanted = first[hand] != 0 || second[hand] != 0 || (!listed.empty() && listed[hand]);
        if (!wanted || (mask_of(cards) & known)) continue;
        entries.push_back(
            {static_cast<std::uint16_t>(hand), cards.hi, cards.lo, {first[hand], second[hand]}});
        whole[0].add(entries.back(), first[hand]);
        whole[1].add(entries.back(), second[hand]);
        count[0].add(entries.back(), first[hand] > 0);
        count[1].add(entries.back(), second[hand] > 0);
    }

    const std::vector<Board> boards = complete_boards(start, dead);
    const Sweep sums = parallel_sum(boards.size(), 64, threads, watch, Sweep(evaluator, entries),
                                    [&](Sweep& sweep, std::size_t i) { sweep.add_board(boards[i]); });

    // Every pair of hands that share no card sees the same number of boards.
    const int live = kCards - __builtin_popcountll(dead) - static_cast<int>(start.size()) - 4;
    const auto boards_per_pair =
        static_cast<double>(choose(live, kBoardCards - static_cast<int>(start.size())));
    std::array<RangeSums, 2> result;
    for (std::size_t i = 0; i < entries.size(); ++i) {
        const Entry& entry = entries[i];
        for (int player = 0; player < 2; ++player) {
            RangeSums& mine = result[player];
            const double other_weight = entry.weight[1 - player];
            // Differences of weights may leave a trace of rounding where nothing is left.
            if (count[1 - player].apart_from(entry, other_weight > 0) == 0) continue;
            mine.wins[entry.hand] = std::max(sums.wins[player][i], 0.0);
            mine.ties[entry.hand] = std::max(sums.ties[player][i], 0.0);
            mine.total[entry.hand] = boards_per_pair * whole[1 - player].apart_from(entry, other_weight);
        }
    }
    return result;
}

std::array<double, 3> hand_equity(const Evaluator& evaluator, Hand hand, std::span<const double> range,
                                  std::span<const Card> start, CardMask dead, unsigned threads,
                                  const Watch& watch) {
    const CardMask taken = dead | mask_of(hand);
    const int own = hand_index(hand.hi, hand.lo);
    const auto on_board = [&](const Board& board) {
        std::array<Strength, kHands> strengths;
        board_strengths(evaluator, board, strengths.data());
        const Strength mine = strengths[own];
        remove_hands(taken, strengths.data());
        return weigh(strengths.data(), range.data(), mine);
    };
    if (start.size() == kBoardCards) {  // the river: no need to set up anything
        Board board;
        std::copy(start.begin(), start.end(), board.begin());
        return on_board(board);
    }
    const std::vector<Board> boards = complete_boards(start, taken);
    return parallel_sum(boards.size(), 64, threads, watch, Weighed{},
                        [&](Weighed& sums, std::size_t i) { sums.add({on_board(boards[i])}); })
        .sums;
}

}  // namespace riverboat
