#include "solvers/game/runouts.hpp"

#include <algorithm>
#include <map>

#include "cards/evaluator/evaluator.hpp"
#include "runtime/parallel.hpp"

namespace riverboat {

namespace {

Card renamed(Card card, const Renaming& to) {
    return card == kNoSecondCard ? card : static_cast<Card>((card & ~3) | to[card & 3]);
}

CardMask renamed(CardMask cards, const Renaming& to) {
    CardMask out = 0;
    for (; cards != 0; cards &= cards - 1)
        out |= bit_of(renamed(static_cast<Card>(__builtin_ctzll(cards)), to));
    return out;
}

PrivateHand renamed(const PrivateHand& hand, const Renaming& to) {
    PrivateHand out{renamed(hand.first, to), renamed(hand.second, to)};
    if (out.second != kNoSecondCard && out.first < out.second) std::swap(out.first, out.second);
    return out;
}

// Where each hand is in a list; kNoHand if it is not.
constexpr HandIndex kNoHand = 0xffff;

class HandPlaces {
  public:
    explicit HandPlaces(const std::vector<PrivateHand>& hands)
        : places_((kCards + 1) * (kCards + 1), kNoHand) {
        for (std::size_t i = 0; i < hands.size(); ++i) places_[key(hands[i])] = static_cast<HandIndex>(i);
    }
    HandIndex operator[](const PrivateHand& hand) const { return places_[key(hand)]; }

  private:
    static std::size_t key(const PrivateHand& hand) {
        const auto [low, high] = std::minmax(hand.first, hand.second);
        return static_cast<std::size_t>(low) * (kCards + 1) + high;
    }
    std::vector<HandIndex> places_;
};

struct Pending {
    RunoutBoard board;
    std::vector<Renaming> symmetries;  // that change neither the board nor the ranges
};

class Dealing {
  public:
    Dealing(const GameRules& rules, const BothHands& hands, const std::vector<Renaming>& allowed)
        : rules_(rules),
          hands_(hands),
          allowed_(allowed),
          evaluate_(evaluator(rules.ranking)),
          places_{HandPlaces(hands[0].hands), HandPlaces(hands[1].hands)} {
        for (int i = 0; i < rules.deck_size; ++i) deck_ |= bit_of(rules.deck[i]);
    }

    Runouts run(int first_round, int last_round, const std::vector<Card>& start);

  private:
    std::vector<Renaming> symmetries(CardMask board) const;
    void fit_hands(Pending& pending, bool last) const;
    void deal_next(int round, std::vector<Pending>& now, std::vector<Pending>& next);
    BoardChild link(const RunoutBoard& parent, const RunoutBoard& child, const std::vector<Renaming>& deals);

    const GameRules& rules_;
    const BothHands& hands_;
    const std::vector<Renaming>& allowed_;
    const Evaluator& evaluate_;
    std::array<HandPlaces, kSolverPlayers> places_;
    CardMask deck_ = 0;
    Runouts out_;
};

// Those that change neither a board nor the ranges. Most fail at the board, before any hand is looked at.
std::vector<Renaming> Dealing::symmetries(CardMask board) const {
    std::vector<Renaming> found;
    Renaming to{0, 1, 2, 3};
    do {
        bool same = renamed(board, to) == board && renamed(deck_, to) == deck_ &&
                    (allowed_.empty() || std::count(allowed_.begin(), allowed_.end(), to) > 0);
        for (int p = 0; p < kSolverPlayers && same; ++p) {
            for (std::size_t i = 0; i < hands_[p].size() && same; ++i) {
                const HandIndex other = places_[p][renamed(hands_[p].hands[i], to)];
                same = other != kNoHand && hands_[p].weights[other] == hands_[p].weights[i];
            }
        }
        if (same) found.push_back(to);
    } while (std::next_permutation(to.begin(), to.end()));
    return found;
}

// A hand that fits a board: its strength, and its number in the low bits, so that they sort as one number.
struct Fitting {
    std::uint32_t bits;
    Fitting(Strength strength, std::size_t hand)
        : bits(std::uint32_t{strength} << 16 | static_cast<std::uint32_t>(hand)) {}
    Strength strength() const { return static_cast<Strength>(bits >> 16); }
    HandIndex hand() const { return static_cast<HandIndex>(bits & 0xffff); }
    friend bool operator<(Fitting a, Fitting b) { return a.bits < b.bits; }
};

// The classes of a player's hands, and the strength of each.
std::vector<Strength> classify(const std::vector<Fitting>& fit, const std::vector<PrivateHand>& hands,
                               const std::vector<Renaming>& symmetries, BoardHands& out) {
    std::vector<Strength> strengths;
    std::vector<PrivateHand> all;
    all.reserve(fit.size());
    strengths.reserve(fit.size());
    for (Fitting each : fit) all.push_back(hands[each.hand()]);
    const HandPlaces places(all);
    out.class_of.assign(all.size(), kNoHand);
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (out.class_of[i] != kNoHand) continue;
        const auto number = static_cast<HandIndex>(out.classes());
        HandIndex size = 0;
        for (const Renaming& symmetry : symmetries) {
            HandIndex& other = out.class_of[places[renamed(all[i], symmetry)]];
            size += other == kNoHand;
            other = number;
        }
        out.first.push_back(fit[i].hand());
        out.cards.push_back(all[i]);
        out.size.push_back(size);
        strengths.push_back(fit[i].strength());
    }
    out.all = std::move(all);
    return strengths;
}

// Where a player's classes stand among the opponent's hands.
void order(const std::vector<Strength>& own, const std::vector<Fitting>& other,
           std::vector<StrengthGroup>& groups) {
    std::size_t weaker = 0, not_stronger = 0;
    for (std::size_t i = 0; i < own.size();) {
        const Strength strength = own[i];
        while (weaker < other.size() && other[weaker].strength() < strength) ++weaker;
        not_stronger = std::max(not_stronger, weaker);
        while (not_stronger < other.size() && other[not_stronger].strength() == strength) ++not_stronger;
        while (i < own.size() && own[i] == strength) ++i;
        groups.push_back({static_cast<HandIndex>(i), static_cast<HandIndex>(weaker),
                          static_cast<HandIndex>(not_stronger)});
    }
}

void Dealing::fit_hands(Pending& pending, bool last) const {
    RunoutBoard& board = pending.board;
    std::array<std::vector<Fitting>, kSolverPlayers> fit;
    std::array<std::vector<Strength>, kSolverPlayers> strengths;
    std::array<Card, kMaxHandCards> cards;
    std::copy(board.dealt.begin(), board.dealt.end(), cards.begin());
    const auto count = static_cast<int>(board.dealt.size());
    for (int p = 0; p < kSolverPlayers; ++p) {
        fit[p].reserve(hands_[p].size());
        for (std::size_t i = 0; i < hands_[p].size(); ++i) {
            const PrivateHand& hand = hands_[p].hands[i];
            if (hand.mask() & board.cards) continue;
            Strength strength = 0;
            if (last) {
                cards[count] = hand.first;
                if (rules_.hole_cards == 2) cards[count + 1] = hand.second;
                strength = evaluate_(cards.data(), count + rules_.hole_cards);
            }
            fit[p].emplace_back(strength, i);
        }
        std::sort(fit[p].begin(), fit[p].end());
        strengths[p] = classify(fit[p], hands_[p].hands, pending.symmetries, board.hands[p]);
    }
    for (int p = 0; p < kSolverPlayers; ++p) {
        BoardHands &own = board.hands[p], &other = board.hands[1 - p];
        if (last) order(strengths[p], fit[1 - p], own.groups);
        const HandPlaces places(other.all);
        own.same.reserve(own.classes());
        for (const PrivateHand& hand : own.cards) {
            const HandIndex same = places[hand];
            own.same.push_back(same == kNoHand ? static_cast<HandIndex>(other.classes())
                                               : other.class_of[same]);
        }
    }
}

// Joins a board to the next. `deals`: for each deal that becomes this child, the renaming that makes it so.
BoardChild Dealing::link(const RunoutBoard& parent, const RunoutBoard& child,
                         const std::vector<Renaming>& deals) {
    BoardChild out{0, static_cast<std::uint32_t>(out_.maps[0].size()),
                   static_cast<std::uint32_t>(out_.maps[0].size() + 1),
                   static_cast<std::uint32_t>(deals.size())};
    for (int p = 0; p < kSolverPlayers; ++p) {
        const BoardHands &above = parent.hands[p], &below = child.hands[p];
        const HandPlaces above_places(above.all), below_places(below.all);
        std::vector<HandIndex> down;
        down.reserve(below.classes());
        for (const PrivateHand& hand : below.cards) down.push_back(above.class_of[above_places[hand]]);
        out_.maps[p].push_back(std::move(down));
        for (const Renaming& to : deals) {
            std::vector<HandIndex> up;
            up.reserve(above.classes());
            for (const PrivateHand& hand : above.cards) {
                const HandIndex place = below_places[renamed(hand, to)];
                up.push_back(place == kNoHand ? static_cast<HandIndex>(below.classes())
                                              : below.class_of[place]);
            }
            out_.maps[p].push_back(std::move(up));
        }
    }
    return out;
}

// Calls body(cards) for every set of `count` cards of `left`.
template <class Body>
void each_deal(CardMask left, int count, CardMask chosen, const Body& body) {
    if (count == 0) return body(chosen);
    for (; left != 0; left &= left - 1) {
        const CardMask card = left & -left;
        each_deal(left & ~card & ~(card - 1), count - 1, chosen | card, body);
    }
}

void Dealing::deal_next(int round, std::vector<Pending>& now, std::vector<Pending>& next) {
    for (Pending& parent : now) {
        std::map<CardMask, std::vector<Renaming>> kept;  // a deal, and what turns equal ones into it
        each_deal(deck_ & ~parent.board.cards, rules_.board_cards[round + 1], 0, [&](CardMask deal) {
            CardMask least = deal;
            Renaming to{0, 1, 2, 3};
            for (const Renaming& symmetry : parent.symmetries) {
                if (const CardMask other = renamed(deal, symmetry); other < least) {
                    least = other;
                    to = symmetry;
                }
            }
            kept[least].push_back(to);
        });
        for (const auto& [deal, deals] : kept) {
            Pending child;
            child.board.cards = parent.board.cards | deal;
            child.board.dealt = parent.board.dealt;
            for (CardMask left = deal; left != 0; left &= left - 1)
                child.board.dealt.push_back(static_cast<Card>(__builtin_ctzll(left)));
            for (const Renaming& symmetry : parent.symmetries) {
                if (renamed(deal, symmetry) == deal) child.symmetries.push_back(symmetry);
            }
            fit_hands(child, round + 2 == rules_.rounds);
            BoardChild joint = link(parent.board, child.board, deals);
            joint.board = static_cast<std::uint32_t>(next.size());
            parent.board.children.push_back(joint);
            next.push_back(std::move(child));
        }
        pulse();
    }
}

double deals_left(const GameRules& rules, int cards_before, int count) {
    double ways = 1;
    const int left = rules.deck_size - cards_before - 2 * rules.hole_cards;
    for (int i = 0; i < count; ++i) ways = ways * (left - i) / (i + 1);
    return ways;
}

Runouts Dealing::run(int first_round, int last_round, const std::vector<Card>& start) {
    out_.first_round = first_round;
    out_.hole_cards = rules_.hole_cards;
    out_.rounds.resize(static_cast<std::size_t>(rules_.rounds));
    out_.chance.assign(static_cast<std::size_t>(rules_.rounds), 1.0);
    std::vector<Pending> now(1), next;
    RunoutBoard& root = now[0].board;
    root.dealt = start;
    for (Card card : start) root.cards |= bit_of(card);
    now[0].symmetries = symmetries(root.cards);
    fit_hands(now[0], first_round + 1 == rules_.rounds);
    auto dealt = static_cast<int>(start.size());
    for (int round = first_round; round <= last_round; ++round) {
        if (round < last_round) {
            next.clear();
            deal_next(round, now, next);
            out_.chance[round + 1] = 1 / deals_left(rules_, dealt, rules_.board_cards[round + 1]);
            dealt += rules_.board_cards[round + 1];
        }
        for (Pending& pending : now) out_.rounds[round].push_back(std::move(pending.board));
        std::swap(now, next);
    }
    return std::move(out_);
}

}  // namespace

Runouts deal_runouts(const GameRules& rules, int first_round, int last_round, const std::vector<Card>& start,
                     const BothHands& hands, const std::vector<Renaming>& allowed) {
    return Dealing(rules, hands, allowed).run(first_round, last_round, start);
}

void append_by_cards(const BoardHands& hands, std::vector<HandIndex>& out) {
    constexpr std::size_t places = std::size_t{kCards} * (kNoSecondCard + 1);
    std::array<std::uint32_t, places> class_at{};  // by low and high card, plus one
    for (std::size_t i = 0; i < hands.all.size(); ++i)
        class_at[std::size_t{hands.all[i].second} * kCards + hands.all[i].first] = hands.class_of[i] + 1u;
    for (std::uint32_t found : class_at) {
        if (found != 0) out.push_back(static_cast<HandIndex>(found - 1));
    }
}

}  // namespace riverboat
