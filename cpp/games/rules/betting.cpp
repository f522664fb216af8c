#include "games/rules/betting.hpp"

#include <algorithm>

namespace riverboat {

namespace {

SeatMask bit(int seat) {
    return static_cast<SeatMask>(1u << seat);
}

template <class Body>
void each_seat(SeatMask seats, const Body& body) {
    for (unsigned left = seats; left != 0; left &= left - 1) body(__builtin_ctz(left));
}

SeatMask others_in_hand(const Betting& b, int seat) {
    return static_cast<SeatMask>(b.in_hand() & ~bit(seat));
}

// Whether some other player in the hand has, or could have, more than `amount` in on this street.
bool other_reaches(const Betting& b, int seat, Chips amount) {
    for (unsigned left = others_in_hand(b, seat); left != 0; left &= left - 1) {
        const int other = __builtin_ctz(left);
        if (b.bet[other] + b.stack[other] > amount) return true;
    }
    return false;
}

// The bet to match: less than the highest only if that is a blind nobody else in the hand could pay in full.
Chips price(const Betting& b, int seat) {
    if (other_reaches(b, seat, b.highest - 1)) return b.highest;
    Chips most = b.bet[seat];
    each_seat(others_in_hand(b, seat),
              [&](int other) { most = std::max(most, b.bet[other] + b.stack[other]); });
    return most;
}

void put_in(Betting& b, int seat, Chips chips) {
    b.stack[seat] -= chips;
    b.bet[seat] += chips;
    b.total[seat] += chips;
    if (b.stack[seat] == 0) b.all_in |= bit(seat);
}

// The turn goes to the first seat from `from` on that has a decision; the others lose theirs.
bool find_actor(Betting& b, int from) {
    const unsigned later = b.to_act & ~0u << from, earlier = b.to_act & ~(~0u << from);
    for (unsigned part : {later, earlier}) {
        for (; part != 0; part &= part - 1) {
            const int seat = __builtin_ctz(part);
            if (other_reaches(b, seat, b.bet[seat])) {
                b.actor = static_cast<std::int8_t>(seat);
                return true;
            }
            b.to_act &= static_cast<SeatMask>(~bit(seat));
        }
    }
    return false;
}

void open_round(const GameRules& rules, Betting& b) {
    b.to_act = static_cast<SeatMask>(b.in_hand() & ~b.all_in);
    b.acted = 0;
    b.raises = 0;
    b.last_raise = rules.limit ? rules.raise_sizes[b.round] : rules.min_bet;
}

// Goes on to the next decision, over as many rounds as have none.
void advance(const GameRules& rules, Betting& b, int from) {
    if ((b.in_hand() & (b.in_hand() - 1)) == 0) {
        b.to_act = 0;
        b.actor = kNobody;
        return;
    }
    while (!find_actor(b, from)) {
        if (b.round + 1 == rules.rounds) {
            b.actor = kNobody;
            return;
        }
        ++b.round;
        b.bet.fill(0);
        b.highest = 0;
        open_round(rules, b);
        from = rules.first_to_act[b.round];
        // A run-out keeps the aggressor of the last betting: he shows first.
        if ((b.to_act & (b.to_act - 1)) != 0) b.aggressor = kNobody;
    }
}

void end_turn(const GameRules& rules, Betting& b) {
    b.to_act &= static_cast<SeatMask>(~bit(b.actor));
    b.acted |= bit(b.actor);
    advance(rules, b, b.actor + 1);
}

NoRaise why_no_raise(const GameRules& rules, const Betting& b) {
    const int seat = b.actor;
    if (rules.limit && b.raises >= rules.max_raises[b.round]) return NoRaise::capped;
    if (b.bet[seat] + b.stack[seat] <= b.highest) return NoRaise::covered;
    if (!other_reaches(b, seat, b.highest)) return NoRaise::nobody_else;
    if ((b.acted & bit(seat)) && b.highest - b.bet[seat] < b.last_raise) return NoRaise::not_reopened;
    return NoRaise::can_raise;
}

}  // namespace

Betting start_betting(const GameRules& rules) {
    Betting b{};
    b.players = static_cast<std::int8_t>(rules.players);
    b.aggressor = kNobody;
    b.stack = rules.stacks;
    for (int seat = 0; seat < rules.players; ++seat) {
        put_in(b, seat, rules.ante_posted(seat));
        b.bet[seat] = 0;
        put_in(b, seat, std::min(rules.blinds[seat], b.stack[seat]));
    }
    open_round(rules, b);
    b.highest = rules.largest_blind();
    if (!rules.limit) b.last_raise = std::max(rules.min_bet, b.highest);
    advance(rules, b, rules.first_to_act[0]);
    return b;
}

LegalActions legal_actions(const GameRules& rules, const Betting& b) {
    const int seat = b.actor;
    const Chips most = b.bet[seat] + b.stack[seat];
    LegalActions legal{};
    legal.call = b.bet[seat] == b.highest ? 0 : std::min(price(b, seat) - b.bet[seat], b.stack[seat]);
    legal.fold = legal.call > 0;
    legal.no_raise = why_no_raise(rules, b);
    if (legal.can_raise()) {
        legal.min_raise_to = std::min(b.highest + b.last_raise, most);
        legal.max_raise_to = rules.limit ? legal.min_raise_to : most;
    }
    return legal;
}

void apply_fold(const GameRules& rules, Betting& b) {
    b.folded |= bit(b.actor);
    end_turn(rules, b);
}

void apply_check_or_call(const GameRules& rules, Betting& b) {
    const int seat = b.actor;
    if (b.bet[seat] != b.highest) put_in(b, seat, std::min(price(b, seat) - b.bet[seat], b.stack[seat]));
    end_turn(rules, b);
}

void apply_raise_to(const GameRules& rules, Betting& b, Chips amount) {
    const Chips by = amount - b.highest;
    put_in(b, b.actor, amount - b.bet[b.actor]);
    b.highest = amount;
    if (by >= b.last_raise) b.last_raise = by;
    ++b.raises;
    b.aggressor = b.actor;
    b.to_act = static_cast<SeatMask>(b.in_hand() & ~b.all_in);
    end_turn(rules, b);
}

void apply(const GameRules& rules, Betting& betting, Action action) {
    if (action == kFold)
        apply_fold(rules, betting);
    else if (action == kCall)
        apply_check_or_call(rules, betting);
    else
        apply_raise_to(rules, betting, action);
}

}  // namespace riverboat
