#include "solvers/sampled/sampled_ends.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <numeric>

#include "games/payouts/finishes.hpp"

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

// --- prizes
// ------------------------------------------------------------------------------------------------------

namespace {

constexpr int kMostRemembered = 4;  // hands at a showdown, in 256 codes; more are rare, and priced anew

// Digits of a code for `count` hands: how many of the others are better, by hand.
std::size_t codes_of(int count) {
    std::size_t codes = 1;
    for (int i = 0; i < count; ++i) codes *= static_cast<std::size_t>(count);
    return count < 2 ? 1 : codes;
}

std::size_t code_of(SeatMask seats, const Strength* strengths) {
    const auto count = static_cast<std::size_t>(std::popcount(static_cast<unsigned>(seats)));
    std::size_t code = 0;
    for (unsigned left = seats; left != 0; left &= left - 1) {
        const Strength mine = strengths[__builtin_ctz(left)];
        std::size_t better = 0;
        for (unsigned others = seats; others != 0; others &= others - 1) {
            better += strengths[__builtin_ctz(others)] > mine;
        }
        code = code * count + better;
    }
    return count < 2 ? 0 : code;
}

}  // namespace

SeatMask SampledEnds::shown(std::uint32_t end) const {
    SeatMask seats = 0;
    for (std::uint32_t i = first_pot_[end]; i < first_pot_[end + 1]; ++i) {
        seats = static_cast<SeatMask>(seats | pots_[i].seats);
    }
    return seats;
}

std::vector<float> SampledEnds::prizes_of(std::uint32_t end, const Strength* strengths) const {
    std::vector<double> after = prize_stacks_;
    for (int seat = 0; seat < players_; ++seat) {
        after[static_cast<std::size_t>(seat)] += static_cast<double>(chips(end, seat, strengths));
        if (after[static_cast<std::size_t>(seat)] < 1e-3) after[static_cast<std::size_t>(seat)] = 0.0;
    }
    const std::vector<double> worth = prizes_after_hand(prize_stacks_, after, payouts_);
    const double scale = std::accumulate(prize_stacks_.begin(), prize_stacks_.end(), 0.0) /
                         std::accumulate(payouts_.begin(), payouts_.end(), 0.0);
    std::vector<float> out;
    for (std::size_t seat = 0; seat < static_cast<std::size_t>(players_); ++seat) {
        out.push_back(static_cast<float>((worth[seat] - prizes_before_[seat]) * scale));
    }
    return out;
}

float SampledEnds::prize(std::uint32_t end, int seat, const Strength* strengths) const {
    const SeatMask seats = shown(end);
    if (std::popcount(static_cast<unsigned>(seats)) > kMostRemembered) {
        return prizes_of(end, strengths)[static_cast<std::size_t>(seat)];
    }
    const std::size_t at = first_prize_[end] + code_of(seats, strengths) * static_cast<std::size_t>(players_);
    return prizes_[at + static_cast<std::size_t>(seat)];
}

void SampledEnds::set_prizes(std::vector<double> stacks, std::vector<double> payouts) {
    prize_stacks_ = std::move(stacks);
    payouts_ = std::move(payouts);
    prizes_before_ = prizes_after_hand(prize_stacks_, prize_stacks_, payouts_);
    first_prize_.clear();
    prizes_.clear();
    const auto seats = static_cast<std::size_t>(players_);
    for (std::uint32_t end = 0; end + 1 < first_pot_.size(); ++end) {
        first_prize_.push_back(prizes_.size());
        const SeatMask in = shown(end);
        const int count = std::popcount(static_cast<unsigned>(in));
        if (count > kMostRemembered) continue;
        const std::size_t codes = codes_of(count);
        prizes_.resize(prizes_.size() + codes * seats, 0.0f);
        const auto base = static_cast<std::size_t>(std::max(count, 1));
        for (std::size_t code = 0; code < codes; ++code) {
            Strength strengths[kMaxPlayers] = {};
            std::size_t digits = code;
            for (int seat = players_ - 1; seat >= 0; --seat) {  // the last hand has the last digit
                if (!(in >> seat & 1)) continue;
                strengths[seat] = static_cast<Strength>(base - digits % base);
                digits /= base;
            }
            if (code_of(in, strengths) != code) continue;  // no such order
            const std::vector<float> worth = prizes_of(end, strengths);
            std::copy(worth.begin(), worth.end(),
                      prizes_.begin() + static_cast<std::ptrdiff_t>(first_prize_.back() + code * seats));
        }
    }
}

}  // namespace riverboat
