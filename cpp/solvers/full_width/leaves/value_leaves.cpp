#include "solvers/full_width/leaves/value_leaves.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace riverboat {

namespace {

const RunoutBoard& first_board(const SolverGame& game) {
    return game.runouts.rounds[game.runouts.first_round][0];
}

// Rows of `count` numbers, each begun at a whole vector.
template <class Real>
std::vector<Real> in_rows(const std::vector<float>& from, std::size_t count, std::size_t row) {
    std::vector<Real> out(from.size() / count * row);
    for (std::size_t i = 0; i * count < from.size(); ++i)
        std::copy_n(from.begin() + static_cast<std::ptrdiff_t>(i * count), count, out.data() + i * row);
    return out;
}

}  // namespace

template <class Real>
ValueLeaves<Real>::ValueLeaves(const SolverGame& game, const LeafSides& sides, LeafFunction function)
    : game_(game), board_(first_board(game)), kernels_(kernels<Real>()), function_(std::move(function)) {
    for (int p = 0; p < kSolverPlayers; ++p) {
        const BoardHands& hands = board_.hands[p];
        groups_[p] = sides[p].groups;
        continuations_[p] = sides[p].continuations;
        row_[p] = rows_of<Real>(groups_[p]);
        width_[p] = width_of<Real>(hands.classes());
        group_of_[p] = sides[p].group_of;
        values_[p] = in_rows<Real>(sides[p].values, groups_[p], row_[p]);
        equity_[p] = in_rows<Real>(sides[p].equity, groups_[p], row_[p]);
        for (std::size_t i = 0; i < hands.all.size(); ++i) {
            for (Card card : {hands.all[i].first, hands.all[i].second}) {
                if (card == kNoSecondCard) continue;
                holding_[p][card].classes.push_back(hands.class_of[i]);
                holding_[p][card].groups.push_back(group_of_[p][hands.class_of[i]]);
            }
        }
    }
    every_group_.resize(std::max(groups_[0], groups_[1]));
    std::iota(every_group_.begin(), every_group_.end(), HandIndex{0});
}

template <class Real>
std::size_t ValueLeaves<Real>::count() const {
    const auto next = static_cast<std::size_t>(game_.runouts.first_round) + 1;
    return next < game_.tree.street_starts.size() ? game_.tree.street_starts[next].size() : 0;
}

template <class Real>
std::size_t ValueLeaves<Real>::scratch_bytes() const {
    const auto bytes = [](std::size_t count) { return sizeof(Real) * (count + kLanes<Real>); };
    std::size_t most = 0;
    for (int other = 0; other < kSolverPlayers; ++other) {
        std::size_t gathered = bytes(groups_[other]);
        for (const Holding& holding : holding_[other]) gathered += bytes(holding.classes.size());
        most = std::max(most, continuations_[other] * gathered + bytes((1 + kCards) * row_[1 - other]));
    }
    return most + bytes(0);
}

template <class Real>
typename ValueLeaves<Real>::Gathered ValueLeaves<Real>::gather(int other, const Real* reach,
                                                               Scratch& scratch) const {
    Gathered out;
    out.by_group = scratch.take<Real>(groups_[other]);
    std::fill_n(out.by_group, groups_[other], Real(0));
    const BoardHands& hands = board_.hands[other];
    for (std::size_t i = 0; i < hands.classes(); ++i)
        out.by_group[group_of_[other][i]] += reach[i] * static_cast<Real>(hands.size[i]);
    for (std::size_t card = 0; card < kCards; ++card) {
        const Holding& holding = holding_[other][card];
        out.by_card[card] = scratch.take<Real>(holding.classes.size());
        kernels_.gather(holding.classes.data(), reach, holding.classes.size(), out.by_card[card]);
    }
    return out;
}

// Adds to `out` what each hand is worth against all hands that share no card with it: all of the opponent's,
// less those with either card, and the hand itself, which has both, once again.
template <class Real>
void ValueLeaves<Real>::multiply(int player, const Real* matrix, const Gathered& gathered, const Real* reach,
                                 Scratch& scratch, Real* out) const {
    const std::size_t mark = scratch.mark(), row = row_[player];
    const int other = 1 - player;
    Real* all = scratch.take<Real>(row);
    kernels_.weighted_rows(matrix, row, every_group_.data(), gathered.by_group, groups_[other], all);
    Real* of_card = scratch.take<Real>(kCards * row);
    for (std::size_t card = 0; card < kCards; ++card) {
        const Holding& holding = holding_[other][card];
        kernels_.weighted_rows(matrix, row, holding.groups.data(), gathered.by_card[card],
                               holding.groups.size(), of_card + card * row);
    }
    const BoardHands& hands = board_.hands[player];
    const std::size_t others = board_.hands[other].classes();
    for (std::size_t i = 0; i < hands.classes(); ++i) {
        const HandIndex group = group_of_[player][i], same = hands.same[i];
        Real value = all[group] - of_card[hands.cards[i].first * row + group];
        if (hands.cards[i].second != kNoSecondCard) {
            value -= of_card[hands.cards[i].second * row + group];
            if (same < others) value += reach[same] * matrix[group_of_[other][same] * row + group];
        }
        out[i] += value;
    }
    scratch.back_to(mark);
}

template <class Real>
void ValueLeaves<Real>::values(int player, std::uint32_t leaf, const Real* reach, Scratch& scratch,
                               Real* out) const {
    const std::size_t mark = scratch.mark();
    const int other = 1 - player;
    const std::size_t own = continuations_[player], theirs = continuations_[other];
    const std::size_t matrix = groups_[other] * row_[player];
    std::fill_n(out, own * width_[player], Real(0));
    for (std::size_t c = 0; c < theirs; ++c, reach += width_[other]) {
        if (std::all_of(reach, reach + board_.hands[other].classes(), [](Real r) { return r == 0; }))
            continue;
        const Gathered gathered = gather(other, reach, scratch);
        for (std::size_t mine = 0; mine < own; ++mine) {
            const Real* values = values_[player].data() + ((leaf * own + mine) * theirs + c) * matrix;
            multiply(player, values, gathered, reach, scratch, out + mine * width_[player]);
        }
    }
    scratch.back_to(mark);
}

template <class Real>
void ValueLeaves<Real>::all_in(int player, const Real* reach, const EndPayoff& payoff, Scratch& scratch,
                               Real* out) const {
    const std::size_t mark = scratch.mark();
    const int other = 1 - player;
    std::fill_n(out, width_[player], Real(0));
    const Gathered gathered = gather(other, reach, scratch);
    multiply(player, equity_[player].data(), gathered, reach, scratch, out);
    const auto sum = [](const Real* from, std::size_t count) {
        return std::accumulate(from, from + count, Real(0));
    };
    std::array<Real, kCards + 1> held{};
    for (std::size_t card = 0; card < kCards; ++card)
        held[card] = sum(gathered.by_card[card], holding_[other][card].classes.size());
    const Real all = sum(gathered.by_group, groups_[other]);
    const auto lose = static_cast<Real>(payoff.lose), more = static_cast<Real>(payoff.win - payoff.lose);
    const BoardHands& hands = board_.hands[player];
    for (std::size_t i = 0; i < hands.classes(); ++i) {
        const auto [first, second] = hands.cards[i];
        const bool two = second != kNoSecondCard && hands.same[i] < board_.hands[other].classes();
        const Real met = all - held[first] - held[second] + (two ? reach[hands.same[i]] : Real(0));
        out[i] = lose * met + more * out[i];
    }
    scratch.back_to(mark);
}

template class ValueLeaves<float>;
template class ValueLeaves<double>;

}  // namespace riverboat
