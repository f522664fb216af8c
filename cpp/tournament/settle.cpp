#include "tournament/settle.hpp"

#include <algorithm>
#include <limits>

namespace riverboat {

namespace {

constexpr double kNothing = 1e-9;  // chips that rounding leaves

// What everybody has put in, given who went all-in.
std::vector<double> put_in(const JamTable& table, std::uint32_t jams) {
    std::vector<double> paid = table.posted;
    for (int seat = 0; seat < table.players(); ++seat) {
        if (jams >> seat & 1) paid[seat] = table.stacks[seat];
    }
    return paid;
}

}  // namespace

std::uint32_t in_hand(const JamTable& table, std::uint32_t jams) {
    const int players = table.players();
    std::uint32_t in = jams;
    for (int seat = 0; seat < players; ++seat) {
        if (jams >> seat & 1) continue;
        double to_match = 0.0;  // when it is this seat's turn
        for (int other = 0; other < players; ++other) {
            if (other == seat || (other < seat && !(in >> other & 1))) continue;
            const bool jammed = other < seat && (jams >> other & 1);
            to_match = std::max(to_match, jammed ? table.stacks[other] : table.posted[other]);
        }
        const bool all_in = table.posted[seat] >= table.stacks[seat] - kNothing;
        if (all_in || to_match <= table.posted[seat] + kNothing) in |= 1u << seat;
    }
    return in;
}

JamSettled settle(const JamTable& table, std::uint32_t jams, std::span<const std::uint8_t> places) {
    const int players = table.players();
    const std::uint32_t in = in_hand(table, jams);
    const std::vector<double> paid = put_in(table, jams);
    JamSettled out;
    out.stacks.resize(players);
    for (int seat = 0; seat < players; ++seat) out.stacks[seat] = table.stacks[seat] - paid[seat];
    out.heads_won.assign(players * players, 0.0);
    double level = 0.0;
    std::vector<int> winners, before;
    while (true) {  // the main pot first, then what only longer stacks play for
        double next = std::numeric_limits<double>::infinity();
        for (int seat = 0; seat < players; ++seat) {
            if ((in >> seat & 1) && paid[seat] > level + kNothing) next = std::min(next, paid[seat]);
        }
        const bool last = next == std::numeric_limits<double>::infinity();
        double pot = 0.0;
        for (const double chips : paid) pot += std::max(0.0, std::min(chips, next) - level);
        if (last && pot <= kNothing) break;
        int best = 256;
        before = winners;
        for (int seat = 0; seat < players && !last; ++seat) {
            if ((in >> seat & 1) && paid[seat] >= next - kNothing) best = std::min<int>(best, places[seat]);
        }
        if (!last) winners.clear();
        for (int seat = 0; seat < players && !last; ++seat) {
            if ((in >> seat & 1) && paid[seat] >= next - kNothing && places[seat] == best)
                winners.push_back(seat);
        }
        for (const int seat : winners) out.stacks[seat] += pot / static_cast<double>(winners.size());
        for (int seat = 0; seat < players && !last;
             ++seat) {  // heads go with the last pot that one plays for
            const bool ends_here = (in >> seat & 1) && paid[seat] >= next - kNothing &&
                                   paid[seat] <= next + kNothing &&
                                   paid[seat] >= table.stacks[seat] - kNothing;
            for (const int winner : winners) {
                if (ends_here && winner != seat) {
                    out.heads_won[winner * players + seat] = 1.0 / static_cast<double>(winners.size());
                }
            }
        }
        if (last) break;
        level = next;
    }
    for (int seat = 0; seat < players; ++seat) {
        if (out.stacks[seat] < kNothing) out.stacks[seat] = 0.0;
        for (int winner = 0; winner < players && out.stacks[seat] > 0.0; ++winner) {
            out.heads_won[winner * players + seat] = 0.0;  // still there
        }
    }
    return out;
}

}  // namespace riverboat
