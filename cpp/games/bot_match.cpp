#include "games/bot_match.hpp"

#include <algorithm>
#include <span>

#include "cards/matchup.hpp"
#include "games/dealing.hpp"
#include "games/showdown.hpp"
#include "games/win_rate.hpp"

namespace riverboat {

namespace {

constexpr std::uint64_t kDeals = 1, kDraws = 2;  // streams of a deal: its cards, the numbers that bots draw
constexpr std::uint64_t kBetweenDecisions = 0xA0761D6478BD642F;
constexpr Chips kFold = -1, kCall = 0;

std::uint64_t mix(std::uint64_t first, std::uint64_t second) {
    std::uint64_t x = 0;
    for (const std::uint64_t number : {first, second}) {
        x += number + 0x9E3779B97F4A7C15;
        x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9;
        x = (x ^ x >> 27) * 0x94D049BB133111EB;
        x ^= x >> 31;
    }
    return x;
}

double uniform(std::uint64_t seed, std::uint64_t stream) {
    return static_cast<double>(mix(seed, stream) >> 11) * 0x1p-53;
}

Chips choose_randomly(const LegalActions& legal, std::uint64_t seed) {
    std::array<Chips, 3> choices{kCall};
    int count = 1;
    if (legal.call > 0) choices[count++] = kFold;
    if (legal.can_raise()) {
        const Chips sizes = legal.max_raise_to - legal.min_raise_to + 1;
        choices[count++] = legal.min_raise_to + static_cast<Chips>(uniform(seed, 1) * sizes);
    }
    return choices[static_cast<int>(uniform(seed, 0) * count)];
}

class BotMatch {
  public:
    BotMatch(const GameRules& rules, const std::vector<BotRule>& bots)
        : rules_(rules),
          bots_(bots),
          evaluator_(evaluator(rules.ranking)),
          start_(start_betting(rules)),
          whole_(rules.board_size(rules.rounds - 1)),
          adjusts_(rules.ranking == RankingId::holdem && rules.hole_cards == 2 && whole_ == 5) {}

    void play(const Deals& deals, std::uint64_t place, DealResults& results) const {
        const std::uint64_t number = deals.first + place, seed = mix(deals.seed, number);
        const Dealt dealt = deal(mix(seed, kDeals));
        const std::uint64_t draws = mix(seed, kDraws), turned = number + deals.rotation;
        const auto players = static_cast<std::uint64_t>(rules_.players);
        Betting b = start_;
        int last_round = 0;
        for (std::uint64_t decision = 0; !b.is_over(); ++decision) {
            last_round = b.round;
            const auto seat = static_cast<std::uint64_t>(b.actor);
            apply(b,
                  choose(bots_[(seat + turned) % players], b, dealt, draws + decision * kBetweenDecisions));
        }
        const BySeat won = settle(b, dealt);
        Chips* row = &results.won[place * players];
        double* adjusted = &results.adjusted[place * players];
        for (int seat = 0; seat < rules_.players; ++seat) adjusted[seat] = row[seat] = won[seat];
        const int known = rules_.board_size(last_round);
        if (!adjusts_ || !b.is_showdown() || known == whole_) return;
        if (rules_.players == 2 && known == 0) {
            const auto &one = dealt.holes[0], &other = dealt.holes[1];
            results.preflop.push_back(
                {place, std::min(b.total[0], b.total[1]), {one[0], one[1], other[0], other[1]}});
        } else {
            share_by_equity(b, dealt, known, adjusted);
        }
    }

  private:
    Dealt deal(std::uint64_t seed) const {
        Dealt dealt = nothing_dealt();
        Rng rng(seed, 0);
        Dealer dealer(rules_.deck.data(), rules_.deck_size, rng);
        for (int seat = 0; seat < rules_.players; ++seat) {
            for (int i = 0; i < rules_.hole_cards; ++i) dealt.holes[seat][i] = dealer.draw();
        }
        for (int i = 0; i < whole_; ++i) dealt.board[i] = dealer.draw();
        return dealt;
    }

    Chips choose(const BotRule& bot, const Betting& b, const Dealt& dealt, std::uint64_t seed) const {
        const LegalActions legal = legal_actions(rules_, b);
        if (bot.random) return choose_randomly(legal, seed);
        const int opponents = seat_count(b.in_hand()) - 1;
        double rate = 0;
        if (bot.samples > 0) {
            const std::span hole(dealt.holes[b.actor].data(), rules_.hole_cards);
            const std::span board(dealt.board.data(), rules_.board_size(b.round));
            rate =
                sampled_win_rate(rules_, hole, board, opponents, bot.samples, seed) / bot.factor[opponents];
        }
        if (rate <= bot.fold_up_to[b.round]) return legal.call > 0 ? kFold : kCall;
        if (rate <= bot.raise_above[b.round] || !legal.can_raise()) return kCall;
        const double low = legal.min_raise_to, high = legal.max_raise_to;
        const auto amount = static_cast<Chips>(low * (1 - bot.sizing) + high * bot.sizing);
        return std::clamp(amount, legal.min_raise_to, legal.max_raise_to);
    }

    void apply(Betting& b, Chips action) const {
        if (action == kFold) return apply_fold(rules_, b);
        if (action == kCall) return apply_check_or_call(rules_, b);
        apply_raise_to(rules_, b, action);
    }

    BySeat settle(const Betting& b, const Dealt& dealt) const {
        if (!b.is_showdown()) return payoffs(rules_, b, nullptr);
        return payoffs(rules_, b, strengths_of(rules_, evaluator_, dealt, b.in_hand()).data());
    }

    void share_by_equity(const Betting& b, const Dealt& dealt, int known, double* worth) const {
        const Pots pots = pots_of(rules_, b);
        Chips back = 0, most = 0;
        int uncalled = 0;
        for (int seat = 0; seat < rules_.players; ++seat) {
            worth[seat] = -b.total[seat];
            back += b.total[seat];
            // antes that some pay alone are dead money, no bets
            const Chips bet =
                b.total[seat] -
                (rules_.antes_matched() ? 0 : std::min(rules_.antes[seat], rules_.stacks[seat]));
            if (bet > most) most = bet, uncalled = seat;
        }
        for (int i = 0; i < pots.count; ++i) {
            back -= pots.pots[i].amount;
            share_pot(pots.pots[i], dealt, known, worth);
        }
        worth[uncalled] += back;
    }

    void share_pot(const Pot& pot, const Dealt& dealt, int known, double* worth) const {
        std::array<Hand, kMaxPlayers> hands;
        std::array<int, kMaxPlayers> seats;
        std::size_t count = 0;
        CardMask dead = 0;
        for (int seat = 0; seat < rules_.players; ++seat) {
            const auto& hole = dealt.holes[seat];
            if (pot.seats >> seat & 1) {
                seats[count] = seat;
                hands[count++] = {std::max(hole[0], hole[1]), std::min(hole[0], hole[1])};
            } else {
                dead |= bit_of(hole[0]) | bit_of(hole[1]);
            }
        }
        const MatchupCounts counts =
            matchup(evaluator_, std::span(hands.data(), count), std::span(dealt.board.data(), known), dead);
        const double all = static_cast<double>(counts.boards) * kPotShares;
        for (std::size_t i = 0; i < count; ++i) {
            worth[seats[i]] += pot.amount * (static_cast<double>(counts.shares[i]) / all);
        }
    }

    const GameRules& rules_;
    const std::vector<BotRule>& bots_;
    const Evaluator& evaluator_;
    Betting start_;
    int whole_;
    bool adjusts_;
};

}  // namespace

DealResults play_deals(const GameRules& rules, const std::vector<BotRule>& bots, const Deals& deals,
                       const Watch& watch) {
    const BotMatch match(rules, bots);
    DealResults results;
    results.won.resize(deals.count * rules.players);
    results.adjusted.resize(deals.count * rules.players);
    for (std::uint64_t place = 0; place < deals.count; ++place) {
        match.play(deals, place, results);
        if (watch && place % 64 == 63) watch(place + 1, deals.count);
    }
    return results;
}

}  // namespace riverboat
