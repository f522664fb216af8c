// Exact situations at the start of a street: its shape, and who has folded with how much in the pot, which
// the street does not depend on.
#pragma once

#include "games/trees/street.hpp"
#include "runtime/hash_index.hpp"

namespace riverboat {

// Numbered vectors of the chips that folded seats have put in.
using DeadMoney = Numbered<BySeat>;

struct Start {
    std::uint32_t shape;
    std::uint32_t dead;
};
using Starts = Numbered<Start>;

inline Start start_of(const TreeState& root, Shapes& shapes, DeadMoney& dead) {
    BySeat chips{};
    for (int seat = 0; seat < root.betting.players; ++seat) {
        if (root.betting.folded >> seat & 1) chips[seat] = root.betting.total[seat];
    }
    return {shapes.number(root), dead.number(chips)};
}

// Where a street goes on. `put_in`: by seat in the whole hand, this street included.
inline Start start_after(const Street::Exit& exit, std::uint32_t dead_before, const BySeat& put_in,
                         DeadMoney& dead) {
    if (exit.folded_here == 0) return {exit.next, dead_before};
    BySeat chips = dead[dead_before];
    for (unsigned left = exit.folded_here; left != 0; left &= left - 1)
        chips[__builtin_ctz(left)] = put_in[__builtin_ctz(left)];
    return {exit.next, dead.number(chips)};
}

}  // namespace riverboat
