// Who finishes where in a tournament, from stacks alone: the models by which prizes are priced.
#pragma once

#include <span>
#include <vector>

namespace riverboat {

// The most players whose every set is counted: 2^20 numbers, 8 MB.
inline constexpr int kMostExactPlayers = 20;

// Malmuth and Harville: the winner is drawn by chips, then the second among the others by chips, and so on.
// Returns chances [players][places] to finish first, second, ... Stacks are over 0.
std::vector<double> harville_finishes(std::span<const double> stacks, int places);

// Malmuth and Weitzman: who is out next is drawn by one over his chips, which the others then share equally.
std::vector<double> weitzman_finishes(std::span<const double> stacks, int places);

// What each player wins of bounties, heads included: a head goes to one of those who finish above, drawn by
// chips, and the winner keeps his own. Finishes as by Malmuth and Harville.
std::vector<double> harville_bounties(std::span<const double> stacks, std::span<const double> bounties);

// What stacks are worth after a hand in which some may have gone out, by Malmuth and Harville: who had more
// before it finishes above, those who had the same share the prizes of their places.
std::vector<double> prizes_after_hand(std::span<const double> before, std::span<const double> after,
                                      std::span<const double> payouts);

}  // namespace riverboat
