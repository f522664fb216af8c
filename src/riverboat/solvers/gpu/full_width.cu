// The full-width engine on a card: a block walks streets on one board by the programs of cpp/solvers/full_width/flat_walk.hpp,
// a thread owns EACH neighbouring classes of hands. One walk is for one player and carries the opponent's reach; so it is
// the opponent whose averages move on, and the player whose regrets do. Sums are in a fixed order: the same every time.
//
// Macros: THREADS of a block; EACH classes and CHUNK hands of lists a thread; SPAN threads of a list at most; ALIKE: whether
// classes have several hands; CARDS of a hand; LEAVES: whether a street follows; COPIED: whether
// programs are, to shared memory; BLOCKS on a multiprocessor at once; CELL, bits of a number in the tables;
// REAL, bits of reach and values; KIND of the walk; MOST actions of a decision; PREDICT, LOCKS: whether there are
// predictions and locks.
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

#define ROOM (THREADS * EACH)  // classes of a plane
#define WARPS (THREADS / 32)
#define SUMS (CHUNK * THREADS + 4)  // a number for each hand of the lists, and the place of none behind them
#define WARP_SUMS 68                // two for each warp, and one

#if REAL == 64
typedef double Real;
#define LEAST_SUM 2.2250738585072014e-308
#define ROUNDING 8.9e-16  // 2 ** -50: sums are right to some units in the last place
#define ONE_OVER(x) (1 / (x))
#else
typedef float Real;
#define LEAST_SUM 1.17549435e-38f
#define ROUNDING 4.8e-7f  // 2 ** -21
#define ONE_OVER(x) one_over(x)
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

#ifdef __CUDA_ARCH__
// Of a number that is not tiny; right to a unit in the last place, in a tenth of the steps.
__device__ __forceinline__ float one_over(float x) {
    float out;
    asm("rcp.approx.ftz.f32 %0, %1;" : "=f"(out) : "f"(x));
    return out;
}
#else
__device__ __forceinline__ float one_over(float x) { return 1 / x; }
#endif

#define MOST_AHEAD 32768  // bytes of a table: what is asked for by all blocks must still be there when they come to it

#define EVERY(h) _Pragma("unroll") for (int h = 0; h < EACH; ++h)

struct Board {
    u64 cell;
    u32 decision, parent, width[2], classes[2], warps[2], down[2], first_deal, deals;
};
struct Place {  // of a board: planes that come in, go back and go on; its first decision; the first factor of its game, by player
    u32 reach, values, leaves, decision, factors[2];
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
    u64 cell;                                    // where the tables of the board begin
    const Real *factors, *leaf_values;           // of the game, of the board
    const int* lock_at;                          // of the decisions of the board
    u32 width0, width1, own_width, other_width;  // rows of the tables
    u32 own_classes, other_classes, list_warps, turn, unused[4];
};
static_assert(sizeof(Facts) <= 128, "full_width_levels.py has room for so many bytes");

__device__ __forceinline__ u32 low(u32 pair) { return pair & 0xffff; }
__device__ __forceinline__ u32 high(u32 pair) { return pair >> 16; }

struct alignas(4 * EACH) Words {
    u32 v[EACH];
};
#define CHUNK_BYTES (2 * (CHUNK + CHUNK % 2) + 4)
struct alignas(CHUNK_BYTES % 16 == 0 ? 16 : CHUNK_BYTES % 8 == 0 ? 8 : 4) Chunk {
    u16 at[CHUNK + CHUNK % 2];
    u32 bits;
    __device__ __forceinline__ bool begins(int i) const { return bits >> i & 1; }
    __device__ __forceinline__ u32 lane(int number) const { return bits >> (CHUNK + 5 * number) & 31; }
};
enum Lane { FIRST, LAST, BEFORE, AFTER };  // of the threads of a list: see flat_boards.hpp

struct Street {
    Cell *regrets, *averages, *predictions;
    const Real* locks;
    const Facts* facts;                     // shared
    Real *planes, *prefixes, *sums, *warps;  // shared: [plane][ROOM]; reach of weaker classes; of the lists; of warps
    u32 *strengths, *cards;                 // shared, [ROOM]: where to look in the prefixes, and in the sums
    const u16* sizes;                       // shared, [ROOM]: hands of the opponent's classes
    const Chunk* lists;                     // shared, [THREADS]

    __device__ __forceinline__ Real* mine(int plane) const { return planes + plane * ROOM + threadIdx.x * EACH; }
};

__device__ __forceinline__ Real at_byte(const Real* from, u32 bytes) {
    return *(const Real*)((const char*)from + bytes * (sizeof(Real) / 4));
}

// What hands are worth that meet the reach of a plane: `all` times all of it, and if it is shown `weaker` and `upto` times
// that of weaker hands and of those that are not stronger. What is met of the plane `rest`, if there is one, takes the
// place of the first.
struct Meeting {
    int plane, rest;
    bool shown;
    Real all, weaker, upto;
};

// The sum over the lanes of a warp up to each, if they are of its list.
template <int LANES>
__device__ __forceinline__ Real sum_up(Real run, u32 lane) {
#pragma unroll
    for (u32 by = 1; by < LANES; by <<= 1) {
        const Real other = __shfl_up_sync(~0u, run, by);
        if (lane >= by) run += other;
    }
    return run;
}

// For each hand of the lists, what one with that strength may not meet of its card. A hand that holds both cards is
// taken off twice, so each time only half.
__device__ __forceinline__ void sum_lists(const Street& s, const Meeting& m) {
    const u32 t = threadIdx.x, lane = t & 31;
    const Chunk chunk = s.lists[t];
    const u32 number = lane - chunk.lane(FIRST);
    Real reach[CHUNK], given[CHUNK], sum = 0, all;
    const auto at = [&](int plane, int i) { return at_byte(s.planes, plane * (4 * ROOM) + chunk.at[i]); };
#pragma unroll
    for (int i = 0; i < CHUNK; ++i) sum += reach[i] = at(m.plane, i);
    const Real run = sum_up<SPAN>(sum, number), total = __shfl_sync(~0u, run, chunk.lane(LAST));
    if (m.rest >= 0) {
        Real rest = 0;
#pragma unroll
        for (int i = 0; i < CHUNK; ++i) rest += given[i] = at(m.rest, i);
        all = __shfl_sync(~0u, sum_up<SPAN>(rest, number), chunk.lane(LAST));
    } else {
#pragma unroll
        for (int i = 0; i < CHUNK; ++i) given[i] = m.all * reach[i];
        all = m.all * total;
    }
    Real* out = s.sums + t;
#pragma unroll
    for (int i = 0; i < CHUNK; ++i) given[i] = all - (CARDS == 2 ? (Real)0.5 : 0) * (given[i] + m.upto * reach[i]);
    if (m.shown) {
        Real before = __shfl_up_sync(~0u, run, 1), first = 0, last = 0, prefix[CHUNK];
        if (number == 0) before = 0;
#pragma unroll
        for (int i = 0; i < CHUNK; ++i) {
            prefix[i] = before;
            before += reach[i];
            if (chunk.begins(i)) last = prefix[i];
        }
#pragma unroll
        for (int i = CHUNK - 1; i >= 0; --i)
            if (chunk.begins(i)) first = prefix[i];
        Real weaker = __shfl_sync(~0u, last, chunk.lane(BEFORE)), upto = __shfl_sync(~0u, first, chunk.lane(AFTER));
        if (chunk.lane(AFTER) == lane) upto = total;
#pragma unroll
        for (int i = 0; i < CHUNK; ++i) {
            if (chunk.begins(i)) weaker = prefix[i];
            given[i] += m.weaker * weaker;
        }
#pragma unroll
        for (int i = CHUNK - 1; i >= 0; --i) {
            given[i] += m.upto * upto;
            if (chunk.begins(i)) upto = prefix[i];
        }
    }
#pragma unroll
    for (int i = 0; i < CHUNK; ++i) out[i * THREADS] = given[i];
}

__device__ __forceinline__ Vec meet(const Street& s, const Meeting& m) {
    const u32 t = threadIdx.x, lane = t & 31, warp = t >> 5;
    SYNC();  // planes are written, and sums were read
    if (warp < s.facts->list_warps) sum_lists(s, m);
    Real sum = 0, before[EACH];
    const auto mine = [&](int plane, int h) {
        return s.mine(plane)[h] * (ALIKE ? (Real)s.sizes[t * EACH + h] : 1);
    };
    EVERY(h) {
        before[h] = sum;
        sum += mine(m.plane, h);
    }
    const Real run = sum_up<32>(sum, lane);
    Real up_to_me = __shfl_up_sync(~0u, run, 1);
    if (lane == 0) up_to_me = 0;
    if (lane == 31) s.warps[warp] = run;
    if (m.rest >= 0) {
        Real rest = 0;
        EVERY(h) rest += mine(m.rest, h);
#pragma unroll
        for (int by = 16; by > 0; by >>= 1) rest += __shfl_xor_sync(~0u, rest, by);
        if (lane == 0) s.warps[32 + warp] = rest;
    }
    SYNC();
    const Real warps = sum_up<WARPS>(lane < WARPS ? s.warps[lane] : 0, lane);
    Real all = m.all * __shfl_sync(~0u, warps, WARPS - 1);
    if (m.shown) {
        up_to_me += warp == 0 ? 0 : __shfl_sync(~0u, warps, warp - 1);
        EVERY(h) s.prefixes[t * EACH + h] = up_to_me + before[h];
        if (m.rest >= 0 && warp == 0) {
            Real rest = lane < WARPS ? s.warps[32 + lane] : 0;
#pragma unroll
            for (int by = 16; by > 0; by >>= 1) rest += __shfl_xor_sync(~0u, rest, by);
            if (lane == 0) s.warps[64] = rest;
        }
        SYNC();
        if (m.rest >= 0) all = s.warps[64];
    }
    Vec out;
    EVERY(h) out.v[h] = 0;  // places without a hand have numbers, too, which stay 0
    if (t * EACH >= s.facts->own_classes) return out;
    // What is less than its rounding is nothing: else a hand that meets nobody would learn from noise.
    const Words cards = *(const Words*)(s.cards + t * EACH);
    Real size[EACH];
    EVERY(h) {
        out.v[h] = all - at_byte(s.sums, low(cards.v[h])) - at_byte(s.sums, high(cards.v[h]));
        size[h] = fabs(all);
    }
    if (m.shown) {
        const Words strengths = *(const Words*)(s.strengths + t * EACH);
        EVERY(h) {
            const Real weaker = m.weaker * at_byte(s.prefixes, low(strengths.v[h])),
                       upto = m.upto * at_byte(s.prefixes, high(strengths.v[h]));
            out.v[h] += weaker + upto;
            size[h] += fabs(weaker) + fabs(upto);
        }
    }
    EVERY(h) out.v[h] = fabs(out.v[h]) > (Real)ROUNDING * size[h] ? out.v[h] : 0;
    return out;
}

#define TO_PLANE 0
#define TO_LEAF 1

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
    else body(Count<(MOST > 4 ? 0 : 1)>{actions});
}
#define ACTIONS(a) _Pragma("unroll") for (int a = 0; a < count(); ++a)

// A step of a program that meets or decides: see flat_walk.hpp.
struct Step {
    const int4* at;
    __device__ __forceinline__ int kind() const { return at[0].x & 255; }
    __device__ __forceinline__ int actions() const { return at[0].y; }
    __device__ __forceinline__ int before(int player) const { return player ? at[0].w : at[0].z; }
    __device__ __forceinline__ int number() const { return at[1].x; }
    __device__ __forceinline__ Step next() const { return {(const int4*)((const int*)at + at[1].y)}; }
    __device__ __forceinline__ bool has_next() const { return at[1].y != 0; }
    __device__ __forceinline__ int value() const { return at[1].z; }
    __device__ __forceinline__ int reach() const { return at[1].w; }  // if it is the opponent's
    __device__ __forceinline__ int gets() const { return at[1].w; }   // if it is one's own: the action for what is met
    __device__ __forceinline__ int met() const { return at[2].x; }
    __device__ __forceinline__ int rest() const { return at[2].y; }
    __device__ __forceinline__ int shown() const { return at[2].z; }
    __device__ __forceinline__ int factors() const { return at[2].w; }
    __device__ __forceinline__ int way(int action) const { return ((const int*)(at + 3))[action]; }
};

struct Decision {
    u64 place;
    u32 width, number, seed;
    bool on;  // whether this thread has classes there
};
__device__ __forceinline__ Decision decision_of(const Street& s, const Step& step, u32 width) {
    Decision d;
    const u32 before = step.before(0) * s.facts->width0 + step.before(1) * s.facts->width1;
    const u64 cell = s.facts->cell;
    d.width = width;
    d.number = step.number();
    d.seed = s.facts->turn * 2447445414u + ((u32)cell + before) * 3242174889u;
    d.on = threadIdx.x * EACH < d.width;
    d.place = cell + (before + threadIdx.x * EACH);
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

// The opponent acts.
template <bool UP, class C>
__device__ __forceinline__ void spread(const Street& s, const Step& step, C count, bool learn) {
    const Decision d = decision_of(s, step, s.facts->other_width);
    Vec column[C::most], before[C::most], reach, rest;
    if (learn) read_column<false>(s.averages, d, count, before);
    if (KIND == UPDATE || KIND == FOLLOW) {
        Vec regrets[C::most];
        read_column<true>(s.regrets, d, count, regrets);
        current(s, d, count, regrets, s.facts->keep_other, column);
    } else {
        average(s, d, count, column);
    }
    const int met = step.met(), shown = step.shown();
    const Real* factors = s.facts->factors + step.factors() + 3;
    const Real keep = s.facts->keep_average;
    reach = plane_value(s, step.reach());
    EVERY(h) rest.v[h] = 0;
    ACTIONS(a) {
        Vec share;
        EVERY(h) share.v[h] = column[a].v[h] * reach.v[h];
        if (step.way(a) >= 0) set_plane(s, step.way(a), share);
        if (UP && met >= 0) {
            const Real factor = __ldg(factors + a);
            EVERY(h) rest.v[h] += factor * share.v[h];
            if (a == shown) set_plane(s, met, share);
        }
        if (learn && d.on) {
            EVERY(h) share.v[h] += before[a].v[h] * keep;
            write_cells<false>(s.averages + d.place + (u64)a * d.width, share, d.seed,
                               a * d.width + threadIdx.x * EACH);
        }
    }
    if (UP && met >= 0 && (shown < 0 || step.rest() >= 0)) set_plane(s, shown < 0 ? met : step.rest(), rest);
}

// The player acts.
template <class C>
__device__ __forceinline__ void own_decision(const Street& s, const Step& step, C count, const Vec& met) {
    const Decision d = decision_of(s, step, s.facts->own_width);
    Vec values[C::most], column[C::most], value;
    const int gets = step.gets();
    ACTIONS(a) {
        const int way = step.way(a) & 3, target = step.way(a) >> 2;
        EVERY(h) values[a].v[h] = 0;
        if (way == TO_PLANE) values[a] = plane_value(s, target);
        if (LEAVES && way == TO_LEAF) values[a] = leaf_value(s, target);
        if (a == gets) EVERY(h) values[a].v[h] += met.v[h];
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
            const Real keep_positive = s.facts->keep_positive, keep_negative = s.facts->keep_negative,
                       least = s.facts->least;
            ACTIONS(a) {
                const u32 cell = a * d.width + threadIdx.x * EACH;
                Vec instant, now;
                EVERY(h) {
                    const Real gained = values[a].v[h] - value.v[h];
                    instant.v[h] = fabs(gained) > (Real)ROUNDING * fabs(value.v[h]) ? gained : 0;
                    const Real regret = regrets[a].v[h];
                    now.v[h] = regret * (regret > 0 ? keep_positive : keep_negative) + instant.v[h];
                    now.v[h] = now.v[h] > least ? now.v[h] : least;
                }
#if PREDICT
                write_cells<true>(s.predictions + d.place + (u64)a * d.width, instant, ~d.seed, cell);
#endif
                write_cells<true>(s.regrets + d.place + (u64)a * d.width, now, d.seed, cell);
            }
        }
    }
    set_plane(s, step.value(), value);
}

// --- streets --------------------------------------------------------------------------------------------------------

#define STOP 0
#define SPREAD 1
#define SEND 2
#define RECEIVE 3
#define MEET 4
#define OWN 5
#define SUM 6

// The tables of all choices between two places.
__device__ __forceinline__ void ask_for(const Street& s, u32 before, u32 cells, bool averages) {
    if (cells == 0) return;
    const u64 place = s.facts->cell + before;
    if (KIND != BEST && KIND != EXPECTED) fetch_ahead(s.regrets + place, cells * sizeof(Cell));
    if (averages) fetch_ahead(s.averages + place, cells * sizeof(Cell));
}

__device__ __forceinline__ u32 cells_of(const Street& s, const int* choices) {
    return choices[0] * s.facts->width0 + choices[1] * s.facts->width1;
}

__device__ __forceinline__ bool asks_at_once(const Street& s, const int* program) {
    return cells_of(s, program + 2) * sizeof(Cell) <= MOST_AHEAD;
}

__device__ __forceinline__ void ask_for_tables(const Street& s, const int* program) {
    if (asks_at_once(s, program)) ask_for(s, cells_of(s, program), cells_of(s, program + 2), true);
}

__device__ __forceinline__ void ask_for_decision(const Street& s, const Step& step) {
    const bool is_own = step.kind() == OWN;
    const u32 before = step.before(0) * s.facts->width0 + step.before(1) * s.facts->width1;
    const u32 width = is_own ? s.facts->own_width : s.facts->other_width;
    ask_for(s, before, step.actions() * width, !is_own || KIND == EXPECTED);
}

__device__ __forceinline__ Meeting meeting_of(const Street& s, const Step& step) {
    const Real* factors = s.facts->factors + step.factors();
    return {step.met(), step.rest(), step.shown() >= 0, __ldg(factors), __ldg(factors + 1), __ldg(factors + 2)};
}

template <bool UP>
__device__ __forceinline__ void walk_program(const Street& s, const int4* at, Real* reach_out, bool learn) {
    const bool asks = threadIdx.x == 0 && !asks_at_once(s, (const int*)at);
    for (++at;;) {
        const int4 head = at[0];
        const int kind = head.x & 255;
        if (kind == STOP) return;
        if (kind == SPREAD || kind == OWN || kind == MEET) {
            const Step step{at};
            if (asks && step.has_next()) ask_for_decision(s, step.next());
            if (kind == SPREAD)
                with_actions(step.actions(), [&](auto count) { spread<UP>(s, step, count, learn); });
            if (UP) {
                Vec met;
                if (step.met() >= 0) {
                    met = meet(s, meeting_of(s, step));
                    if (kind != OWN) set_plane(s, step.value(), met);
                }
                if (kind == OWN)
                    with_actions(step.actions(), [&](auto count) { own_decision(s, step, count, met); });
            }
#if LEAVES
        } else if (kind == SEND) {
            if (!UP) {
                const Vec reach = plane_value(s, head.y);
                Real* to = reach_out + (u64)head.z * ROOM + threadIdx.x * EACH;
                EVERY(h) to[h] = reach.v[h];
            }
        } else if (UP && kind == RECEIVE) {
            set_plane(s, head.y, leaf_value(s, head.z));
#endif
        } else if (UP && kind == SUM) {
            const int* planes = (const int*)at + 2;
            Vec sum = plane_value(s, planes[0]);
#pragma unroll 1
            for (int a = 1; a < head.y; ++a) {
                const Vec more = plane_value(s, planes[a]);
                EVERY(h) sum.v[h] += more.v[h];
            }
            set_plane(s, planes[0], sum);
        }
        at += head.x >> 8;
    }
}

__device__ __forceinline__ void copy_words(void* to, const void* from, u32 bytes) {
    for (u32 i = threadIdx.x; i < bytes / 4; i += THREADS) ((u32*)to)[i] = ((const u32*)from)[i];
}

template <bool UP>
__device__ __forceinline__ void walk_streets(
    const Block* blocks, const Board* boards, const Place* places, const int* code, const u32* programs, const u16* maps,
    const u16* lists, const u16* looks, Cell* regrets, Cell* averages, Cell* predictions, const int* lock_at,
    const Real* locks, const Real* factors, const Turn* turns, const u32* turn, const Real* reach_in, u32 in_room,
    Real* reach_out, const Real* leaf_values, Real* values_out, u32 player, u32 learn, u32 planes) {
    SHARED(Real, memory);
    const u32 t = threadIdx.x, other = 1 - player;
    const Block block = blocks[blockIdx.x];
    const Board& board = boards[block.board];
    const Place place = places[block.board];
    Real *prefixes = memory + planes * ROOM, *sums = prefixes + ROOM, *warps = sums + SUMS;
    Facts* facts = (Facts*)(warps + WARP_SUMS);
    u32 *strengths = (u32*)(facts + 1), *cards = strengths + ROOM;
    u16* sizes = (u16*)(cards + ROOM);
    Chunk* list = (Chunk*)(sizes + ROOM);
    const Street s{regrets, averages, predictions, locks, facts, memory, prefixes,
                   sums,    warps,    strengths,   cards, sizes, list};
    if (t == 0) {
        const Turn& now = turns[*turn];
        *facts = {(Real)now.keep_positive,
                  (Real)now.keep_negative,
                  (Real)now.keep_average,
                  (Real)now.keep_own,
                  (Real)now.keep_other,
                  (Real)now.least,
                  board.cell,
                  factors + place.factors[player],
                  leaf_values + (u64)place.leaves * ROOM,
                  lock_at + place.decision,
                  board.width[0],
                  board.width[1],
                  board.width[player],
                  board.width[other],
                  board.classes[player],
                  board.classes[other],
                  board.warps[player],
                  (u32)now.number,
                  {}};
        sums[CHUNK * THREADS] = 0;
    }
    if (UP) {
        copy_words(strengths, looks + (u64)block.board * ROOM * 5, ROOM * 10);
        copy_words(list, lists + (u64)block.board * THREADS * (CHUNK_BYTES / 2), THREADS * CHUNK_BYTES);
    }
    SYNC();
#if COPIED
    int* program = (int*)(list + THREADS);
#endif
    const u16* down = maps + board.down[other];
    if (t == 0) ask_for_tables(s, code + programs[block.program]);
    for (u32 i = 0; i < block.count; ++i) {
        const u32 start = block.start + i, begin = programs[block.program + i], end = programs[block.program + i + 1];
        if (t == 0 && i + 1 < block.count) ask_for_tables(s, code + end);
        SYNC();  // the last program was read
#if COPIED
        copy_words(program, code + begin, (end - begin) * sizeof(int));
#else
        const int* program = code + begin;
#endif
        const Real* in = reach_in + (u64)(place.reach + start) * in_room;
        Real* reach = s.mine(0);
        EVERY(h) reach[h] = t * EACH + h < facts->other_classes ? in[down[t * EACH + h]] : 0;
        SYNC();
        walk_program<UP>(s, (const int4*)program, reach_out + (u64)place.leaves * ROOM, learn);
        if (UP) {
            Real* out = values_out + (u64)(place.values + start) * ROOM + t * EACH;
            EVERY(h) out[h] = t * EACH + h < facts->own_classes ? reach[h] : 0;
        }
    }
}

#define PARAMETERS                                                                                                     \
    const Block *blocks, const Board *boards, const Place *places, const int *code, const u32 *programs,               \
        const u16 *maps, const u16 *lists, const u16 *looks, Cell *regrets, Cell *averages, Cell *predictions,         \
        const int *lock_at, const Real *locks, const Real *factors, const Turn *turns, const u32 *turn,                \
        const Real *reach_in, u32 in_room, Real *reach_out, const Real *leaf_values, Real *values_out, u32 player,     \
        u32 learn, u32 planes
#define ARGUMENTS                                                                                                      \
    blocks, boards, places, code, programs, maps, lists, looks, regrets, averages, predictions, lock_at, locks,        \
        factors, turns, turn, reach_in, in_room, reach_out, leaf_values, values_out, player, learn, planes

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
