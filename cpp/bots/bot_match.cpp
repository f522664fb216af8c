#include "bots/bot_match.hpp"

#include <algorithm>

#include "bots/all_in.hpp"
#include "games/rules/table.hpp"

namespace riverboat {

namespace {

constexpr std::uint64_t kCards = 0, kBots = 1;  // names of numbers: the cards of a hand, what bots draw
constexpr std::uint64_t kBetweenDecisions = 0xA0761D6478BD642F;
constexpr std::int64_t kMaxChips = std::int64_t{1} << 30;

// The last moves of two different players: one of them is an opponent, whoever asks.
class LastMoves {
  public:
    LastMove of_opponent(int seat) const { return (seat == last_.seat ? other_ : last_).move; }
    void note(int seat, Action action) {
        if (action == kFold) return;
        if (seat != last_.seat) other_ = last_;
        last_ = {seat, action == kCall ? LastMove::call : LastMove::raise};
    }

  private:
    struct Seen {
        int seat = kNobody;
        LastMove move = LastMove::none;
    };
    Seen last_, other_;
};

class Series {
  public:
    Series(const BotMatch& match, const Units& units, const Watch& watch)
        : match_(match),
          units_(units),
          watch_(watch),
          players_(static_cast<int>(match.bots.size())),
          rules_(match.rules) {
        for (const BotRule& bot : match.bots) {
            bots_.emplace_back(bot, rules_.back().rounds, players_);
        }
        for (const GameRules& rules : rules_) starts_.push_back(start_betting(rules));
        buy_in_ = rules_.back().stacks[0];
        rows_.games_won.resize(match.stacks == Stacks::freeze_out ? units.count * match.bots.size() : 0);
    }

    SeriesRows play() {
        chips_.fill(buy_in_);
        for (std::uint64_t place = 0; place < units_.count; ++place) {
            if (match_.stacks == Stacks::freeze_out)
                freeze_out(place);
            else
                deal(place);
        }
        return std::move(rows_);
    }

  private:
    using Order = std::array<int, kMaxPlayers>;  // bots by seat
    struct Name {                                // of a hand
        std::uint64_t unit, number;
    };

    void deal(std::uint64_t place) {
        const std::uint64_t number = units_.first + place;
        const auto turns =
            static_cast<int>((number + units_.rotation) % static_cast<std::uint64_t>(players_));
        Order order;
        for (int seat = 0; seat < players_; ++seat) order[seat] = (seat + turns) % players_;
        if (match_.stacks == Stacks::carried) {
            for (int bot = 0; bot < players_; ++bot) {
                if (chips_[bot] == 0) chips_[bot] = buy_in_;
            }
            bring_stacks(order, players_);
        }
        hand(order, players_, {number, 0}, place);
    }

    void freeze_out(std::uint64_t place) {
        chips_.fill(buy_in_);
        const std::uint64_t game = units_.first + place;
        auto button = static_cast<int>((game + units_.rotation + static_cast<std::uint64_t>(players_) - 1) %
                                       static_cast<std::uint64_t>(players_));
        for (std::uint64_t number = 0; number < match_.hands; ++number) {
            do button = (button + 1) % players_;
            while (chips_[button] == 0);
            Order order;
            int in = 0;
            for (int step = 1; step <= players_; ++step) {
                const int bot = (button + step) % players_;
                if (chips_[bot] > 0) order[in++] = bot;
            }
            if (in == 1) break;
            bring_stacks(order, in);
            hand(order, in, {game, number}, place);
        }
        const Chips most = *std::max_element(chips_.begin(), chips_.begin() + players_);
        const auto winners = std::count(chips_.begin(), chips_.begin() + players_, most);
        for (int bot = 0; bot < players_; ++bot) {
            rows_.games_won[place * static_cast<std::uint64_t>(players_) + static_cast<std::uint64_t>(bot)] =
                chips_[bot] == most ? 1.0 / static_cast<double>(winners) : 0;
        }
    }

    std::size_t for_players(int players) const {
        return rules_.size() - 1 - static_cast<std::size_t>(players_ - players);
    }

    void bring_stacks(const Order& order, int players) {
        GameRules& rules = rules_[for_players(players)];
        std::int64_t all = 0;
        for (int seat = 0; seat < players; ++seat) all += rules.stacks[seat] = chips_[order[seat]];
        if (all >= kMaxChips)
            throw RuleError("the stacks add up to " + std::to_string(all) +
                            " chips; they must stay below 2^30: play shorter series");
        starts_[for_players(players)] = start_betting(rules);
    }

    // Plays a hand and notes it.
    void hand(const Order& order, int players, const Name& name, std::uint64_t place) {
        const GameRules& rules = rules_[for_players(players)];
        const Dealt dealt = deal_cards(rules, siphash(match_.key, {kCards, name.unit, name.number}));
        const Key seats{siphash(match_.key, {kBots, name.unit, name.number}), 0};
        std::array<std::uint64_t, kMaxPlayers> draws{};
        for (int seat = 0; seat < players; ++seat) {
            if (bots_[order[seat]].draws()) draws[seat] = siphash(seats, {static_cast<std::uint64_t>(seat)});
        }
        Betting b = starts_[for_players(players)];
        LastMoves moves;
        int last_round = 0;
        for (std::uint64_t decision = 0; !b.is_over(); ++decision) {
            last_round = b.round;
            const int seat = b.actor;
            const Action action = bots_[order[seat]].choose(rules, b, dealt, moves.of_opponent(seat),
                                                            draws[seat] + decision * kBetweenDecisions);
            moves.note(seat, action);
            apply(rules, b, action);
        }
        note(rules, order, b, dealt, rules.board_size(last_round), place);
        if (watch_ && rows_.unit.size() % 64 == 0) watch_(place, units_.count);
    }

    static Dealt deal_cards(const GameRules& rules, std::uint64_t seed) {
        Dealt dealt = nothing_dealt();
        Rng rng(seed, 0);
        Dealer dealer(rules.deck.data(), rules.deck_size, rng);
        for (int seat = 0; seat < rules.players; ++seat) {
            for (int i = 0; i < rules.hole_cards; ++i) dealt.holes[seat][i] = dealer.draw();
        }
        for (int i = 0; i < rules.board_size(rules.rounds - 1); ++i) dealt.board[i] = dealer.draw();
        return dealt;
    }

    void note(const GameRules& rules, const Order& order, const Betting& b, const Dealt& dealt, int known,
              std::uint64_t place) {
        const bool showdown = b.is_showdown();
        const BySeat won = payoffs(
            rules, b,
            showdown ? strengths_of(rules, evaluator(rules.ranking), dealt, b.in_hand()).data() : nullptr);
        std::array<double, kMaxPlayers> worth;
        std::copy(won.begin(), won.end(), worth.begin());
        if (showdown && known < rules.board_size(rules.rounds - 1) && rules.is_holdem()) {
            if (rules.players == 2 && known == 0) {
                std::array<double, kMaxPlayers> if_won;
                share_by_equity(rules, b, dealt, known, if_won.data(), 1.0);
                share_by_equity(rules, b, dealt, known, worth.data(), 0.0);
                const auto &one = dealt.holes[0], &other = dealt.holes[1];
                rows_.preflop.push_back(
                    {rows_.unit.size(),
                     {static_cast<std::uint8_t>(order[0]), static_cast<std::uint8_t>(order[1])},
                     if_won[0] - worth[0],
                     {one[0], one[1], other[0], other[1]}});
            } else {
                share_by_equity(rules, b, dealt, known, worth.data());
            }
        }
        const std::size_t row = rows_.won.size(), next = row + match_.bots.size();
        rows_.won.resize(next);
        rows_.adjusted.resize(next);
        rows_.seat.resize(next, -1);
        for (int seat = 0; seat < rules.players; ++seat) {
            const std::size_t at = row + static_cast<std::size_t>(order[seat]);
            rows_.won[at] = won[seat];
            rows_.adjusted[at] = worth[seat];
            rows_.seat[at] = static_cast<std::int8_t>(seat);
            if (match_.stacks != Stacks::reset) chips_[order[seat]] += won[seat];
        }
        rows_.players.push_back(static_cast<std::int8_t>(rules.players));
        rows_.unit.push_back(static_cast<std::int64_t>(place));
    }

    const BotMatch& match_;
    const Units units_;
    const Watch& watch_;
    const int players_;
    std::vector<GameRules> rules_;
    std::vector<Betting> starts_;
    std::vector<NativeBot> bots_;
    Chips buy_in_;
    BySeat chips_{};  // by bot
    SeriesRows rows_;
};

}  // namespace

SeriesRows play_series(const BotMatch& match, const Units& units, const Watch& watch) {
    return Series(match, units, watch).play();
}

}  // namespace riverboat
