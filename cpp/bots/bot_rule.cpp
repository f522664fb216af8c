#include "bots/bot_rule.hpp"

#include <algorithm>
#include <numeric>

#include "bots/win_rate.hpp"
#include "runtime/splitmix.hpp"

namespace riverboat {

namespace {

double uniform(std::uint64_t seed, std::uint64_t stream) {
    return static_cast<double>(mix({seed, stream}) >> 11) * 0x1p-53;
}

Action choose_randomly(const LegalActions& legal, std::uint64_t seed) {
    std::array<Action, 3> choices{kCall};
    int count = 1;
    if (legal.call > 0) choices[count++] = kFold;
    if (legal.can_raise()) {
        const Chips sizes = legal.max_raise_to - legal.min_raise_to + 1;
        choices[count++] = legal.min_raise_to + static_cast<Chips>(uniform(seed, 1) * sizes);
    }
    return choices[static_cast<int>(uniform(seed, 0) * count)];
}

// The least sum of shares whose rate, divided by the factor, is above the cut; one more than all if none is.
std::uint64_t least_above(double cut, double factor, std::uint32_t samples) {
    std::uint64_t low = 0, high = std::uint64_t{samples} * kPotShares + 1;
    while (low < high) {
        const std::uint64_t middle = (low + high) / 2;
        if (win_rate_of(middle, samples) / factor > cut)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

}  // namespace

NativeBot::NativeBot(const BotRule& rule, int rounds, int players) : rule_(rule) {
    for (int round = 0; round < rounds; ++round) {
        for (int opponents = 1; opponents < players; ++opponents) {
            for (const double cut : rule.cuts[round]) {
                sums_[round][opponents].push_back(least_above(cut, rule.factor[opponents], rule.samples));
            }
        }
    }
}

Action NativeBot::choose(const GameRules& rules, const Betting& b, const Dealt& dealt, LastMove last,
                         std::uint64_t seed) const {
    const LegalActions legal = legal_actions(rules, b);
    if (rule_.random) return choose_randomly(legal, seed);
    int above = 0;
    if (!rule_.cuts[b.round].empty()) {
        const int opponents = rule_.against_one ? 1 : seat_count(b.in_hand()) - 1;
        const std::span hole(dealt.holes[b.actor].data(), static_cast<std::size_t>(rules.hole_cards));
        const std::span board(dealt.board.data(), static_cast<std::size_t>(rules.board_size(b.round)));
        above = sampled_bin(rules, {hole, board, opponents}, rule_.samples, seed, sums_[b.round][opponents]);
    }
    const Choice choice = rule_.choices[above][static_cast<int>(last)];
    if (choice == Choice::fold) return legal.call > 0 ? kFold : kCall;
    if (choice == Choice::raise && legal.can_raise()) return raise(b, legal, static_cast<std::size_t>(above));
    return b.round == 0 && legal.call > rule_.call_most * rules.big_blind() ? kFold : kCall;
}

Action NativeBot::raise(const Betting& b, const LegalActions& legal, std::size_t above) const {
    const double low = legal.min_raise_to, high = legal.max_raise_to;
    double amount = low * (1 - rule_.sizing) + high * rule_.sizing;
    if (!rule_.pots.empty()) {
        const Chips pot = std::accumulate(b.total.begin(), b.total.begin() + b.players, Chips{0});
        amount = b.bet[b.actor] + rule_.pots[above] * pot;
    }
    return static_cast<Chips>(std::clamp(amount, low, high));
}

}  // namespace riverboat
