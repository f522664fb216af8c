#include <algorithm>
#include "solvers/full_width/flat_walk.hpp"

#include "solvers/full_width/flat_boards.hpp"

#include "tests/check.hpp"
#include "tests/solvers/solver_games.hpp"

using namespace riverboat;
using namespace riverboat::test;

namespace {

constexpr FlatShape kShape{64, 2, 6};  // as a card takes some hundred hands: two of them for each thread

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

// One thread of the lists, as a card reads it.
struct Chunk {
    const HandIndex* hands;
    unsigned bits;
    std::size_t chunk;
    bool begins(std::size_t i) const { return bits >> i & 1; }
    std::size_t lane(int number) const { return bits >> (chunk + 5 * static_cast<unsigned>(number)) & 31; }
};
Chunk chunk_of(const FlatShape& shape, const HandIndex* lists, std::size_t thread) {
    const HandIndex* at = lists + thread * shape.chunk_numbers();
    const HandIndex* bits = at + shape.chunk_numbers() - 2;
    return {at, bits[0] | unsigned{bits[1]} << 16, shape.chunk};
}

// By place: the reach of weaker hands of its list, of those that are not stronger, of all, and its own.
struct Place {
    double weaker = 0, not_stronger = 0, all = 0, own = 0;
};
std::vector<Place> places_of(const FlatShape& shape, const HandIndex* lists,
                             const std::vector<double>& reach) {
    std::vector<Place> out(shape.chunk * shape.threads + 1);
    for (std::size_t first = 0; first < shape.threads;) {
        const std::size_t lane = first % 32, last = first - lane + chunk_of(shape, lists, first).lane(1);
        CHECK(chunk_of(shape, lists, first).begins(0) && last - first < shape.span);
        CHECK(last / 32 == first / 32);
        double run = 0, weaker = 0;
        std::vector<Place*> equals, all;
        const auto end_group = [&] {
            for (Place* place : equals) place->weaker = weaker, place->not_stronger = run;
            equals.clear();
        };
        std::size_t begun = lane,
                    open = first;  // the last that begins a strength, and who waits for the next
        for (std::size_t t = first; t <= last; ++t) {
            const Chunk chunk = chunk_of(shape, lists, t);
            CHECK(chunk.lane(0) == lane && chunk.lane(1) == last % 32);
            CHECK(t == first || chunk.lane(2) == begun);
            const bool any = chunk.bits & ((1u << shape.chunk) - 1);
            if (any && t > first) {
                for (; open < t; ++open) CHECK(chunk_of(shape, lists, open).lane(3) == t % 32);
            }
            if (any) begun = t % 32;
            for (std::size_t i = 0; i < shape.chunk; ++i) {
                if (chunk.begins(i)) end_group(), weaker = run;
                Place& place = out[i * shape.threads + t];
                place.own = reach.at(chunk.hands[i] / 4u);
                run += place.own;
                equals.push_back(&place);
                all.push_back(&place);
            }
        }
        for (; open <= last; ++open) CHECK(chunk_of(shape, lists, open).lane(3) == open % 32);
        end_group();
        for (Place* place : all) place->all = run;
        first = last + 1;
    }
    return out;
}

// What a class meets, as ends add it up from looks, is what one counts hand by hand.
void check_ends(const SolverGame& game, int round, const FlatBoards& flat, std::size_t b, int player) {
    Deal deal(b);
    const FlatShape& shape = flat.shape;
    const auto& board = game.runouts.rounds[round][b];
    const BoardHands &own = board.hands[player], &other = board.hands[1 - player];
    std::vector<double> reach(shape.room(), 0.0);
    for (std::size_t c = 0; c < other.classes(); ++c) reach[c] = 2 * deal.below(1000);
    const auto places =
        places_of(shape, flat.lists[player].data.get() + b * shape.chunk_numbers() * shape.threads, reach);
    const HandIndex* looks = flat.looks[player].data.get() + b * kLookNumbers * shape.room();
    std::vector<double> before(1);  // reach of the first classes
    for (std::size_t c = 0; c < other.classes(); ++c) {
        CHECK(looks[4 * shape.room() + c] == other.size[c]);
        before.push_back(before.back() + reach[c] * other.size[c]);
    }
    const double given_back = flat.hole_cards == 2 ? 0.5 : 0;
    for (std::size_t k = 0; k < own.classes(); ++k) {
        const Place& one = places.at(looks[2 * (shape.room() + k)] / 4u);
        const Place& two =
            flat.hole_cards == 2 ? places.at(looks[2 * (shape.room() + k) + 1] / 4u) : places.back();
        const auto met = [&](std::size_t first_hands) {
            double out = 0;
            for (std::size_t i = 0; i < first_hands; ++i)
                if ((other.all[i].mask() & own.cards[k].mask()) == 0) out += reach[other.class_of[i]];
            return out;
        };
        const double same = given_back * (one.own + two.own);
        CHECK(before.back() - one.all - two.all + same == met(other.all.size()));
        if (own.groups.empty()) continue;
        const StrengthGroup& group = *std::find_if(own.groups.begin(), own.groups.end(),
                                                   [&](const StrengthGroup& g) { return k < g.own_end; });
        const double weaker = before.at(looks[2 * k] / 4u), upto = before.at(looks[2 * k + 1] / 4u);
        CHECK(weaker - one.weaker - two.weaker == met(group.weaker));
        CHECK(upto - one.not_stronger - two.not_stronger + same == met(group.not_stronger));
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

void check_leaves(const SolverGame& game, int player) {
    const WalkRoutes routes(game);
    const std::size_t starts = routes.streets[1].size() + runouts_before(game, routes)[1].size();
    const WalkPrograms first = walk_programs(game, routes, 0, player),
                       last = walk_programs(game, routes, 1, player);
    CHECK(first.first.size() == 2);  // where the only program begins and ends
    CHECK(last.first.size() == starts + 1);
    CHECK(last.first.back() == last.code.size());
    std::vector<int> sent(starts);
    const auto step = [&](std::size_t at) { return static_cast<Step>(first.code[at] & 255); };
    for (std::size_t at = 4; step(at) != Step::stop; at += 4 * static_cast<std::size_t>(first.code[at] >> 8))
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
    for (int player = 0; player < kSolverPlayers; ++player) check_leaves(game, player);
}
