// Whole hands played natively, as fast as the rules allow.
#pragma once

#include <array>
#include <cstdint>

#include "games/rules/rules.hpp"
#include "runtime/parallel.hpp"

namespace riverboat {

enum class Policy : std::uint8_t {
    call,    // everybody checks or calls
    random,  // fold, call and raise alike likely where legal; raises to any legal amount
};

struct Playout {
    std::uint64_t hands = 0;
    std::uint64_t actions = 0;
    std::uint64_t showdowns = 0;
    std::array<std::int64_t, kMaxPlayers> won{};  // chips by seat, net
    std::uint64_t checksum = 0;                   // over every hand's results; does not depend on the threads

    void add(const Playout& other);
};

// The hands depend on the seed, not on the threads.
Playout play_hands(const GameRules& rules, Policy policy, std::uint64_t hands, std::uint64_t seed,
                   unsigned threads, const Watch& watch);

}  // namespace riverboat
