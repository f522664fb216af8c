#include <algorithm>

#include "cards/multiway.hpp"
#include "cards/patience.hpp"

namespace riverboat {

namespace {

// Fixes the players' hands one after the other, then settles the match-up.
class Dealer {
  public:
    Dealer(const Evaluator& evaluator, std::span<const PlayerHands> players, std::span<const Card> board,
           CardMask dead, DealSums& sums)
        : evaluator_(evaluator),
          players_(players),
          board_(board),
          dead_(dead),
          sums_(sums),
          chosen_(players.size()),
          hands_(players.size()) {}

    // The first `fixed` players hold one hand each, numbered by the chunk; everybody else all they may.
    // `go_on` is asked now and then, false to leave.
    void deal_chunk(std::size_t chunk, std::size_t fixed, const std::function<bool()>& go_on) {
        fixed_.resize(fixed);
        for (std::size_t p = fixed; p-- > 0; chunk /= players_[p].hands.size()) {
            fixed_[p] = chunk % players_[p].hands.size();
        }
        go_on_ = &go_on;
        stopped_ = false;
        deal(0, 0, 1.0);
    }

  private:
    void deal(std::size_t player, CardMask used, double weight) {
        if (player == players_.size()) return settle(weight);
        if (player < fixed_.size()) return deal_hand(player, fixed_[player], used, weight);
        for (std::size_t i = 0; i < players_[player].hands.size(); ++i) deal_hand(player, i, used, weight);
    }

    void deal_hand(std::size_t player, std::size_t i, CardMask used, double weight) {
        if (stopped_) return;
        const std::uint16_t index = players_[player].hands[i];
        const Hand hand = hand_of(index);
        if (mask_of(hand) & used) return;
        chosen_[player] = index;
        hands_[player] = hand;
        deal(player + 1, used | mask_of(hand), weight * players_[player].weights[i]);
    }

    void settle(double weight) {
        constexpr std::uint64_t deals_between_looks = 64;  // at most some 20 ms
        if (++settled_ % deals_between_looks == 0) stopped_ = !(*go_on_)();
        const MatchupCounts counts = matchup(evaluator_, hands_, board_, dead_);
        const double scale = weight / static_cast<double>(counts.boards);
        sums_.deals += weight;
        for (std::size_t p = 0; p < players_.size(); ++p) {
            PlayerSums& sums = sums_.players[p];
            const double share = static_cast<double>(counts.shares[p]) / kPotShares * scale;
            sums.wins += static_cast<double>(counts.wins[p]) * scale;
            sums.ties += static_cast<double>(counts.ties[p]) * scale;
            sums.shares += share;
            sums.hand_shares[chosen_[p]] += share;
            sums.hand_deals[chosen_[p]] += weight;
        }
    }

    const Evaluator& evaluator_;
    std::span<const PlayerHands> players_;
    std::span<const Card> board_;
    CardMask dead_;
    DealSums& sums_;
    std::vector<std::size_t> fixed_;
    const std::function<bool()>* go_on_ = nullptr;
    std::uint64_t settled_ = 0;
    bool stopped_ = false;
    std::vector<std::uint16_t> chosen_;
    std::vector<Hand> hands_;
};

std::uint64_t count_from(std::span<const PlayerHands> players, CardMask used, std::uint64_t limit) {
    if (players.empty()) return 1;
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

std::uint64_t count_deals(std::span<const PlayerHands> players, std::uint64_t limit) {
    return count_from(players, 0, limit);
}

DealSums multiway_exact(const Evaluator& evaluator, std::span<const PlayerHands> players,
                        std::span<const Card> board, CardMask dead, unsigned threads, const Watch& watch) {
    // Chunks fix the first few hands: with known hands against a wide range there is still work to share.
    constexpr std::size_t enough_chunks = 4096;
    std::size_t chunks = 1, fixed = 0;
    while (fixed < players.size() && chunks > 0 && chunks < enough_chunks)
        chunks *= players[fixed++].hands.size();
    if (threads == 0) threads = hardware_threads();
    threads = static_cast<unsigned>(std::clamp<std::size_t>(chunks, 1, threads));  // a range may be empty
    DealSums empty;
    empty.players.resize(players.size());
    std::vector<DealSums> parts(threads, empty);
    std::vector<Dealer> dealers;
    dealers.reserve(threads);
    for (DealSums& part : parts) dealers.emplace_back(evaluator, players, board, dead, part);
    Patience patience(watch);
    parallel_chunks(chunks, threads, watch, [&](std::size_t chunk, unsigned worker) {
        dealers[worker].deal_chunk(chunk, fixed, [&] { return patience.lasts(chunk, chunks, worker); });
    });
    for (std::size_t i = 1; i < parts.size(); ++i) parts[0].add(parts[i]);
    return parts[0];
}

}  // namespace riverboat
