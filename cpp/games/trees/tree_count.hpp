// The size of a betting tree, counted without building it.
//
// Street by street, two things are carried along: how many histories lead to each shape of a situation, which
// counts the plain tree, and which exact situations there are (shape and who put the dead money in), which
// counts the tree with equal situations joined. Only the situations of two streets are held at a time.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "games/trees/street.hpp"
#include "runtime/parallel.hpp"

namespace riverboat {

using BigCount = unsigned __int128;

struct NodeCount {
    BigCount nodes = 0;    // decisions
    BigCount choices = 0;  // actions of them
    BigCount ends = 0;     // choices that end the hand

    void add(const NodeCount& other, BigCount times);
};

struct StreetCount {
    std::array<NodeCount, kMaxPlayers + 1> tree;    // by players in the hand, every history apart
    std::array<NodeCount, kMaxPlayers + 1> joined;  // equal situations joined, on this street and before
    std::uint64_t shapes = 0;                       // distinct streets
    std::uint64_t starts = 0;                       // distinct exact situations at the start
    bool joined_known = true;                       // else `joined` and `starts` stay 0
};

// What a tree may weigh: by round, the weight of a choice of the tree in which every history is apart.
struct CountLimit {
    std::vector<double> weights;
    double most;
};

// From the first street on that more than `most_situations` exact situations start, only `tree` is counted.
std::vector<StreetCount> count_tree(const TreeRules& rules, const TreeState& root,
                                    std::uint64_t most_situations, const Watch& watch);

// The same, or nothing as soon as the tree is known to weigh more than the limit.
std::optional<std::vector<StreetCount>> count_tree(const TreeRules& rules, const TreeState& root,
                                                   std::uint64_t most_situations, const Watch& watch,
                                                   const CountLimit& limit);

}  // namespace riverboat
