#include "games/rules/verify.hpp"

namespace riverboat {

namespace {

constexpr const char* kOver = "the hand is over; nobody can act any more";

std::string seat_text(const Betting& b) {
    return "seat " + std::to_string(b.actor);
}

std::string reason(const GameRules& rules, const Betting& b, const LegalActions& legal) {
    const std::string seat = seat_text(b), call = std::to_string(legal.call);
    switch (legal.no_raise) {
        case NoRaise::can_raise:
            return {};
        case NoRaise::capped:
            return "this round already has its " + std::to_string(rules.max_raises[b.round]) +
                   " bets and raises; " + seat + " can only call " + call + " or fold";
        case NoRaise::not_reopened:
            return seat + " has acted and faces " + call + " more, less than a full raise of " +
                   std::to_string(b.last_raise) +
                   ": a short all-in does not reopen the betting; call or fold";
        case NoRaise::covered:
            return seat + " has " + std::to_string(b.stack[b.actor]) +
                   " chips behind, no more than a call takes; call all-in or fold";
        case NoRaise::nobody_else:
            return "nobody else can put in more than " + std::to_string(b.highest) + "; " + seat +
                   " can only call " + call + " or fold";
    }
    return {};
}

}  // namespace

std::string why_not_fold(const GameRules& rules, const Betting& b) {
    if (b.is_over()) return kOver;
    if (legal_actions(rules, b).fold) return {};
    return seat_text(b) + " has nothing to call, so folding gives the pot away; check instead";
}

std::string why_not_check_or_call(const GameRules&, const Betting& b) {
    return b.is_over() ? kOver : std::string();
}

std::string why_not_raise(const GameRules& rules, const Betting& b) {
    return b.is_over() ? kOver : reason(rules, b, legal_actions(rules, b));
}

std::string why_not_raise_to(const GameRules& rules, const Betting& b, std::int64_t amount) {
    if (b.is_over()) return kOver;
    const LegalActions legal = legal_actions(rules, b);
    if (!legal.can_raise()) return reason(rules, b, legal);
    if (amount >= legal.min_raise_to && amount <= legal.max_raise_to) return {};
    return seat_text(b) + " cannot raise to " + std::to_string(amount) + ": the minimum is " +
           std::to_string(legal.min_raise_to) + " and the maximum " + std::to_string(legal.max_raise_to) +
           " (what the seat has in on this street, the raise included)";
}

std::string why_not_record(const GameRules& rules, const Betting& b, std::int64_t action) {
    if (b.is_over()) return kOver;
    if (action == kFold || action == kCall) return {};
    const LegalActions legal = legal_actions(rules, b);
    if (legal.no_raise == NoRaise::covered || legal.no_raise == NoRaise::nobody_else)
        return reason(rules, b, legal);
    const Chips most = b.bet[b.actor] + b.stack[b.actor];
    if (action > b.highest && action <= most) return {};
    return seat_text(b) + " cannot raise to " + std::to_string(action) + ": it must be more than " +
           std::to_string(b.highest) + ", the bet so far, and at most " + std::to_string(most) +
           ", all the seat has";
}

}  // namespace riverboat
