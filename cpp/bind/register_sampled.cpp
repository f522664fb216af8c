#include "bind/bind.hpp"
#include "solvers/sampled/sampled.hpp"

namespace riverboat::bind {

namespace {

using namespace nb::literals;

template <class Number>
using CellsOut = nb::ndarray<nb::numpy, Number, nb::device::cpu>;

// A strategy that stays: its buckets, where the rows of nodes begin, the rows, who does not play it, and the
// share of the deals in which the others do.
using Play = std::tuple<std::shared_ptr<DealBuckets>, VectorIn<std::uint64_t>, VectorIn<float>,
                        std::vector<int>, double>;

std::shared_ptr<FixedPlay> fixed_play(const Play& play) {
    const auto& [deals, first, numbers, learners, share] = play;
    return std::make_shared<FixedPlay>(deals, std::vector(first.data(), first.data() + first.size()),
                                       std::vector(numbers.data(), numbers.data() + numbers.size()), learners,
                                       share);
}

template <class Number>
void register_engine(nb::module_& m, const char* name) {
    using Engine = Sampled<Number>;
    nb::class_<Engine>(m, name, "The sampled engine. See riverboat.solvers.Sampled.")
        .def(
            "__init__",
            [](Engine* self, const GameRules& rules, const BettingTree& tree,
               std::shared_ptr<DealBuckets> deals, const std::vector<std::uint64_t>& buckets, bool huge,
               double rake_share, double rake_cap) {
                const nb::gil_scoped_release release;
                new (self) Engine(rules, std::make_shared<BettingTree>(tree), std::move(deals), buckets, huge,
                                  {rake_share, rake_cap});
            },
            "rules"_a, "tree"_a, "deals"_a, "buckets"_a, "huge"_a, "rake_share"_a = 0.0, "rake_cap"_a = 0.0)
        .def(
            "set_ranges",
            [](Engine& self, std::vector<std::vector<float>> weights) {
                self.dealer().set_ranges(std::move(weights));
            },
            "weights"_a, "By seat: nothing, or a weight from 0 to 1 for each of the 1,326 hands.")
        .def("set_prizes", &Engine::set_prizes, "stacks"_a, "payouts"_a,
             "Let ends be worth prizes: stacks of the seats, then of players who are not in the hand.")
        .def(
            "set_against", [](Engine& self, const Play& play) { self.set_against(fixed_play(play)); },
            "play"_a, "Let seats learn against a strategy that stays.")
        .def(
            "set_known",
            [](Engine& self, const VectorIn<Card>& board, const std::vector<std::vector<float>>& weights,
               const VectorIn<Card>& runouts, std::vector<int> learners) {
                self.dealer().set_known(
                    KnownDeals(self.dealer().rules(), std::vector(board.data(), board.data() + board.size()),
                               weights, std::vector(runouts.data(), runouts.data() + runouts.size())));
                self.set_learners(std::move(learners));
            },
            "board"_a, "weights"_a, "runouts"_a, "learners"_a,
            "Deal hands that are under way: the cards that lie, by seat nothing or a weight for each hand, "
            "the "
            "rest of the board to draw from or nothing, and who learns.")
        .def(
            "set_leaves",
            [](Engine& self, const Play& play, std::vector<std::int32_t> leaf_of,
               std::vector<std::array<float, 3>> ways, unsigned seats, int round, std::size_t buckets) {
                self.set_leaves({fixed_play(play),
                                 std::move(leaf_of),
                                 std::move(ways),
                                 static_cast<SeatMask>(seats),
                                 round,
                                 buckets,
                                 {}});
            },
            "play"_a, "leaf_of"_a, "ways"_a, "seats"_a, "round"_a, "buckets"_a,
            "End what is learnt at leaves: how all play behind them, by choice the number of the leaf or -1, "
            "what "
            "chances are multiplied by, who chooses and whose buckets they know.")
        .def(
            "values",
            [](const Engine& self, const Play& play, const std::optional<Play>& answer, std::uint64_t begin,
               std::uint64_t count, std::uint64_t seed, unsigned threads) {
                const auto stays = fixed_play(play), answers = answer ? fixed_play(*answer) : nullptr;
                const auto players = static_cast<std::size_t>(self.dealer().rules().players);
                std::vector<float> out(count * players);
                {
                    const nb::gil_scoped_release release;
                    self.values(*stays, answers.get(), begin, count, seed, threads, out.data());
                }
                return to_array(std::move(out), {count, players});
            },
            "play"_a, "answer"_a.none(), "begin"_a, "count"_a, "seed"_a, "threads"_a,
            "What all win with each deal, [deal, seat], by a strategy that stays and an answer of its seats.")
        .def(
            "run",
            [](Engine& self, int sampling, float floor, float prune_below, unsigned prune_every,
               bool averages, float explore, const std::vector<float>& tremble, float least_belief,
               unsigned in_flight, std::uint64_t begin, std::uint64_t count, std::uint64_t seed,
               unsigned threads, nb::object progress) {
                SampledOptions options{static_cast<Sampling>(sampling),
                                       floor,
                                       prune_below,
                                       prune_every,
                                       averages,
                                       explore,
                                       {},
                                       least_belief,
                                       in_flight};
                if (tremble.size() > options.tremble.size()) throw std::invalid_argument("too many rounds");
                std::copy(tremble.begin(), tremble.end(), options.tremble.begin());
                const Watch watch = python_watch(progress);
                const nb::gil_scoped_release release;
                const SampledCount done = self.run(options, begin, count, seed, threads, watch);
                return std::make_pair(done.iterations, done.visits);
            },
            "sampling"_a, "floor"_a, "prune_below"_a, "prune_every"_a, "averages"_a, "explore"_a, "tremble"_a,
            "least_belief"_a, "in_flight"_a, "begin"_a, "count"_a, "seed"_a, "threads"_a, "progress"_a.none(),
            "Iterations begin to begin + count; returns how many, and visits of decisions.")
        .def(
            "discount",
            [](Engine& self, float positive, float negative, float averages, std::uint64_t seed,
               unsigned threads) {
                const nb::gil_scoped_release release;
                self.discount(positive, negative, averages, seed, threads);
            },
            "positive"_a, "negative"_a, "averages"_a, "seed"_a, "threads"_a)
        .def(
            "add_snapshot",
            [](Engine& self, float weight, std::uint64_t seed, unsigned threads) {
                const nb::gil_scoped_release release;
                self.add_snapshot(weight, seed, threads);
            },
            "weight"_a, "seed"_a, "threads"_a)
        .def(
            "inherit",
            [](Engine& self, const Engine& other, const TreeTranslation& translation, float scale,
               unsigned threads) {
                const nb::gil_scoped_release release;
                self.inherit(other, translation, scale, threads);
            },
            "other"_a, "match"_a, "scale"_a, "threads"_a)
        .def(
            "survey",
            [](Engine& self, double enough, unsigned threads) {
                SampledSurvey found;
                {
                    const nb::gil_scoped_release release;
                    found = self.survey(enough, threads);
                }
                return std::make_tuple(found.rows, found.bytes, found.cells, found.positive, found.visits,
                                       found.trained_visits);
            },
            "enough"_a, "threads"_a,
            "Touched rows, their bytes, touched cells, positive regret, visits, visits of cells with enough.")
        .def(
            "seen_rows",
            [](Engine& self) {
                std::vector<std::uint8_t> seen = self.seen_rows();
                const std::size_t count = seen.size();
                return to_array(std::move(seen), {count});
            },
            "By row: 1 if a walk has been there.")
        .def("mark_seen", &Engine::mark_seen, "row"_a, "Say that a row was written to.")
        .def(
            "deal",
            [](const Engine& self, std::uint64_t begin, std::uint64_t count, std::uint64_t seed,
               unsigned threads) {
                std::vector<std::uint32_t> out(count * self.deal_words());
                {
                    const nb::gil_scoped_release release;
                    self.deal(begin, count, seed, threads, out.data());
                }
                return to_array(std::move(out), {count, self.deal_words()});
            },
            "begin"_a, "count"_a, "seed"_a, "threads"_a,
            "The deals of iterations: strengths by seat, buckets [seat, round], those of the strategy that "
            "stays.")
        .def(
            "ends",
            [](const Engine& self) {
                std::vector<float> paid = self.ends().paid(), amounts;
                std::vector<std::uint32_t> first = self.ends().first_pot(), seats;
                for (const SampledEnds::EndPot& pot : self.ends().pots()) {
                    amounts.push_back(pot.amount);
                    seats.push_back(pot.seats);
                }
                const std::size_t sums = paid.size(), ends = first.size(), pots = seats.size();
                return std::make_tuple(to_array(std::move(paid), {sums}), to_array(std::move(first), {ends}),
                                       to_array(std::move(amounts), {pots}),
                                       to_array(std::move(seats), {pots}));
            },
            "What ends are worth: [end, seat] minus what was paid, by end where its pots begin, pots and who "
            "may win them.")
        .def(
            "row",
            [](nb::handle self, std::size_t row) {
                Engine& engine = nb::cast<Engine&>(self);
                const CellRow& cells = engine.table().rows().at(row);
                return CellsOut<Number>(engine.table().cell(cells, 0),
                                        {cells.buckets, cell_numbers<Number>(cells.choices)}, self);
            },
            "row"_a, nb::sig("def row(self, row: int) -> numpy.typing.NDArray[numpy.generic]"),
            "The cells of a row as a view that may be written to: [buckets, regrets, averages, padding].")
        .def_prop_ro(
            "cells",
            [](nb::handle self) {
                Engine& engine = nb::cast<Engine&>(self);
                return CellsOut<Number>(reinterpret_cast<Number*>(engine.table().data()),
                                        {engine.table().bytes() / sizeof(Number)}, self);
            },
            nb::sig("def cells(self, /) -> numpy.typing.NDArray[numpy.generic]"),
            "All rows as one view that may be written to; a row begins at a multiple of 64 bytes.")
        .def_prop_ro(
            "nbytes", [](Engine& self) { return self.table().bytes(); }, "Of the table if all were touched.");
}

}  // namespace

void register_sampled(nb::module_& m) {
    register_engine<float>(m, "Sampled32");
    register_engine<std::uint16_t>(m, "Sampled16");
    m.def("largest_stack", &largest_stack, "tree"_a, "players"_a, "choice"_a, "beside"_a,
          "The most that decisions of one seat on one line take: so much for a choice and so much beside.");
    m.attr("DEALS_AT_ONCE") = Sampled<float>::kDealsAtOnce;
}

}  // namespace riverboat::bind
