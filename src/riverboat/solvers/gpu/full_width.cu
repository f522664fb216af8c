// The full-width engine on a card: a block walks streets on one board by the programs of cpp/solvers/full_width/flat_walk.hpp,
// a thread owns EACH neighbouring classes of hands. One walk is for one player and carries the opponent's reach; so it is
// the opponent whose averages move on, and the player whose regrets do. Sums are in a fixed order: the same every time.
//
// Macros: THREADS of a block; EACH classes a thread; BLOCKS on a multiprocessor at once; CELL, bits of a number in the tables; REAL, bits of reach and values;
// KIND of the walk; MOST actions of a decision; PREDICT, LOCKS: whether there are predictions and locks.
typedef unsigned u32;
typedef unsigned short u16;
typedef unsigned long long u64;

#ifndef SHARED
#define SHARED(type, name) extern __shared__ type name[]
#endif

#define UPDATE 0    // current strategies; averages of the opponent and regrets of the player move on
#define BEST 1      // the best answer to the opponent's average
#define EXPECTED 2  // both play their averages
#define RESPOND 3   // fictitious play: the best answer to the opponent's average becomes what is played
#define FOLLOW 4    // fictitious play: averages of the opponent move on

#define ROOM (THREADS * EACH)   // classes of a plane
#define CHUNK (3 * EACH + 1)    // hands of a list that a thread adds up
#define STRIDE (CHUNK | 1)      // odd, so that the threads of a warp write to different banks
#define SUMS (THREADS * STRIDE + 4)

#if REAL == 64
typedef double Real;
#define LEAST_SUM 2.2250738585072014e-308
#define ONE_OVER(x) (1 / (x))
#else
typedef float Real;
#define LEAST_SUM 1.17549435e-38f
#define ONE_OVER(x) __fdividef(1.f, x)  // right to two units in the last place, in a tenth of the steps
#endif
#if CELL == 64
typedef double Cell;
#elif CELL == 32
typedef float Cell;
#else
typedef u16 Cell;
#endif

#if THREADS > 32
#define SYNC() __syncthreads()
#else
#define SYNC() __syncwarp()
#endif

// The tables of a street are asked for before they are needed: a step waits for memory no more than a few times.
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
__device__ __forceinline__ void fetch_ahead(const void* from, u32 bytes) {
    asm volatile("cp.async.bulk.prefetch.L2.global [%0], %1;" ::"l"(from), "r"(bytes) : "memory");
}
#else
__device__ __forceinline__ void fetch_ahead(const void*, u32) {}
#endif

#define MOST_AHEAD 32768  // bytes of a table: what is asked for by all blocks must still be there when they come to it

#define EVERY(h) _Pragma("unroll") for (int h = 0; h < EACH; ++h)

struct Board {
    u64 cell;
    u32 decision, parent, width[2], classes[2], hands[2], length[2], down[2], first_deal, deals;
};
struct Place {  // of a board: planes that come in, go back and go on; its first decision and the first end of its game
    u32 reach, values, leaves, decision, end, unused;
};
struct Deal {
    u32 board, up[2];
};
struct Block {
    u32 board, program, start, count;
};
struct Leaf {
    u32 board, leaf;
};
struct Turn {
    double keep_positive, keep_negative, keep_average, keep_own, keep_other, least;
    u64 number;
};
struct Vec {
    Real v[EACH];
};

// --- cells of tables ------------------------------------------------------------------------------------------------

#if CELL == 16
// Short floats as in cpp/solvers/full_width/kernels/cells.hpp: rounded by a threshold that is even over cells and turns.
template <bool SIGNED>
struct Short {
    static constexpr int dropped = SIGNED ? 14 : 13, zero = SIGNED ? 127 - 24 : 127 - 43;
    static __device__ __forceinline__ float read(u16 cell) {
        u32 bits = SIGNED ? ((u32)(int)(short)cell << dropped) & ~(3u << 29) : (u32)cell << dropped;
        return __uint_as_float(bits) * __uint_as_float((u32)(zero + 127) << 23);
    }
    static __device__ __forceinline__ u16 written(float number, u32 threshold) {
        const u32 raw = __float_as_uint(number);
        const int none = zero << 23, least = none + (1 << 23), most = none + (1 << 29) - 1;
        int size = (int)(SIGNED ? raw & 0x7fffffffu : raw) + (int)(threshold >> (32 - dropped));
        size = min(size, most);
        u32 bits = size < least ? 0 : (u32)(size - none) >> dropped;
        if (SIGNED) bits |= raw >> 16 & 0x8000u;
        return (u16)bits;
    }
};
#endif

struct alignas(sizeof(Cell) * EACH) Pack {
    Cell v[EACH];
};

template <bool SIGNED>
__device__ __forceinline__ Vec read_cells(const Cell* at) {
    const Pack pack = *(const Pack*)at;
    Vec out;
    EVERY(h) {
#if CELL == 16
        out.v[h] = Short<SIGNED>::read(pack.v[h]);
#else
        out.v[h] = (Real)pack.v[h];
#endif
    }
    return out;
}

// seed: of the decision in this turn; cell: of the first number, within the decision.
template <bool SIGNED>
__device__ __forceinline__ void write_cells(Cell* at, const Vec& numbers, u32 seed, u32 cell) {
    Pack pack;
    EVERY(h) {
#if CELL == 16
        pack.v[h] = Short<SIGNED>::written((float)numbers.v[h], seed + (cell + h) * 3242174889u);
#else
        pack.v[h] = (Cell)numbers.v[h];
#endif
    }
    *(Pack*)at = pack;
}

// --- what a block knows ---------------------------------------------------------------------------------------------

// What all threads of a block need to know, in shared memory: registers are scarce.
struct alignas(16) Facts {
    Real keep_positive, keep_negative, keep_average, keep_own, keep_other, least;
    u64 cell;                                                // where the tables of the board begin
    const Real *payoffs, *leaf_values;                       // of the game, of the board
    const int* lock_at;                                      // of the decisions of the board
    u32 width0, width1, own_width, other_width;              // rows of the tables
    u32 own_classes, other_classes, list_length, total, turn;  // of the opponent's list; where its hands end in it
    u32 unused;
};
static_assert(sizeof(Facts) <= 128, "full_width_levels.py has room for so many bytes");

// Where to look in the sums for a class of hands, in bytes of numbers of 32 bits: see flat_walk.hpp. They lie in pairs,
// all classes of one pair side by side, so that the threads of a warp read neighbours.
enum Pair { BOTH, FIRST, FIRST_ALL_SECOND, SECOND, SAME };
__device__ __forceinline__ u32 low(u32 pair) { return pair & 0xffff; }
__device__ __forceinline__ u32 high(u32 pair) { return pair >> 16; }

struct alignas(4 * EACH) Words {
    u32 v[EACH];
};
struct alignas(EACH == 2 ? 16 : 2) Chunk {
    u16 at[CHUNK], begins;
};

struct Street {
    Cell *regrets, *averages, *predictions;
    const Real* locks;
    const Facts* facts;           // shared
    Real *planes, *sums, *warps;  // shared: [plane][ROOM]; sums over the list of the opponent's hands; of each warp
    Chunk* list;                  // shared, [THREADS]
    u32* looks;                   // shared, [5][ROOM]

    __device__ __forceinline__ Real* mine(int plane) const { return planes + plane * ROOM + threadIdx.x * EACH; }
};

// The reach of the opponent's hands that one's own class can meet: weaker ones, those that are not stronger, all.
struct Met {
    Real weaker[EACH], not_stronger[EACH], all[EACH];
};

// Sums over all first hands of the opponent's list, then what ends need of them for one's own classes.
__device__ __forceinline__ void meet(const Street& s, int plane, bool showdown, Met& met) {
    const u32 t = threadIdx.x, lane = t & 31;
    const Real* reach = s.planes + plane * ROOM;
    const auto at = [](const Real* from, u32 bytes) {
        return *(const Real*)((const char*)from + bytes * (sizeof(Real) / 4));
    };
    const auto look = [&](Pair pair) { return *(const Words*)(s.looks + pair * ROOM + t * EACH); };
    const bool has_hands = t * CHUNK < s.facts->list_length, has_classes = t * EACH < s.facts->own_classes;
    SYNC();  // the plane is written, and sums were read
    // Sums begin anew with each part of the list, within a chunk, over the warp and over all warps.
    Real numbers[CHUNK], run = 0;
    u32 begins = 0;
    if (has_hands) {
        const Chunk chunk = s.list[t];
        begins = chunk.begins;
#pragma unroll
        for (int i = 0; i < CHUNK; ++i) {
            numbers[i] = at(reach, chunk.at[i]);
            run = (begins >> i & 1 ? 0 : run) + numbers[i];
        }
    }
    if (has_classes) {
        const Words same = look(SAME);
        EVERY(h) met.all[h] = at(reach, low(same.v[h]));
    }
    const u32 since = begins >> CHUNK & 31;
#pragma unroll
    for (u32 by = 1; by < 32; by <<= 1) {
        const Real other = __shfl_up_sync(~0u, run, by);
        if (lane >= since + by) run += other;
    }
#if THREADS > 32
    if (lane == 31) s.warps[t >> 5] = run;
#endif
    run = __shfl_up_sync(~0u, run, 1);
    if (lane == 0) run = 0;
#if THREADS > 32
    SYNC();
    if (begins >> (CHUNK + 5) & 1) {
        for (int w = (int)(t >> 5) - 1; w >= 0; --w) {
            run += s.warps[w];
            if (s.list[32 * w + 31].begins >> CHUNK & 31 || s.list[32 * w].begins & ((1 << CHUNK) - 1)) break;
        }
    }
#endif
    if (has_hands) {
#pragma unroll
        for (int i = 0; i < CHUNK; ++i) {
            run = begins >> i & 1 ? 0 : run;
            s.sums[t * STRIDE + i] = run;
            run += numbers[i];
        }
    }
    SYNC();
    if (!has_classes) {  // places without a hand have numbers, too, which stay 0
        EVERY(h) met.weaker[h] = met.not_stronger[h] = met.all[h] = 0;
        return;
    }
    const Real total = s.sums[s.facts->total];
    const Words first = look(FIRST), middle = look(FIRST_ALL_SECOND), second = look(SECOND);
    EVERY(h) {
        const Real same = met.all[h];
        met.all[h] = total - at(s.sums, low(middle.v[h])) - at(s.sums, high(second.v[h])) + same;
        if (showdown) {
            const u32 both = look(BOTH).v[h];
            met.weaker[h] = at(s.sums, low(both)) - at(s.sums, low(first.v[h])) - at(s.sums, high(middle.v[h]));
            met.not_stronger[h] =
                at(s.sums, high(both)) - at(s.sums, high(first.v[h])) - at(s.sums, low(second.v[h])) + same;
        }
    }
}

#define TO_PLANE 0
#define TO_LEAF 1
#define TO_FOLD 2
#define TO_SHOWDOWN 3

__device__ __forceinline__ Vec end_value(const Street& s, const Met& met, int way, int end) {
    const Real* pays = s.facts->payoffs + 3 * end;
    const Real win = __ldg(pays), tie = __ldg(pays + 1), lose = __ldg(pays + 2);
    Vec out;
    EVERY(h) {
        out.v[h] = way == TO_FOLD ? win * met.all[h]
                                  : win * met.weaker[h] + tie * (met.not_stronger[h] - met.weaker[h]) +
                                        lose * (met.all[h] - met.not_stronger[h]);
    }
    return out;
}

__device__ __forceinline__ Vec leaf_value(const Street& s, int leaf) {
    Vec out;
    const Real* from = s.facts->leaf_values + (u64)leaf * ROOM + threadIdx.x * EACH;
    EVERY(h) out.v[h] = __ldg(from + h);
    return out;
}

__device__ __forceinline__ Vec plane_value(const Street& s, int plane) {
    Vec out;
    EVERY(h) out.v[h] = s.mine(plane)[h];
    return out;
}

__device__ __forceinline__ void set_plane(const Street& s, int plane, const Vec& numbers) {
    EVERY(h) s.mine(plane)[h] = numbers.v[h];
}

// --- decisions ------------------------------------------------------------------------------------------------------

// Calls body with the number of actions as a constant where it is small, so that a column stays in registers; four take
// more than there are.
template <int N>
struct Count {
    static constexpr int most = N ? N : MOST;
    int actions;
    __device__ __forceinline__ int operator()() const { return N ? N : actions; }
};
template <class Body>
__device__ __forceinline__ void with_actions(int actions, const Body& body) {
    if (actions == 2) body(Count<2>{2});
    else if (actions == 3) body(Count<3>{3});
    else body(Count<0>{actions});
}
#define ACTIONS(a) _Pragma("unroll") for (int a = 0; a < count(); ++a)

struct Decision {
    u64 place;
    u32 width, number, seed;
    bool on;  // whether this thread has classes there
};
// at: actions, before 0, before 1, number
__device__ __forceinline__ Decision decision_of(const Street& s, const int* at, u32 width) {
    Decision d;
    d.place = s.facts->cell + (u64)at[1] * s.facts->width0 + (u64)at[2] * s.facts->width1;
    d.width = width;
    d.number = at[3];
    d.seed = s.facts->turn * 2447445414u + (u32)d.place * 3242174889u;
    d.on = threadIdx.x * EACH < d.width;
    d.place += threadIdx.x * EACH;
    return d;
}

__device__ __forceinline__ Real positive(Real number) { return number > 0 ? number : 0; }

// Regret matching: what is played is the positive part times `factor`, plus `alike`.
struct Matching {
    Vec factor, alike;
    __device__ __forceinline__ Real operator()(Real number, int h) const {
        return positive(number) * factor.v[h] + alike.v[h];
    }
};
template <class C>
__device__ __forceinline__ Matching matching(C count, const Vec* column) {
    Matching out;
    EVERY(h) {
        Real sum = 0;
        ACTIONS(a) sum += positive(column[a].v[h]);
        const bool any = sum >= (Real)LEAST_SUM;
        out.factor.v[h] = any ? ONE_OVER(sum) : 0;
        out.alike.v[h] = any ? 0 : (Real)1 / count();
    }
    return out;
}

template <class C>
__device__ __forceinline__ void normalise(C count, Vec* column) {
    const Matching played = matching(count, column);
    ACTIONS(a) EVERY(h) column[a].v[h] = played(column[a].v[h], h);
}

template <class C>
__device__ __forceinline__ void put_locks(const Street& s, const Decision& d, C count, Vec* column) {
#if LOCKS
    const int at = s.facts->lock_at[d.number];
    if (at < 0 || !d.on) return;
    const Real* lock = s.locks + at + threadIdx.x * EACH;
    EVERY(h) {
        if (lock[count() * d.width + h] == 0) continue;
        ACTIONS(a) column[a].v[h] = lock[a * d.width + h];
    }
#endif
}

// What is played, from a column of regrets that stays as it is.
template <class C>
__device__ __forceinline__ void current(const Street& s, const Decision& d, C count, const Vec* regrets, Real keep,
                                        Vec* column) {
    ACTIONS(a) {
        column[a] = regrets[a];
#if PREDICT
        if (d.on) {
            const Vec last = read_cells<true>(s.predictions + d.place + (u64)a * d.width);
            EVERY(h) column[a].v[h] = column[a].v[h] * keep + last.v[h];
        }
#endif
    }
    normalise(count, column);
    put_locks(s, d, count, column);
}

template <bool SIGNED, class C>
__device__ __forceinline__ void read_column(const Cell* table, const Decision& d, C count, Vec* column) {
    ACTIONS(a) {
        EVERY(h) column[a].v[h] = 0;
        if (d.on) column[a] = read_cells<SIGNED>(table + d.place + (u64)a * d.width);
    }
}

template <class C>
__device__ __forceinline__ void average(const Street& s, const Decision& d, C count, Vec* column) {
    read_column<false>(s.averages, d, count, column);
    normalise(count, column);
    put_locks(s, d, count, column);
}

// The opponent acts: at = actions, before 0, before 1, number, plane, who folds, all, planes of the actions.
template <class C>
__device__ __forceinline__ void spread(const Street& s, const int* at, C count, bool learn) {
    const Decision d = decision_of(s, at, s.facts->other_width);
    Vec column[C::most], before[C::most], reach;
    if (learn) read_column<false>(s.averages, d, count, before);
    if (KIND == UPDATE || KIND == FOLLOW) {
        Vec regrets[C::most];
        read_column<true>(s.regrets, d, count, regrets);
        current(s, d, count, regrets, s.facts->keep_other, column);
    } else {
        average(s, d, count, column);
    }
    const Real* from = s.mine(at[4]);
    EVERY(h) reach.v[h] = from[h];
    ACTIONS(a) {
        Vec share;
        EVERY(h) share.v[h] = column[a].v[h] * reach.v[h];
        set_plane(s, at[7 + a], a == at[5] ? plane_value(s, at[6]) : share);
        if (learn && d.on) {
            EVERY(h) share.v[h] += before[a].v[h] * s.facts->keep_average;
            write_cells<false>(s.averages + d.place + (u64)a * d.width, share, d.seed,
                               a * d.width + threadIdx.x * EACH);
        }
    }
}

// The player acts: at = actions, before 0, before 1, number, plane of the value, all, ways.
template <class C>
__device__ __forceinline__ void own_decision(const Street& s, const int* at, C count) {
    const Decision d = decision_of(s, at, s.facts->own_width);
    Vec values[C::most], column[C::most], value;
    ACTIONS(a) {
        const int way = at[6 + 2 * a], target = at[7 + 2 * a];
        values[a] = way == TO_LEAF ? leaf_value(s, target) : plane_value(s, way == TO_FOLD ? at[5] : target);
        if (way == TO_FOLD) {
            const Real win = __ldg(s.facts->payoffs + 3 * target);
            EVERY(h) values[a].v[h] *= win;
        }
    }
    if (KIND == BEST || KIND == RESPOND) {
        EVERY(h) {
            Real most = values[0].v[h];
            ACTIONS(a) most = values[a].v[h] > most ? values[a].v[h] : most;
            value.v[h] = most;
        }
#if LOCKS
        ACTIONS(a) EVERY(h) column[a].v[h] = -1;
        put_locks(s, d, count, column);
        EVERY(h) {
            if (column[0].v[h] < 0) continue;
            value.v[h] = 0;
            ACTIONS(a) value.v[h] += column[a].v[h] * values[a].v[h];
        }
#endif
        if (KIND == RESPOND) {
            Vec left;
            EVERY(h) left.v[h] = 1;
            ACTIONS(a) {
                Vec chosen;
                EVERY(h) {
                    chosen.v[h] = values[a].v[h] == value.v[h] ? left.v[h] : 0;
                    left.v[h] -= chosen.v[h];
                }
                if (d.on)
                    write_cells<true>(s.regrets + d.place + (u64)a * d.width, chosen, d.seed, a * d.width + threadIdx.x * EACH);
            }
        }
    } else if (KIND == EXPECTED) {
        average(s, d, count, column);
        EVERY(h) {
            value.v[h] = 0;
            ACTIONS(a) value.v[h] += column[a].v[h] * values[a].v[h];
        }
    } else {
        Vec regrets[C::most];
        read_column<true>(s.regrets, d, count, regrets);
#if PREDICT || LOCKS
        current(s, d, count, regrets, s.facts->keep_own, column);
        const auto played = [&](int a, int h) { return column[a].v[h]; };
#else
        const Matching match = matching(count, regrets);
        const auto played = [&](int a, int h) { return match(regrets[a].v[h], h); };
#endif
        EVERY(h) {
            value.v[h] = 0;
            ACTIONS(a) value.v[h] += played(a, h) * values[a].v[h];
        }
        if (d.on) {
            ACTIONS(a) {
                const u32 cell = a * d.width + threadIdx.x * EACH;
                Vec instant, now;
                EVERY(h) {
                    instant.v[h] = values[a].v[h] - value.v[h];
                    const Real regret = regrets[a].v[h];
                    now.v[h] = regret * (regret > 0 ? s.facts->keep_positive : s.facts->keep_negative) + instant.v[h];
                    now.v[h] = now.v[h] > s.facts->least ? now.v[h] : s.facts->least;
                }
#if PREDICT
                write_cells<true>(s.predictions + d.place + (u64)a * d.width, instant, ~d.seed, cell);
#endif
                write_cells<true>(s.regrets + d.place + (u64)a * d.width, now, d.seed, cell);
            }
        }
    }
    set_plane(s, at[4], value);
}

// --- streets --------------------------------------------------------------------------------------------------------

#define STOP 0
#define SPREAD 1
#define SEND 2
#define RECEIVE 3
#define MEET 4
#define FOLD 5
#define OWN 6
#define SUM 7

template <bool UP>
__device__ __forceinline__ void walk_program(const Street& s, const int* at, Real* reach_out, bool learn) {
    for (;;) {
        const int head = at[0], step = head & 255;
        if (step == STOP) return;
        const int* numbers = at + 1;
        at += head >> 8;
        if (step == SPREAD) {
            with_actions(numbers[0], [&](auto count) { spread(s, numbers, count, learn); });
        } else if (step == SEND) {
            if (!UP) {
                const Real* from = s.mine(numbers[0]);
                Real* to = reach_out + (u64)numbers[1] * ROOM + threadIdx.x * EACH;
                EVERY(h) to[h] = from[h];
            }
        } else if (UP) {
            if (step == RECEIVE) {
                set_plane(s, numbers[0], leaf_value(s, numbers[1]));
            } else if (step == MEET) {
                Met met;
                meet(s, numbers[0], numbers[1], met);
                for (int end = 0; end < numbers[4]; ++end) {
                    const int* paid = numbers + 5 + 3 * end;
                    set_plane(s, paid[2], end_value(s, met, paid[0], paid[1]));
                }
                if (numbers[2] >= 0) EVERY(h) s.mine(numbers[2])[h] = met.all[h];
                if (numbers[3] >= 0) EVERY(h) s.mine(numbers[3])[h] -= met.all[h];
            } else if (step == FOLD) {
                const Real win = __ldg(s.facts->payoffs + 3 * numbers[1]);
                EVERY(h) s.mine(numbers[0])[h] *= win;
            } else if (step == OWN) {
                with_actions(numbers[0], [&](auto count) { own_decision(s, numbers, count); });
            } else {
                Real* to = s.mine(numbers[1]);
                for (int a = 1; a < numbers[0]; ++a) {
                    const Real* from = s.mine(numbers[1 + a]);
                    EVERY(h) to[h] += from[h];
                }
            }
        }
    }
}

__device__ __forceinline__ void copy_words(void* to, const void* from, u32 bytes) {
    for (u32 i = threadIdx.x; i < bytes / 4; i += THREADS) ((u32*)to)[i] = ((const u32*)from)[i];
}

__device__ __forceinline__ void ask_for_tables(const Street& s, const int* program) {
    const u64 place = s.facts->cell + (u64)program[0] * s.facts->width0 + (u64)program[1] * s.facts->width1;
    const u32 bytes = (program[2] * s.facts->width0 + program[3] * s.facts->width1) * sizeof(Cell);
    if (bytes == 0 || bytes > MOST_AHEAD) return;
    if (KIND != BEST && KIND != EXPECTED) fetch_ahead(s.regrets + place, bytes);
    fetch_ahead(s.averages + place, bytes);
}

template <bool UP>
__device__ __forceinline__ void walk_streets(
    const Block* blocks, const Board* boards, const Place* places, const int* code, const u32* programs, const u16* maps,
    const u16* lists, const u16* looks, Cell* regrets, Cell* averages, Cell* predictions, const int* lock_at,
    const Real* locks, const Real* payoffs, const Turn* turns, const u32* turn, const Real* reach_in, u32 in_room,
    Real* reach_out, const Real* leaf_values, Real* values_out, u32 player, u32 learn, u32 planes) {
    SHARED(Real, memory);
    const u32 t = threadIdx.x, other = 1 - player;
    const Block block = blocks[blockIdx.x];
    const Board& board = boards[block.board];
    const Place place = places[block.board];
    Real* sums = memory + planes * ROOM;
    Facts* facts = (Facts*)(sums + SUMS + 32);
    u32* shared_looks = (u32*)(facts + 1);
    Chunk* list = (Chunk*)(shared_looks + 5 * ROOM);
    const Street s{regrets, averages, predictions, locks, facts, memory, sums, sums + SUMS, list, shared_looks};
    if (t == 0) {
        const Turn& now = turns[*turn];
        *facts = {(Real)now.keep_positive,
                  (Real)now.keep_negative,
                  (Real)now.keep_average,
                  (Real)now.keep_own,
                  (Real)now.keep_other,
                  (Real)now.least,
                  board.cell,
                  payoffs + 3 * place.end,
                  leaf_values + (u64)place.leaves * ROOM,
                  lock_at + place.decision,
                  board.width[0],
                  board.width[1],
                  board.width[player],
                  board.width[other],
                  board.classes[player],
                  board.classes[other],
                  board.length[other],
                  board.hands[other] / CHUNK * STRIDE + board.hands[other] % CHUNK,
                  (u32)now.number,
                  0};
    }
    if (UP) {
        copy_words(shared_looks, looks + (u64)block.board * ROOM * 10, ROOM * 20);
        copy_words(list, lists + (u64)block.board * THREADS * (CHUNK + 1), THREADS * sizeof(Chunk));
    }
    SYNC();
    int* program = (int*)(list + THREADS);
    const u16* down = maps + board.down[other];
    if (t == 0) ask_for_tables(s, code + programs[block.program]);
    for (u32 i = 0; i < block.count; ++i) {
        const u32 start = block.start + i, begin = programs[block.program + i], end = programs[block.program + i + 1];
        if (t == 0 && i + 1 < block.count) ask_for_tables(s, code + end);
        SYNC();  // the last program was read
        copy_words(program, code + begin, (end - begin) * sizeof(int));
        const Real* in = reach_in + (u64)(place.reach + start) * in_room;
        Real* reach = s.mine(0);
        EVERY(h) reach[h] = t * EACH + h < facts->other_classes ? in[down[t * EACH + h]] : 0;
        SYNC();
        walk_program<UP>(s, program + 4, reach_out + (u64)place.leaves * ROOM, learn);
        if (UP) {
            Real* out = values_out + (u64)(place.values + start) * ROOM + t * EACH;
            EVERY(h) out[h] = t * EACH + h < facts->own_classes ? reach[h] : 0;
        }
    }
}

#define PARAMETERS                                                                                                     \
    const Block *blocks, const Board *boards, const Place *places, const int *code, const u32 *programs,               \
        const u16 *maps, const u16 *lists, const u16 *looks, Cell *regrets, Cell *averages, Cell *predictions,         \
        const int *lock_at, const Real *locks, const Real *payoffs, const Turn *turns, const u32 *turn,                \
        const Real *reach_in, u32 in_room, Real *reach_out, const Real *leaf_values, Real *values_out, u32 player,     \
        u32 learn, u32 planes
#define ARGUMENTS                                                                                                      \
    blocks, boards, places, code, programs, maps, lists, looks, regrets, averages, predictions, lock_at, locks,        \
        payoffs, turns, turn, reach_in, in_room, reach_out, leaf_values, values_out, player, learn, planes

// Reach on the way down, as far as what goes on to the next street.
extern "C" __global__ void __launch_bounds__(THREADS, BLOCKS) go_down(PARAMETERS) { walk_streets<false>(ARGUMENTS); }

// All of it: down again, ends, and up.
extern "C" __global__ void __launch_bounds__(THREADS, BLOCKS) come_up(PARAMETERS) { walk_streets<true>(ARGUMENTS); }

// What goes on to the next street is worth over all boards that can come. One block for each leaf of each board; what
// the deals are is read once for all its threads.
#define DEALS 64
extern "C" __global__ void collect(const Leaf* leaves, const Board* boards, const Place* places, const Deal* deals,
                                   const u16* maps, const double* chances, const Place* next_places,
                                   const Real* values_in, u32 in_room, Real* leaf_values, u32 room, u32 player) {
    __shared__ const Real* values[DEALS];
    __shared__ const u16* ups[DEALS];
    const Leaf leaf = leaves[blockIdx.x];
    const Board& board = boards[leaf.board];
    Real* out = leaf_values + (u64)(places[leaf.board].leaves + leaf.leaf) * room;
    const u32 classes = board.classes[player], count = board.deals;
    const Real chance = (Real)chances[leaf.board];
    for (u32 k = threadIdx.x; k < room; k += blockDim.x) out[k] = 0;
    for (u32 first = 0; first < count; first += DEALS) {
        const u32 some = min(count - first, (u32)DEALS);
        __syncthreads();
        for (u32 i = threadIdx.x; i < some; i += blockDim.x) {
            const Deal deal = deals[board.first_deal + first + i];
            values[i] = values_in + (u64)(next_places[deal.board].values + leaf.leaf) * in_room;
            ups[i] = maps + deal.up[player];
        }
        __syncthreads();
        for (u32 k = threadIdx.x; k < classes; k += blockDim.x) {
            Real sum = 0;
#pragma unroll 8
            for (u32 i = 0; i < some; ++i) sum += values[i][ups[i][k]];
            out[k] += chance * sum;
        }
    }
}

// The next walk begins.
extern "C" __global__ void next_turn(u32* turn) { *turn += 1; }
