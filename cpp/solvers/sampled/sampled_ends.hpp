// What the ends of a betting tree are worth to a seat, once the strengths of a deal are known.
#pragma once

#include <cstdint>
#include <vector>

#include "games/rules/showdown.hpp"
#include "games/trees/tree.hpp"

namespace riverboat {

// What the house takes of every pot, at most `cap` chips of a hand (0: no cap). No flop, no drop: nothing
// where all but one fold before a card lies on the board. The uncalled bet goes back untouched; side pots
// bear it by their size.
struct SampledRake {
    double share = 0;
    double cap = 0;
    double of(double called) const {
        const double taken = share * called;
        return cap > 0 && taken > cap ? cap : taken;
    }
};

// A pot that does not divide is shared in fractions of a chip: nobody is dealt the odd chip more often.
class SampledEnds {
  public:
    // A pot, without what the house takes, and who may win it.
    struct EndPot {
        float amount;
        SeatMask seats;
    };

    SampledEnds(const GameRules& rules, const BettingTree& tree, const SampledRake& rake = {});

    // From now on ends are worth prizes by Malmuth and Harville, from the stacks of all after the hand, in
    // chips: what they are more than before it, times all chips over all prizes. stacks: of the seats, then
    // of players who are not in the hand.
    void set_prizes(std::vector<double> stacks, std::vector<double> payouts);

    // Net chips, or their worth in prizes. Only the strengths of who shows are read.
    float value(std::uint32_t end, int seat, const Strength* strengths) const {
        if (!prize_stacks_.empty()) return prize(end, seat, strengths);
        return chips(end, seat, strengths);
    }
    float chips(std::uint32_t end, int seat, const Strength* strengths) const {
        float won = paid_[end * static_cast<std::size_t>(players_) + static_cast<std::size_t>(seat)];
        for (std::uint32_t i = first_pot_[end]; i < first_pot_[end + 1]; ++i) {
            if (pots_[i].seats >> seat & 1) won += share(pots_[i], seat, strengths);
        }
        return won;
    }

    // [end][seat]: minus what was put in, without the uncalled bet.
    const std::vector<float>& paid() const { return paid_; }
    // By end, and one more: where its pots begin.
    const std::vector<std::uint32_t>& first_pot() const { return first_pot_; }
    const std::vector<EndPot>& pots() const { return pots_; }

  private:
    static float share(const EndPot& pot, int seat, const Strength* strengths) {
        const Strength mine = strengths[seat];
        int winners = 1;
        for (unsigned left = pot.seats & ~(1u << seat); left != 0; left &= left - 1) {
            const Strength other = strengths[__builtin_ctz(left)];
            if (other > mine) return 0;
            winners += other == mine;
        }
        return winners == 1 ? pot.amount : pot.amount / static_cast<float>(winners);
    }

    float prize(std::uint32_t end, int seat, const Strength* strengths) const;
    std::vector<float> prizes_of(std::uint32_t end, const Strength* strengths) const;
    SeatMask shown(std::uint32_t end) const;

    int players_;
    std::vector<double> prize_stacks_, payouts_, prizes_before_;
    // Worth of ends by the places of those who show, up to kMostRemembered: [end][places][seat].
    std::vector<std::size_t> first_prize_;
    std::vector<float> prizes_;
    std::vector<float> paid_;
    std::vector<std::uint32_t> first_pot_;
    std::vector<EndPot> pots_;
};

}  // namespace riverboat
