#include "solvers/full_width/flat_walk.hpp"

#include <algorithm>
#include <numeric>

#include "runtime/parallel.hpp"
#include "solvers/full_width/table_layout.hpp"

namespace riverboat {

std::vector<std::vector<std::uint32_t>> runouts_before(const SolverGame& game, const WalkRoutes& routes) {
    const BettingTree& tree = game.tree;
    std::vector<std::vector<std::uint32_t>> out(static_cast<std::size_t>(game.rules.rounds) + 1);
    for (int round = game.runouts.first_round; round < game.rules.rounds; ++round) {
        out[round + 1] = out[round];
        for (std::uint32_t c = tree.first_choice[tree.first_node[round]];
             c < tree.first_choice[tree.first_node[round + 1]]; ++c) {
            if (routes.kind[c] == Target::runout) out[round + 1].push_back(c);
        }
    }
    return out;
}

namespace {

// Writes the program of one street after the other.
class Writer {
  public:
    Writer(const SolverGame& game, const WalkRoutes& routes, int round, int player, bool split)
        : game_(game),
          routes_(routes),
          round_(round),
          player_(player),
          split_(split),
          runouts_(runouts_before(game, routes)) {
        const BettingTree& tree = game.tree;
        std::array<std::int32_t, kSolverPlayers> choices{};
        for (std::uint32_t node = tree.first_node[round]; node < tree.first_node[round + 1]; ++node) {
            before_.push_back(choices);
            choices[game.player_at(node)] += actions_at(node);
        }
        before_.push_back(choices);
    }

    WalkPrograms all() {
        const bool last = round_ + 1 == game_.rules.rounds;
        for (const WalkRoutes::Street& street : routes_.streets[round_]) {
            const std::uint32_t first = street.first - game_.tree.first_node[round_];
            const auto &before = before_[first], &after = before_[first + street.nodes];
            begin({before[0], before[1], after[0] - before[0], after[1] - before[1]});
            walk(street.first, 0, true, kNone, kNone);
            step(Step::stop, {});
        }
        for (std::uint32_t choice : runouts_[round_]) {
            begin({0, 0, 0, 0});
            if (last) {
                meet(0, {{Way::showdown, routes_.target[choice], 0}}, kNone, kNone);
            } else {
                step(Step::send, {0, leaf(choice)});
                step(Step::receive, {0, leaf(choice)});
            }
            step(Step::stop, {});
        }
        out_.first.push_back(static_cast<std::uint32_t>(out_.code.size()));
        return std::move(out_);
    }

  private:
    template <class T>
    static std::int32_t of(T value) {
        return static_cast<std::int32_t>(value);
    }
    std::int32_t actions_at(std::uint32_t node) const {
        return of(game_.tree.first_choice[node + 1] - game_.tree.first_choice[node]);
    }
    void begin(const std::array<std::int32_t, 4>& tables) {
        out_.first.push_back(static_cast<std::uint32_t>(out_.code.size()));
        out_.code.insert(out_.code.end(), tables.begin(), tables.end());
        free_.clear();
        planes_ = 1;
    }
    std::int32_t take() {
        if (free_.empty()) {
            out_.planes = std::max(out_.planes, ++planes_);
            return of(planes_ - 1);
        }
        const std::int32_t plane = free_.back();
        free_.pop_back();
        return plane;
    }
    void step(Step kind, const std::vector<std::int32_t>& numbers) {
        out_.code.push_back(of(kind) | of(numbers.size() + 1) << 8);
        out_.code.insert(out_.code.end(), numbers.begin(), numbers.end());
    }
    std::int32_t leaf(std::uint32_t choice) const {
        if (routes_.kind[choice] == Target::street) return of(routes_.target[choice]);
        const auto& next = runouts_[round_ + 1];  // in order of choices
        const auto found = std::lower_bound(next.begin(), next.end(), choice);
        return of(routes_.streets[round_ + 1].size()) + of(found - next.begin());
    }
    Way end_way(std::uint32_t choice) const {
        return routes_.payoffs[player_][routes_.target[choice]].is_fold ? Way::fold : Way::showdown;
    }

    struct PaidEnd {
        Way way;
        std::uint32_t end;
        std::int32_t plane;  // of the value
    };
    void meet(std::int32_t reach, const std::vector<PaidEnd>& ends, std::int32_t all, std::int32_t less) {
        const bool strengths = std::any_of(ends.begin(), ends.end(),
                                           [](const PaidEnd& end) { return end.way == Way::showdown; });
        std::vector<std::int32_t> numbers{reach, strengths, all, less, of(ends.size())};
        for (const PaidEnd& end : ends) numbers.insert(numbers.end(), {of(end.way), of(end.end), end.plane});
        step(Step::meet, numbers);
    }

    std::uint32_t child(std::uint32_t choice, std::uint32_t node) const {
        const auto& starts = game_.tree.street_starts[round_];
        return starts[street_of(starts, node)] + routes_.target[choice];
    }
    template <class Each>
    void choices(std::uint32_t node, const Each& each) const {
        for (std::uint32_t c = game_.tree.first_choice[node]; c < game_.tree.first_choice[node + 1]; ++c)
            each(c);
    }

    // Whether `all` of an own node's reach is met: for ends, or for two and more decisions of the opponent
    // that fold.
    bool is_met(std::uint32_t node) const {
        int ends = 0, folds = 0;
        choices(node, [&](std::uint32_t c) {
            ends += routes_.kind[c] == Target::end;
            folds += splits(c, node);
        });
        return ends > 0 || folds > 1;
    }
    // Whether what the opponent folds at a node follows from all else that he does there.
    bool can_split(std::uint32_t node) const {
        if (!split_ || game_.player_at(node) == player_) return false;
        int folds = 0, others = 0;
        choices(node, [&](std::uint32_t c) {
            if (routes_.kind[c] == Target::end)
                folds += end_way(c) == Way::fold;
            else
                others += routes_.kind[c] != Target::node || game_.player_at(child(c, node)) != player_ ||
                          !is_met(child(c, node));
        });
        return folds == 1 && others == 0;
    }

    bool splits(std::uint32_t choice, std::uint32_t node) const {
        return routes_.kind[choice] == Target::node && can_split(child(choice, node));
    }

    // Returns the plane that has the value of a node in the end: that of the reach, if `in_place`. `all`: the
    // plane with what hands meet of the reach, for an opponent's node; `less`: the plane that loses it, for
    // one's own.
    std::int32_t walk(std::uint32_t node, std::int32_t reach, bool in_place, std::int32_t all,
                      std::int32_t less) {
        return game_.player_at(node) == player_ ? own(node, reach, in_place, less)
                                                : other(node, reach, in_place, all);
    }

    std::int32_t own(std::uint32_t node, std::int32_t reach, bool in_place, std::int32_t less) {
        std::vector<std::int32_t> ways;
        std::vector<PaidEnd> shown;
        std::int32_t all = kNone;
        bool split = false, folds = false;
        choices(node, [&](std::uint32_t c) {
            split |= splits(c, node);
            folds |= routes_.kind[c] == Target::end && end_way(c) == Way::fold;
        });
        split &= is_met(node);
        const auto meet_ends = [&] {
            if (split || folds) all = take();
            choices(node, [&](std::uint32_t c) {
                if (routes_.kind[c] == Target::end && end_way(c) == Way::showdown)
                    shown.push_back({Way::showdown, routes_.target[c], take()});
            });
            meet(reach, shown, all, less);
        };
        if (split) meet_ends();  // else late, so that fewer planes are taken at a time
        std::vector<std::int32_t> planes;
        choices(node, [&](std::uint32_t c) {
            if (routes_.kind[c] == Target::node)
                planes.push_back(
                    walk(child(c, node), reach, false, split && splits(c, node) ? all : kNone, kNone));
            else if (routes_.kind[c] != Target::end)
                step(Step::send, {reach, leaf(c)});
        });
        if (!split && is_met(node)) meet_ends();
        auto plane = planes.begin();
        auto end = shown.begin();
        choices(node, [&](std::uint32_t c) {
            const bool is_end = routes_.kind[c] == Target::end;
            if (is_end && end_way(c) == Way::fold)
                ways.insert(ways.end(), {of(Way::fold), of(routes_.target[c])});
            else if (is_end || routes_.kind[c] == Target::node)
                ways.insert(ways.end(), {of(Way::plane), is_end ? end++->plane : *plane++});
            else
                ways.insert(ways.end(), {of(Way::leaf), leaf(c)});
        });
        const std::int32_t value = in_place ? reach : take();
        std::vector<std::int32_t> numbers = decision(node);
        numbers.insert(numbers.end(), {value, all});
        numbers.insert(numbers.end(), ways.begin(), ways.end());
        step(Step::own, numbers);
        if (all != kNone) free_.push_back(all);
        for (const PaidEnd& paid : shown) free_.push_back(paid.plane);
        free_.insert(free_.end(), planes.begin(), planes.end());
        return value;
    }

    std::int32_t other(std::uint32_t node, std::int32_t reach, bool in_place, std::int32_t all) {
        const std::uint32_t begin = game_.tree.first_choice[node];
        std::vector<std::int32_t> planes;
        std::int32_t fold = kNone;
        choices(node, [&](std::uint32_t c) {
            planes.push_back(c == begin && in_place ? reach : take());
            if (all != kNone && routes_.kind[c] == Target::end && end_way(c) == Way::fold)
                fold = of(c - begin);
        });
        std::vector<std::int32_t> numbers = decision(node);
        numbers.insert(numbers.end(), {reach, fold, all});
        numbers.insert(numbers.end(), planes.begin(), planes.end());
        step(Step::spread, numbers);
        const std::int32_t folded = fold == kNone ? kNone : planes[fold];
        choices(node, [&](std::uint32_t c) {
            const std::int32_t plane = planes[c - begin];
            if (of(c - begin) == fold) return;
            if (routes_.kind[c] == Target::node) {
                walk(child(c, node), plane, true, kNone, folded);
            } else if (routes_.kind[c] == Target::end) {
                meet(plane, {{end_way(c), routes_.target[c], plane}}, kNone, folded);
            } else {
                step(Step::send, {plane, leaf(c)});
                step(Step::receive, {plane, leaf(c)});
            }
        });
        if (fold != kNone)
            step(Step::fold, {folded, of(routes_.target[begin + static_cast<std::uint32_t>(fold)])});
        std::vector<std::int32_t> sum{of(planes.size())};
        sum.insert(sum.end(), planes.begin(), planes.end());
        step(Step::sum, sum);
        free_.insert(free_.end(), planes.begin() + 1, planes.end());
        return planes[0];
    }

    // How steps of decisions begin: actions, before 0, before 1, number.
    std::vector<std::int32_t> decision(std::uint32_t node) const {
        const std::uint32_t number = node - game_.tree.first_node[round_];
        return {actions_at(node), before_[number][0], before_[number][1], of(number)};
    }

    static constexpr std::int32_t kNone = -1;
    const SolverGame& game_;
    const WalkRoutes& routes_;
    int round_, player_;
    bool split_;
    std::vector<std::vector<std::uint32_t>> runouts_;
    std::vector<std::array<std::int32_t, kSolverPlayers>> before_;  // by node of the round
    std::vector<std::int32_t> free_;
    std::uint32_t planes_ = 1;
    WalkPrograms out_;
};

// Bytes before a number of 32 bits.
HandIndex offset(std::size_t number) {
    return static_cast<HandIndex>(4 * number);
}

// Where the sum over the first i hands of a list lies.
struct SumPlaces {
    std::size_t chunk;
    HandIndex operator()(std::size_t i) const { return offset(i / chunk * (chunk | 1) + i % chunk); }
};

// The list of a player's hands, which of them begin a part, and where the part of each card begins and ends.
struct HandList {
    std::vector<HandIndex> classes;
    std::vector<std::uint8_t> begins;
    std::array<std::size_t, kCards> first{},
        end{};  // 0 where nobody holds the card: nothing is before the first hand

    explicit HandList(const BoardHands& hands) {
        std::array<std::vector<HandIndex>, kCards + 1> holding;
        for (std::size_t i = 0; i < hands.all.size(); ++i) {
            holding[hands.all[i].first].push_back(hands.class_of[i]);
            holding[hands.all[i].second].push_back(hands.class_of[i]);
        }
        const auto nobody = static_cast<HandIndex>(hands.classes());
        const auto add = [&](const std::vector<HandIndex>& part) {
            begins.push_back(1);
            begins.resize(begins.size() + part.size());
            classes.insert(classes.end(), part.begin(), part.end());
            classes.push_back(nobody);
        };
        add(hands.class_of);
        for (int card = 0; card < kCards; ++card) {
            if (holding[card].empty()) continue;
            first[card] = classes.size();
            add(holding[card]);
            end[card] = classes.size() - 1;
        }
    }
};

constexpr std::size_t kWarp = 32;

// In chunks, each with the number that says where parts begin.
void write_list(const HandList& list, const FlatShape& shape, HandIndex nobody, HandIndex* to) {
    std::size_t last = 0;    // of the threads of the warp so far that have a hand that begins a part
    bool has_begun = false;  // whether one of them has
    for (std::size_t t = 0; t < shape.chunks; ++t) {
        if (t % kWarp == 0) last = 0, has_begun = false;
        const bool open = !has_begun;
        unsigned bits = 0;
        for (std::size_t i = 0; i < shape.chunk; ++i) {
            const std::size_t at = t * shape.chunk + i;
            *to++ = offset(at < list.classes.size() ? list.classes[at] : nobody);
            if (at < list.begins.size() && list.begins[at]) bits |= 1u << i;
        }
        if (bits != 0) last = t % kWarp, has_begun = true;
        *to++ = static_cast<HandIndex>(bits | last << shape.chunk | unsigned{open} << (shape.chunk + 5));
    }
}

// How many hands that hold a card are among the first of all, as these become more.
struct Counted {
    const std::vector<PrivateHand>& hands;
    std::array<HandIndex, kCards + 1> holding{};
    std::size_t done = 0;
    void to(std::size_t count) {
        for (; done < count; ++done) {
            ++holding[hands[done].first];
            if (hands[done].second != kNoSecondCard) ++holding[hands[done].second];
        }
    }
};

// `room`: classes for which there is room in `to`.
void write_looks(const BoardHands& own, const BoardHands& other, const HandList& list, SumPlaces place,
                 std::size_t room, HandIndex* to) {
    Counted weaker{other.all}, not_stronger{other.all};
    std::size_t group = 0;
    for (std::size_t k = 0; k < own.classes(); ++k) {
        std::array<HandIndex, kLookNumbers> out{};
        StrengthGroup here{};
        if (!own.groups.empty()) {
            while (own.groups[group].own_end <= k) ++group;
            here = own.groups[group];
            weaker.to(here.weaker);
            not_stronger.to(here.not_stronger);
        }
        out[0] = place(here.weaker);
        out[1] = place(here.not_stronger);
        HandIndex* of_card = &out[2];
        for (Card card : {own.cards[k].first, own.cards[k].second}) {
            if (card != kNoSecondCard && list.end[card] > 0) {
                of_card[0] = place(list.first[card] + weaker.holding[card]);
                of_card[1] = place(list.first[card] + not_stronger.holding[card]);
                of_card[2] = place(list.end[card]);
            }
            of_card += 3;
        }
        // a hand of two cards is taken off twice, once for each
        out[8] = offset(own.cards[k].second == kNoSecondCard ? other.classes() : own.same[k]);
        for (std::size_t i = 0; i < kLookNumbers; ++i) to[(i / 2 * room + k) * 2 + i % 2] = out[i];
    }
}

template <class Real>
void place_tables(const SolverGame& game, int round, FlatBoards& out) {
    const TableLayout<Real> layout(game);
    for (std::uint32_t b = 0; b < out.boards.size(); ++b) {
        const auto& place = layout.on(round, b);
        out.boards[b].cell = place.cell;
        out.boards[b].decision = static_cast<std::uint32_t>(place.decision);
        for (int p = 0; p < kSolverPlayers; ++p)
            out.boards[b].width[p] = static_cast<std::uint32_t>(place.width[p]);
    }
}

}  // namespace

WalkPrograms walk_programs(const SolverGame& game, const WalkRoutes& routes, int round, int player,
                           bool split) {
    return Writer(game, routes, round, player, split).all();
}

FlatBoards flat_boards(const SolverGame& game, int round, int bits, const FlatShape& shape,
                       unsigned threads) {
    const Runouts& runouts = game.runouts;
    const auto& boards = runouts.rounds[round];
    FlatBoards out;
    out.boards.resize(boards.size());
    bits == 64 ? place_tables<double>(game, round, out) : place_tables<float>(game, round, out);
    const auto take_map = [&](int p, const std::vector<HandIndex>& map) {
        const auto at = static_cast<std::uint32_t>(out.maps[p].size());
        out.maps[p].insert(out.maps[p].end(), map.begin(), map.end());
        return at;
    };
    for (std::size_t b = 0; b < boards.size(); ++b) {
        FlatBoards::Board& board = out.boards[b];
        for (int p = 0; p < kSolverPlayers; ++p) {
            board.classes[p] = static_cast<std::uint32_t>(boards[b].hands[p].classes());
            board.hands[p] = static_cast<std::uint32_t>(boards[b].hands[p].all.size());
        }
        board.first_deal = static_cast<std::uint32_t>(out.deals.size());
        for (const BoardChild& child : boards[b].children) {
            for (std::uint32_t m = child.first_up; m < child.first_up + child.ups; ++m)
                out.deals.push_back(
                    {child.board, {take_map(0, runouts.maps[0][m]), take_map(1, runouts.maps[1][m])}});
        }
        board.deals = static_cast<std::uint32_t>(out.deals.size()) - board.first_deal;
    }
    if (round == runouts.first_round) {  // what comes in is by class already
        std::vector<HandIndex> same(std::max(boards[0].hands[0].classes(), boards[0].hands[1].classes()));
        std::iota(same.begin(), same.end(), HandIndex{0});
        for (int p = 0; p < kSolverPlayers; ++p) out.boards[0].down[p] = take_map(p, same);
    } else {
        const auto& before = runouts.rounds[round - 1];
        for (std::uint32_t parent = 0; parent < before.size(); ++parent) {
            for (const BoardChild& child : before[parent].children) {
                out.boards[child.board].parent = parent;
                for (int p = 0; p < kSolverPlayers; ++p)
                    out.boards[child.board].down[p] = take_map(p, runouts.maps[p][child.down]);
            }
        }
    }
    const std::size_t length = (shape.chunk + 1) * shape.chunks, looks = kLookNumbers * shape.room;
    for (int p = 0; p < kSolverPlayers; ++p) {
        out.lists[p].resize(boards.size() * length);
        out.looks[p].resize(boards.size() * looks);
    }
    parallel_chunks(boards.size(), threads, {}, [&](std::size_t b, unsigned) {
        for (int p = 0; p < kSolverPlayers; ++p) {
            const BoardHands &own = boards[b].hands[p], &other = boards[b].hands[1 - p];
            const HandList list(other);
            out.boards[b].length[1 - p] = static_cast<std::uint32_t>(list.classes.size());
            write_list(list, shape, static_cast<HandIndex>(other.classes()),
                       out.lists[p].data() + b * length);
            write_looks(own, other, list, SumPlaces{shape.chunk}, shape.room,
                        out.looks[p].data() + b * looks);
        }
    });
    return out;
}

}  // namespace riverboat
