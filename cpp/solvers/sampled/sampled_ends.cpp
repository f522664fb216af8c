#include "solvers/sampled/sampled_ends.hpp"

#include <algorithm>

namespace riverboat {

namespace {

// The betting as it stands when the hand is over, as far as pots depend on it.
Betting ended(const GameRules& rules, const BettingTree& tree, std::size_t end) {
    Betting b{};
    b.players = static_cast<std::int8_t>(rules.players);
    b.actor = kNobody;
    b.folded = static_cast<SeatMask>(((1u << rules.players) - 1) & ~tree.end_in_hand[end]);
    for (int seat = 0; seat < rules.players; ++seat)
        b.total[seat] =
            tree.end_put_in[end * static_cast<std::size_t>(rules.players) + static_cast<std::size_t>(seat)];
    return b;
}

// What a seat has put in without an ante that is dead money.
Chips live(const GameRules& rules, const Betting& b, int seat) {
    return b.total[seat] - (rules.antes_matched() ? 0 : rules.ante_posted(seat));
}

}  // namespace

SampledEnds::SampledEnds(const GameRules& rules, const BettingTree& tree, const SampledRake& rake)
    : players_(rules.players) {
    const std::size_t ends = tree.end_in_hand.size();
    paid_.reserve(ends * static_cast<std::size_t>(players_));
    first_pot_.reserve(ends + 1);
    first_pot_.push_back(0);
    for (std::size_t end = 0; end < ends; ++end) {
        const Betting b = ended(rules, tree, end);
        const Pots all = pots_of(rules, b);
        Chips called = 0, put_in = 0;
        int top = 0;  // who has the most in: what the pots lack is his bet that nobody called
        for (int i = 0; i < all.count; ++i) called += all.pots[i].amount;
        const double left = tree.end_unseen[end] || called == 0 ? 1 : 1 - rake.of(called) / called;
        for (int i = 0; i < all.count; ++i)
            pots_.push_back({static_cast<float>(left * all.pots[i].amount), all.pots[i].seats});
        for (int seat = 0; seat < players_; ++seat) {
            put_in += b.total[seat];
            if (live(rules, b, seat) > live(rules, b, top)) top = seat;
        }
        for (int seat = 0; seat < players_; ++seat)
            paid_.push_back(static_cast<float>((seat == top ? put_in - called : 0) - b.total[seat]));
        first_pot_.push_back(static_cast<std::uint32_t>(pots_.size()));
    }
}

}  // namespace riverboat
