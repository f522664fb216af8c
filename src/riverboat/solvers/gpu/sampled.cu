// External sampling on a card: a thread walks for one learner of one deal, the stack in shared memory.
//
// A cell holds the regrets of its choices in its first half and their averages in its second, so that both are read
// and added to by fours, and one of up to four choices is one sector of 32 bytes. Steps are added by atomics, so none
// is lost; the order in which they come is not the same twice, and neither are the last bits.
//
// Compiled for a game: PLAYERS, ROUNDS, BOARD cards at the end, THREADS of a block, GROUPS of four choices that the
// largest decision has, AGAINST 1 if everybody but who learns plays a strategy that stays, TREMBLES 1 if hands tremble.

#ifndef SHARED
#define SHARED(type, name) extern __shared__ type name[]
#endif

typedef unsigned char u8;
typedef unsigned int u32;
typedef unsigned short u16;
typedef unsigned long long u64;

#define WIDE (4 * GROUPS)
#define KNOWN (PLAYERS * ROUNDS)
#define NO_LINE 0xffffffffu
#define FRAME (TREMBLES ? 5 : 3)
#define INFINITE __uint_as_float(0x7f800000u)

// A node: its row's line in the table, 16 floats each, or none yet; actor | round << 4 | folds << 7 | choices << 8 |
// half of a cell's floats << 16; what it costs to fold; its row. Then its children, WIDE of them.
typedef uint4 Node;

struct Deal {
    u32 strength[PLAYERS];
    u32 bucket[KNOWN];
#if AGAINST
    u32 fixed[KNOWN];  // of the strategy that stays
#endif
};

struct Pot {
    float amount;
    u32 seats;
};

struct Row {
    u32 line, cells, choices, half;
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
    __device__ Rng(u32 seed, u64 number, u32 stream) {
        const u32 low = scramble((u32)number ^ scramble(seed ^ scramble(stream + 0x51ed270bu)));
        const u32 high = scramble((u32)(number >> 32) + 0x9e3779b9u ^ low);
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

// Higher is better, equal ties; suits: 13 bits of ranks for each of four suits, of five to seven cards.
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

__device__ __forceinline__ u32 number_at(const void* table, u32 bytes, u64 at) {
    return bytes == 1 ? __ldg((const u8*)table + at) : bytes == 2 ? __ldg((const u16*)table + at) : __ldg((const u32*)table + at);
}

// --- deals ------------------------------------------------------------------------------------------------------

// Seats with a range draw from it, all of them again until no card is held twice: so hands come as often as the
// product of their weights says, card removal included. odds: [seat][1326], weights added up, of 2^32. ranged: seats.
__device__ bool draw_cards(Rng& rng, u32 ranged, const u32* odds, const u8* hands, u32 tries, u32* cards) {
    u64 dealt = 0;
    bool fits = ranged == 0;
    for (u32 i = 0; i < tries && !fits; ++i) {
        dealt = 0;
        fits = true;
        for (u32 left = ranged; left && fits; left &= left - 1) {
            const int seat = __ffs(left) - 1;
            const u32* of_seat = odds + seat * 1326;
            const u32 drawn = rng.below(of_seat[1325]);
            u32 low = 0, high = 1325;  // the first hand whose odds are above what was drawn
            while (low < high) {
                const u32 middle = (low + high) / 2;
                if (of_seat[middle] > drawn)
                    high = middle;
                else
                    low = middle + 1;
            }
            cards[2 * seat] = hands[2 * low];
            cards[2 * seat + 1] = hands[2 * low + 1];
            const u64 two = 1ull << cards[2 * seat] | 1ull << cards[2 * seat + 1];
            fits = (dealt & two) == 0;
            dealt |= two;
        }
    }
    for (int i = 0; i < 2 * PLAYERS + BOARD; ++i) {
        if (i < 2 * PLAYERS && (ranged >> i / 2 & 1)) continue;
        u32 card;
        do card = rng.below(52);
        while (dealt >> card & 1);
        dealt |= 1ull << card;
        cards[i] = card;
    }
    return fits;
}

// For the buckets of who learns and, in a second part, of the strategy that stays; tables: by round, numbers of so
// many bytes, then by part the buckets of pairs on the last round, or nothing; memory: by round, by how much the bucket
// of the round before counts. boards: by round, for every board by its place among all of so many cards, its row in the
// table << 8 | what its suits become, two bits each. ordered: tables, as bits, whose rows are those of the round before
// times 52 and the card that came, its suit as that round has it. cards_out: nobody, or who wants to know. failed:
// deals for which no cards were found.
extern "C" __global__ void deal(Deal* deals, u32 count, u32 seed, u64 first, const void* const* tables,
                                const u32* bytes, const u32* memory, const u32* const* boards, const u32* shown,
                                u32 ordered, u32 ranged, const u32* odds, const u8* hands, u32 tries, u32* failed,
                                u8* cards_out) {
    for (u32 number = blockIdx.x * blockDim.x + threadIdx.x; number < count; number += gridDim.x * blockDim.x) {
        Rng rng(seed, first + number, 0);
        u32 cards[2 * PLAYERS + BOARD];
        if (!draw_cards(rng, ranged, odds, hands, tries, cards)) atomicAdd(failed, 1u);
        const u32* board = cards + 2 * PLAYERS;
        Deal* out = deals + number;
        u32 sorted[BOARD], held = 0, before = 0;
        for (int round = 0; round < ROUNDS; ++round) {
            for (; held < shown[round]; ++held) {  // insertion
                u32 at = held;
                for (; at > 0 && sorted[at - 1] > board[held]; --at) sorted[at] = sorted[at - 1];
                sorted[at] = board[held];
            }
            u32 place = 0;
            for (u32 i = 0; i < held; ++i) place += choose(sorted[i], i + 1);
            const u32 found = boards[round][place];
            for (int part = 0; part <= AGAINST; ++part) {
                const int table = part * ROUNDS + round, pairs = (1 + AGAINST) * ROUNDS + part;
                const bool in_order = ordered >> table & 1;
                const u32 suits = (in_order ? before : found) & 255;
                const u32 row = in_order ? (before >> 8) * 52 + renamed(board[held - 1], suits) : found >> 8;
                for (int seat = 0; seat < PLAYERS; ++seat) {
                    const u32 one = renamed(cards[2 * seat], suits), two = renamed(cards[2 * seat + 1], suits);
                    const u32 high = max(one, two), low = min(one, two);
                    u32* bucket = out->bucket + part * KNOWN + seat * ROUNDS + round;
                    const u32 own = number_at(tables[table], bytes[table], (u64)row * 1326 + high * (high - 1) / 2 + low);
                    *bucket = own + (round ? memory[table] * bucket[-1] : 0);
                    if (round == ROUNDS - 1 && tables[pairs]) *bucket = number_at(tables[pairs], bytes[pairs], *bucket);
                }
            }
            before = found;
        }
        u32 shared[4] = {0, 0, 0, 0};
        for (int i = 0; i < BOARD; ++i) shared[board[i] & 3] |= 1u << (board[i] >> 2);
        for (int seat = 0; seat < PLAYERS; ++seat) {
            u32 suits[4] = {shared[0], shared[1], shared[2], shared[3]};
            for (int i = 0; i < 2; ++i) suits[cards[2 * seat + i] & 3] |= 1u << (cards[2 * seat + i] >> 2);
            out->strength[seat] = strength_of(suits);
        }
        if (cards_out) {
            for (int i = 0; i < 2 * PLAYERS + BOARD; ++i) cards_out[(u64)number * (2 * PLAYERS + BOARD) + i] = cards[i];
        }
    }
}

// --- cells ------------------------------------------------------------------------------------------------------

// The first half of a cell, zeros beyond it. One of two choices lies in 16 bytes with its averages; where there is but
// one choice there is nothing to read.
__device__ __forceinline__ void read_regrets(const float* cell, int half, float (&out)[WIDE]) {
#pragma unroll
    for (int g = 0; g < GROUPS; ++g) {
        float4 four = make_float4(0, 0, 0, 0);
        if (half > 1 && half > 4 * g) four = __ldcg((const float4*)cell + g);
        out[4 * g] = four.x;
        out[4 * g + 1] = four.y;
        out[4 * g + 2] = half > 2 ? four.z : 0;
        out[4 * g + 3] = half > 2 ? four.w : 0;
    }
}

__device__ __forceinline__ void add_four(float* at, float a, float b, float c, float d) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
    asm volatile("red.relaxed.gpu.global.add.v4.f32 [%0], {%1,%2,%3,%4};" ::"l"(at), "f"(a), "f"(b), "f"(c), "f"(d)
                 : "memory");
#else
    if (a != 0) atomicAdd(at, a);
    if (b != 0) atomicAdd(at + 1, b);
    if (c != 0) atomicAdd(at + 2, c);
    if (d != 0) atomicAdd(at + 3, d);
#endif
}

// Regrets of a cell of two and more choices; steps beyond them are zeros.
__device__ __forceinline__ void add_to_regrets(float* cell, int choices, const float (&steps)[WIDE]) {
    if (choices == 2) {
        add_four(cell, steps[0], steps[1], 0, 0);
        return;
    }
#pragma unroll
    for (int g = 0; g < GROUPS; ++g) {
        if (4 * g < choices) add_four(cell + 4 * g, steps[4 * g], steps[4 * g + 1], steps[4 * g + 2], steps[4 * g + 3]);
    }
}

__device__ __forceinline__ void add_to_averages(float* cell, int half, int choices, const float (&played)[WIDE]) {
    if (half == 1) {
        atomicAdd(cell + 1, played[0]);
    } else if (half == 2) {
        add_four(cell, 0, 0, played[0], played[1]);
    } else {
#pragma unroll
        for (int g = 0; g < GROUPS; ++g) {
            if (4 * g < choices)
                add_four(cell + half + 4 * g, played[4 * g], played[4 * g + 1], played[4 * g + 2], played[4 * g + 3]);
        }
    }
}

// Regret matching; whether any regret is positive. strategy: zeros beyond the choices.
__device__ __forceinline__ bool match_regrets(const float (&regrets)[WIDE], int choices, float (&strategy)[WIDE]) {
    float sum = 0;
#pragma unroll
    for (int i = 0; i < WIDE; ++i) sum += fmaxf(regrets[i], 0.f);
    const float scale = sum > 0 ? 1 / sum : 0, alike = sum > 0 ? 0 : 1.f / choices;
#pragma unroll
    for (int i = 0; i < WIDE; ++i) strategy[i] = fmaxf(regrets[i], 0.f) * scale + (i < choices ? alike : 0);
    return sum > 0;
}

// A choice by a hand that trembles: now and then it takes any, all alike.
__device__ __forceinline__ int drawn_choice(const float (&strategy)[WIDE], int choices, float tremble, Rng& rng) {
    float left = rng.uniform();
    if (TREMBLES && left < tremble) return min((int)(left / tremble * choices), choices - 1);
    left = (left - tremble) / (1 - tremble);
    int chosen = -1, last = 0;
#pragma unroll
    for (int i = 0; i < WIDE; ++i) {
        if (i >= choices) continue;
        if (strategy[i] > 0) last = i;
        left -= strategy[i];
        if (chosen < 0 && left < 0) chosen = i;
    }
    return chosen < 0 ? last : chosen;  // rounding must not choose what is never played
}

// How often the strategy takes a choice in place of once that it was drawn.
__device__ __forceinline__ float true_share_of(const float (&strategy)[WIDE], int chosen, int choices, float tremble) {
    if (tremble == 0) return 1;
    float played = strategy[0];
#pragma unroll
    for (int i = 1; i < WIDE; ++i) played = i == chosen ? strategy[i] : played;
    return played / ((1 - tremble) * played + tremble / choices);
}

// --- ends -------------------------------------------------------------------------------------------------------

__device__ __forceinline__ float share(float amount, u32 seats, const u32* strengths, int seat) {
    if (!(seats >> seat & 1)) return 0;
    const u32 mine = __ldg(strengths + seat);
    int winners = 1;
    for (u32 left = seats & ~(1u << seat); left; left &= left - 1) {
        const u32 other = __ldg(strengths + __ffs(left) - 1);
        if (other > mine) return 0;
        winners += other == mine;
    }
    return winners == 1 ? amount : amount / winners;
}

// ends: the first pot, who may win it, how many side pots it has, where they begin. paid: [end][seat].
__device__ __forceinline__ float end_value(const uint4* ends, const float* paid, const Pot* pots, u32 end,
                                           const Deal* deal, int seat) {
    const uint4 over = __ldg(ends + end);
    float won = __ldg(paid + (u64)end * PLAYERS + seat);
    won += share(__uint_as_float(over.x), over.y, deal->strength, seat);
    for (u32 i = over.w; i < over.w + over.z; ++i) won += share(pots[i].amount, pots[i].seats, deal->strength, seat);
    return won;
}

extern "C" __global__ void end_values(const uint4* ends, const float* paid, const Pot* pots, u32 count,
                                      const Deal* deal, float* out) {
    for (u32 i = blockIdx.x * blockDim.x + threadIdx.x; i < count * PLAYERS; i += gridDim.x * blockDim.x)
        out[i] = end_value(ends, paid, pots, i / PLAYERS, deal, i % PLAYERS);
}

// --- walks ------------------------------------------------------------------------------------------------------

// A frame of the stack, upwards: how the choices are played, their values, if hands tremble the share that strategies
// have in what was drawn since the frame before and the weight of what is learnt, then these three:
//   the cell in units of four floats, the node, at | choices << 6 | what the cell's number has above 32 bits << 12 |
//   whether there is no cell << 31.
// How a choice is played: its probability, or LEFT_OUT, or FOR_ALL the times it was; negative if its regret is so low
// that a step may take it below the floor.
#define AT(i) stack[(i) * THREADS]
#define LEFT_OUT 2.f
#define FOR_ALL 3.f

extern "C" __global__ void restart(u32* next_walk) { *next_walk = 0; }

// together: so many deals are walked for the same seat one after the other, as neighbours then take the same way for
// longer. learners: seats that walk. wanted: by row, set where one without a line was met. told: visits of decisions.
extern "C" __global__ void __launch_bounds__(THREADS, 2)
    walk(const Node* nodes, const uint4* ends, const float* paid, const Pot* pots, const Deal* deals, float* table,
         u32 count, u32 together, u32 seed, u64 first, const u32* learners, u32 learner_count, float prune_below, u32 prune_every,
         float floor, float near_floor, const float* trembles, float least_belief, u32 averages, const u64* fixed_first,
         const float* fixed_numbers, u8* wanted, u32* next_walk, u64* told) {
    SHARED(float, memory);
    float* stack = memory + threadIdx.x;
    Rng rng(seed, first, 1 + blockIdx.x * THREADS + threadIdx.x);
    const u32 total = count * learner_count;
    u32 visits = 0;
    int node = -1, learner = 0, depth = 0;
    float true_share = 1, weight = 1;
    const Deal* deal = deals;
    for (;;) {
        if (node < 0) {
            const u32 number = atomicAdd(next_walk, 1u);
            if (number >= total) break;
            const u32 begin = number / (together * learner_count) * together, size = min(together, count - begin);
            const u32 inside = number - begin * learner_count;
            learner = learners[inside / size];
            deal = deals + begin + inside % size;
            node = depth = 0;
            true_share = weight = 1;
        }
        const Node* here = nodes + (u64)node * (1 + GROUPS);
        const Node at = __ldg(here);
        int child[WIDE];
#pragma unroll
        for (int g = 0; g < GROUPS; ++g) {
            const uint4 four = __ldg(here + 1 + g);
            child[4 * g] = four.x;
            child[4 * g + 1] = four.y;
            child[4 * g + 2] = four.z;
            child[4 * g + 3] = four.w;
        }
        const int actor = at.y & 15, round = at.y >> 4 & 7, folds = at.y >> 7 & 1, choices = at.y >> 8 & 255;
        ++visits;
        int chosen = 0;
        float value = 0;
        bool has_value = false;
        float strategy[WIDE];
#if AGAINST
        if (actor != learner) {
            const float* played = fixed_numbers + fixed_first[node] + (u64)deal->fixed[actor * ROUNDS + round] * choices;
#pragma unroll
            for (int i = 0; i < WIDE; ++i) strategy[i] = i < choices ? __ldg(played + i) : 0;
            chosen = drawn_choice(strategy, choices, trembles[round], rng);
        } else
#endif
        {
            const int half = at.y >> 16;
            const bool lies = at.x != NO_LINE;
            const u64 place = (u64)at.x * 16 + (u64)__ldg(deal->bucket + actor * ROUNDS + round) * (2 * half);
            float* cell = table + place;
            float regrets[WIDE];
            read_regrets(cell, lies ? half : 0, regrets);
            const bool any = match_regrets(regrets, choices, strategy);
            if (!lies) wanted[at.w] = 1;
            if (averages && lies && (AGAINST || actor != learner)) add_to_averages(cell, half, choices, strategy);
            if (actor != learner) {
                chosen = drawn_choice(strategy, choices, trembles[round], rng);
            } else if (choices == 1) {  // nothing to learn
                if (folds) {
                    value = __uint_as_float(at.z);
                    has_value = true;
                }
            } else {
                const bool prunes = any && round + 1 < ROUNDS;
#pragma unroll
                for (int i = 0; i < WIDE; ++i) {
                    if (i >= choices) continue;
                    float played = strategy[i];
                    if (prunes && regrets[i] < prune_below && i >= folds && child[i] >= 0)
                        played = rng.below(prune_every) == 0 ? FOR_ALL : LEFT_OUT;
                    AT(depth + i) = regrets[i] < near_floor ? -played : played;
                }
                if (folds) {  // who folds has lost what he put in, whatever the others do
                    AT(depth + choices) = __uint_as_float(at.z);
                    chosen = 1;
                }
                while (chosen < choices && fabsf(AT(depth + chosen)) == LEFT_OUT) ++chosen;
                depth += 2 * choices + FRAME;
#if TREMBLES
                AT(depth - 5) = true_share;
                AT(depth - 4) = weight;
                true_share = 1;
#endif
                AT(depth - 3) = __uint_as_float((u32)(place >> 2));
                AT(depth - 2) = __uint_as_float((u32)node);
                AT(depth - 1) = __uint_as_float(chosen | choices << 6 | (u32)(place >> 34) << 12 | (lies ? 0 : 1u << 31));
            }
        }
#if TREMBLES
        if (actor != learner) {
            const float played = true_share_of(strategy, chosen, choices, trembles[round]);
            true_share *= played;
            weight *= fmaxf(played, least_belief);
        }
#endif
        if (!has_value && chosen < choices) {
            int next = child[0];
#pragma unroll
            for (int i = 1; i < WIDE; ++i) next = i == chosen ? child[i] : next;
            if (next >= 0) {
                node = next;
                continue;
            }
            value = end_value(ends, paid, pots, ~next, deal, learner);
            has_value = true;
        }
        value *= true_share;
        // an end, or a decision of which nothing is looked at: back up until a choice is left
        for (;;) {
            if (depth == 0) {
                node = -1;
                break;
            }
            const u32 top = __float_as_uint(AT(depth - 1));
            int i = top & 63;
            const int kinds = top >> 6 & 63, base = depth - FRAME - 2 * kinds;
            if (has_value) {
                AT(base + kinds + i) = value;
                ++i;
                while (i < kinds && fabsf(AT(base + i)) == LEFT_OUT) ++i;
            }
            if (i < kinds) {
                AT(depth - 1) = __uint_as_float((top & ~63u) | i);
#if TREMBLES
                true_share = 1;
                weight = AT(depth - 4);
#endif
                const u64 parent = __float_as_uint(AT(depth - 2));
                const int to = __ldg((const int*)(nodes + parent * (1 + GROUPS) + 1) + i);
                if (to >= 0) {
                    node = to;
                    break;
                }
                value = end_value(ends, paid, pots, ~to, deal, learner);
                has_value = true;
                continue;
            }
            float steps[WIDE], mean = 0;
            u64 low = 0;  // choices that may fall below the floor
#pragma unroll
            for (int j = 0; j < WIDE; ++j) {
                steps[j] = 0;
                if (j >= kinds) continue;
                const float played = fabsf(AT(base + j));
                if (played < 1.5f) mean += played * AT(base + kinds + j);
            }
#pragma unroll
            for (int j = 0; j < WIDE; ++j) {
                if (j >= kinds) continue;
                const float played = AT(base + j), all = fabsf(played);
                if (all == LEFT_OUT) continue;
                steps[j] = (all == FOR_ALL ? prune_every : 1.f) * (AT(base + kinds + j) - mean);
#if TREMBLES
                steps[j] *= AT(depth - 4);
#endif
                if (steps[j] < 0 && (__float_as_uint(played) >> 31)) low |= 1ull << j;
            }
            if (!(top >> 31)) {
                float* cell = table + (((u64)(top >> 12 & 15) << 32 | __float_as_uint(AT(depth - 3))) << 2);
                add_to_regrets(cell, kinds, steps);
                // Numbers below 0 have the larger bits the lower they are, and all others have smaller ones: so the
                // least of two as bits is what lies above the floor.
                for (; low; low &= low - 1) atomicMin((u32*)cell + __ffsll(low) - 1, __float_as_uint(floor));
            }
            value = TREMBLES ? mean * AT(depth - 5) : mean;
            depth = base;
            has_value = true;
        }
    }
    u64 sum = visits;
    for (int other = 16; other; other >>= 1) sum += __shfl_xor_sync(~0u, sum, other);
    if ((threadIdx.x & 31) == 0) atomicAdd(told, sum);
}

// --- the whole table ---------------------------------------------------------------------------------------------

// Cell by cell: blocks take rows in turn, threads buckets.
#define EACH_CELL(row, cell)                                                                              \
    for (u32 number = blockIdx.x; number < row_count; number += gridDim.x)                                \
        if (const Row row = rows[number]; row.line != NO_LINE)                                            \
            for (u32 bucket = threadIdx.x; bucket < row.cells; bucket += blockDim.x)                      \
                if (auto* cell = table + (u64)row.line * 16 + (u64)bucket * (2 * row.half); true)

// A sum so large that a small step would be lost in it is halved with its neighbours.
__device__ __forceinline__ float kept_average(const float* averages, u32 choices, float factor, float largest) {
    float most = 0;
    for (u32 i = 0; i < choices; ++i) most = fmaxf(most, averages[i]);
    return most * factor >= largest ? factor / 2 : factor;
}

// Multiplies regrets and averages, as after an epoch, of rows of no more than so many cells.
extern "C" __global__ void discount(const Row* rows, u32 row_count, float* table, float positive, float negative,
                                    float averages, float largest, u32 most_cells) {
    EACH_CELL(row, cell) {
        if (row.cells > most_cells) break;
        const float kept = kept_average(cell + row.half, row.choices, averages, largest);
        for (u32 i = 0; i < row.choices; ++i) {
            const float regret = cell[i];
            cell[i] = regret * (regret > 0 ? positive : negative);
            cell[row.half + i] *= kept;
        }
    }
}

// Adds the strategy of every cell that has learnt something to its averages.
extern "C" __global__ void snapshot(const Row* rows, u32 row_count, float* table, float largest) {
    EACH_CELL(row, cell) {
        float regrets[WIDE], strategy[WIDE];
        bool learnt = false;
#pragma unroll
        for (int i = 0; i < WIDE; ++i) {
            regrets[i] = i < row.choices ? cell[i] : 0;
            learnt |= regrets[i] != 0;
        }
        if (!learnt) continue;
        match_regrets(regrets, row.choices, strategy);
#pragma unroll
        for (int i = 0; i < WIDE; ++i) {
            if (i < row.choices) cell[row.half + i] += strategy[i];
        }
        const float kept = kept_average(cell + row.half, row.choices, 1, largest);
        for (u32 i = 0; i < row.choices; ++i) cell[row.half + i] *= kept;
    }
}

// Moves averages between where the C++ engine has them, right after the regrets, and the second half of the cell.
extern "C" __global__ void rearrange(const Row* rows, u32 row_count, float* table, u32 to_card) {
    EACH_CELL(row, cell) {
        const u32 from = to_card ? row.choices : row.half, to = to_card ? row.half : row.choices;
        if (from == to) continue;
        float averages[WIDE];
#pragma unroll
        for (int i = 0; i < WIDE; ++i) {
            if (i < row.choices) averages[i] = cell[from + i];
        }
        for (u32 i = row.choices; i < 2 * row.half; ++i) cell[i] = 0;
#pragma unroll
        for (int i = 0; i < WIDE; ++i) {
            if (i < row.choices) cell[to + i] = averages[i];
        }
    }
}

// sums: cells that were reached, their largest positive regrets, averages, averages of cells that have `enough`.
// reached: by row, whether any cell was.
extern "C" __global__ void survey(const Row* rows, u32 row_count, const float* table, double enough, u8* reached,
                                  double* sums) {
    double found[4] = {0, 0, 0, 0};
    EACH_CELL(row, cell) {
        float best = 0;
        double visits = 0;
        bool touched = false;
        for (u32 i = 0; i < row.choices; ++i) {
            const float regret = cell[i], average = cell[row.half + i];
            touched |= regret != 0 || average != 0;
            best = fmaxf(best, regret);
            visits += average;
        }
        if (touched) reached[number] = 1;
        found[0] += touched;
        found[1] += best;
        found[2] += visits;
        if (visits >= enough) found[3] += visits;
    }
    for (int i = 0; i < 4; ++i) {
        for (int other = 16; other; other >>= 1) found[i] += __shfl_xor_sync(~0u, found[i], other);
        if ((threadIdx.x & 31) == 0) atomicAdd(sums + i, found[i]);
    }
}
