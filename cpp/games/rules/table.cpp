#include "games/rules/table.hpp"

#include <algorithm>

#include "games/rules/verify.hpp"

namespace riverboat {

namespace {

void require(std::string why_not) {
    if (!why_not.empty()) throw RuleError(why_not);
}

}  // namespace

HandTable::HandTable(const GameRules& rules)
    : rules_(rules), evaluator_(&evaluator(rules.ranking)), start_(start_betting(rules)) {
    restart();
}

void HandTable::restart() {
    now_ = start_;
    before_.clear();
    dealt_ = nothing_dealt();
}

void HandTable::fold() {
    require(why_not_fold(rules_, now_));
    before_.push_back(now_);
    apply_fold(rules_, now_);
}

void HandTable::check_or_call() {
    require(why_not_check_or_call(rules_, now_));
    before_.push_back(now_);
    apply_check_or_call(rules_, now_);
}

void HandTable::raise_to(std::int64_t amount) {
    require(why_not_raise_to(rules_, now_, amount));
    before_.push_back(now_);
    apply_raise_to(rules_, now_, static_cast<Chips>(amount));
}

void HandTable::record(std::int64_t action) {
    require(why_not_record(rules_, now_, action));
    before_.push_back(now_);
    apply(rules_, now_, static_cast<Action>(action));
}

std::vector<Action> HandTable::taken() const {
    std::vector<Action> actions;
    for (std::size_t i = 0; i < before_.size(); ++i) {
        const Betting& before = before_[i];
        const Betting& after = i + 1 < before_.size() ? before_[i + 1] : now_;
        if (after.folded != before.folded)
            actions.push_back(kFold);
        else  // a raise never ends a round: somebody has to answer it
            actions.push_back(after.round == before.round && after.raises > before.raises ? after.highest
                                                                                          : kCall);
    }
    return actions;
}

void HandTable::undo() {
    if (before_.empty()) throw RuleError("there is no action to take back: the hand has just begun");
    now_ = before_.back();
    before_.pop_back();
}

// A card that is on the table already, or not in the deck, cannot be dealt.
void HandTable::check_free(const std::vector<Card>& cards) const {
    constexpr const char *ranks = "23456789TJQKA", *suits = "cdhs";
    CardMask taken = 0;
    for (const auto& hole : dealt_.holes) {
        for (Card card : hole) taken |= card == kUnknownCard ? 0 : bit_of(card);
    }
    for (Card card : dealt_.board) taken |= card == kUnknownCard ? 0 : bit_of(card);
    for (Card card : cards) {
        if (card >= kCards) throw RuleError("card id " + std::to_string(card) + " is over 51");
        const std::string name = {ranks[rank_of(card)], suits[suit_of(card)]};
        if (taken & bit_of(card)) throw RuleError("the card " + name + " is dealt twice");
        const auto end = rules_.deck.begin() + rules_.deck_size;
        if (std::find(rules_.deck.begin(), end, card) == end)
            throw RuleError("the card " + name + " is not in the deck of this game");
    }
}

void HandTable::set_hole_cards(int seat, const std::vector<Card>& cards) {
    if (seat < 0 || seat >= rules_.players)
        throw RuleError("seat " + std::to_string(seat) + " does not exist; seats are 0 to " +
                        std::to_string(rules_.players - 1));
    if (cards.size() != static_cast<std::size_t>(rules_.hole_cards))
        throw RuleError("seat " + std::to_string(seat) + " gets " + std::to_string(rules_.hole_cards) +
                        " hole cards, not " + std::to_string(cards.size()));
    const auto old = dealt_.holes[seat];
    dealt_.holes[seat].fill(kUnknownCard);
    try {
        check_free(cards);
    } catch (...) {
        dealt_.holes[seat] = old;
        throw;
    }
    std::copy(cards.begin(), cards.end(), dealt_.holes[seat].begin());
}

void HandTable::set_board(const std::vector<Card>& cards) {
    const auto most = static_cast<std::size_t>(rules_.board_size(rules_.rounds - 1));
    if (cards.size() > most)
        throw RuleError("the board has at most " + std::to_string(most) + " cards, not " +
                        std::to_string(cards.size()));
    const auto old = dealt_.board;
    dealt_.board.fill(kUnknownCard);
    try {
        check_free(cards);
    } catch (...) {
        dealt_.board = old;
        throw;
    }
    std::copy(cards.begin(), cards.end(), dealt_.board.begin());
}

void HandTable::deal_random(std::uint64_t seed) {
    CardMask taken = 0;
    const int board = rules_.board_size(rules_.rounds - 1);
    const auto each_place = [&](const auto& body) {
        for (int seat = 0; seat < rules_.players; ++seat) {
            for (int i = 0; i < rules_.hole_cards; ++i) body(dealt_.holes[seat][i]);
        }
        for (int i = 0; i < board; ++i) body(dealt_.board[i]);
    };
    each_place([&](Card card) { taken |= card == kUnknownCard ? 0 : bit_of(card); });
    std::array<Card, kCards> deck;
    int size = 0;
    for (int i = 0; i < rules_.deck_size; ++i) {
        if (!(taken & bit_of(rules_.deck[i]))) deck[size++] = rules_.deck[i];
    }
    Rng rng(seed, 0);
    Dealer dealer(deck.data(), size, rng);
    each_place([&](Card& card) {
        if (card == kUnknownCard) card = dealer.draw();
    });
}

BySeat HandTable::payoffs() const {
    if (!now_.is_over())
        throw RuleError("the hand is not over: seat " + std::to_string(now_.actor) + " is to act");
    if (!now_.is_showdown()) return riverboat::payoffs(rules_, now_, nullptr);
    for (int seat = 0; seat < rules_.players; ++seat) {
        if ((now_.in_hand() >> seat & 1) && dealt_.holes[seat][0] == kUnknownCard)
            throw RuleError("the hole cards of seat " + std::to_string(seat) +
                            " are unknown; deal them before the showdown");
    }
    const int board = rules_.board_size(rules_.rounds - 1);
    if (board > 0 && dealt_.board[board - 1] == kUnknownCard)
        throw RuleError("the board needs " + std::to_string(board) + " cards for the showdown; deal them");
    const auto strengths = strengths_of(rules_, *evaluator_, dealt_, now_.in_hand());
    return riverboat::payoffs(rules_, now_, strengths.data());
}

}  // namespace riverboat
