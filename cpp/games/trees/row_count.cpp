#include "games/trees/row_count.hpp"

#include <algorithm>
#include <unordered_map>

namespace riverboat {

namespace {

using Numbers = std::vector<std::uint32_t>;

struct NumbersHash {
    std::uint64_t operator()(const Numbers& numbers) const {
        std::uint64_t hash = numbers.size();
        for (std::uint32_t n : numbers) hash = scramble(hash * 0x9e3779b97f4a7c15u + n);
        return hash;
    }
};

// A row as seen from the start of its street.
struct Sight {
    Letters letters;
    std::uint64_t rest;
    std::uint64_t choices;
    friend bool operator==(const Sight&, const Sight&) = default;
};

// What a shape does: its rows, and with which letters it goes on to what. Sorted, without doubles.
struct Doing {
    Numbers sights;
    Numbers exits;  // pairs: number of the letters, then shape or class of the next street
};

struct Exit {
    std::uint32_t letters, next;
    friend auto operator<=>(const Exit&, const Exit&) = default;
};

struct Pair {
    Letters before;
    std::uint64_t of;  // class
    friend bool operator==(const Pair&, const Pair&) = default;
    friend auto operator<=>(const Pair&, const Pair&) = default;
};

template <class T>
void sort_unique(std::vector<T>& things) {
    std::sort(things.begin(), things.end());
    things.erase(std::unique(things.begin(), things.end()), things.end());
}

class RowCounter {
  public:
    RowCounter(const TreeRules& rules, const Watch& watch)
        : rules_(rules), watch_(watch), doings_(kMaxRounds), classes_(kMaxRounds) {}

    std::vector<RowCount> run(const TreeState& root) {
        const int first = root.betting.round, rounds = rules_.game.rounds;
        // Letters go by seat, so those before the root can be put back later; a hash of actions goes on.
        TreeState start = root;
        Letters before{};
        if (rules_.row_key.kind != RowKind::round_actions) std::swap(start.recall.letters, before);
        walk_shapes(start);
        for (int round = rounds - 1; round >= first; --round) classify(round);
        std::vector<RowCount> counts(static_cast<std::size_t>(rounds));
        std::vector<Pair> pairs = {{before, class_of_[0]}};
        for (int round = first; round < rounds; ++round) {
            counts[round] = rows_of(round, pairs);
            if (round + 1 < rounds) pairs = go_on(round, pairs);
        }
        return counts;
    }

  private:
    void walk_shapes(const TreeState& root);
    Doing doing_of(const Street& street);
    void classify(int round);
    std::vector<Pair> go_on(int round, const std::vector<Pair>& pairs);
    RowCount rows_of(int round, std::vector<Pair>& pairs);
    RowCount rows_apart(int round, std::vector<Pair>& pairs);
    RowCount rows_mixed(int round, const std::vector<Pair>& pairs);

    const TreeRules& rules_;
    const Watch& watch_;
    Numbered<Sight> sights_;
    Numbered<Letters> letters_;
    std::vector<std::vector<Doing>> doings_;               // by round and shape, then by class
    std::vector<Numbered<Numbers, NumbersHash>> classes_;  // by round
    Numbers class_of_;                                     // by shape of the round classified last
};

Doing RowCounter::doing_of(const Street& street) {
    Doing doing;
    for (const Street::Node& node : street.nodes)
        doing.sights.push_back(sights_.number({node.letters, node.rest_of_key, node.choices}));
    std::vector<Exit> exits;
    for (const Street::Exit& exit : street.exits) {
        if (exit.next != Street::kHandOver) exits.push_back({letters_.number(exit.letters), exit.next});
    }
    sort_unique(doing.sights);
    sort_unique(exits);
    for (const Exit& exit : exits) doing.exits.insert(doing.exits.end(), {exit.letters, exit.next});
    return doing;
}

void RowCounter::walk_shapes(const TreeState& root) {
    StreetBuilder builder(rules_, true);
    std::vector<Shapes> shapes(kMaxRounds + 1);
    const int first = root.betting.round;
    doings_[first].push_back(doing_of(builder.build(root, true, shapes)));
    for (int round = first + 1; round < rules_.game.rounds; ++round) {
        const std::uint32_t count = shapes[round].size();
        for (std::uint32_t shape = 0; shape < count; ++shape) {
            doings_[round].push_back(doing_of(builder.build(shapes[round][shape], true, shapes)));
            if (watch_ && shape % 256 == 0) watch_(shape, count);
        }
        shapes[round] = Shapes();
    }
}

void RowCounter::classify(int round) {
    Numbers of_shape;
    std::vector<Doing> by_class;
    for (Doing& doing : doings_[round]) {
        std::vector<Exit> exits;
        for (std::size_t i = 0; i < doing.exits.size(); i += 2)
            exits.push_back({doing.exits[i], class_of_[doing.exits[i + 1]]});
        sort_unique(exits);
        doing.exits.clear();
        for (const Exit& exit : exits) doing.exits.insert(doing.exits.end(), {exit.letters, exit.next});
        Numbers all = doing.sights;
        all.push_back(HashIndex::kNone);
        all.insert(all.end(), doing.exits.begin(), doing.exits.end());
        of_shape.push_back(classes_[round].number(all));
        if (of_shape.back() == by_class.size()) by_class.push_back(std::move(doing));
    }
    doings_[round] = std::move(by_class);
    class_of_ = std::move(of_shape);
}

std::vector<Pair> RowCounter::go_on(int round, const std::vector<Pair>& pairs) {
    Numbered<Pair> next;
    for (const Pair& pair : pairs) {
        const Numbers& exits = doings_[round][pair.of].exits;
        for (std::size_t i = 0; i < exits.size(); i += 2)
            next.number({followed_by(pair.before, letters_[exits[i]]), exits[i + 1]});
    }
    return next.all();
}

RowCount RowCounter::rows_of(int round, std::vector<Pair>& pairs) {
    return rules_.row_key.kind == RowKind::last_per_round ? rows_apart(round, pairs)
                                                          : rows_mixed(round, pairs);
}

// Letters of earlier rounds stay beside those of this one: rows of different letters before are different,
// and letters that come with the same classes have the same number of rows.
RowCount RowCounter::rows_apart(int round, std::vector<Pair>& pairs) {
    std::sort(pairs.begin(), pairs.end());
    Numbered<Numbers, NumbersHash> groups;
    std::vector<RowCount> of_group;
    RowCount sum;
    for (std::size_t begin = 0; begin < pairs.size();) {
        Numbers group;
        const Letters before = pairs[begin].before;
        for (; begin < pairs.size() && pairs[begin].before == before; ++begin)
            group.push_back(static_cast<std::uint32_t>(pairs[begin].of));
        const std::uint32_t number = groups.number(group);
        if (number == of_group.size()) {
            Numbers sights;
            for (std::uint32_t c : group)
                sights.insert(sights.end(), doings_[round][c].sights.begin(), doings_[round][c].sights.end());
            sort_unique(sights);
            RowCount count{sights.size(), 0};
            for (std::uint32_t s : sights) count.choices += sights_[s].choices;
            of_group.push_back(count);
        }
        sum.rows += of_group[number].rows;
        sum.choices += of_group[number].choices;
    }
    return sum;
}

// Letters of this round replace earlier ones, so the same row may come from different letters before.
RowCount RowCounter::rows_mixed(int round, const std::vector<Pair>& pairs) {
    std::unordered_map<std::uint64_t, std::uint64_t> rows;
    for (const Pair& pair : pairs) {
        for (std::uint32_t s : doings_[round][pair.of].sights) {
            const Sight& sight = sights_[s];
            rows.emplace(row_hash(followed_by(pair.before, sight.letters), sight.rest), sight.choices);
        }
    }
    RowCount sum{rows.size(), 0};
    for (const auto& row : rows) sum.choices += row.second;
    return sum;
}

}  // namespace

std::vector<RowCount> count_rows(const TreeRules& rules, const TreeState& root, const Watch& watch) {
    return RowCounter(rules, watch).run(root);
}

}  // namespace riverboat
