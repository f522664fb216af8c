#include <algorithm>

#include "cards/equity/multiway.hpp"

namespace riverboat {

namespace {

// Fixes the players' hands one after the other, then settles the match-up.
class Dealer {
  public:
    Dealer(const Evaluator& evaluator, std::span<const PlayerHands> players, std::span<const Card> board,
           CardMask dead)
        : evaluator_(evaluator),
          players_(players),
          board_(board),
          dead_(dead),
          chosen_(players.size()),
          hands_(players.size()) {
        sums.players.resize(players.size());
    }

    DealSums sums;

    void add(const Dealer& other) { sums.add(other.sums); }

    // The first `fixed` players hold one hand each, numbered by `number`; everybody else all they may.
    void deal_part(std::size_t number, std::size_t fixed) {
        fixed_.resize(fixed);
        for (std::size_t p = fixed; p-- > 0; number /= players_[p].hands.size()) {
            fixed_[p] = number % players_[p].hands.size();
        }
        deal(0, 0, 1.0);
    }

  private:
    void deal(std::size_t player, CardMask used, double weight) {
        if (player == players_.size()) return settle(weight);
        if (player < fixed_.size()) return deal_hand(player, fixed_[player], used, weight);
        for (std::size_t i = 0; i < players_[player].hands.size(); ++i) deal_hand(player, i, used, weight);
    }

    void deal_hand(std::size_t player, std::size_t i, CardMask used, double weight) {
        const std::uint16_t index = players_[player].hands[i];
        const Hand hand = hand_of(index);
        if (mask_of(hand) & used) return;
        chosen_[player] = index;
        hands_[player] = hand;
        deal(player + 1, used | mask_of(hand), weight * players_[player].weights[i]);
    }

    void settle(double weight) {
        if (++settled_ % 64 == 0) pulse();  // a part may take long; 64 deals take some 50 ms at most
        const MatchupCounts counts = matchup(evaluator_, hands_, board_, dead_);
        sums.deals += weight * static_cast<double>(counts.boards);
        for (std::size_t p = 0; p < players_.size(); ++p) {
            PlayerSums& player = sums.players[p];
            const double share = static_cast<double>(counts.shares[p]) * weight;
            player.wins += static_cast<double>(counts.wins[p]) * weight;
            player.ties += static_cast<double>(counts.ties[p]) * weight;
            player.shares += share;
            player.hand_shares[chosen_[p]] += share;
            player.hand_deals[chosen_[p]] += weight * static_cast<double>(counts.boards);
        }
    }

    const Evaluator& evaluator_;
    std::span<const PlayerHands> players_;
    std::span<const Card> board_;
    CardMask dead_;
    std::vector<std::size_t> fixed_;
    unsigned settled_ = 0;
    std::vector<std::uint16_t> chosen_;
    std::vector<Hand> hands_;
};

std::uint64_t count_from(std::span<const PlayerHands> players, CardMask used, std::uint64_t limit) {
    if (players.empty()) return 1;
    if (players.size() == 1) pulse();
    std::uint64_t count = 0;
    for (std::uint16_t hand : players[0].hands) {
        if (mask_of(hand_of(hand)) & used) continue;
        count += count_from(players.subspan(1), used | mask_of(hand_of(hand)), limit - count);
        if (count >= limit) return limit;
    }
    return count;
}

}  // namespace

void DealSums::add(const DealSums& other) {
    deals += other.deals;
    attempts += other.attempts;
    for (std::size_t p = 0; p < players.size(); ++p) {
        PlayerSums& mine = players[p];
        const PlayerSums& more = other.players[p];
        mine.wins += more.wins;
        mine.ties += more.ties;
        mine.shares += more.shares;
        mine.shares_squared += more.shares_squared;
        for (int hand = 0; hand < kHands; ++hand) {
            mine.hand_shares[hand] += more.hand_shares[hand];
            mine.hand_deals[hand] += more.hand_deals[hand];
        }
    }
}

std::uint64_t count_deals(std::span<const PlayerHands> players, std::uint64_t limit, const Watch& watch) {
    std::uint64_t count = 0;
    parallel_chunks(1, 1, watch, [&](std::size_t, unsigned) { count = count_from(players, 0, limit); });
    return count;
}

DealSums multiway_exact(const Evaluator& evaluator, std::span<const PlayerHands> players,
                        std::span<const Card> board, CardMask dead, unsigned threads, const Watch& watch) {
    // Parts fix the first few hands: with known hands against a wide range there is still work to share.
    constexpr std::size_t enough_parts = 4096;
    std::size_t parts = 1, fixed = 0;
    while (fixed < players.size() && parts > 0 && parts < enough_parts)
        parts *= players[fixed++].hands.size();
    return parallel_sum(parts, 1, threads, watch, Dealer(evaluator, players, board, dead),
                        [&](Dealer& dealer, std::size_t part) { dealer.deal_part(part, fixed); })
        .sums;
}

}  // namespace riverboat
