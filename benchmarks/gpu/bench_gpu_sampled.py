"""The sampled engine on an NVIDIA card: decisions a second at several sizes of the table, and the processor beside.

The tree is that of six players with half a million nodes (`bench_sampled.py`), buckets are drawn at random: they cost
the memory traffic of real ones. What the card's memory allows is measured in the same run: random sectors of 32 bytes
that are read and added to a second, which is what a visit is made of.

    python benchmarks/gpu/bench_gpu_sampled.py [GB of the largest table] [--headsup]
"""

from __future__ import annotations

import os
import sys
import time
from dataclasses import replace

import numpy as np

from riverboat.abstraction import BoardTables, Lossless
from riverboat.games import build_tree, read_config
from riverboat.games.trees.tree import BettingTree
from riverboat.solvers import Sampled, SampledRule
from riverboat.solvers.gpu.card import open_card
from riverboat.solvers.sampled.engine import table_bytes

SIZES_GB = (1, 8, 57)
SECONDS = 4.0  # of a measurement, after as many to warm up: early walks are longer
BOARDS = (1_755, 16_432, 134_459)

PROBE = """
extern "C" __global__ void sectors(float* table, unsigned long long cells, int each, unsigned seed, int adds) {
    unsigned long long state = (blockIdx.x * blockDim.x + threadIdx.x) * 0x9e3779b97f4a7c15ull + seed;
    float sum = 0;
    for (int i = 0; i < each; i += 4) {
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            state = state * 6364136223846793005ull + 1442695040888963407ull;
            float* cell = table + 8 * __umul64hi(state ^ state >> 29, cells);
            const float4 four = __ldcg((const float4*)cell);
            sum += four.x;
            if (adds) {
#if __CUDA_ARCH__ >= 900
                asm volatile("red.relaxed.gpu.global.add.v4.f32 [%0], {%1,%1,%1,%1};"
                             ::"l"(cell + 4), "f"(four.y) : "memory");
#else
                for (int k = 4; k < 8; ++k) atomicAdd(cell + k, four.y);
#endif
            }
        }
    }
    if (sum == 1e30f) table[0] = sum;
}
"""


def random_buckets(count: int) -> BoardTables:
    rng = np.random.default_rng(1)
    hands = np.array([(hi, lo) for hi in range(52) for lo in range(hi)], np.uint8)
    preflop = Lossless().buckets(0, [], hands).astype(np.uint8)
    kind = np.uint8 if count <= 256 else np.uint16
    later = [rng.integers(0, count, 1326 * boards, kind) for boards in BOARDS]
    return BoardTables((preflop, *later), (169, count, count, count), (0, 3, 4, 5), name="random")


def six_handed() -> BettingTree:
    config = read_config("sixmax-laptop")
    return build_tree(replace(config, menu=replace(config.menu, max_players_to_flop=4)), joined_from="river")


def buckets_for(tree: BettingTree, gigabytes: float) -> int:
    """How many make a table of this size."""
    per = (table_bytes(tree, (169, 2000, 2000, 2000)) - table_bytes(tree, (169, 1000, 1000, 1000))) / 1000
    return max(2, int(gigabytes * 1e9 / per))


def visits_a_second(solver: Sampled, seconds: float = SECONDS) -> tuple[float, float, float]:
    """Visits and iterations a second once warm, and visits a walk."""
    chunk = 1 << 16
    for measured in (False, True):
        begun, before, deals = time.perf_counter(), solver.node_visits, solver.iterations
        while (passed := time.perf_counter() - begun) < seconds:
            at = time.perf_counter()
            solver.run(chunk)
            chunk = (
                max(1024, min(int(chunk * 0.5 / max(time.perf_counter() - at, 1e-3)), 4 * chunk)) // 128 * 128
            )
        if measured:
            visits, done = solver.node_visits - before, solver.iterations - deals
    return visits / passed, done / passed, visits / done / solver.game.players


def sector_rates(gigabytes: float) -> tuple[float, float]:
    """Random sectors of 32 bytes read, and read and added to, a second."""
    import cupy as cp

    kernel = cp.RawKernel(PROBE, "sectors", options=("-std=c++17",))
    table, each, blocks = cp.zeros(int(gigabytes * 1e9) // 4, cp.float32), 64, 8 * 8 * open_card().processors
    rates = []
    for adds in (0, 1):
        best = 1e9
        for seed in range(3):
            begin, end = cp.cuda.Event(), cp.cuda.Event()
            begin.record()
            kernel(
                (blocks,),
                (256,),
                (table, np.uint64(table.size // 8), np.int32(each), np.uint32(seed), np.int32(adds)),
            )
            end.record()
            end.synchronize()
            best = min(best, cp.cuda.get_elapsed_time(begin, end) / 1e3)
        rates.append(blocks * 256 * each / best)
    del table
    cp.get_default_memory_pool().free_all_blocks()
    return rates[0], rates[1]


def free_card() -> None:
    import cupy as cp

    cp.get_default_memory_pool().free_all_blocks()


def main() -> None:
    numbers = [float(word) for word in sys.argv[1:] if not word.startswith("-")]
    largest = numbers[0] if numbers else max(SIZES_GB)
    tree = build_tree(read_config("headsup")) if "--headsup" in sys.argv else six_handed()
    print(f"{open_card()!r}; {tree!r}", flush=True)
    for gigabytes in (size for size in SIZES_GB if size <= largest):
        reads, both = sector_rates(gigabytes)
        deals = random_buckets(min(buckets_for(tree, gigabytes), 65_000))
        solver = Sampled(tree, deals, rule=SampledRule(), device="cuda")
        visits, iterations, walk = visits_a_second(solver)
        print(
            f"{gigabytes:>3} GB, {deals.counts[1]:,} buckets: card {visits / 1e9:.2f} G visits/s, "
            f"{iterations / 1e6:.1f} M iterations/s, {walk:.0f} a walk; random sectors: {reads / 1e9:.1f} G/s read, "
            f"{both / 1e9:.1f} G/s read and added to; {100 * visits / both:.0f} % of those",
            flush=True,
        )
        del solver
        free_card()
    cores = os.cpu_count() or 1
    for threads in (1, cores):
        solver = Sampled(tree, random_buckets(200), threads=threads)
        visits, iterations, _ = visits_a_second(solver)
        print(
            f"processor, {threads} threads, 200 buckets: {visits / 1e6:.1f} M visits/s, {iterations:,.0f} iterations/s"
        )


if __name__ == "__main__":
    main()
