// The betting of a full-width walk as plain numbers, for a card that runs thousands of small programs at
// once.
//
// The betting of one street, as one player walks it, is a program: a list of steps over planes. A plane holds
// a number for each class of hands: the opponent's reach on the way down, and one's own values on the way up.
// Programs know nothing of cards, so all boards of a round share them: see flat_boards.hpp for those.
//
// Values are above a level: less what the player gets if he gives up now, times the reach that he meets. So
// to fold is worth nothing, and every node has at most one sum over hands to ask for, that of all its ends
// together: what differs in level is a part of it. The values of the whole game are above nothing.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "solvers/full_width/walk_routes.hpp"
#include "solvers/game/solver_game.hpp"

namespace riverboat {

// A program begins with where the tables of its street lie: choices of player 0 and of player 1 before it on
// the round, and those on it. Then come steps, each {step | quads << 8, ...}, so many quads of numbers long.
// `before` are the choices of player 0 and of player 1 before the node on its round, from which its place in
// the tables follows; `number` is the node's on its round, and `next` how far from its step on that of the
// second decision after it is, or 0. Planes and actions that are not there are -1.
//
// Hands meet a reach with three factors: for all of it, for that of weaker hands, and for that of hands that
// are not stronger. Steps that ask for it have in their third quad {the plane that is met, or -1, the plane
// that is met instead for the first factor, or -1, the action that is shown, or -1 if strengths do not
// matter, where the factors are}.
enum class Step : std::int32_t {
    stop,
    spread,   // the opponent acts: actions, before 0, before 1; number, next, plane of the value of his ends,
              // plane of the reach; what is met; a plane for each action that goes on. For each action there
              // is one more factor, that of all of its reach; the sum of these is met by itself if nothing is
              // shown, and else instead
    send,     // the reach goes on to the next street: plane, leaf
    receive,  // values come back from there: plane, leaf
    meet,     // hands meet a reach: 0, 0, 0; 0, 0, plane of the value, 0; what is met
    own,  // the player acts: actions, before 0, before 1; number, next, plane of the value, the action that
          // gets what is met; what is met; way + 4 * target for each action
    sum,  // values after the opponent's actions: how many planes, then each; the first becomes the sum
};

// Where an action of the walking player leads.
enum class Way : std::int32_t {
    plane,    // the value is there
    leaf,     // the value comes from the next street
    nowhere,  // an end: a fold is worth nothing, a showdown what is met
};

struct WalkPrograms {
    std::vector<std::int32_t> code;    // all programs
    std::vector<std::uint32_t> first;  // by start: where its program begins, and where the last one ends
    std::vector<double> factors;
    std::uint32_t planes = 1;  // that a program needs at most
};

// By round, the choices that ended all betting on rounds before: what begins on a round are its streets, then
// these. Leaves of the round before are numbered so.
std::vector<std::vector<std::uint32_t>> runouts_before(const SolverGame& game, const WalkRoutes& routes);

WalkPrograms walk_programs(const SolverGame& game, const WalkRoutes& routes, int round, int player);

}  // namespace riverboat
