// One hand of jam or fold: what everybody has after it.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace riverboat {

// Seats in order of acting; the last two post the blinds (with two players the first is the button and small
// blind).
struct JamTable {
    std::vector<double> stacks;
    std::vector<double> posted;  // antes and blinds, never more than the stack

    int players() const { return static_cast<int>(stacks.size()); }
};

struct JamSettled {
    std::vector<double> stacks;  // after the hand
    std::vector<double>
        heads_won;  // [players][players]: the share of each head, by who wins it and whose it is
};

// jams: the seats that went all-in, bit by bit. Who posted all he has is in the hand, and so is who has
// nothing to call.
std::uint32_t in_hand(const JamTable& table, std::uint32_t jams);

// places: of the hands in the hand, 0 the best; those that tie have the same.
JamSettled settle(const JamTable& table, std::uint32_t jams, std::span<const std::uint8_t> places);

}  // namespace riverboat
