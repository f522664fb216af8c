#include "solvers/runouts.hpp"

#include <algorithm>
#include <map>

#include "cards/evaluator.hpp"
#include "runtime/parallel.hpp"

namespace riverboat {

namespace {

using Renaming = std::array<std::uint8_t, 4>;  // suit -> suit

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

class Dealing {
  public:
    Dealing(const GameRules& rules, const BothHands& hands)
        : rules_(rules),
          hands_(hands),
          evaluate_(evaluator(rules.ranking)),
          places_{HandPlaces(hands[0].hands), HandPlaces(hands[1].hands)} {
        for (int i = 0; i < rules.deck_size; ++i) deck_ |= bit_of(rules.deck[i]);
    }

    Runouts run(int first_round, const std::vector<Card>& start);

  private:
    struct Pending {
        RunoutBoard board;
        std::vector<Renaming> symmetries;  // that change neither the board nor the ranges
    };

    std::vector<Renaming> symmetries_of_ranges() const;
    void deal_next(int round, std::vector<Pending>& now, std::vector<Pending>& next);
    void fit_hands(RunoutBoard& board, bool last) const;
    void order_hands(RunoutBoard& board, const std::array<std::vector<Strength>, 2>& strengths,
                     bool last) const;
    std::uint32_t map_hands(const RunoutBoard& parent, const RunoutBoard& child, const Renaming& back);

    const GameRules& rules_;
    const BothHands& hands_;
    const Evaluator& evaluate_;
    std::array<HandPlaces, kSolverPlayers> places_;
    CardMask deck_ = 0;
    Runouts out_;
};

std::vector<Renaming> Dealing::symmetries_of_ranges() const {
    std::vector<Renaming> found;
    Renaming to{0, 1, 2, 3};
    do {
        bool same = renamed(deck_, to) == deck_;
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

void Dealing::fit_hands(RunoutBoard& board, bool last) const {
    std::array<std::vector<Strength>, 2> strengths;
    for (int p = 0; p < kSolverPlayers; ++p) {
        std::vector<std::pair<Strength, HandIndex>> fit;
        std::array<Card, kMaxHandCards> cards;
        std::copy(board.dealt.begin(), board.dealt.end(), cards.begin());
        const auto count = static_cast<int>(board.dealt.size());
        for (std::size_t i = 0; i < hands_[p].size(); ++i) {
            const PrivateHand& hand = hands_[p].hands[i];
            if (hand.mask() & board.cards) continue;
            Strength strength = 0;
            if (last) {
                cards[count] = hand.first;
                if (rules_.hole_cards == 2) cards[count + 1] = hand.second;
                strength = evaluate_(cards.data(), count + rules_.hole_cards);
            }
            fit.push_back({strength, static_cast<HandIndex>(i)});
        }
        std::sort(fit.begin(), fit.end());
        for (const auto& [strength, hand] : fit) {
            board.hands[p].push_back(hand);
            board.hand_cards[p].push_back(hands_[p].hands[hand]);
            strengths[p].push_back(strength);
        }
    }
    order_hands(board, strengths, last);
}

void Dealing::order_hands(RunoutBoard& board, const std::array<std::vector<Strength>, 2>& strengths,
                          bool last) const {
    for (int p = 0; p < kSolverPlayers; ++p) {
        const std::vector<Strength>&own = strengths[p], &other = strengths[1 - p];
        ShowdownOrder& order = board.showdown[p];
        std::size_t weaker = 0, not_stronger = 0;
        for (std::size_t i = 0; last && i < own.size();) {
            const Strength strength = own[i];
            while (weaker < other.size() && other[weaker] < strength) ++weaker;
            not_stronger = std::max(not_stronger, weaker);
            while (not_stronger < other.size() && other[not_stronger] == strength) ++not_stronger;
            while (i < own.size() && own[i] == strength) ++i;
            order.groups.push_back({static_cast<HandIndex>(i), static_cast<HandIndex>(weaker),
                                    static_cast<HandIndex>(not_stronger)});
        }
        const HandPlaces places(board.hand_cards[1 - p]);
        for (const PrivateHand& hand : board.hand_cards[p]) {
            const HandIndex same = places[hand];
            order.same.push_back(same == kNoHand ? static_cast<HandIndex>(other.size()) : same);
        }
    }
}

std::uint32_t Dealing::map_hands(const RunoutBoard& parent, const RunoutBoard& child, const Renaming& back) {
    for (int p = 0; p < kSolverPlayers; ++p) {
        const HandPlaces places(parent.hand_cards[p]);
        std::vector<HandIndex> map;
        map.reserve(child.hand_cards[p].size());
        for (const PrivateHand& hand : child.hand_cards[p]) map.push_back(places[renamed(hand, back)]);
        out_.maps[p].push_back(std::move(map));
    }
    return static_cast<std::uint32_t>(out_.maps[0].size() - 1);
}

// Calls body(cards) for every set of `count` cards of the deck without those of `taken`.
template <class Body>
void each_deal(CardMask left, int count, CardMask chosen, const Body& body) {
    if (count == 0) return body(chosen);
    for (; left != 0; left &= left - 1) {
        const CardMask card = left & -left;
        each_deal(left & ~card & ~(card - 1), count - 1, chosen | card, body);
    }
}

void Dealing::deal_next(int round, std::vector<Pending>& now, std::vector<Pending>& next) {
    const bool last = round + 2 == rules_.rounds;
    for (Pending& parent : now) {
        std::map<CardMask, std::vector<Renaming>> orbits;  // canonical deal -> renamings that lead back
        each_deal(deck_ & ~parent.board.cards, rules_.board_cards[round + 1], 0, [&](CardMask deal) {
            CardMask least = deal;
            Renaming to{0, 1, 2, 3};
            for (const Renaming& symmetry : parent.symmetries) {
                if (const CardMask other = renamed(deal, symmetry); other < least) {
                    least = other;
                    to = symmetry;
                }
            }
            Renaming back{};
            for (int suit = 0; suit < 4; ++suit) back[to[suit]] = static_cast<std::uint8_t>(suit);
            std::vector<Renaming>& orbit = orbits[least];
            // The deal itself first, so that the first map changes nothing.
            orbit.insert(deal == least ? orbit.begin() : orbit.end(), back);
        });
        for (const auto& [deal, backs] : orbits) {
            Pending child;
            child.board.cards = parent.board.cards | deal;
            child.board.dealt = parent.board.dealt;
            for (CardMask left = deal; left != 0; left &= left - 1)
                child.board.dealt.push_back(static_cast<Card>(__builtin_ctzll(left)));
            for (const Renaming& symmetry : parent.symmetries) {
                if (renamed(deal, symmetry) == deal) child.symmetries.push_back(symmetry);
            }
            fit_hands(child.board, last);
            BoardChild link{static_cast<std::uint32_t>(next.size()), 0,
                            static_cast<std::uint32_t>(backs.size())};
            for (std::size_t i = 0; i < backs.size(); ++i) {
                const std::uint32_t map = map_hands(parent.board, child.board, backs[i]);
                if (i == 0) link.first_map = map;
            }
            parent.board.children.push_back(link);
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

Runouts Dealing::run(int first_round, const std::vector<Card>& start) {
    out_.first_round = first_round;
    out_.hole_cards = rules_.hole_cards;
    out_.rounds.resize(static_cast<std::size_t>(rules_.rounds));
    out_.chance.assign(static_cast<std::size_t>(rules_.rounds), 1.0);
    std::vector<Pending> now(1), next;
    RunoutBoard& root = now[0].board;
    root.dealt = start;
    for (Card card : start) root.cards |= bit_of(card);
    for (const Renaming& symmetry : symmetries_of_ranges()) {
        if (renamed(root.cards, symmetry) == root.cards) now[0].symmetries.push_back(symmetry);
    }
    fit_hands(root, first_round + 1 == rules_.rounds);
    auto dealt = static_cast<int>(start.size());
    for (int round = first_round; round < rules_.rounds; ++round) {
        if (round + 1 < rules_.rounds) {
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

Runouts deal_runouts(const GameRules& rules, int first_round, const std::vector<Card>& start,
                     const BothHands& hands) {
    return Dealing(rules, hands).run(first_round, start);
}

}  // namespace riverboat
