#include "bind/bind.hpp"
#include "cards/equity/against_hands.hpp"
#include "cards/equity/board.hpp"
#include "cards/equity/board_sweeps.hpp"
#include "cards/equity/matchup.hpp"
#include "cards/equity/multiway.hpp"
#include "cards/equity/range_equity.hpp"
#include "cards/equity/rollout.hpp"

namespace riverboat::bind {

namespace {

using Cards = std::vector<Card>;

const Evaluator& holdem() {
    return evaluator(RankingId::holdem);
}

// By number of the ranking. Cards that a short deck leaves out must be among the dead ones.
const Evaluator& ranked(int ranking) {
    return evaluator(static_cast<RankingId>(ranking));
}

Board board_of(const Cards& cards) {
    Board board{};
    std::copy(cards.begin(), cards.end(), board.begin());
    return board;
}

std::span<const double> span_of(VectorIn<double> values) {
    return {values.data(), values.shape(0)};
}

ArrayOut<Strength> strengths(const Cards& board) {
    std::vector<Strength> out(kHands);
    board_strengths(holdem(), board_of(board), out.data());
    return to_array(std::move(out), {kHands});
}

// Boards [N, 5] -> wins and ties [N, 1326, 2].
ArrayOut<std::uint16_t> win_tie(MatrixIn<Card> boards, unsigned threads) {
    static_assert(sizeof(WinTie) == 4);
    const std::size_t count = boards.shape(0);
    std::vector<std::uint16_t> out(count * kHands * 2);
    {
        const Watch watch = python_watch();
        const nb::gil_scoped_release release;
        constexpr std::size_t per_chunk = 256;
        parallel_chunks(
            (count + per_chunk - 1) / per_chunk, threads, watch, [&](std::size_t chunk, unsigned) {
                for (std::size_t i = chunk * per_chunk; i < std::min(count, (chunk + 1) * per_chunk); ++i) {
                    Board board;
                    std::copy_n(boards.data() + i * kBoardCards, kBoardCards, board.begin());
                    board_win_tie(holdem(), board, reinterpret_cast<WinTie*>(out.data() + i * kHands * 2));
                }
            });
    }
    return to_array(std::move(out), {count, kHands, 2});
}

// Boards, and per player boards won, boards shared, and pots won in units of 1 / 2520.
using Matchup = std::tuple<std::uint64_t, std::vector<std::tuple<std::int64_t, std::int64_t, std::int64_t>>>;

Matchup matchup_counts(const std::vector<int>& hands, const Cards& board, const Cards& dead, int ranking) {
    std::vector<Hand> players;
    for (int hand : hands) players.push_back(hand_of(hand));
    MatchupCounts counts;
    {
        const nb::gil_scoped_release release;
        counts = matchup(ranked(ranking), players, board, mask_of(dead));
    }
    Matchup result{counts.boards, {}};
    for (std::size_t i = 0; i < hands.size(); ++i) {
        std::get<1>(result).emplace_back(counts.wins[i], counts.ties[i], counts.shares[i]);
    }
    return result;
}

std::array<double, 3> one_hand(int hand, VectorIn<double> range, const Cards& board, const Cards& dead,
                               unsigned threads, nb::object progress, int ranking) {
    const Watch watch = python_watch(progress);
    const nb::gil_scoped_release release;
    return hand_equity(ranked(ranking), hand_of(hand), span_of(range), board, mask_of(dead), threads, watch);
}

ArrayOut<double> one_against_hands(int hand, const Cards& board, const Cards& dead, int ranking) {
    std::vector<double> out(kHands);
    against_hands(ranked(ranking), hand_of(hand), board, mask_of(dead), out.data());
    return to_array(std::move(out), {kHands});
}

ArrayOut<std::uint32_t> heads_up(MatrixIn<Card> rows, unsigned threads, nb::object progress) {
    const std::size_t count = rows.shape(0);
    std::vector<std::uint32_t> out(2 * count);
    {
        const Watch watch = python_watch(progress);
        const nb::gil_scoped_release release;
        heads_up_preflop(holdem(), rows.data(), count, out.data(), threads, watch);
    }
    return to_array(std::move(out), {count, 2});
}

// Wins, ties and total of both ranges: float[2, 3, 1326].
ArrayOut<double> ranges(VectorIn<double> first, VectorIn<double> second, const Cards& board,
                        const Cards& dead, unsigned threads, nb::object progress,
                        const std::optional<VectorIn<std::uint8_t>>& listed, int ranking) {
    std::vector<double> out;
    out.reserve(6 * kHands);
    std::span<const std::uint8_t> also;
    if (listed) also = {listed->data(), listed->shape(0)};
    {
        const Watch watch = python_watch(progress);
        const nb::gil_scoped_release release;
        for (const RangeSums& sums : range_equity(ranked(ranking), span_of(first), span_of(second), board,
                                                  mask_of(dead), threads, watch, also)) {
            for (const auto* part : {&sums.wins, &sums.ties, &sums.total})
                out.insert(out.end(), part->begin(), part->end());
        }
    }
    return to_array(std::move(out), {2, 3, kHands});
}

// float[players, 1326] -> what the multiway functions take. `everything[p]`: player p holds any live hand.
std::vector<PlayerHands> players_of(MatrixIn<double> weights, const std::vector<bool>& everything) {
    std::vector<PlayerHands> players(weights.shape(0));
    for (std::size_t p = 0; p < players.size(); ++p) {
        players[p].everything = everything[p];
        for (std::size_t hand = 0; hand < kHands; ++hand) {
            const double weight = weights.data()[p * kHands + hand];
            if (weight == 0) continue;
            players[p].hands.push_back(static_cast<std::uint16_t>(hand));
            players[p].weights.push_back(weight);
        }
    }
    return players;
}

DealSums exact(MatrixIn<double> weights, const Cards& board, const Cards& dead, unsigned threads,
               nb::object progress, int ranking) {
    const auto players = players_of(weights, std::vector<bool>(weights.shape(0)));
    const Watch watch = python_watch(progress);
    const nb::gil_scoped_release release;
    return multiway_exact(ranked(ranking), players, board, mask_of(dead), threads, watch);
}

DealSums sampled(MatrixIn<double> weights, const std::vector<bool>& everything, const Cards& board,
                 const Cards& dead, std::uint64_t samples, std::uint64_t seed, unsigned threads,
                 nb::object progress, int ranking) {
    const auto players = players_of(weights, everything);
    const Watch watch = python_watch(progress);
    const nb::gil_scoped_release release;
    return multiway_sampled(ranked(ranking), players, board, mask_of(dead), samples, seed, threads, watch);
}

std::uint64_t deals(MatrixIn<double> weights, std::uint64_t limit) {
    const auto players = players_of(weights, std::vector<bool>(weights.shape(0)));
    const Watch watch = python_watch();
    const nb::gil_scoped_release release;
    return count_deals(players, limit, watch);
}

Rollout roll(const Cards& board, int bins, bool want_next, unsigned threads, nb::object progress) {
    const Watch watch = python_watch(progress);
    const nb::gil_scoped_release release;
    return rollout(holdem(), board, bins, want_next, threads, watch);
}

}  // namespace

void register_equity(nb::module_& m) {
    using namespace nb::literals;
    const auto copy = [](const std::vector<double>& values) {
        return to_array(std::vector(values), {values.size()});
    };
    nb::class_<PlayerSums>(m, "PlayerSums", "One player's sums over deals.")
        .def_ro("wins", &PlayerSums::wins)
        .def_ro("ties", &PlayerSums::ties)
        .def_ro("shares", &PlayerSums::shares)
        .def_ro("shares_squared", &PlayerSums::shares_squared)
        .def_prop_ro(
            "hand_shares", [copy](const PlayerSums& sums) { return copy(sums.hand_shares); },
            nb::rv_policy::move)
        .def_prop_ro(
            "hand_deals", [copy](const PlayerSums& sums) { return copy(sums.hand_deals); },
            nb::rv_policy::move);
    nb::class_<DealSums>(m, "DealSums", "Sums over deals of hands and boards.")
        .def_ro("deals", &DealSums::deals)
        .def_ro("attempts", &DealSums::attempts)
        .def_ro("players", &DealSums::players)
        .def("add", &DealSums::add, "other"_a);
    nb::class_<Rollout>(m, "Rollout", "Sums of scores (2 wins + ties) over the completions of a board.")
        .def_prop_ro(
            "scores", [](Rollout& sums) { return to_array(std::vector(sums.scores), {kHands}); },
            nb::rv_policy::move)
        .def_prop_ro(
            "squares", [](Rollout& sums) { return to_array(std::vector(sums.squares), {kHands}); },
            nb::rv_policy::move)
        .def_prop_ro(
            "histogram",
            [](Rollout& sums) {
                return to_array(std::vector(sums.histogram), {kHands, sums.histogram.size() / kHands});
            },
            nb::rv_policy::move)
        .def_prop_ro(
            "next_scores",
            [](Rollout& sums) {
                return to_array(std::vector(sums.next_scores), {sums.next_scores.size() / kHands, kHands});
            },
            nb::rv_policy::move);
    nb::class_<BoardSweeps>(m, "BoardSweeps", "One range after another on the same boards.")
        .def(
            "__init__",
            [](BoardSweeps* self, MatrixIn<Card> boards) {
                if (boards.shape(1) != kBoardCards) throw nb::value_error("a board has five cards");
                std::vector<Board> each(boards.shape(0));
                for (std::size_t i = 0; i < each.size(); ++i)
                    std::copy_n(boards.data() + i * kBoardCards, kBoardCards, each[i].begin());
                new (self) BoardSweeps(holdem(), each);
            },
            "boards"_a)
        .def(
            "won_from",
            [](const BoardSweeps& sweeps, VectorIn<double> weights) {
                if (weights.shape(0) != kHands) throw nb::value_error("a range has 1,326 weights");
                std::vector<double> won;
                {
                    const nb::gil_scoped_release release;
                    won = sweeps.won_from(span_of(weights));
                }
                return to_array(std::move(won), {kHands});
            },
            "weights"_a, "Pots that every hand wins from a range, added up over the boards, [1326].");
    m.def("board_strengths", &strengths, "board"_a,
          "Strength of every hand on five cards, 0 if it meets them.");
    m.def("board_win_tie", &win_tie, "boards"_a, "threads"_a,
          "Wins and ties against the 990 other hands, [N, 1326, 2].");
    m.def("matchup", &matchup_counts, "hands"_a, "board"_a, "dead"_a, "ranking"_a = 0,
          "Exact counts over all boards for known hands (indices).");
    m.def("hand_equity", &one_hand, "hand"_a, "range"_a, "board"_a, "dead"_a, "threads"_a,
          "progress"_a.none(), "ranking"_a = 0,
          "Wins, ties and total of one hand (index) against a range, over all boards.");
    m.def(
        "against_hands", &one_against_hands, "hand"_a, "board"_a, "dead"_a, "ranking"_a = 0,
        "Share of the pot of one hand (index) against every hand, over all boards after three to five cards, "
        "[1326].");
    m.def("heads_up_preflop", &heads_up, "rows"_a, "threads"_a, "progress"_a.none(),
          "Wins of the first hand and ties over all boards, for rows of four cards, [N, 2].");
    m.def("range_equity", &ranges, "first"_a, "second"_a, "board"_a, "dead"_a, "threads"_a,
          "progress"_a.none(), "listed"_a.none() = nb::none(), "ranking"_a = 0,
          "Wins, ties and total of both ranges by hand, [2, 3, 1326]; listed: [1326], also of these hands.");
    m.def("multiway_exact", &exact, "weights"_a, "board"_a, "dead"_a, "threads"_a, "progress"_a.none(),
          "ranking"_a = 0, "Every deal of hands over every board.");
    m.def("multiway_sampled", &sampled, "weights"_a, "everything"_a, "board"_a, "dead"_a, "samples"_a,
          "seed"_a, "threads"_a, "progress"_a.none(), "ranking"_a = 0, "Random deals of hands and boards.");
    m.def("count_deals", &deals, "weights"_a, "limit"_a, "Deals of hands that share no card, up to a limit.");
    m.def("rollout", &roll, "board"_a, "bins"_a, "want_next"_a, "threads"_a, "progress"_a.none(),
          "Scores of every hand against a random one over the cards to come.");
}

}  // namespace riverboat::bind
