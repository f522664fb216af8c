#include "tournament/three_way.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>

#include "cards/card.hpp"
#include "cards/evaluator/evaluator.hpp"
#include "runtime/cpu.hpp"

namespace riverboat {

namespace {

constexpr int kSomeSuit = 0;  // the suit whose flushes are counted
constexpr int kClassCells = kRanks * kRanks;
constexpr std::array<std::array<int, 5>, 5> kChoose = {
    {{1, 0, 0, 0, 0}, {1, 1, 0, 0, 0}, {1, 2, 1, 0, 0}, {1, 3, 3, 1, 0}, {1, 4, 6, 4, 1}}};
constexpr int kSumsOfOrders = 12;
using Sums = std::array<std::int32_t, kSumsOfOrders>;
using OrderCounts = std::array<std::int64_t, kOrders>;

// Hands of a class with the same cards of the flush suit.
struct HandType {
    std::vector<CardMask> hands;
    std::array<std::uint8_t, kRanks> others{};  // cards of the other suits, by rank
    unsigned suited = 0;                        // ranks of the cards of the suit
};

struct HandClass {
    std::vector<HandType> types;
    std::vector<CardMask> hands;
    std::array<std::uint8_t, kRanks> held{};  // cards by rank
    int ranks = 0;                            // which of the 91 pairs of ranks
};

int rank_pair(int high, int low) {
    return high * (high + 1) / 2 + low;
}

HandClass make_class(int cell) {
    const int row = cell / kRanks, column = cell % kRanks;
    const int high = kRanks - 1 - std::min(row, column), low = kRanks - 1 - std::max(row, column);
    HandClass made;
    ++made.held[high];
    ++made.held[low];
    made.ranks = rank_pair(high, low);
    for (int first = 0; first < kSuits; ++first) {
        for (int second = 0; second < kSuits; ++second) {
            const bool fits = row == column ? first > second : (first == second) == (row < column);
            if (!fits) continue;
            HandType type;
            for (const auto& [rank, suit] : {std::pair{high, first}, std::pair{low, second}}) {
                if (suit == kSomeSuit) {
                    type.suited |= 1u << rank;
                } else {
                    ++type.others[rank];
                }
            }
            const CardMask hand = bit_of(4 * high + first) | bit_of(4 * low + second);
            made.hands.push_back(hand);
            const auto same = [&](const HandType& known) {
                return known.suited == type.suited && known.others == type.others;
            };
            auto known = std::find_if(made.types.begin(), made.types.end(), same);
            if (known == made.types.end()) known = made.types.insert(made.types.end(), type);
            known->hands.push_back(hand);
        }
    }
    return made;
}

// How many ways three hands of these can be dealt together.
int deals_of(const std::vector<CardMask>& first, const std::vector<CardMask>& second,
             const std::vector<CardMask>& third) {
    int deals = 0;
    for (const CardMask a : first) {
        for (const CardMask b : second) {
            if (a & b) continue;
            for (const CardMask c : third) deals += ((a | b) & c) == 0;
        }
    }
    return deals;
}

// --- boards by ranks alone
// ---------------------------------------------------------------------------------------

struct RankBoards {
    std::vector<RankCounts> counts;
    std::vector<std::vector<Strength>> strengths;  // [pair of ranks][board], as if there were no flushes
};

std::uint32_t key_of(const RankCounts& counts) {
    std::uint32_t key = 0;
    for (int rank = 0; rank < kRanks; ++rank) key += kRankKey[rank] * counts[rank];
    return key;
}

RankBoards rank_boards() {
    const Evaluator& strength = evaluator(RankingId::holdem);
    RankBoards boards;
    each_rank_set(strength.rules(), 5, [&](const RankCounts& counts) { boards.counts.push_back(counts); });
    for (int high = 0; high < kRanks; ++high) {
        for (int low = 0; low <= high; ++low) {
            std::vector<Strength>& row = boards.strengths.emplace_back();
            for (const RankCounts& counts : boards.counts) {
                row.push_back(strength.table(7)[key_of(counts) + kRankKey[high] + kRankKey[low]]);
            }
        }
    }
    return boards;
}

// --- boards with three cards or more of the suit
// -----------------------------------------------------------------

constexpr int kWide = 32;  // strengths side by side
typedef std::int16_t Wide __attribute__((vector_size(64), aligned(2), may_alias));

struct SuitBoards {
    std::vector<std::int16_t>
        suited;  // ranks of the suit on the board, filled up with boards that nobody can have
    std::vector<std::array<int, 2>> others;      // ranks of the other cards, -1 for none
    std::vector<std::int16_t> strengths, plain;  // [type][others][suited]; plain: as if there were no flushes
    int least = 0;                               // cards of the suit in one hand that make a flush possible

    std::size_t row() const { return suited.size() * others.size(); }
};

SuitBoards suit_boards(int cards, const std::vector<const HandType*>& types) {
    const Evaluator& strength = evaluator(RankingId::holdem);
    SuitBoards boards;
    boards.least = 5 - cards;
    for (unsigned ranks = 0; ranks <= kAllRanks; ++ranks) {
        if (std::popcount(ranks) == cards) boards.suited.push_back(static_cast<std::int16_t>(ranks));
    }
    while (boards.suited.size() % kWide != 0) boards.suited.push_back(kAllRanks);
    if (cards == 5) boards.others.push_back({-1, -1});
    for (int high = 0; cards < 5 && high < kRanks; ++high) {
        if (cards == 4) boards.others.push_back({high, -1});
        for (int low = 0; cards == 3 && low <= high; ++low) boards.others.push_back({high, low});
    }
    for (const HandType* type : types) {
        std::uint32_t own = 0;
        for (int rank = 0; rank < kRanks; ++rank) {
            own += kRankKey[rank] * (type->others[rank] + (type->suited >> rank & 1));
        }
        for (const auto& others : boards.others) {
            std::uint32_t key = own;
            for (const int rank : others) key += rank < 0 ? 0 : kRankKey[rank];
            for (const std::int16_t ranks : boards.suited) {
                if (ranks == static_cast<std::int16_t>(kAllRanks) || (ranks & type->suited) != 0) {
                    boards.plain.push_back(0);
                    boards.strengths.push_back(0);
                    continue;
                }
                std::uint32_t sum = key;
                for (int rank = 0; rank < kRanks; ++rank) sum += (ranks >> rank & 1) * kRankKey[rank];
                const Strength plain = strength.table(7)[sum];
                const unsigned flush = ranks | type->suited;
                boards.plain.push_back(static_cast<std::int16_t>(plain));
                boards.strengths.push_back(
                    static_cast<std::int16_t>(std::popcount(flush) >= 5 ? strength.flushes()[flush] : plain));
            }
        }
    }
    return boards;
}

struct Tables {
    std::vector<HandClass> classes;
    std::vector<int> first_type;  // by class
    RankBoards by_ranks;
    std::vector<SuitBoards> by_suit;

    Tables() : by_ranks(rank_boards()) {
        for (int cell = 0; cell < kClassCells; ++cell) classes.push_back(make_class(cell));
        std::vector<const HandType*> types;
        for (const HandClass& one : classes) {
            first_type.push_back(static_cast<int>(types.size()));
            for (const HandType& type : one.types) types.push_back(&type);
        }
        for (const int cards : {3, 4, 5}) by_suit.push_back(suit_boards(cards, types));
    }
};

const Tables& tables() {
    static const Tables made;
    return made;
}

// --- counting
// ------------------------------------------------------------------------------------------------------

// Adds up, over rows of boards, `ways` where each of the six strict orders holds and where each is last or
// first.
RIVERBOAT_INLINE void add_orders(const std::int16_t* first, const std::int16_t* second,
                                 const std::int16_t* third, const std::int16_t* ways, std::size_t count,
                                 Wide* sums) {
    for (std::size_t at = 0; at < count; at += kWide) {
        const Wide a = *reinterpret_cast<const Wide*>(first + at),
                   b = *reinterpret_cast<const Wide*>(second + at),
                   c = *reinterpret_cast<const Wide*>(third + at),
                   w = *reinterpret_cast<const Wide*>(ways + at);
        const Wide ab = (a > b) & w, ba = (b > a) & w, ac = a > c, ca = c > a, bc = b > c, cb = c > b;
        const Wide cbw = cb & w, bcw = bc & w;
        sums[0] += ab & bc;    // a > b > c
        sums[1] += cbw & ac;   // a > c > b
        sums[2] += ba & ac;    // b > a > c
        sums[3] += bcw & ca;   // b > c > a
        sums[4] += ab & ca;    // c > a > b
        sums[5] += ba & cb;    // c > b > a
        sums[6] += bcw & ac;   // c last
        sums[7] += ab & cb;    // b last
        sums[8] += ba & ca;    // a last
        sums[9] += ab & ac;    // a first
        sums[10] += ba & bc;   // b first
        sums[11] += cbw & ca;  // c first
    }
}

struct Walk {
    const std::int16_t *first, *second, *third;  // strengths, [others][suited]
    const std::int16_t* free;                    // by suited: -1 where nobody holds one of those cards
    const int* ways;                             // by others
    std::size_t others, suited;
};

RIVERBOAT_INLINE void walk(const Walk& boards, std::int16_t* ways, Sums& sums) {
    Wide lanes[kSumsOfOrders] = {};
    for (std::size_t other = 0; other < boards.others; ++other) {
        if (boards.ways[other] == 0) continue;
        const std::int16_t each = static_cast<std::int16_t>(boards.ways[other]);
        for (std::size_t at = 0; at < boards.suited; at += kWide) {
            *reinterpret_cast<Wide*>(ways + at) = *reinterpret_cast<const Wide*>(boards.free + at) & each;
        }
        const std::size_t row = other * boards.suited;
        add_orders(boards.first + row, boards.second + row, boards.third + row, ways, boards.suited, lanes);
    }
    for (int sum = 0; sum < kSumsOfOrders; ++sum) {
        for (int lane = 0; lane < kWide; ++lane) sums[sum] += lanes[sum][lane];
    }
}

using WalkKernel = void (*)(const Walk&, std::int16_t*, Sums&);

void walk_baseline(const Walk& boards, std::int16_t* ways, Sums& sums) {
    walk(boards, ways, sums);
}
#if RIVERBOAT_X86
__attribute__((target("avx2"))) void walk_avx2(const Walk& boards, std::int16_t* ways, Sums& sums) {
    walk(boards, ways, sums);
}
RIVERBOAT_TARGET_AVX512 void walk_avx512(const Walk& boards, std::int16_t* ways, Sums& sums) {
    walk(boards, ways, sums);
}
#endif

WalkKernel walk_kernel() {
#if RIVERBOAT_X86
    if (cpu_path() == CpuPath::avx512) return walk_avx512;
    if (cpu_path() == CpuPath::bmi2) return walk_avx2;
#endif
    return walk_baseline;
}

// Counts of the 13 orders from the sums; what is left of all is the tie of three.
OrderCounts orders_of(const Sums& sums, std::int64_t all) {
    OrderCounts orders{};
    for (int i = 0; i < 6; ++i) orders[i] = sums[i];
    orders[6] = sums[6] - orders[0] - orders[2];    // a = b > c
    orders[7] = sums[7] - orders[1] - orders[4];    // a = c > b
    orders[8] = sums[8] - orders[3] - orders[5];    // b = c > a
    orders[9] = sums[9] - orders[0] - orders[1];    // a > b = c
    orders[10] = sums[10] - orders[2] - orders[3];  // b > a = c
    orders[11] = sums[11] - orders[4] - orders[5];  // c > a = b
    orders[12] = all;
    for (int i = 0; i < 12; ++i) orders[12] -= orders[i];
    return orders;
}

int order_of(int a, int b, int c) {
    if (a == b) return a > c ? 6 : a < c ? 11 : 12;
    if (a == c) return a > b ? 7 : 10;
    if (b == c) return b > a ? 8 : 9;
    if (a > b) return b > c ? 0 : a > c ? 1 : 4;
    return a > c ? 2 : b > c ? 3 : 5;
}

struct Counter {
    WalkKernel kernel = walk_kernel();
    std::vector<std::int16_t> free, ways;
    std::vector<int> of_others;

    // As if there were no flushes: one deal of hands of these ranks.
    OrderCounts by_ranks(const HandClass& a, const HandClass& b, const HandClass& c) const {
        const RankBoards& boards = tables().by_ranks;
        std::array<const int*, kRanks> ways_of{};
        for (int rank = 0; rank < kRanks; ++rank) {
            ways_of[rank] = kChoose[std::max(0, 4 - a.held[rank] - b.held[rank] - c.held[rank])].data();
        }
        const Strength *first = boards.strengths[a.ranks].data(), *second = boards.strengths[b.ranks].data(),
                       *third = boards.strengths[c.ranks].data();
        OrderCounts orders{};
        for (std::size_t at = 0; at < boards.counts.size(); ++at) {
            int dealt = 1;
            for (int rank = 0; rank < kRanks; ++rank) dealt *= ways_of[rank][boards.counts[at][rank]];
            orders[order_of(first[at], second[at], third[at])] += dealt;
        }
        return orders;
    }

    // What flushes of the suit change.
    void add_flushes(const ClassTriple& triple, OrderCounts& orders) {
        const Tables& all = tables();
        const HandClass &a = all.classes[triple[0]], &b = all.classes[triple[1]], &c = all.classes[triple[2]];
        for (std::size_t i = 0; i < a.types.size(); ++i) {
            for (std::size_t j = 0; j < b.types.size(); ++j) {
                for (std::size_t k = 0; k < c.types.size(); ++k) {
                    const int deals = deals_of(a.types[i].hands, b.types[j].hands, c.types[k].hands);
                    if (deals == 0) continue;
                    const std::array<const HandType*, 3> types = {&a.types[i], &b.types[j], &c.types[k]};
                    const std::array<std::size_t, 3> rows = {all.first_type[triple[0]] + i,
                                                             all.first_type[triple[1]] + j,
                                                             all.first_type[triple[2]] + k};
                    for (const SuitBoards& boards : all.by_suit)
                        add_boards(boards, types, rows, deals, orders);
                }
            }
        }
    }

    void add_boards(const SuitBoards& boards, const std::array<const HandType*, 3>& types,
                    const std::array<std::size_t, 3>& rows, int deals, OrderCounts& orders) {
        const auto can = [&](const HandType* type) { return std::popcount(type->suited) >= boards.least; };
        if (std::none_of(types.begin(), types.end(), can)) return;
        const unsigned held = types[0]->suited | types[1]->suited | types[2]->suited;
        free.resize(boards.suited.size());
        ways.resize(boards.suited.size());
        std::int64_t open = 0, all = 0;
        for (std::size_t at = 0; at < free.size(); ++at) {
            const bool is_free = boards.suited[at] != static_cast<std::int16_t>(kAllRanks) &&
                                 (static_cast<unsigned>(boards.suited[at]) & held) == 0;
            free[at] = is_free ? -1 : 0;
            open += is_free;
        }
        of_others.clear();
        for (const auto& [high, low] : boards.others) {
            const auto left = [&](int rank) {
                return 3 - types[0]->others[rank] - types[1]->others[rank] - types[2]->others[rank];
            };
            const int count = high < 0      ? 1
                              : low < 0     ? left(high)
                              : low == high ? kChoose[left(high)][2]
                                            : left(high) * left(low);
            of_others.push_back(count);
            all += count * open;
        }
        const std::size_t row = boards.row();
        for (const bool flushes : {true, false}) {
            const std::int16_t* from = (flushes ? boards.strengths : boards.plain).data();
            Sums sums{};
            kernel({from + rows[0] * row, from + rows[1] * row, from + rows[2] * row, free.data(),
                    of_others.data(), boards.others.size(), boards.suited.size()},
                   ways.data(), sums);
            const OrderCounts counted = orders_of(sums, all);
            for (int order = 0; order < kOrders; ++order) {
                orders[order] += (flushes ? 4 : -4) * deals * counted[order];
            }
        }
    }
};

}  // namespace

std::vector<std::array<std::uint32_t, kOrders>> three_way_orders(std::span<const ClassTriple> triples,
                                                                 unsigned threads, const Watch& watch) {
    constexpr std::size_t kChunk = 64;
    std::vector<std::array<std::uint32_t, kOrders>> out(triples.size());
    const Tables& all = tables();
    parallel_chunks((triples.size() + kChunk - 1) / kChunk, threads, watch, [&](std::size_t chunk, unsigned) {
        Counter counter;
        for (std::size_t at = chunk * kChunk; at < std::min(triples.size(), (chunk + 1) * kChunk); ++at) {
            const HandClass &a = all.classes[triples[at][0]], &b = all.classes[triples[at][1]],
                            &c = all.classes[triples[at][2]];
            OrderCounts orders = counter.by_ranks(a, b, c);
            const int deals = deals_of(a.hands, b.hands, c.hands);
            for (std::int64_t& count : orders) count *= deals;
            if (deals > 0) counter.add_flushes(triples[at], orders);
            for (int order = 0; order < kOrders; ++order) {
                out[at][order] = static_cast<std::uint32_t>(orders[order]);
            }
        }
    });
    return out;
}

}  // namespace riverboat
