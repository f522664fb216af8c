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
#define CHUNK (3 * EACH)        // numbers of a list that a thread adds up
#define STRIDE (CHUNK | 1)      // odd, so that the threads of a warp write to different banks
#define SUMS (2 * (THREADS * STRIDE + 2))  // of two ends side by side

#if REAL == 64
typedef double Real;
#define LEAST_SUM 2.2250738585072014e-308
#else
typedef float Real;
#define LEAST_SUM 1.17549435e-38f
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

#define EVERY(h) _Pragma("unroll") for (int h = 0; h < EACH; ++h)

struct Board {
    u64 cell;
    u32 decision, parent, width[2], classes[2], hands[2], down[2], first_deal, deals;
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

struct Factors {
    Real keep_positive, keep_negative, keep_average, keep_own, keep_other, least, unused[2];
};

// Where to look in the sums for a class of hands: see flat_walk.hpp.
struct alignas(8) Look {
    u16 weaker, not_stronger;
    struct {
        u16 begin, weaker, not_stronger, end;
    } card[2];
    u16 same, unused;
};

struct alignas(CHUNK & 1 ? 2 : 4) List {
    u16 at[CHUNK];
};

struct Street {
    u64 cell;                                          // where the tables of the board begin
    u32 width0, width1, own_width, other_width, total;  // rows of the tables; the sum of all hands
    Cell *regrets, *averages, *predictions;
    const int* lock_at;  // of the decisions of the board
    const Real* locks;
    const Factors* factors;  // shared
    u32 turn;
    Real *planes, *sums, *warps;  // shared: [plane][ROOM]; sums over the list of the opponent's hands; of each warp
    u16* list;                    // shared
    Look* looks;                  // shared, [ROOM]
    const Real* payoffs;
    const Real* leaf_values;

    __device__ __forceinline__ Real* mine(int plane) const { return planes + plane * ROOM + threadIdx.x * EACH; }
};

// The reach of the opponent's hands that one's own class can meet: weaker ones, those that are not stronger, all.
struct Met {
    Real weaker[EACH], not_stronger[EACH], all[EACH];
};

template <int N>
struct alignas(sizeof(Real) * N) Side {  // numbers of N ends side by side
    Real v[N];
};
#define ENDS(j) _Pragma("unroll") for (int j = 0; j < N; ++j)

template <int N>
__device__ __forceinline__ Side<N> less(Side<N> from, const Side<N>& first, const Side<N>& second, const Side<N>& back) {
    ENDS(j) from.v[j] = from.v[j] - first.v[j] - second.v[j] + back.v[j];
    return from;
}

// Sums over all first hands of the opponent's list, of N planes at once, then what ends need of them for one's classes.
// Places are told in bytes of numbers of 32 bits.
template <int N>
__device__ __forceinline__ void meet(const Street& s, const int* planes, int apart, bool showdown, Met* met) {
    const int t = threadIdx.x, lane = t & 31;
    Side<N>* sums = (Side<N>*)s.sums;
    Side<N>* warps = (Side<N>*)s.warps;
    const Real* reach[N];
    ENDS(j) reach[j] = s.planes + planes[j * apart] * ROOM;
    SYNC();  // the planes are written, and sums were read
    Side<N> numbers[CHUNK], run;
    Real same[N][EACH];
    const List list = *(const List*)(s.list + t * CHUNK);
    const Look* looks = s.looks + t * EACH;
    const auto at = [](const Real* from, u32 bytes) {
        return *(const Real*)((const char*)from + bytes * (sizeof(Real) / 4));
    };
    const auto sum_at = [&](u32 bytes) { return *(const Side<N>*)((const char*)sums + bytes * (sizeof(Side<N>) / 4)); };
    ENDS(j) {
        run.v[j] = 0;
#pragma unroll
        for (int i = 0; i < CHUNK; ++i) {
            numbers[i].v[j] = at(reach[j], list.at[i]);
            run.v[j] += numbers[i].v[j];
        }
        EVERY(h) same[j][h] = at(reach[j], looks[h].same);
    }
#pragma unroll
    for (int by = 1; by < 32; by <<= 1) {
        ENDS(j) {
            const Real other = __shfl_up_sync(~0u, run.v[j], by);
            if (lane >= by) run.v[j] += other;
        }
    }
#if THREADS > 32
    if (lane == 31) warps[t >> 5] = run;
#endif
    ENDS(j) {
        run.v[j] = __shfl_up_sync(~0u, run.v[j], 1);
        if (lane == 0) run.v[j] = 0;
    }
#if THREADS > 32
    SYNC();
    for (int w = 0; w < t >> 5; ++w) ENDS(j) run.v[j] += warps[w].v[j];
#endif
#pragma unroll
    for (int i = 0; i < CHUNK; ++i) {
        sums[t * STRIDE + i] = run;
        ENDS(j) run.v[j] += numbers[i].v[j];
    }
    if (t == THREADS - 1) sums[THREADS * STRIDE] = run;
    SYNC();
    const Side<N> total = sums[s.total];
    EVERY(h) {
        const Look look = looks[h];
        Side<N> back = sum_at(look.card[0].begin);
        const Side<N> second = sum_at(look.card[1].begin);
        ENDS(j) back.v[j] += second.v[j];
        const Side<N> all = less(total, sum_at(look.card[0].end), sum_at(look.card[1].end), back);
        ENDS(j) met[j].all[h] = all.v[j] + same[j][h];
        if (showdown) {
            const Side<N> weaker =
                less(sum_at(look.weaker), sum_at(look.card[0].weaker), sum_at(look.card[1].weaker), back);
            const Side<N> upto = less(sum_at(look.not_stronger), sum_at(look.card[0].not_stronger),
                                      sum_at(look.card[1].not_stronger), back);
            ENDS(j) {
                met[j].weaker[h] = weaker.v[j];
                met[j].not_stronger[h] = upto.v[j] + same[j][h];
            }
        }
    }
}

#define TO_PLANE 0
#define TO_LEAF 1
#define TO_FOLD 2
#define TO_SHOWDOWN 3

__device__ __forceinline__ Vec end_value(const Street& s, const Met& met, int way, int end) {
    const Real win = s.payoffs[3 * end], tie = s.payoffs[3 * end + 1], lose = s.payoffs[3 * end + 2];
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
    EVERY(h) out.v[h] = s.leaf_values[(u64)leaf * ROOM + threadIdx.x * EACH + h];
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

// at: how many, then {plane, way, end} for each.
template <int N>
__device__ __forceinline__ void settle_ends(const Street& s, const int* at) {
    Met met[N];
    bool showdown = false;
    ENDS(j) showdown |= at[2 + 3 * j] == TO_SHOWDOWN;
    meet<N>(s, at + 1, 3, showdown, met);
    Vec value = end_value(s, met[0], at[2], at[3]);
    if (N == 2) {
        const Vec other = end_value(s, met[N - 1], at[5], at[6]);
        EVERY(h) value.v[h] += other.v[h];
    }
    set_plane(s, at[1], value);
}

// --- decisions ------------------------------------------------------------------------------------------------------

// Calls body with the number of actions as a constant where it is small, so that a column stays in registers.
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
    else if (actions == 4) body(Count<4>{4});
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
    d.place = s.cell + (u64)at[1] * s.width0 + (u64)at[2] * s.width1;
    d.width = width;
    d.number = at[3];
    d.seed = s.turn * 2447445414u + (u32)d.place * 3242174889u;
    d.on = threadIdx.x * EACH < d.width;
    d.place += threadIdx.x * EACH;
    return d;
}

template <class C>
__device__ __forceinline__ void normalise(C count, Vec* column) {
    EVERY(h) {
        Real sum = 0;
        ACTIONS(a) {
            column[a].v[h] = column[a].v[h] > 0 ? column[a].v[h] : 0;
            sum += column[a].v[h];
        }
        const bool any = sum >= (Real)LEAST_SUM;
        const Real factor = any ? 1 / sum : 0, alike = any ? 0 : (Real)1 / count();
        ACTIONS(a) column[a].v[h] = column[a].v[h] * factor + alike;
    }
}

template <class C>
__device__ __forceinline__ void put_locks(const Street& s, const Decision& d, C count, Vec* column) {
#if LOCKS
    const int at = s.lock_at[d.number];
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

// The opponent acts: at = actions, before 0, before 1, number, plane, planes of the actions.
template <class C>
__device__ __forceinline__ void spread(const Street& s, const int* at, C count, bool learn) {
    const Decision d = decision_of(s, at, s.other_width);
    Vec column[C::most], before[C::most], reach;
    if (learn) read_column<false>(s.averages, d, count, before);
    if (KIND == UPDATE || KIND == FOLLOW) {
        Vec regrets[C::most];
        read_column<true>(s.regrets, d, count, regrets);
        current(s, d, count, regrets, s.factors->keep_other, column);
    } else {
        average(s, d, count, column);
    }
    const Real* from = s.mine(at[4]);
    EVERY(h) reach.v[h] = from[h];
    ACTIONS(a) {
        Vec share;
        EVERY(h) share.v[h] = column[a].v[h] * reach.v[h];
        Real* to = s.mine(at[5 + a]);
        EVERY(h) to[h] = share.v[h];
        if (learn && d.on) {
            EVERY(h) share.v[h] += before[a].v[h] * s.factors->keep_average;
            write_cells<false>(s.averages + d.place + (u64)a * d.width, share, d.seed,
                               a * d.width + threadIdx.x * EACH);
        }
    }
}

// The player acts: at = actions, before 0, before 1, number, plane, plane of the value, ways that end, ways.
template <class C>
__device__ __forceinline__ void own_decision(const Street& s, const int* at, const Met& met, C count) {
    const Decision d = decision_of(s, at, s.own_width);
    Vec values[C::most], column[C::most], value;
    ACTIONS(a) {
        const int way = at[7 + 2 * a], target = at[8 + 2 * a];
        values[a] = way == TO_PLANE  ? plane_value(s, target)
                    : way == TO_LEAF ? leaf_value(s, target)
                                     : end_value(s, met, way, target);
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
    } else {
        Vec regrets[C::most];
        if (KIND == UPDATE) {
            read_column<true>(s.regrets, d, count, regrets);
            current(s, d, count, regrets, s.factors->keep_own, column);
        } else {
            average(s, d, count, column);
        }
        EVERY(h) {
            value.v[h] = 0;
            ACTIONS(a) value.v[h] += column[a].v[h] * values[a].v[h];
        }
        if (KIND == UPDATE && d.on) {
            ACTIONS(a) {
                const u32 cell = a * d.width + threadIdx.x * EACH;
                Vec instant, now;
                EVERY(h) {
                    instant.v[h] = values[a].v[h] - value.v[h];
                    const Real regret = regrets[a].v[h];
                    now.v[h] = regret * (regret > 0 ? s.factors->keep_positive : s.factors->keep_negative) + instant.v[h];
                    now.v[h] = now.v[h] > s.factors->least ? now.v[h] : s.factors->least;
                }
#if PREDICT
                write_cells<true>(s.predictions + d.place + (u64)a * d.width, instant, ~d.seed, cell);
#endif
                write_cells<true>(s.regrets + d.place + (u64)a * d.width, now, d.seed, cell);
            }
        }
    }
    set_plane(s, at[5], value);
}

// --- streets --------------------------------------------------------------------------------------------------------

#define STOP 0
#define SPREAD 1
#define SEND 2
#define RECEIVE 3
#define END 4
#define OWN 5
#define SUM 6

template <bool UP>
__device__ __forceinline__ void walk_program(Street& s, const int* at, Real* reach_out, bool learn) {
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
            } else if (step == END) {
                if (numbers[0] == 1) settle_ends<1>(s, numbers);
                else settle_ends<2>(s, numbers);
            } else if (step == OWN) {
                Met met;
                if (numbers[6]) meet<1>(s, numbers + 4, 1, numbers[6] >> TO_SHOWDOWN & 1, &met);
                with_actions(numbers[0], [&](auto count) { own_decision(s, numbers, met, count); });
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
    const u64 place = s.cell + (u64)program[0] * s.width0 + (u64)program[1] * s.width1;
    const u32 bytes = (program[2] * s.width0 + program[3] * s.width1) * sizeof(Cell);
    if (bytes == 0) return;
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
    const Turn& now = turns[*turn];
    Street s;
    s.cell = board.cell;
    s.width0 = board.width[0];
    s.width1 = board.width[1];
    s.own_width = board.width[player];
    s.other_width = board.width[other];
    s.total = board.hands[other] / CHUNK * STRIDE + board.hands[other] % CHUNK;
    s.regrets = regrets;
    s.averages = averages;
    s.predictions = predictions;
    s.lock_at = lock_at + place.decision;
    s.locks = locks;
    s.turn = (u32)now.number;
    s.planes = memory;
    s.sums = memory + planes * ROOM;
    s.warps = s.sums + SUMS;
    Factors* factors = (Factors*)(s.warps + 64);
    s.factors = factors;
    if (t == 0)
        *factors = {(Real)now.keep_positive, (Real)now.keep_negative, (Real)now.keep_average,
                    (Real)now.keep_own,      (Real)now.keep_other,    (Real)now.least};
    s.payoffs = payoffs + 3 * place.end;
    s.leaf_values = leaf_values + (u64)place.leaves * ROOM;
    s.looks = (Look*)(factors + 1);
    s.list = (u16*)(s.looks + ROOM);
    if (UP) {
        copy_words(s.looks, looks + (u64)block.board * ROOM * 12, ROOM * sizeof(Look));
        copy_words(s.list, lists + (u64)block.board * ROOM * 3, ROOM * 3 * sizeof(u16));
    }
    int* program = (int*)(s.list + 3 * ROOM);
    const u32 theirs = board.classes[other], mine = board.classes[player];
    const u16* down = maps + board.down[other];
    if (t == 0) ask_for_tables(s, code + programs[block.program]);
    for (u32 i = 0; i < block.count; ++i) {
        const u32 start = block.start + i, begin = programs[block.program + i], end = programs[block.program + i + 1];
        if (t == 0 && i + 1 < block.count) ask_for_tables(s, code + end);
        SYNC();  // the last program was read
        copy_words(program, code + begin, (end - begin) * sizeof(int));
        const Real* in = reach_in + (u64)(place.reach + start) * in_room;
        Real* reach = s.mine(0);
        EVERY(h) reach[h] = t * EACH + h < theirs ? in[down[t * EACH + h]] : 0;
        SYNC();
        walk_program<UP>(s, program + 4, reach_out + (u64)place.leaves * ROOM, learn);
        if (UP) {
            Real* out = values_out + (u64)(place.values + start) * ROOM + t * EACH;
            EVERY(h) out[h] = t * EACH + h < mine ? reach[h] : 0;
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

// What goes on to the next street is worth over all boards that can come.
extern "C" __global__ void collect(const Leaf* leaves, const Board* boards, const Place* places, const Deal* deals,
                                   const u16* maps, const double* chances, const Place* next_places,
                                   const Real* values_in, u32 in_room, Real* leaf_values, u32 room, u32 player) {
    const Leaf leaf = leaves[blockIdx.x];
    const Board& board = boards[leaf.board];
    Real* out = leaf_values + (u64)(places[leaf.board].leaves + leaf.leaf) * room;
    for (u32 k = threadIdx.x; k < room; k += blockDim.x) {
        Real sum = 0;
        if (k < board.classes[player]) {
#pragma unroll 8
            for (u32 i = 0; i < board.deals; ++i) {
                const Deal deal = deals[board.first_deal + i];
                sum += values_in[(u64)(next_places[deal.board].values + leaf.leaf) * in_room + maps[deal.up[player] + k]];
            }
        }
        out[k] = (Real)chances[leaf.board] * sum;
    }
}

// The next walk begins.
extern "C" __global__ void next_turn(u32* turn) { *turn += 1; }
