#include "tournament/jam_fold_many.hpp"

#include <algorithm>
#include <array>
#include <unordered_map>

#include "cards/card.hpp"
#include "cards/evaluator/evaluator.hpp"
#include "games/payouts/finishes.hpp"
#include "runtime/rng.hpp"

namespace riverboat {

namespace {

constexpr std::uint64_t kDealsAtOnce = 1024;  // with a stream of random numbers of their own

using SeatValues = std::array<double, kMaxPlayers>;

// Walks one deal after the other; ends that came before are remembered.
class Walker {
  public:
    Walker(const JamTable& table, const JamWorth& worth, const double* strategy)
        : table_(table), worth_(worth), strategy_(strategy), players_(table.players()) {
        in_.resize(std::size_t{1} << players_);
        for (std::uint32_t jams = 0; jams < in_.size(); ++jams) in_[jams] = in_hand(table, jams);
    }

    void deal(Rng& rng, JamSums& sums) {
        std::array<Card, kCards> deck;
        for (int card = 0; card < kCards; ++card) deck[card] = static_cast<Card>(card);
        const int needed = 2 * players_ + 5;
        for (int i = 0; i < needed; ++i) std::swap(deck[i], deck[i + rng.below(kCards - i)]);
        std::array<Card, 7> cards;
        std::copy_n(deck.begin() + 2 * players_, 5, cards.begin() + 2);
        for (int seat = 0; seat < players_; ++seat) {
            cards[0] = deck[2 * seat];
            cards[1] = deck[2 * seat + 1];
            classes_[seat] = class_of_cards(cards[0], cards[1]);
            strengths_[seat] = evaluator_(cards.data(), 7);
        }
        const SeatValues values = walk(0, 0, 1.0, sums);
        for (int seat = 0; seat < players_; ++seat) {
            sums.values[seat] += values[seat];
            sums.squares[seat] += values[seat] * values[seat];
        }
        sums.deals += 1.0;
    }

  private:
    // reach: the chance that all came here; where it is 0 somebody only looks what it would be worth.
    SeatValues walk(int seat, std::uint32_t jams, double reach, JamSums& sums) {
        if (seat == players_) return end(jams);
        const std::size_t at = (((std::size_t{1} << seat) - 1) + jams) * kJamClasses + classes_[seat];
        const double jam = strategy_[at];
        if (reach == 0.0 && (jam == 0.0 || jam == 1.0)) {
            return walk(seat + 1, jams | (jam == 1.0 ? 1u << seat : 0u), 0.0, sums);
        }
        SeatValues up = walk(seat + 1, jams | 1u << seat, reach * jam, sums);
        const SeatValues down = walk(seat + 1, jams, reach * (1.0 - jam), sums);
        sums.advantages[at] += reach * (up[seat] - down[seat]);
        for (int i = 0; i < players_; ++i) up[i] = jam * up[i] + (1.0 - jam) * down[i];
        return up;
    }

    const SeatValues& end(std::uint32_t jams) {
        std::array<std::uint8_t, kMaxPlayers> places{};
        std::uint64_t key = jams;
        for (int seat = 0; seat < players_; ++seat) {
            if (!(in_[jams] >> seat & 1)) continue;
            for (int other = 0; other < players_; ++other) {
                places[seat] += (in_[jams] >> other & 1) && strengths_[other] > strengths_[seat];
            }
            key |= static_cast<std::uint64_t>(places[seat]) << (16 + 4 * seat);
        }
        const auto [found, is_new] = known_.try_emplace(key);
        if (is_new) {
            const std::vector<double> values = worth_of(table_, worth_, jams, {places.data(), places.size()});
            std::copy(values.begin(), values.end(), found->second.begin());
        }
        return found->second;
    }

    const JamTable& table_;
    const JamWorth& worth_;
    const double* strategy_;
    const Evaluator& evaluator_ = evaluator(RankingId::holdem);
    int players_;
    std::vector<std::uint32_t> in_;
    std::array<int, kMaxPlayers> classes_{};
    std::array<Strength, kMaxPlayers> strengths_{};
    std::unordered_map<std::uint64_t, SeatValues> known_;
};

}  // namespace

int class_of_cards(int first, int second) {
    const int high = std::max(first, second), low = std::min(first, second);
    const int row = kRanks - 1 - rank_of(high), column = kRanks - 1 - rank_of(low);
    const bool suited = suit_of(high) == suit_of(low);
    return suited || row == column ? row * kRanks + column : column * kRanks + row;
}

std::vector<double> worth_of(const JamTable& table, const JamWorth& worth, std::uint32_t jams,
                             std::span<const std::uint8_t> places) {
    const int players = table.players();
    const JamSettled after = settle(table, jams, places);
    if (worth.payouts.empty()) {
        std::vector<double> won(players);
        for (int seat = 0; seat < players; ++seat) won[seat] = after.stacks[seat] - table.stacks[seat];
        return won;
    }
    std::vector<double> values = prizes_after_hand(table.stacks, after.stacks, worth.payouts);
    if (!worth.heads.empty()) {  // heads that are left are priced with the stacks that are left
        std::vector<double> stacks, heads;
        std::vector<int> left;
        for (int seat = 0; seat < players; ++seat) {
            if (after.stacks[seat] <= 0.0) continue;
            left.push_back(seat);
            stacks.push_back(after.stacks[seat]);
            heads.push_back(worth.heads[seat]);
        }
        const std::vector<double> later = harville_bounties(stacks, heads);
        for (std::size_t i = 0; i < left.size(); ++i) values[left[i]] += later[i];
        for (int winner = 0; winner < players; ++winner) {
            for (int head = 0; head < players; ++head) {
                values[winner] += after.heads_won[winner * players + head] * worth.heads[head];
            }
        }
    }
    return values;
}

void JamSums::add(const JamSums& other) {
    for (std::size_t i = 0; i < advantages.size(); ++i) advantages[i] += other.advantages[i];
    for (std::size_t i = 0; i < values.size(); ++i) {
        values[i] += other.values[i];
        squares[i] += other.squares[i];
    }
    deals += other.deals;
}

JamSums sample_jams(const JamTable& table, const JamWorth& worth, std::span<const double> strategy,
                    std::uint64_t seed, std::uint64_t first, std::uint64_t deals, unsigned threads,
                    const Watch& watch) {
    const int players = table.players();
    JamSums fresh;
    fresh.advantages.assign(((std::size_t{1} << players) - 1) * kJamClasses, 0.0);
    fresh.values.assign(players, 0.0);
    fresh.squares.assign(players, 0.0);
    const std::uint64_t begin = first / kDealsAtOnce, blocks = (deals + kDealsAtOnce - 1) / kDealsAtOnce;
    constexpr std::size_t kParts = 4;
    const std::size_t parts = std::min<std::size_t>(kParts, blocks);
    std::vector<JamSums> sums(parts, fresh);
    parallel_chunks(parts, threads, watch, [&](std::size_t part, unsigned) {
        Walker walker(table, worth, strategy.data());
        for (std::uint64_t block = blocks * part / parts; block < blocks * (part + 1) / parts; ++block) {
            Rng rng(seed, begin + block);
            for (std::uint64_t i = 0; i < kDealsAtOnce; ++i) walker.deal(rng, sums[part]);
            pulse();
        }
    });
    for (std::size_t part = 1; part < parts; ++part) sums[0].add(sums[part]);
    return std::move(sums[0]);
}

}  // namespace riverboat
