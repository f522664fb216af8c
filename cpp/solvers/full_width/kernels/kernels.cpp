#include "solvers/full_width/kernels/kernels.hpp"

#include "runtime/cpu.hpp"
#include "solvers/full_width/kernels/decision_kernels.hpp"
#include "solvers/full_width/kernels/end_kernels.hpp"
#include "solvers/full_width/kernels/leaf_kernels.hpp"

namespace riverboat {

namespace {

// Vectors of 512 bits pay here: the loops are long and do little else.
#define RIVERBOAT_WIDE_AVX512 \
    __attribute__((target("avx512f,avx512bw,avx512vl,avx512dq,fma,prefer-vector-width=512")))
#define RIVERBOAT_WIDE_AVX2 __attribute__((target("avx2,fma")))

// --- one set of functions for each instruction path
// -----------------------------------------------------------

#define RIVERBOAT_KERNELS(path, bytes, target)                                                               \
    template <class Real, class Cells>                                                                       \
    struct Tables_##path {                                                                                   \
        using Tables = DecisionTables<Real, Cells>;                                                          \
        target static void current(const Tables& t, int actions, std::size_t width, Real* out) {             \
            current_body<bytes>(t, actions, width, out);                                                     \
        }                                                                                                    \
        target static void descend(const Tables& t, const Real* reach, int actions, std::size_t width,       \
                                   Real* spread) {                                                           \
            descend_body<bytes, false>(t, reach, actions, width, spread);                                    \
        }                                                                                                    \
        target static void descend_average(const Tables& t, const Real* reach, int actions,                  \
                                           std::size_t width, Real* spread) {                                \
            descend_body<bytes, true>(t, reach, actions, width, spread);                                     \
        }                                                                                                    \
        target static void play(const Tables& t, const Real* reach, Real keep, int actions,                  \
                                std::size_t width, Real* spread) {                                           \
            play_body<bytes>(t, reach, keep, actions, width, spread);                                        \
        }                                                                                                    \
        target static void average(const Tables& t, const Real* add, Real keep, std::size_t count) {         \
            average_body<bytes>(t, add, keep, count);                                                        \
        }                                                                                                    \
        target static void ascend(const Tables& t, const Real* v, int actions, std::size_t width,            \
                                  const UpdateFactors& f, Real* value) {                                     \
            ascend_body<bytes>(t, v, actions, width, f, value);                                              \
        }                                                                                                    \
        target static void learn(const Tables& t, const Real* s, const Real* v, int actions,                 \
                                 std::size_t width, const UpdateFactors& f, Real* value) {                   \
            learn_body<bytes>(t, s, v, actions, width, f, value);                                            \
        }                                                                                                    \
        target static void respond(const Tables& t, const Real* v, int actions, std::size_t width,           \
                                   Real* value) {                                                            \
            respond_body<bytes>(t, v, actions, width, value);                                                \
        }                                                                                                    \
        static constexpr TableKernels<Real, Cells> table = {&current, &descend, &descend_average, &play,     \
                                                            &average, &ascend,  &learn,           &respond}; \
    };                                                                                                       \
    template <class Real>                                                                                    \
    struct On_##path {                                                                                       \
        target static void expand_regrets(const Signed16* from, std::size_t count, Real* out) {              \
            expand_body<bytes>(from, count, out);                                                            \
        }                                                                                                    \
        target static void expand_averages(const Unsigned16* from, std::size_t count, Real* out) {           \
            expand_body<bytes>(from, count, out);                                                            \
        }                                                                                                    \
        target static void shrink_regrets(const Real* from, std::size_t count, std::uint32_t seed,           \
                                          Signed16* out) {                                                   \
            shrink_body<bytes>(from, count, seed, out);                                                      \
        }                                                                                                    \
        target static void shrink_averages(const Real* from, std::size_t count, std::uint32_t seed,          \
                                           Unsigned16* out) {                                                \
            shrink_body<bytes>(from, count, seed, out);                                                      \
        }                                                                                                    \
        target static void match(const Real* table, int actions, std::size_t width, Real* out) {             \
            match_body<bytes>(table, actions, width, out);                                                   \
        }                                                                                                    \
        target static void multiply(const Real* s, const Real* r, int actions, std::size_t width,            \
                                    Real* out) {                                                             \
            multiply_body<bytes>(s, r, actions, width, out);                                                 \
        }                                                                                                    \
        target static void apply(Real* r, const Real* i, std::size_t count, const UpdateFactors& f) {        \
            apply_body<bytes>(r, i, count, f);                                                               \
        }                                                                                                    \
        target static void mix(const Real* s, const Real* v, int actions, std::size_t width, Real* out) {    \
            mix_body<bytes>(s, v, actions, width, out);                                                      \
        }                                                                                                    \
        target static void add_up(const Real* v, int actions, std::size_t width, Real* out) {                \
            add_up_body<bytes>(v, actions, width, out);                                                      \
        }                                                                                                    \
        target static void best(const Real* v, int actions, std::size_t width, Real* out) {                  \
            best_body<bytes>(v, actions, width, out);                                                        \
        }                                                                                                    \
        target static void gather(const HandIndex* map, const Real* from, std::size_t n, Real* out) {        \
            gather_body(map, from, n, out);                                                                  \
        }                                                                                                    \
        target static void gather_add(const HandIndex* map, const Real* from, Real f, std::size_t n,         \
                                      Real* to) {                                                            \
            gather_add_body(map, from, f, n, to);                                                            \
        }                                                                                                    \
        target static void weighted_rows(const Real* m, std::size_t width, const HandIndex* rows,            \
                                         const Real* weights, std::size_t n, Real* out) {                    \
            weighted_rows_body<bytes>(m, width, rows, weights, n, out);                                      \
        }                                                                                                    \
        target static void ends(const EndJob<Real>& job, const RunoutBoard& board, int player, int holes,    \
                                Real* work) {                                                                \
            ends_body<Real, bytes>(job, board, player, holes, work);                                         \
        }                                                                                                    \
        static constexpr Kernels<Real> table = {Tables_##path<Real, WholeCells<Real>>::table,                \
                                                Tables_##path<Real, SmallCells>::table,                      \
                                                &expand_regrets,                                             \
                                                &expand_averages,                                            \
                                                &shrink_regrets,                                             \
                                                &shrink_averages,                                            \
                                                &match,                                                      \
                                                &multiply,                                                   \
                                                &apply,                                                      \
                                                &mix,                                                        \
                                                &add_up,                                                     \
                                                &best,                                                       \
                                                &gather,                                                     \
                                                &gather_add,                                                 \
                                                &weighted_rows,                                              \
                                                &ends};                                                      \
    };

RIVERBOAT_KERNELS(baseline, 16, )
#if RIVERBOAT_X86
RIVERBOAT_KERNELS(avx2, 32, RIVERBOAT_WIDE_AVX2)
RIVERBOAT_KERNELS(avx512, 64, RIVERBOAT_WIDE_AVX512)
#endif

}  // namespace

template <class Real>
const Kernels<Real>& kernels() {
#if RIVERBOAT_X86
    if (cpu_path() == CpuPath::avx512) return On_avx512<Real>::table;
    if (cpu_path() == CpuPath::bmi2) return On_avx2<Real>::table;
#endif
    return On_baseline<Real>::table;
}

template const Kernels<float>& kernels<float>();
template const Kernels<double>& kernels<double>();

}  // namespace riverboat
