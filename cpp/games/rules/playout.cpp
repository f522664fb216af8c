#include "games/rules/playout.hpp"

#include <algorithm>

#include "games/rules/dealing.hpp"
#include "games/rules/showdown.hpp"

namespace riverboat {

namespace {

constexpr std::uint64_t kBlock = 1024;  // hands that share a stream of random numbers

void act_randomly(const GameRules& rules, Betting& b, Rng& rng) {
    const LegalActions legal = legal_actions(rules, b);
    const std::uint32_t choices = 1u + legal.fold + legal.can_raise();
    const std::uint32_t choice = rng.below(choices);
    if (choice == 0) return apply_check_or_call(rules, b);
    if (choice == 1 && legal.can_raise()) {
        const auto sizes = static_cast<std::uint32_t>(legal.max_raise_to - legal.min_raise_to + 1);
        return apply_raise_to(rules, b, legal.min_raise_to + static_cast<Chips>(rng.below(sizes)));
    }
    apply_fold(rules, b);
}

class Player {
  public:
    Player(const GameRules& rules, Policy policy)
        : rules_(rules),
          policy_(policy),
          evaluator_(evaluator(rules.ranking)),
          start_(start_betting(rules)),
          board_(rules.board_size(rules.rounds - 1)) {}

    void play(Rng& rng, Playout& sums) const {
        const Dealt dealt = deal(rng);
        Betting b = start_;
        while (!b.is_over()) {
            ++sums.actions;
            if (policy_ == Policy::call) {
                apply_check_or_call(rules_, b);
            } else {
                act_randomly(rules_, b, rng);
            }
        }
        ++sums.hands;
        sums.showdowns += b.is_showdown();
        const BySeat results = settle(b, dealt);
        for (int seat = 0; seat < rules_.players; ++seat) {
            sums.won[seat] += results[seat];
            sums.checksum += static_cast<std::uint32_t>(results[seat]) * (0x9E3779B97F4A7C15 + 2u * seat);
        }
    }

  private:
    Dealt deal(Rng& rng) const {
        Dealt dealt;
        Dealer dealer(rules_.deck.data(), rules_.deck_size, rng);
        for (int seat = 0; seat < rules_.players; ++seat) {
            for (int i = 0; i < rules_.hole_cards; ++i) dealt.holes[seat][i] = dealer.draw();
        }
        for (int i = 0; i < board_; ++i) dealt.board[i] = dealer.draw();
        return dealt;
    }

    BySeat settle(const Betting& b, const Dealt& dealt) const {
        if (!b.is_showdown()) return payoffs(rules_, b, nullptr);
        return payoffs(rules_, b, strengths_of(rules_, evaluator_, dealt, b.in_hand()).data());
    }

    const GameRules& rules_;
    Policy policy_;
    const Evaluator& evaluator_;
    Betting start_;
    int board_;
};

}  // namespace

void Playout::add(const Playout& other) {
    hands += other.hands;
    actions += other.actions;
    showdowns += other.showdowns;
    checksum += other.checksum;
    for (int seat = 0; seat < kMaxPlayers; ++seat) won[seat] += other.won[seat];
}

Playout play_hands(const GameRules& rules, Policy policy, std::uint64_t hands, std::uint64_t seed,
                   unsigned threads, const Watch& watch) {
    const Player player(rules, policy);
    return parallel_sum((hands + kBlock - 1) / kBlock, 64, threads, watch, Playout{},
                        [&](Playout& sums, std::size_t block) {
                            Rng rng(seed, block);
                            const std::uint64_t first = block * kBlock, end = std::min(first + kBlock, hands);
                            for (std::uint64_t hand = first; hand < end; ++hand) player.play(rng, sums);
                        });
}

}  // namespace riverboat
