#include <algorithm>
#include <cmath>
#include <numeric>

#include "cards/multiway.hpp"
#include "cards/patience.hpp"
#include "cards/rng.hpp"

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

// Whole numbers per thread: the sum does not depend on who did what.
struct Tally {
    struct Player {
        std::uint64_t wins = 0, ties = 0, shares = 0, shares_squared = 0;  // shares in 1 / kPotShares
        std::vector<std::uint64_t> hand_shares = std::vector<std::uint64_t>(kHands);
        std::vector<std::uint64_t> hand_deals = std::vector<std::uint64_t>(kHands);
    };
    std::uint64_t deals = 0, attempts = 0;
    std::vector<Player> players;

    Tally& operator+=(const Tally& more) {
        deals += more.deals;
        attempts += more.attempts;
        for (std::size_t p = 0; p < players.size(); ++p) {
            players[p].wins += more.players[p].wins;
            players[p].ties += more.players[p].ties;
            players[p].shares += more.players[p].shares;
            players[p].shares_squared += more.players[p].shares_squared;
            for (int hand = 0; hand < kHands; ++hand) {
                players[p].hand_shares[hand] += more.players[p].hand_shares[hand];
                players[p].hand_deals[hand] += more.players[p].hand_deals[hand];
            }
        }
        return *this;
    }
};

// Rounds once, after everything is added up: rounding each thread's part would let their number show.
DealSums to_sums(const Tally& tally) {
    constexpr double pot = kPotShares;
    DealSums sums;
    sums.deals = static_cast<double>(tally.deals);
    sums.attempts = tally.attempts;
    for (const Tally::Player& from : tally.players) {
        PlayerSums player;
        player.wins = static_cast<double>(from.wins);
        player.ties = static_cast<double>(from.ties);
        player.shares = static_cast<double>(from.shares) / pot;
        player.shares_squared = static_cast<double>(from.shares_squared) / (pot * pot);
        for (int hand = 0; hand < kHands; ++hand) {
            player.hand_shares[hand] = static_cast<double>(from.hand_shares[hand]) / pot;
            player.hand_deals[hand] = static_cast<double>(from.hand_deals[hand]);
        }
        sums.players.push_back(std::move(player));
    }
    return sums;
}

class Sampler {
  public:
    Sampler(const Evaluator& evaluator, std::span<const PlayerHands> players, std::span<const Card> board,
            CardMask dead)
        : evaluator_(evaluator), players_(players), board_(board) {
        live_ = kFullDeck & ~dead;
        for (Card card : board) live_ &= ~bit_of(card);
        for (const PlayerHands& player : players) tables_.emplace_back(player.weights);
    }

    // False if no deal came out of `max_attempts` draws, or `go_on`, asked now and then among many, says so.
    bool sample(Rng& rng, std::uint64_t max_attempts, const std::function<bool()>& go_on,
                Tally& tally) const {
        std::array<Hand, kMaxPlayers> hands;
        CardMask used;
        for (std::uint64_t attempt = 0; !draw_hands(rng, hands, used); ++attempt) {
            ++tally.attempts;
            if (attempt == max_attempts || (attempt % 4096 == 4095 && !go_on())) return false;
        }
        ++tally.attempts;
        std::array<Card, 7> cards;
        for (std::size_t p = 0; p < players_.size(); ++p) {
            if (players_[p].everything) hands[p] = {take(rng, used), take(rng, used)};
        }
        std::copy(board_.begin(), board_.end(), cards.begin() + 2);
        for (std::size_t i = 2 + board_.size(); i < cards.size(); ++i) cards[i] = take(rng, used);
        settle(hands, cards, tally);
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

    void settle(const std::array<Hand, kMaxPlayers>& hands, std::array<Card, 7>& cards, Tally& tally) const {
        std::array<Strength, kMaxPlayers> strengths;
        Strength best = 0;
        unsigned winners = 0;
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
        ++tally.deals;
        const std::uint64_t share = kPotShares / winners;
        for (std::size_t p = 0; p < players_.size(); ++p) {
            Tally::Player& player = tally.players[p];
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
    constexpr std::uint64_t per_chunk = 8192;
    const std::size_t chunks = (samples + per_chunk - 1) / per_chunk;
    if (threads == 0) threads = hardware_threads();
    threads = static_cast<unsigned>(std::min<std::size_t>(threads, chunks));
    Tally empty;
    empty.players.resize(players.size());
    std::vector<Tally> tallies(threads, empty);
    Patience patience(watch);
    parallel_chunks(chunks, threads, watch, [&](std::size_t chunk, unsigned worker) {
        const std::function<bool()> go_on = [&] { return patience.lasts(chunk, chunks, worker); };
        Rng rng(seed, chunk);
        const std::uint64_t size = std::min(per_chunk, samples - chunk * per_chunk);
        for (std::uint64_t i = 0; i < size; ++i) {
            if (!sampler.sample(rng, max_attempts, go_on, tallies[worker])) return;
        }
    });

    Tally total = empty;
    for (const Tally& tally : tallies) total += tally;
    return to_sums(total);
}

}  // namespace riverboat
