#include "games/trees/menu.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace riverboat {

namespace {

// The numbers that sizes are fractions and multiples of.
struct Stakes {
    Chips highest;     // the bet to match
    double pot;        // after calling
    Chips min_to;      // the smallest legal raise
    Chips max_to;      // all-in, or all that anybody else could call
    double last;       // the last bet or raise, by how much
    int streets_left;  // this one included
    int raises;        // in this round, opening bets not counted
};

Chips most_others_reach(const Betting& b) {
    Chips most = 0;
    for (unsigned left = b.in_hand() & ~(1u << b.actor); left != 0; left &= left - 1) {
        const int seat = __builtin_ctz(left);
        most = std::max(most, b.bet[seat] + b.stack[seat]);
    }
    return most;
}

Stakes stakes_of(const GameRules& rules, const Betting& b, const LegalActions& legal) {
    Stakes s;
    double pot = legal.call;
    for (int seat = 0; seat < b.players; ++seat) pot += b.total[seat];
    s.highest = b.highest;
    s.pot = pot;
    s.min_to = legal.min_raise_to;
    s.max_to = std::clamp(most_others_reach(b), legal.min_raise_to, legal.max_raise_to);
    s.last = b.last_raise;
    s.streets_left = rules.rounds - b.round;
    s.raises = raises_over_a_bet(rules, b);
    return s;
}

double geometric(const Size& size, const Stakes& s) {
    const double streets =
        std::max(1.0, (size.value == 0 ? s.streets_left : size.value) - static_cast<double>(s.raises));
    const double behind = s.max_to - s.highest;
    const double fraction = (std::pow((s.pot + 2 * behind) / s.pot, 1 / streets) - 1) / 2;
    return std::min(fraction, size.most) * s.pot;
}

double amount_of(const Size& size, const Stakes& s, Chips big_blind) {
    switch (size.unit) {
        case SizeUnit::pot:
            return s.highest + size.value * s.pot;
        case SizeUnit::to_last:
            return size.value * s.highest;
        case SizeUnit::by_last:
            return s.highest + size.value * s.last;
        case SizeUnit::to_big_blinds:
            return size.value * big_blind;
        case SizeUnit::by_big_blinds:
            return s.highest + size.value * big_blind;
        case SizeUnit::to_chips:
            return size.value;
        case SizeUnit::by_chips:
            return s.highest + size.value;
        case SizeUnit::geometric:
            return s.highest + geometric(size, s);
        case SizeUnit::all_in:
            return s.max_to;
        case SizeUnit::minimum:
            return s.min_to;
    }
    return s.max_to;
}

struct Raise {
    Chips to;
    std::uint8_t label;
};

struct Raises {
    int count = 0;
    std::array<Raise, kMostActions> all;
    void add(Chips to, std::uint8_t label) {
        if (count < kMostActions - 2) all[count++] = {to, label};
    }
};

// Whether a raise to that much, once called, leaves too little behind to play on.
bool leaves_little(const Menu& menu, const Stakes& s, Chips to) {
    const double behind = s.max_to - to, pot = s.pot + 2.0 * (to - s.highest);
    return behind <= menu.force_all_in * pot;
}

void settle(const Menu& menu, const Stakes& s, Raise& raise, double wanted) {
    raise.to = s.max_to;
    if (wanted < s.max_to) raise.to = std::max(s.min_to, static_cast<Chips>(std::lround(wanted)));
    if (raise.to < s.max_to && leaves_little(menu, s, raise.to)) raise.to = s.max_to;
    if (raise.to == s.max_to) raise.label = kAllInLabel;
}

void sort_and_merge(const Menu& menu, const Stakes& s, Raises& raises) {
    for (int i = 1; i < raises.count; ++i) {  // nearly sorted already: by insertion
        for (int at = i; at > 0 && raises.all[at - 1].to < raises.all[at].to; --at)
            std::swap(raises.all[at - 1], raises.all[at]);
    }
    const auto fraction = [&](Chips to) { return 1 + (to - s.highest) / s.pot; };
    int kept = 0;
    for (int i = 0; i < raises.count; ++i) {
        const Raise next = raises.all[i];
        if (kept > 0) {
            const Raise& last = raises.all[kept - 1];
            if (last.to == next.to || fraction(last.to) < (1 + menu.merge) * fraction(next.to)) continue;
        }
        raises.all[kept++] = next;
    }
    raises.count = kept;
}

void find_raises(const GameRules& rules, const Menu& menu, const Betting& b, const Recall& recall,
                 const LegalActions& legal, Raises& out) {
    const int players_in = seat_count(b.in_hand());
    const Stakes s = stakes_of(rules, b, legal);
    const bool opens = b.highest == 0;
    const bool capped = !opens && (s.raises >= menu.max_raises[b.round][players_in] ||
                                   recall.hand_raises >= menu.max_raises_per_hand);
    if (rules.limit) {
        if (!capped) out.add(legal.min_raise_to, 0);
        return;
    }
    if (!capped) {
        const bool donk = opens && recall.last_aggressor != kNobody && recall.last_aggressor != b.actor &&
                          (b.to_act >> recall.last_aggressor & 1);
        const int situation = opens ? (donk ? kDonk : kBet) : kFirstRaise + s.raises;
        const std::vector<Size>& sizes = menu.sizes(b.round, b.actor, players_in, situation);
        for (std::size_t i = 0; i < sizes.size(); ++i) {
            Raise raise{0, static_cast<std::uint8_t>(i)};
            settle(menu, s, raise, amount_of(sizes[i], s, menu.big_blind));
            out.add(raise.to, raise.label);
        }
    }
    if (s.max_to - s.highest <= menu.all_in_below * s.pot) out.add(s.max_to, kAllInLabel);
    sort_and_merge(menu, s, out);
}

bool is_limp(const Betting& b) {
    return b.round == 0 && b.raises == 0;
}

bool may_limp(const Menu& menu, const Betting& b) {
    return menu.limps == Limps::all || (menu.limps == Limps::blinds && b.bet[b.actor] > 0);
}

// Whether as many players as may see the flop are in for the bet to match already.
bool flop_is_full(const Menu& menu, const Betting& b) {
    if (b.round != 0) return false;
    int in_already = 0;
    for (unsigned left = b.in_hand() & ~(1u << b.actor); left != 0; left &= left - 1) {
        const int seat = __builtin_ctz(left);
        in_already += b.bet[seat] == b.highest || b.stack[seat] == 0;
    }
    return in_already >= menu.max_players_to_flop;
}

}  // namespace

int raises_over_a_bet(const GameRules& rules, const Betting& b) {
    const bool blinds = b.round == 0 && rules.largest_blind() > 0;
    return std::max(0, b.raises - (blinds ? 0 : 1));
}

void choices_of(const GameRules& rules, const Menu& menu, const Betting& b, const Recall& recall,
                Choices& out) {
    out.count = 0;
    const LegalActions legal = legal_actions(rules, b);
    Raises raises;
    if (legal.can_raise()) find_raises(rules, menu, b, recall, legal, raises);
    if (legal.fold) out.add(kFold, 0);
    // Whoever may neither limp nor raise may limp after all, and checks are never left out.
    const bool no_limp = is_limp(b) && !may_limp(menu, b) && raises.count > 0;
    if (legal.call == 0 || (!no_limp && !flop_is_full(menu, b))) out.add(kCall, 0);
    for (int i = raises.count; i-- > 0;) out.add(raises.all[i].to, raises.all[i].label);
}

}  // namespace riverboat
