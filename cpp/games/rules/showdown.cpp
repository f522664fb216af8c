#include "games/rules/showdown.hpp"

#include <algorithm>

namespace riverboat {

namespace {

// What each seat has in the pots: without antes that are dead money, whose sum is apart.
struct Contributions {
    BySeat by_seat{};
    Chips dead = 0;
};

Contributions contributions(const GameRules& rules, const Betting& b) {
    Contributions c;
    const bool matched = rules.antes_matched();
    for (int seat = 0; seat < b.players; ++seat) {
        const Chips ante = matched ? 0 : rules.ante_posted(seat);
        c.dead += ante;
        c.by_seat[seat] = b.total[seat] - ante - (b.is_over() ? 0 : b.bet[seat]);
    }
    return c;
}

// What only one player has put in was never called. Returns the chips, taken from his contribution.
void take_uncalled(const Betting& b, BySeat& paid) {
    int top = 0;
    for (int seat = 1; seat < b.players; ++seat) {
        if (paid[seat] > paid[top]) top = seat;
    }
    Chips second = 0;
    for (int seat = 0; seat < b.players; ++seat) {
        if (seat != top) second = std::max(second, paid[seat]);
    }
    paid[top] = second;
}

Chips between(const BySeat& paid, int players, Chips low, Chips high) {
    Chips sum = 0;
    for (int seat = 0; seat < players; ++seat) sum += std::clamp(paid[seat], low, high) - low;
    return sum;
}

void share(const Pot& pot, const Strength* strengths, BySeat& won) {
    Strength best = 0;
    SeatMask winners = 0;
    for (unsigned left = pot.seats; left != 0; left &= left - 1) {
        const int seat = __builtin_ctz(left);
        if (strengths[seat] > best) {
            best = strengths[seat];
            winners = 0;
        }
        if (strengths[seat] == best) winners |= static_cast<SeatMask>(1u << seat);
    }
    const int count = seat_count(winners);
    Chips odd = pot.amount % count;
    for (unsigned left = winners; left != 0; left &= left - 1) {
        won[__builtin_ctz(left)] += pot.amount / count + (odd > 0 ? 1 : 0);
        if (odd > 0) --odd;
    }
}

}  // namespace

Pots pots_of(const GameRules& rules, const Betting& b) {
    auto [paid, dead] = contributions(rules, b);
    if (b.is_over()) take_uncalled(b, paid);
    Pots all;
    Chips low = -1;  // below every contribution, so that players with nothing but an ante have a level
    for (SeatMask left = b.in_hand(); left != 0;) {
        Chips level = paid[__builtin_ctz(left)];
        for (unsigned s = left; s != 0; s &= s - 1) level = std::min(level, paid[__builtin_ctz(s)]);
        SeatMask above = 0;
        for (unsigned s = left; s != 0; s &= s - 1) {
            if (paid[__builtin_ctz(s)] > level) above |= static_cast<SeatMask>(1u << __builtin_ctz(s));
        }
        // Chips that folded players put in above everybody still in go with the last pot.
        const Chips high = above == 0 ? *std::max_element(paid.begin(), paid.end()) : level;
        const Chips amount = between(paid, b.players, std::max(low, 0), high) + (low < 0 ? dead : 0);
        if (amount > 0) all.pots[all.count++] = {amount, left};
        low = level;
        left = above;
    }
    return all;
}

BySeat payoffs(const GameRules& rules, const Betting& b, const Strength* strengths) {
    BySeat net{};
    const SeatMask in = b.in_hand();
    if ((in & (in - 1)) == 0) {
        Chips pot = 0;
        for (int seat = 0; seat < b.players; ++seat) {
            net[seat] = -b.total[seat];
            pot += b.total[seat];
        }
        net[__builtin_ctz(in)] += pot;
        return net;
    }
    const Pots all = pots_of(rules, b);
    Chips called = 0, put_in = 0;
    int top = 0;
    for (int i = 0; i < all.count; ++i) {
        share(all.pots[i], strengths, net);
        called += all.pots[i].amount;
    }
    const BySeat paid = contributions(rules, b).by_seat;
    for (int seat = 0; seat < b.players; ++seat) {
        net[seat] -= b.total[seat];
        put_in += b.total[seat];
        if (paid[seat] > paid[top]) top = seat;
    }
    net[top] += put_in - called;  // the uncalled bet goes back
    return net;
}

int showdown_order(const Betting& b, std::array<std::int8_t, kMaxPlayers>& seats) {
    const int first = b.aggressor == kNobody ? 0 : b.aggressor;
    int count = 0;
    for (int i = 0; i < b.players; ++i) {
        const int seat = (first + i) % b.players;
        if (b.in_hand() >> seat & 1) seats[count++] = static_cast<std::int8_t>(seat);
    }
    return count;
}

}  // namespace riverboat
