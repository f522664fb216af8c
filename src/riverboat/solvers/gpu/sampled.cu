// External sampling on a card: a thread walks for one learner of one deal, the stack in shared memory.
//
// The table is that of the C++ engine, cell for cell: [row][bucket][regrets, averages, padding]. Steps are added by
// atomics, so none is lost; the order in which they come is not the same twice, and neither are the last bits.
//
// Compiled for a game: PLAYERS, ROUNDS, THREADS of a block, STACK words of a thread.

typedef unsigned int u32;
typedef unsigned short u16;
typedef unsigned long long u64;

struct __align__(16) Node {
    u32 cache_line;    // of the table, where its row begins; 16 floats each
    u32 first_choice;  // in children
    u32 meta;          // actor | round << 4 | folds << 7 | choices << 8 | floats of a cell << 16
    float fold_value;
};

struct __align__(16) Deal {
    u32 strength[PLAYERS];
    u16 bucket[PLAYERS * ROUNDS];
};

struct End {
    float pot;
    u32 in_hand;
};

// --- random numbers ---------------------------------------------------------------------------------------------

__device__ __forceinline__ u32 scramble(u32 x) {
    x ^= x >> 16;
    x *= 0x7feb352du;
    x ^= x >> 15;
    x *= 0x846ca68bu;
    return x ^ x >> 16;
}

struct Rng {
    u64 state;
    __device__ Rng(u32 seed, u64 number) {
        const u32 low = scramble((u32)number ^ scramble(seed)), high = scramble((u32)(number >> 32) + 0x9e3779b9u ^ low);
        state = (u64)high << 32 | low;
        next();
    }
    __device__ __forceinline__ u32 next() {  // PCG, XSH-RR
        const u64 old = state;
        state = old * 6364136223846793005ull + 1442695040888963407ull;
        const u32 mixed = (u32)((old >> 18 ^ old) >> 27), turn = (u32)(old >> 59);
        return mixed >> turn | mixed << (-turn & 31);
    }
    __device__ __forceinline__ u32 below(u32 count) { return __umulhi(next(), count); }
    __device__ __forceinline__ float uniform() { return (next() >> 8) * 0x1p-24f; }
};

// --- cards ------------------------------------------------------------------------------------------------------

__device__ __forceinline__ u32 highest(u32 mask, int count) {  // the highest bits of a mask
    u32 kept = 0;
    for (int i = 0; i < count && mask; ++i) {
        const u32 top = 1u << (31 - __clz(mask));
        kept |= top;
        mask ^= top;
    }
    return kept;
}

__device__ __forceinline__ u32 straight(u32 ranks) {  // 1 + the place of its highest card among 5 to ace; 0: none
    const u32 low = ranks << 1 | ranks >> 12 & 1;       // the ace below the deuce, too
    const u32 runs = low & low >> 1 & low >> 2 & low >> 3 & low >> 4;
    return runs ? 32 - __clz(runs) : 0;
}

// Higher is better, equal ties; suits: 13 bits of ranks for each of four suits, of up to 7 cards.
__device__ u32 strength_of(const u32 suits[4]) {
    const u32 c = suits[0], d = suits[1], h = suits[2], s = suits[3];
    for (int i = 0; i < 4; ++i) {
        if (__popc(suits[i]) < 5) continue;
        const u32 run = straight(suits[i]);
        return run ? 8u << 26 | run : 5u << 26 | highest(suits[i], 5);  // seven cards with a flush have no quads
    }
    const u32 any = c | d | h | s;
    const u32 pairs = (c & d) | (c & h) | (c & s) | (d & h) | (d & s) | (h & s);
    const u32 threes = (c & d & h) | (c & d & s) | (c & h & s) | (d & h & s);
    const u32 fours = c & d & h & s;
    if (fours) return 7u << 26 | fours << 13 | highest(any & ~fours, 1);
    const u32 three = highest(threes, 1);
    if (three && (pairs & ~three)) return 6u << 26 | three << 13 | highest(pairs & ~three, 1);
    if (const u32 run = straight(any)) return 4u << 26 | run;
    if (three) return 3u << 26 | three << 13 | highest(any & ~three, 2);
    const u32 two = highest(pairs, 2);
    if (two & (two - 1)) return 2u << 26 | two << 13 | highest(any & ~two, 1);
    if (two) return 1u << 26 | two << 13 | highest(any & ~two, 3);
    return highest(any, 5);
}

__device__ __forceinline__ u32 choose(u32 n, u32 k) {  // k up to 5
    u32 product = n;
    if (k > 1) product = product * (n - 1) / 2;
    if (k > 2) product = product * (n - 2) / 3;
    if (k > 3) product = (u32)((u64)product * (n - 3) / 4);
    if (k > 4) product = (u32)((u64)product * (n - 4) / 5);
    return n < k ? 0 : product;
}

__device__ __forceinline__ u32 renamed(u32 card, u32 suits) { return (card & ~3u) | (suits >> 2 * (card & 3) & 3); }

// tables: by round, numbers of one or two bytes. boards: by round, for every board by its place among all of so many
// cards, its row in the table << 8 | what its suits become, two bits each. cards_out: nobody, or who wants to know.
extern "C" __global__ void deal(Deal* deals, u32 count, u32 seed, u64 first, const void* const* tables,
                                const u32* bytes, const u32* const* boards, const u32* shown,
                                unsigned char* cards_out) {
    for (u32 number = blockIdx.x * blockDim.x + threadIdx.x; number < count; number += gridDim.x * blockDim.x) {
        Rng rng(seed, first + number);
        u64 dealt = 0;
        u32 cards[2 * PLAYERS + 5];
        for (int i = 0; i < 2 * PLAYERS + 5; ++i) {
            u32 card;
            do card = rng.below(52);
            while (dealt >> card & 1);
            dealt |= 1ull << card;
            cards[i] = card;
        }
        const u32* board = cards + 2 * PLAYERS;
        Deal out;
        u32 sorted[5], held = 0;
        for (int round = 0; round < ROUNDS; ++round) {
            for (; held < shown[round]; ++held) {  // insertion
                u32 at = held;
                for (; at > 0 && sorted[at - 1] > board[held]; --at) sorted[at] = sorted[at - 1];
                sorted[at] = board[held];
            }
            u32 place = 0;
            for (u32 i = 0; i < held; ++i) place += choose(sorted[i], i + 1);
            const u32 found = boards[round][place], row = found >> 8, suits = found & 255;
            for (int seat = 0; seat < PLAYERS; ++seat) {
                const u32 one = renamed(cards[2 * seat], suits), two = renamed(cards[2 * seat + 1], suits);
                const u32 high = max(one, two), low = min(one, two);
                const u64 at = (u64)row * 1326 + high * (high - 1) / 2 + low;
                out.bucket[seat * ROUNDS + round] =
                    bytes[round] == 1 ? ((const unsigned char*)tables[round])[at] : ((const u16*)tables[round])[at];
            }
        }
        u32 shared[4] = {0, 0, 0, 0};
        for (int i = 0; i < 5; ++i) shared[board[i] & 3] |= 1u << (board[i] >> 2);
        for (int seat = 0; seat < PLAYERS; ++seat) {
            u32 suits[4] = {shared[0], shared[1], shared[2], shared[3]};
            for (int i = 0; i < 2; ++i) suits[cards[2 * seat + i] & 3] |= 1u << (cards[2 * seat + i] >> 2);
            out.strength[seat] = strength_of(suits);
        }
        deals[number] = out;
        if (cards_out) {
            for (int i = 0; i < 2 * PLAYERS + 5; ++i) cards_out[(u64)number * (2 * PLAYERS + 5) + i] = cards[i];
        }
    }
}

// --- walks ------------------------------------------------------------------------------------------------------

__device__ __forceinline__ float end_value(const End* ends, const float* put_in, u32 end, const Deal* deal, int seat) {
    const End over = ends[end];
    const float paid = put_in[end * PLAYERS + seat];
    if (!(over.in_hand >> seat & 1)) return -paid;
    const u32 mine = deal->strength[seat];
    int winners = 1;
    for (u32 left = over.in_hand & ~(1u << seat); left; left &= left - 1) {
        const u32 other = deal->strength[__ffs(left) - 1];
        if (other > mine) return -paid;
        winners += other == mine;
    }
    return over.pot / winners - paid;
}

// A frame of the stack, upwards: strategy and values of the choices, then these three.
//   cell (in units of two floats), children, at | choices << 8
#define AT(i) stack[(i) * THREADS]

extern "C" __global__ void __launch_bounds__(THREADS)
    walk(const Node* nodes, const int* children, const End* ends, const float* put_in, const Deal* deals, float* table,
         u32 count, u32 seed, u64 first, float prune_below, u32 prune_every, const float* trembles, u32 averages,
         u32* next_walk, u64* visits_out) {
    extern __shared__ float memory[];
    float* stack = memory + threadIdx.x;
    Rng rng(seed, ((u64)(blockIdx.x * THREADS + threadIdx.x) << 32) + first);
    const u32 total = count * PLAYERS;
    u64 visits = 0;
    int node = -1, learner = 0, depth = 0;
    const Deal* deal = deals;
    for (;;) {
        if (node < 0) {
            const u32 number = atomicAdd(next_walk, 1u);
            if (number >= total) break;
            // neighbours walk for the same seat: they take the same way for longer
            const u32 group = number / 1024 / PLAYERS, size = min(1024u, count - group * 1024);
            const u32 inside = number - group * 1024 * PLAYERS;
            learner = inside / size;
            deal = deals + group * 1024 + inside % size;
            node = depth = 0;
        }
        const Node at = nodes[node];
        const int actor = at.meta & 15, round = at.meta >> 4 & 7, folds = at.meta >> 7 & 1, choices = at.meta >> 8 & 255;
        const u64 place = (u64)at.cache_line * 16 + (u64)deal->bucket[actor * ROUNDS + round] * (at.meta >> 16);
        float* cell = table + place;
        const int* child = children + at.first_choice;
        ++visits;
        int next;
        float sum = 0;
        for (int i = 0; i < choices; ++i) {
            const float regret = __ldcg(cell + i);
            AT(depth + i) = regret;
            sum += fmaxf(regret, 0.f);
        }
        const float scale = sum > 0 ? 1 / sum : 0, alike = sum > 0 ? 0 : 1.f / choices;
        if (actor == learner) {
            for (int i = 0; i < choices; ++i) {
                const float regret = AT(depth + i);
                float played = fmaxf(regret, 0.f) * scale + alike;
                if (sum > 0 && i >= folds && round + 1 < ROUNDS && child[i] >= 0 && regret < prune_below)
                    played = rng.below(prune_every) == 0 ? -2.f : -1.f;
                AT(depth + i) = played;
            }
            int begin = 0;
            if (folds) {
                AT(depth + choices) = at.fold_value;
                begin = 1;
            }
            while (begin < choices && AT(depth + begin) == -1.f) ++begin;
            depth += 2 * choices + 3;
            AT(depth - 3) = __uint_as_float((u32)(place / 2));
            AT(depth - 2) = __uint_as_float(at.first_choice);
            AT(depth - 1) = __uint_as_float(begin | choices << 8);
            if (begin < choices) {
                next = child[begin];
                if (next >= 0) {
                    node = next;
                    continue;
                }
            } else {
                next = 0;  // nothing is looked at: the frame is settled below
            }
        } else {
            const float tremble = trembles[round];
            float drawn = rng.uniform();
            const bool at_random = drawn < tremble;
            int chosen = min((int)(drawn / tremble * choices), choices - 1), last = 0;
            if (!at_random) {
                drawn = (drawn - tremble) / (1 - tremble);
                chosen = -1;
            }
            for (int i = 0; i < choices; ++i) {
                const float played = fmaxf(AT(depth + i), 0.f) * scale + alike;
                if (played > 0) {
                    last = i;
                    if (averages) atomicAdd(cell + choices + i, played);
                }
                drawn -= played;
                if (chosen < 0 && drawn < 0) chosen = i;
            }
            if (chosen < 0) chosen = last;  // rounding must not choose what is never played
            next = child[chosen];
            if (next >= 0) {
                node = next;
                continue;
            }
        }
        // an end, or a decision of which nothing is looked at: back up until a choice is left
        bool has_value = next < 0;
        float value = has_value ? end_value(ends, put_in, ~next, deal, learner) : 0;
        for (;;) {
            if (depth == 0) {
                node = -1;
                break;
            }
            const u32 top = __float_as_uint(AT(depth - 1));
            int i = top & 255;
            const int kinds = top >> 8, base = depth - 3 - 2 * kinds;
            if (has_value) {
                AT(base + kinds + i) = value;
                ++i;
                while (i < kinds && AT(base + i) == -1.f) ++i;
            }
            if (i < kinds) {
                AT(depth - 1) = __uint_as_float((u32)i | (u32)kinds << 8);
                const int to = children[__float_as_uint(AT(depth - 2)) + i];
                if (to >= 0) {
                    node = to;
                    break;
                }
                value = end_value(ends, put_in, ~to, deal, learner);
                has_value = true;
                continue;
            }
            float mean = 0;
            for (int j = 0; j < kinds; ++j) {
                const float played = AT(base + j);
                if (played > 0) mean += played * AT(base + kinds + j);
            }
            float* regrets = table + 2 * (u64)__float_as_uint(AT(depth - 3));
            for (int j = 0; j < kinds; ++j) {
                const float played = AT(base + j);
                if (played == -1.f) continue;
                const float times = played == -2.f ? prune_every : 1;
                atomicAdd(regrets + j, times * (AT(base + kinds + j) - mean));
            }
            depth = base;
            value = mean;
            has_value = true;
        }
    }
    for (int other = 16; other; other >>= 1) visits += __shfl_xor_sync(~0u, visits, other);
    if ((threadIdx.x & 31) == 0) atomicAdd(visits_out, visits);
}

// --- the whole table ---------------------------------------------------------------------------------------------

struct Row {
    u32 cache_line, cells, choices, floats;
};

// After an epoch: regrets and averages are multiplied, regrets raised to the floor, and averages that grew so large
// that a step would be lost in them are halved, all of a cell.
extern "C" __global__ void discount(const Row* rows, float* table, float positive, float negative, float averages,
                                    float floor, float largest) {
    const Row row = rows[blockIdx.x];
    float* first = table + (u64)row.cache_line * 16;
    for (u32 bucket = threadIdx.x; bucket < row.cells; bucket += blockDim.x) {
        float* cell = first + (u64)bucket * row.floats;
        float most = 0;
        for (u32 i = row.choices; i < 2 * row.choices; ++i) most = fmaxf(most, cell[i]);
        const float kept = most * averages >= largest ? averages / 2 : averages;
        for (u32 i = 0; i < row.choices; ++i) {
            const float regret = cell[i];
            cell[i] = fmaxf(regret * (regret > 0 ? positive : negative), floor);
            cell[row.choices + i] *= kept;
        }
    }
}
