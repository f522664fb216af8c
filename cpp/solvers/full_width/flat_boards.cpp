#include "solvers/full_width/flat_boards.hpp"

#include <algorithm>
#include <numeric>
#include <stdexcept>
#include <utility>

#include "runtime/parallel.hpp"
#include "solvers/full_width/table_layout.hpp"

namespace riverboat {

namespace {

constexpr std::size_t kWarp = 32;
constexpr std::size_t kMostChunk = 12;  // a bit for each hand and four numbers of 5 bits are 32 bits

// Bytes before a number of 32 bits.
HandIndex offset(std::size_t number) {
    return static_cast<HandIndex>(4 * number);
}

// The lists that one player needs on a board, and where he looks in them.
class CardLists {
  public:
    CardLists(const BoardHands& own, const BoardHands& other)
        : own_(own), other_(other), looks_(own.classes()) {
        for (auto& of_card : place_) of_card.fill(kNowhere);
        for (const PrivateHand& hand : other.all) each_card(hand, [&](Card card, int) { ++holding_[card]; });
        for (int card = 0; card < kCards; ++card) lists_[card].reserve(2u * holding_[card]);
        std::size_t k = 0;
        for (const StrengthGroup& group : own.groups) {
            take_hands(group.weaker);
            ++strength_;
            take_hands(group.not_stronger);
            const HandIndex weaker = classes_before(group.weaker), upto = classes_before(group.not_stronger);
            for (; k < group.own_end; ++k) {
                looks_[k].weaker = weaker;
                looks_[k].not_stronger = upto;
                look(k);
            }
            ++strength_;
        }
        take_hands(other.all.size());
        for (; k < own.classes(); ++k) look(k);  // before the last street nobody has a strength
        std::iota(order_.begin(), order_.end(), 0);
        std::sort(order_.begin(), order_.end(), [&](int a, int b) {
            return std::pair(lists_[b].size(), a) < std::pair(lists_[a].size(), b);
        });
        // there may be thousands of boards
        place_ = {};
        classes_at_ = {};
    }

    // Warps that the lists take in chunks of so many hands; `span` becomes the threads of the longest at
    // least.
    std::size_t warps(std::size_t chunk, std::size_t& span) {
        std::vector<std::size_t> taken;
        for (int card : order_) {
            const std::size_t threads = (lists_[card].size() + chunk - 1) / chunk;
            if (threads == 0) break;
            if (threads > kWarp) throw std::logic_error("the hands of a card are more than a warp takes");
            span = std::max(span, threads);
            auto warp = std::find_if(taken.begin(), taken.end(),
                                     [&](std::size_t of) { return of + threads <= kWarp; });
            if (warp == taken.end()) warp = taken.insert(warp, 0);
            first_thread_[card] = static_cast<std::size_t>(warp - taken.begin()) * kWarp + *warp;
            *warp += threads;
        }
        return taken.size();
    }

    void write(const FlatShape& shape, HandIndex* list, HandIndex* looks) const {
        write_nobody(shape, list);
        for (int card = 0; card < kCards; ++card) write_list(shape, card, list);
        std::fill_n(looks, kLookNumbers * shape.room(), HandIndex{0});
        for (std::size_t k = 0; k < looks_.size(); ++k) {
            HandIndex* pair = looks + 2 * k;
            pair[0] = offset(looks_[k].weaker);
            pair[1] = offset(looks_[k].not_stronger);
            pair += 2 * shape.room();
            for (const auto& [card, place] : looks_[k].of_cards)
                *pair++ = offset(place_of(shape, card, place));
        }
        std::copy(other_.size.begin(), other_.size.end(), looks + 4 * shape.room());
    }

  private:
    static constexpr HandIndex kNowhere = 0xffff;
    struct Entry {
        HandIndex hand;      // class
        HandIndex strength;  // in the order of strengths
    };
    struct Place {
        int card = 0;
        HandIndex place = kNowhere;
    };
    struct Look {
        HandIndex weaker = 0, not_stronger = 0;
        std::array<Place, 2> of_cards{};
    };

    // Calls with each card of a hand, and the other one.
    template <class Each>
    static void each_card(const PrivateHand& hand, const Each& each) {
        const bool two = hand.second != kNoSecondCard;
        each(hand.first, two ? hand.second : kCards);
        if (two) each(hand.second, hand.first);
    }

    HandIndex add(Card card, HandIndex hand) {
        lists_[card].push_back({hand, strength_});
        return static_cast<HandIndex>(lists_[card].size() - 1);
    }
    // The opponent's hands up to the first so many are of the present strength.
    void take_hands(std::size_t count) {
        for (; taken_ < count; ++taken_) {
            const PrivateHand& hand = other_.all[taken_];
            each_card(hand, [&](Card card, int other) {
                place_[card][other] = add(card, other_.class_of[taken_]);
            });
            classes_ = std::max<HandIndex>(classes_, other_.class_of[taken_] + 1);
            classes_at_.push_back(classes_);
        }
    }
    HandIndex classes_before(std::size_t hands) const { return classes_at_[hands]; }

    void look(std::size_t k) {
        Place* to = looks_[k].of_cards.data();
        each_card(own_.cards[k], [&](Card card, int other) {
            HandIndex place = place_[card][other];
            if (place == kNowhere && holding_[card] > 0) {
                auto& [strength, nobody] = nobody_[card];
                if (nobody == kNowhere || strength != strength_)
                    nobody = add(card, static_cast<HandIndex>(other_.classes())), strength = strength_;
                place = nobody;
            }
            *to++ = {card, place};
        });
    }

    // Where the number of a place lies: all first hands of the threads, then all second ones.
    std::size_t place_of(const FlatShape& shape, int card, HandIndex place) const {
        if (place == kNowhere) return shape.chunk * shape.threads;
        return place % shape.chunk * shape.threads + first_thread_[card] + place / shape.chunk;
    }

    void write_nobody(const FlatShape& shape, HandIndex* list) const {
        const HandIndex nobody = offset(other_.classes());
        for (std::size_t t = 0; t < shape.threads; ++t) {
            HandIndex* chunk = list + t * shape.chunk_numbers();
            std::fill_n(chunk, shape.chunk_numbers(), nobody);
            const std::size_t lane = t % kWarp;
            write_bits(shape, 1, {lane, lane, lane, lane}, chunk);
        }
    }
    static void write_bits(const FlatShape& shape, std::size_t begins,
                           const std::array<std::size_t, 4>& lanes, HandIndex* chunk) {
        std::size_t bits = begins, shift = shape.chunk;
        for (std::size_t lane : lanes) bits |= lane << shift, shift += 5;
        HandIndex* to = chunk + shape.chunk_numbers() - 2;
        to[0] = static_cast<HandIndex>(bits & 0xffff);
        to[1] = static_cast<HandIndex>(bits >> 16);
    }
    void write_list(const FlatShape& shape, int card, HandIndex* list) const {
        const auto& entries = lists_[card];
        const std::size_t threads = (entries.size() + shape.chunk - 1) / shape.chunk;
        std::vector<std::size_t> begins(threads), before(threads), after(threads);
        for (std::size_t i = 0; i < entries.size(); ++i) {
            HandIndex* chunk = list + (first_thread_[card] + i / shape.chunk) * shape.chunk_numbers();
            chunk[i % shape.chunk] = offset(entries[i].hand);
            if (i == 0 || entries[i].strength != entries[i - 1].strength)
                begins[i / shape.chunk] |= std::size_t{1} << i % shape.chunk;
        }
        for (std::size_t t = 1; t < threads; ++t) before[t] = begins[t - 1] ? t - 1 : before[t - 1];
        for (std::size_t t = threads; t-- > 0;)
            after[t] = t + 1 == threads        ? t
                       : begins[t + 1]         ? t + 1
                       : after[t + 1] == t + 1 ? t
                                               : after[t + 1];
        const std::size_t lane = first_thread_[card] % kWarp;
        for (std::size_t t = 0; t < threads; ++t)
            write_bits(shape, begins[t], {lane, lane + threads - 1, lane + before[t], lane + after[t]},
                       list + (first_thread_[card] + t) * shape.chunk_numbers());
    }

    const BoardHands &own_, &other_;
    std::vector<Look> looks_;
    std::array<std::vector<Entry>, kCards> lists_;
    // By card and the other card of a hand: where it is in the list of the first.
    std::vector<std::array<HandIndex, kCards + 1>> place_ =
        std::vector<std::array<HandIndex, kCards + 1>>(kCards);
    std::array<std::pair<HandIndex, HandIndex>, kCards> nobody_ = filled();  // strength and place
    std::array<HandIndex, kCards> holding_{};
    std::array<int, kCards> order_{};  // the cards, those with the longest lists first
    std::array<std::size_t, kCards> first_thread_{};
    std::vector<HandIndex> classes_at_ = {0};  // by hands taken: their classes
    std::size_t taken_ = 0;
    HandIndex classes_ = 0, strength_ = 0;

    static std::array<std::pair<HandIndex, HandIndex>, kCards> filled() {
        std::array<std::pair<HandIndex, HandIndex>, kCards> out;
        out.fill({0, kNowhere});
        return out;
    }
};

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

// The boards of one game, with neither lists nor looks.
FlatBoards boards_of(const SolverGame& game, int round, int bits) {
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
    return out;
}

// Puts the boards of a game behind those of the games before it.
void append(FlatBoards& all, FlatBoards&& game) {
    std::array<std::uint32_t, kSolverPlayers> maps;
    for (int p = 0; p < kSolverPlayers; ++p) {
        maps[p] = static_cast<std::uint32_t>(all.maps[p].size());
        all.maps[p].insert(all.maps[p].end(), game.maps[p].begin(), game.maps[p].end());
    }
    const auto first_deal = static_cast<std::uint32_t>(all.deals.size());
    for (FlatBoards::Board& board : game.boards) {
        board.first_deal += first_deal;
        for (int p = 0; p < kSolverPlayers; ++p) board.down[p] += maps[p];
    }
    for (FlatBoards::Deal& deal : game.deals) {
        for (int p = 0; p < kSolverPlayers; ++p) deal.up[p] += maps[p];
    }
    all.boards_of.push_back(static_cast<std::uint32_t>(game.boards.size()));
    all.deals_of.push_back(static_cast<std::uint32_t>(game.deals.size()));
    all.boards.insert(all.boards.end(), game.boards.begin(), game.boards.end());
    all.deals.insert(all.deals.end(), game.deals.begin(), game.deals.end());
}

// The least chunk with which the lists of all boards have room in so many threads, or in as few more as can
// be.
FlatShape shape_for(const std::vector<std::unique_ptr<CardLists>>& lists, FlatShape shape) {
    for (;; ++shape.chunk) {
        std::size_t warps = 0;
        shape.span = 1;
        for (const auto& of_board : lists) warps = std::max(warps, of_board->warps(shape.chunk, shape.span));
        if (warps * kWarp <= shape.threads || shape.chunk >= kMostChunk) {
            shape.threads = std::max(shape.threads, warps * kWarp);
            return shape;
        }
    }
}

}  // namespace

FlatBoards flat_boards(const std::vector<const SolverGame*>& games, int round, int bits,
                       const FlatShape& least, unsigned workers) {
    std::vector<FlatBoards> parts(games.size());
    parallel_chunks(games.size(), workers, {},
                    [&](std::size_t g, unsigned) { parts[g] = boards_of(*games[g], round, bits); });
    FlatBoards out;
    std::vector<const RunoutBoard*> boards;
    for (std::size_t g = 0; g < games.size(); ++g) {
        append(out, std::exchange(parts[g], {}));
        for (const RunoutBoard& board : games[g]->runouts.rounds[round]) boards.push_back(&board);
    }
    std::vector<std::unique_ptr<CardLists>> lists(2 * boards.size());
    parallel_chunks(lists.size(), workers, {}, [&](std::size_t i, unsigned) {
        const auto& hands = boards[i / 2]->hands;
        lists[i] = std::make_unique<CardLists>(hands[i % 2], hands[1 - i % 2]);
    });
    out.shape = shape_for(lists, least);
    out.hole_cards = games[0]->runouts.hole_cards;
    const std::size_t length = out.shape.chunk_numbers() * out.shape.threads,
                      looks = kLookNumbers * out.shape.room();
    for (int p = 0; p < kSolverPlayers; ++p) {
        out.lists[p] = Uncleared<HandIndex>(boards.size() * length);
        out.looks[p] = Uncleared<HandIndex>(boards.size() * looks);
    }
    parallel_chunks(lists.size(), workers, {}, [&](std::size_t i, unsigned) {
        const std::size_t b = i / 2, p = i % 2;
        std::size_t span = 1;
        out.boards[b].warps[p] = static_cast<std::uint32_t>(lists[i]->warps(out.shape.chunk, span));
        lists[i]->write(out.shape, out.lists[p].data.get() + b * length, out.looks[p].data.get() + b * looks);
    });
    for (const RunoutBoard* board : boards)
        for (const BoardHands& hands : board->hands) out.alike |= hands.all.size() != hands.classes();
    return out;
}

}  // namespace riverboat
