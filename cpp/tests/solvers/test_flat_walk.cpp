#include <algorithm>
#include "solvers/full_width/flat_walk.hpp"

#include <cmath>

#include "tests/check.hpp"
#include "tests/solvers/solver_games.hpp"

using namespace riverboat;
using namespace riverboat::test;

namespace {

constexpr FlatShape kShape{7, 64, 128};  // as a card takes some hundred hands: two of them for each thread

SolverGame game_of(const GameRules& rules, const std::vector<Card>& board, const BothHands& hands) {
    SolverGame game{rules, tree_of(rules, one_size(rules, 0.5)), {0, 1}, board, hands, {}};
    game.runouts = deal_runouts(rules, 0, rules.rounds - 1, board, hands);
    return game;
}

SolverGame turn(unsigned thin) {
    Deal deal(7);
    const std::vector<Card> board = cards_of("QsJh2h5c");
    const GameRules rules = holdem_spot(4, 20, 60);
    const CardMask used = mask_of_cards(board);
    return game_of(rules, board,
                   {hands_of(rules, used, &deal, thin), hands_of(rules, used, &deal, 2 * thin)});
}

SolverGame small_island() {
    const GameRules rules = island(3);
    return game_of(rules, {}, {hands_of(rules, 0), hands_of(rules, 0)});
}

// Sums over the hands of a list before each place, anew where a part begins, where looks look for them.
std::vector<double> sums_of(const HandIndex* list, const std::vector<double>& reach) {
    const std::size_t stride = kShape.chunk | 1;
    std::vector<double> sums(kShape.chunks * stride, 0.0);
    double run = 0;
    for (std::size_t t = 0; t < kShape.chunks; ++t) {
        const HandIndex* chunk = list + t * (kShape.chunk + 1);
        for (std::size_t i = 0; i < kShape.chunk; ++i) {
            if (chunk[kShape.chunk] >> i & 1) run = 0;
            sums[t * stride + i] = run;
            run += reach.at(chunk[i] / 4);
        }
    }
    return sums;
}

// Of the threads of a warp up to each, the last that begins a part, and whether none before it does.
void check_begins(const HandIndex* list) {
    for (std::size_t t = 0, last = 0, begun = 0; t < kShape.chunks; ++t) {
        if (t % 32 == 0) last = begun = 0;
        const unsigned number = list[t * (kShape.chunk + 1) + kShape.chunk];
        CHECK((number >> (kShape.chunk + 5)) == (begun ? 0 : 1));
        if (number & ((1u << kShape.chunk) - 1)) last = t % 32, begun = 1;
        CHECK((number >> kShape.chunk & 31) == last);
    }
}

// What a class meets, as ends add it up from looks, is what one counts hand by hand.
void check_ends(const SolverGame& game, int round, const FlatBoards& flat, std::size_t b, int player) {
    Deal deal(b);
    const auto& board = game.runouts.rounds[round][b];
    const BoardHands &own = board.hands[player], &other = board.hands[1 - player];
    std::vector<double> reach(kShape.room, 0.0);
    for (std::size_t c = 0; c < other.classes(); ++c) reach[c] = deal.below(1000);
    const HandIndex* list = flat.lists[player].data.get() + b * (kShape.chunk + 1) * kShape.chunks;
    check_begins(list);
    const std::vector<double> sums = sums_of(list, reach);
    const HandIndex* looks = flat.looks[player].data.get() + b * kLookNumbers * kShape.room;
    const std::size_t hands = other.all.size();
    const double total = sums[hands / kShape.chunk * (kShape.chunk | 1) + hands % kShape.chunk];
    for (std::size_t k = 0; k < own.classes(); ++k) {
        const auto look = [&](std::size_t i) { return looks[(i / 2 * kShape.room + k) * 2 + i % 2] / 4; };
        const auto sum = [&](std::size_t i) { return sums.at(look(i)); };
        const double same = reach.at(look(8));
        StrengthGroup group{};
        for (const StrengthGroup& g : own.groups) {
            group = g;
            if (k < g.own_end) break;
        }
        const auto met = [&](std::size_t first_hands) {
            double out = 0;
            for (std::size_t i = 0; i < first_hands; ++i)
                if ((other.all[i].mask() & own.cards[k].mask()) == 0) out += reach[other.class_of[i]];
            return out;
        };
        CHECK(total - sum(4) - sum(7) + same == met(hands));
        if (own.groups.empty()) continue;
        CHECK(sum(0) - sum(2) - sum(5) == met(group.weaker));
        CHECK(sum(1) - sum(3) - sum(6) + same == met(group.not_stronger));
    }
}

void check_boards(const SolverGame& game) {
    for (int round = 0; round < game.rules.rounds; ++round) {
        const FlatBoards flat = flat_boards({&game}, round, 32, kShape, 1);
        CHECK(flat.boards.size() == game.runouts.rounds[round].size());
        for (std::size_t b = 0; b < flat.boards.size(); ++b)
            for (int p = 0; p < kSolverPlayers; ++p) check_ends(game, round, flat, b, p);
    }
}

void check_leaves(const SolverGame& game, int player, bool split) {
    const WalkRoutes routes(game);
    const std::size_t starts = routes.streets[1].size() + runouts_before(game, routes)[1].size();
    const WalkPrograms first = walk_programs(game, routes, 0, player, split),
                       last = walk_programs(game, routes, 1, player, split);
    CHECK(first.first.size() == 2);  // where the only program begins and ends
    CHECK(last.first.size() == starts + 1);
    CHECK(last.first.back() == last.code.size());
    std::vector<int> sent(starts);
    const auto step = [&](std::size_t at) { return static_cast<Step>(first.code[at] & 255); };
    for (std::size_t at = 4; step(at) != Step::stop; at += static_cast<std::size_t>(first.code[at] >> 8))
        if (step(at) == Step::send) ++sent.at(static_cast<std::size_t>(first.code[at + 2]));
    CHECK(sent == std::vector<int>(starts, 1));  // each is sent on once
}

}  // namespace

TEST(ends_add_up_whom_a_hand_can_meet) {
    check_boards(turn(quick() ? 40 : 20));
    check_boards(small_island());
}

TEST(boards_without_a_hand) {
    const std::vector<Card> board = cards_of("QsJh2h5c"), one = cards_of("AsAd"), two = cards_of("KsKd");
    const BothHands hands{PrivateHands{{{one[0], one[1]}}, {1.0}}, PrivateHands{{{two[0], two[1]}}, {1.0}}};
    const SolverGame game = game_of(holdem_spot(4, 20, 60), board, hands);
    std::size_t without = 0;
    for (const RunoutBoard& river : game.runouts.rounds[1]) without += river.hands[0].classes() == 0;
    CHECK(without == 2);  // the two aces
    check_boards(game);
}

TEST(threads_write_the_same) {
    const SolverGame game = turn(40);
    const FlatBoards one = flat_boards({&game}, 1, 64, kShape, 1),
                     four = flat_boards({&game}, 1, 64, kShape, 4);
    for (int p = 0; p < kSolverPlayers; ++p) {
        CHECK(std::equal(one.lists[p].data.get(), one.lists[p].data.get() + one.lists[p].size,
                         four.lists[p].data.get()));
        CHECK(std::equal(one.looks[p].data.get(), one.looks[p].data.get() + one.looks[p].size,
                         four.looks[p].data.get()));
        CHECK(one.maps[p] == four.maps[p]);
    }
}

TEST(leaves_of_a_round_are_the_starts_of_the_next) {
    const SolverGame game = turn(40);
    for (int player = 0; player < kSolverPlayers; ++player)
        for (bool split : {false, true}) check_leaves(game, player, split);
}
