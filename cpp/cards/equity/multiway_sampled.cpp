#include <algorithm>
#include <cmath>
#include <numeric>

#include "cards/equity/multiway.hpp"
#include "runtime/rng.hpp"

namespace riverboat {

namespace {

// Draws an index with given weights in constant time (Walker 1977, Vose 1991).
class AliasTable {
  public:
    explicit AliasTable(const std::vector<double>& weights) : keep_(weights.size()), other_(weights.size()) {
        const double mean =
            std::accumulate(weights.begin(), weights.end(), 0.0) / static_cast<double>(weights.size());
        std::vector<std::uint32_t> small, large;
        for (std::uint32_t i = 0; i < weights.size(); ++i) {
            keep_[i] = weights[i] / mean;
            other_[i] = i;
            (keep_[i] < 1 ? small : large).push_back(i);
        }
        while (!small.empty() && !large.empty()) {
            const std::uint32_t poor = small.back(), rich = large.back();
            small.pop_back();
            other_[poor] = rich;
            keep_[rich] -= 1 - keep_[poor];
            if (keep_[rich] < 1) {
                large.pop_back();
                small.push_back(rich);
            }
        }
        for (std::uint32_t i : small) keep_[i] = 1;  // rounding left these
    }
    std::uint32_t draw(Rng& rng) const {
        const std::uint32_t i = rng.below(static_cast<std::uint32_t>(keep_.size()));
        return rng.uniform() < keep_[i] ? i : other_[i];
    }

  private:
    std::vector<double> keep_;
    std::vector<std::uint32_t> other_;
};

class Sampler {
  public:
    Sampler(const Evaluator& evaluator, std::span<const PlayerHands> players, std::span<const Card> board,
            CardMask dead)
        : evaluator_(evaluator), players_(players), board_(board) {
        live_ = kFullDeck & ~dead;
        for (Card card : board) live_ &= ~bit_of(card);
        for (const PlayerHands& player : players) tables_.emplace_back(player.weights);
    }

    // False if no deal came out of `max_attempts` draws.
    bool sample(Rng& rng, std::uint64_t max_attempts, DealSums& sums) const {
        std::array<Hand, kMaxPlayers> hands;
        CardMask used;
        for (std::uint64_t attempt = 0; !draw_hands(rng, hands, used); ++attempt) {
            ++sums.attempts;
            if (attempt == max_attempts) return false;
            if (attempt % 4096 == 4095) pulse();
        }
        ++sums.attempts;
        std::array<Card, 7> cards;
        for (std::size_t p = 0; p < players_.size(); ++p) {
            if (players_[p].everything) hands[p] = {take(rng, used), take(rng, used)};
        }
        std::copy(board_.begin(), board_.end(), cards.begin() + 2);
        for (std::size_t i = 2 + board_.size(); i < cards.size(); ++i) cards[i] = take(rng, used);
        settle(hands, cards, sums);
        return true;
    }

  private:
    bool draw_hands(Rng& rng, std::array<Hand, kMaxPlayers>& hands, CardMask& used) const {
        used = ~live_;
        for (std::size_t p = 0; p < players_.size(); ++p) {
            if (players_[p].everything) continue;
            hands[p] = hand_of(players_[p].hands[tables_[p].draw(rng)]);
            if (mask_of(hands[p]) & used) return false;
            used |= mask_of(hands[p]);
        }
        return true;
    }

    static Card take(Rng& rng, CardMask& used) {
        for (;;) {
            const std::uint32_t card = rng.below(kCards);
            if (used >> card & 1) continue;
            used |= bit_of(static_cast<int>(card));
            return static_cast<Card>(card);
        }
    }

    void settle(const std::array<Hand, kMaxPlayers>& hands, std::array<Card, 7>& cards,
                DealSums& sums) const {
        std::array<Strength, kMaxPlayers> strengths;
        Strength best = 0;
        int winners = 0;
        for (std::size_t p = 0; p < players_.size(); ++p) {
            cards[0] = hands[p].hi;
            cards[1] = hands[p].lo;
            strengths[p] = evaluator_(cards.data(), 7);
            if (strengths[p] > best) {
                best = strengths[p];
                winners = 0;
            }
            winners += strengths[p] == best;
        }
        ++sums.deals;
        const int share = kPotShares / winners;
        for (std::size_t p = 0; p < players_.size(); ++p) {
            PlayerSums& player = sums.players[p];
            const int hand =
                hand_index(std::max(hands[p].hi, hands[p].lo), std::min(hands[p].hi, hands[p].lo));
            ++player.hand_deals[hand];
            if (strengths[p] != best) continue;
            ++(winners == 1 ? player.wins : player.ties);
            player.shares += share;
            player.shares_squared += share * share;
            player.hand_shares[hand] += share;
        }
    }

    const Evaluator& evaluator_;
    std::span<const PlayerHands> players_;
    std::span<const Card> board_;
    CardMask live_;
    std::vector<AliasTable> tables_;
};

}  // namespace

DealSums multiway_sampled(const Evaluator& evaluator, std::span<const PlayerHands> players,
                          std::span<const Card> board, CardMask dead, std::uint64_t samples,
                          std::uint64_t seed, unsigned threads, const Watch& watch,
                          std::uint64_t max_attempts) {
    const Sampler sampler(evaluator, players, board, dead);
    constexpr std::uint64_t per_stream = 8192;
    DealSums empty;
    empty.players.resize(players.size());
    const std::size_t streams = (samples + per_stream - 1) / per_stream;
    Watch watch_deals;
    if (watch) {
        watch_deals = [&](std::size_t done, std::size_t) {
            watch(std::min(done * per_stream, samples), samples);
        };
    }
    return parallel_sum(streams, 1, threads, watch_deals, empty, [&](DealSums& sums, std::size_t stream) {
        Rng rng(seed, stream);
        const std::uint64_t size = std::min(per_stream, samples - stream * per_stream);
        for (std::uint64_t i = 0; i < size; ++i) {
            if (!sampler.sample(rng, max_attempts, sums)) return;
        }
    });
}

}  // namespace riverboat
