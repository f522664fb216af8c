// One hand at a table: betting, cards and the way back. What the Python `Table` stands on.
#pragma once

#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "games/rules/betting.hpp"
#include "games/rules/dealing.hpp"
#include "games/rules/showdown.hpp"

namespace riverboat {

// An action or a question that the rules do not allow; Python sees a GameError.
class RuleError : public std::runtime_error {
    using std::runtime_error::runtime_error;
};

class HandTable {
  public:
    explicit HandTable(const GameRules& rules);

    const GameRules& rules() const { return rules_; }
    const Betting& betting() const { return now_; }
    const Dealt& dealt() const { return dealt_; }

    void fold();
    void check_or_call();
    void raise_to(std::int64_t amount);
    // An action as a history tells it, also one that house rules allow and ours do not; see why_not_record.
    void record(std::int64_t action);
    void undo();
    std::size_t actions() const { return before_.size(); }
    const Betting& start() const { return start_; }
    std::vector<Action> taken() const;

    // A new hand with the same rules: the cards that are not given are unknown, or random with a seed.
    void restart();
    void deal_random(std::uint64_t seed);  // all cards that are not known yet
    void set_hole_cards(int seat, const std::vector<Card>& cards);
    void set_board(const std::vector<Card>& cards);  // from the first card on; may be the start of the board

    int board_shown() const { return rules_.board_size(now_.round); }
    BySeat payoffs() const;

  private:
    void check_free(const std::vector<Card>& cards) const;

    GameRules rules_;
    const Evaluator* evaluator_;
    Betting start_, now_;
    std::vector<Betting> before_;
    Dealt dealt_;
};

}  // namespace riverboat
