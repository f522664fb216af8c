// The betting of one street, from one situation at its start: a small tree or, with equal situations joined,
// a small DAG, built once and used wherever a hand comes to that situation again.
//
// What happens on a street depends on who is in, their stacks, the pot and what the menu and the row key
// remember, not on who put the dead money in. So a situation is kept without that ("shape"), and thousands of
// histories share one `Street`.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <stdexcept>
#include <vector>

#include "games/trees/row_key.hpp"
#include "runtime/hash_index.hpp"

namespace riverboat {

// Everything that decides which tree comes out.
struct TreeRules {
    GameRules game;
    Menu menu;
    RowKey row_key;
};

struct Street {
    struct Node {
        std::uint8_t actor;
        std::uint8_t players_in;
        std::uint16_t choices;
        std::uint32_t first_choice;  // in `actions` and `targets`
        std::uint64_t rest_of_key;   // of its row; 0 for RowKind::own
        Letters letters;
    };
    // Where a choice ends the street.
    struct Exit {
        std::uint32_t next;  // the situation on a later street, or kHandOver
        SeatMask in_hand;
        SeatMask folded_here;
        BySeat put_in;  // on this street
        Letters letters;
    };
    static constexpr std::uint32_t kHandOver = 0xffffffffu;

    // The root is 0 and choices lead forward: breadth first in a tree, by progress of the betting in a DAG.
    std::vector<Node> nodes;
    std::vector<Action> actions;        // of all nodes
    std::vector<std::int32_t> targets;  // a node of this street, or ~e for exit e
    std::vector<Exit> exits;
};

// Numbered situations at the start of a street, without who put dead money in.
class Shapes {
  public:
    std::uint32_t number(TreeState state);  // dead money is taken out of it first
    const TreeState& operator[](std::uint32_t shape) const { return states_[shape]; }
    std::uint32_t size() const { return states_.size(); }

  private:
    Numbered<TreeState> states_;
};

// A street on which more can happen than anybody will ever want to know.
struct StreetTooLarge : std::length_error {
    using std::length_error::length_error;
};
struct TooManyExits {};

// Builds streets; keeps its working memory from one to the next.
class StreetBuilder {
  public:
    // `letters_apart`: shapes are numbered without the letters of the history, which exits have, and the
    // nodes of joined streets are left as they were found.
    explicit StreetBuilder(const TreeRules& rules, bool letters_apart = false)
        : rules_(rules), letters_apart_(letters_apart) {}

    // `joined`: equal situations on the street are one node. `shapes` numbers what comes after, by round.
    // Throws StreetTooLarge beyond `most_nodes`, and TooManyExits if more than `most_exits` choices lead to a
    // later street.
    Street build(const TreeState& start, bool joined, std::vector<Shapes>& shapes);

    std::size_t most_nodes = 1 << 24;  // of one street, some 400 bytes each
    double most_exits = std::numeric_limits<double>::infinity();

  private:
    const TreeRules& rules_;
    bool letters_apart_;
    Numbered<TreeState> states_;
};

}  // namespace riverboat
