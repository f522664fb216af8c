// Enough of CUDA to run the kernels of src/riverboat/solvers/gpu on a processor: blocks one after the other, the
// threads of a block as coroutines that change at barriers and nowhere else. So a kernel that forgets a barrier reads
// what is not yet written, as it may on a card, and the result is the same every time.
#pragma once

#include <setjmp.h>
#include <ucontext.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <tuple>
#include <utility>
#include <vector>

#define ON_A_PROCESSOR 1
#define __global__
#define __device__
#define __host__
#define __constant__ static
#define __forceinline__ inline
#define __launch_bounds__(...)
#define __restrict__
#define __shared__ static  // blocks run one after the other

using std::max;
using std::min;

struct dim3 {
    unsigned x = 1, y = 1, z = 1;
};
struct uint2 {
    unsigned x, y;
};
struct alignas(16) uint4 {
    unsigned x, y, z, w;
};
struct alignas(16) int4 {
    int x, y, z, w;
};
struct float2 {
    float x, y;
};
struct alignas(16) float4 {
    float x, y, z, w;
};
inline float4 make_float4(float x, float y, float z, float w) { return {x, y, z, w}; }

static dim3 gridDim, blockDim, blockIdx;

namespace emulated {

struct Barrier {
    unsigned waiting = 0, members = 0, passed = 0;
};
struct Thread {
    ucontext_t context;
    jmp_buf here;
    std::unique_ptr<char[]> stack;
    dim3 index;
    unsigned number = 0;
    bool begun = false, over = false;
};
inline std::vector<Thread> threads;
inline std::vector<Barrier> barriers;  // of the warps, and the block's
inline std::vector<std::uint64_t> lanes;
inline std::vector<char> memory;  // shared
inline Thread* self = nullptr;
inline jmp_buf scheduler;
inline void (*body)(void**) = nullptr;
inline void** arguments = nullptr;
constexpr std::size_t kStack = 256 << 10;
constexpr char kUnwritten = static_cast<char>(0xff);  // NaN, so that what was not written shows

inline void yield() {
    if (!_setjmp(self->here)) _longjmp(scheduler, 1);
}

inline void wait(Barrier& barrier) {
    const unsigned passed = barrier.passed;
    if (++barrier.waiting == barrier.members) {
        barrier.waiting = 0;
        ++barrier.passed;
        return;
    }
    while (barrier.passed == passed) yield();
}

inline void leave(Barrier& barrier) {
    --barrier.members;
    if (barrier.members > 0 && barrier.waiting == barrier.members) {
        barrier.waiting = 0;
        ++barrier.passed;
    }
}

inline Barrier& warp() { return barriers[self->number / 32]; }

inline void enter() {
    body(arguments);
    self->over = true;
    leave(warp());
    leave(barriers.back());
    _longjmp(scheduler, 1);
}

template <class T>
T exchange(T value, unsigned from) {
    static_assert(sizeof(T) <= 8);
    std::memcpy(&lanes[self->number], &value, sizeof(T));
    wait(warp());
    T out = value;
    const unsigned other = self->number / 32 * 32 + from;
    if (from < 32 && other < lanes.size()) std::memcpy(&out, &lanes[other], sizeof(T));
    wait(warp());
    return out;
}

inline void run_block() {
    const unsigned count = blockDim.x * blockDim.y * blockDim.z;
    barriers.assign(count / 32 + (count % 32 != 0) + 1, {});
    for (unsigned t = 0; t < count; ++t) ++barriers[t / 32].members;
    barriers.back().members = count;
    lanes.assign(count, 0);
    if (threads.size() < count) threads.resize(count);
    for (unsigned t = 0; t < count; ++t) {
        Thread& thread = threads[t];
        if (!thread.stack) thread.stack = std::make_unique<char[]>(kStack);
        thread.index = {t % blockDim.x, t / blockDim.x % blockDim.y, t / blockDim.x / blockDim.y};
        thread.number = t;
        thread.begun = thread.over = false;
    }
    for (volatile unsigned left = count; left > 0;) {
        for (volatile unsigned t = 0; t < count; t = t + 1) {
            self = &threads[t];
            if (self->over) continue;
            if (!_setjmp(scheduler)) {
                if (self->begun) _longjmp(self->here, 1);
                self->begun = true;
                getcontext(&self->context);
                self->context.uc_stack.ss_sp = self->stack.get();
                self->context.uc_stack.ss_size = kStack;
                self->context.uc_link = nullptr;
                makecontext(&self->context, enter, 0);
                setcontext(&self->context);
            }
            if (self->over) left = left - 1;
        }
    }
}

template <class T>
T* shared_memory() {
    const auto at = reinterpret_cast<std::uintptr_t>(memory.data());
    return reinterpret_cast<T*>((at + 63) / 64 * 64);
}

constexpr std::size_t kGuard = 4096;  // bytes behind the shared memory that nobody may write to

// As a driver launches: a pointer to each argument. Returns whether blocks kept to the shared memory that they were given.
inline bool launch(void (*kernel)(void**), const unsigned* sizes, unsigned shared, void** values) {
    gridDim = {sizes[0], sizes[1], sizes[2]};
    blockDim = {sizes[3], sizes[4], sizes[5]};
    body = kernel;
    arguments = values;
    bool kept = true;
    for (unsigned z = 0; z < gridDim.z; ++z)
        for (unsigned y = 0; y < gridDim.y; ++y)
            for (unsigned x = 0; x < gridDim.x; ++x) {
                blockIdx = {x, y, z};
                memory.assign(shared + 64 + kGuard, kUnwritten);
                run_block();
                const char* end = shared_memory<char>() + shared;
                kept = kept && std::all_of(end, end + kGuard, [](char c) { return c == kUnwritten; });
            }
    return kept;
}

template <class... Args, std::size_t... I>
void call(void (*kernel)(Args...), void** values, std::index_sequence<I...>) {
    kernel(*static_cast<std::remove_cv_t<Args>*>(values[I])...);
}
template <class... Args>
void call(void (*kernel)(Args...), void** values) {
    call(kernel, values, std::index_sequence_for<Args...>());
}

}  // namespace emulated

#define threadIdx (emulated::self->index)
#define SHARED(type, name) type* name = emulated::shared_memory<type>()

inline void __syncthreads() { emulated::wait(emulated::barriers.back()); }
inline void __syncwarp(unsigned = ~0u) { emulated::wait(emulated::warp()); }
template <class T>
T __shfl_sync(unsigned, T value, int lane, int = 32) {
    return emulated::exchange(value, static_cast<unsigned>(lane & 31));
}
template <class T>
T __shfl_up_sync(unsigned, T value, unsigned by, int = 32) {
    const unsigned lane = emulated::self->number % 32;
    return emulated::exchange(value, lane >= by ? lane - by : lane);
}
template <class T>
T __shfl_down_sync(unsigned, T value, unsigned by, int = 32) {
    const unsigned lane = emulated::self->number % 32;
    return emulated::exchange(value, lane + by < 32 ? lane + by : lane);
}
template <class T>
T __shfl_xor_sync(unsigned, T value, int by, int = 32) {
    return emulated::exchange(value, (emulated::self->number % 32) ^ static_cast<unsigned>(by));
}

template <class T>
T __ldg(const T* at) {
    return *at;
}
template <class T>
T __ldcg(const T* at) {
    return *at;
}
template <class T>
T __ldcs(const T* at) {
    return *at;
}
template <class T>
void __stcs(T* at, T value) {
    *at = value;
}
template <class T, class U>
T atomicAdd(T* at, U value) {
    const T before = *at;
    *at = static_cast<T>(before + value);
    return before;
}
template <class T, class U>
T atomicMax(T* at, U value) {
    const T before = *at;
    *at = std::max<T>(before, static_cast<T>(value));
    return before;
}
template <class T, class U>
T atomicMin(T* at, U value) {
    const T before = *at;
    *at = std::min<T>(before, static_cast<T>(value));
    return before;
}
template <class T>
T atomicCAS(T* at, T expected, T value) {
    const T before = *at;
    if (before == expected) *at = value;
    return before;
}
inline unsigned __float_as_uint(float x) {
    unsigned out;
    std::memcpy(&out, &x, 4);
    return out;
}
inline float __uint_as_float(unsigned x) {
    float out;
    std::memcpy(&out, &x, 4);
    return out;
}
inline int __ffs(unsigned x) { return __builtin_ffs(static_cast<int>(x)); }
inline int __ffsll(unsigned long long x) { return __builtin_ffsll(static_cast<long long>(x)); }
inline int __popc(unsigned x) { return __builtin_popcount(x); }
inline int __popcll(unsigned long long x) { return __builtin_popcountll(x); }
inline int __clz(unsigned x) { return x ? __builtin_clz(x) : 32; }
inline unsigned __umulhi(unsigned a, unsigned b) { return static_cast<unsigned>((std::uint64_t{a} * b) >> 32); }
inline unsigned long long __umul64hi(unsigned long long a, unsigned long long b) {
    return static_cast<unsigned long long>((static_cast<unsigned __int128>(a) * b) >> 64);
}
inline float __frcp_rn(float x) { return 1 / x; }
inline float __fdividef(float x, float y) { return x / y; }
