// Which instruction path the kernels take. Decided once, at first use.
#pragma once

#include <string_view>

namespace riverboat {

enum class CpuPath {
    baseline,  // any x86-64 (SSE2), and any other architecture
    bmi2,      // bit manipulation, popcount and AVX2 (Haswell 2013, Zen 2017 and later)
    avx512,    // 512-bit vectors with byte permutes (VBMI: Ice Lake 2019, Zen 4 2022 and later)
};

// The widest path this machine runs, or what the environment variable RIVERBOAT_CPU asks for
// ("baseline", "bmi2", "avx512"), if the machine runs that.
CpuPath cpu_path();

std::string_view cpu_path_name(CpuPath path);

}  // namespace riverboat

// Functions for wider paths carry their own target, so that no other code is compiled for it.
#if defined(__x86_64__) && defined(__GNUC__)
#define RIVERBOAT_X86 1
#define RIVERBOAT_TARGET_BMI2 __attribute__((target("bmi,bmi2,popcnt")))
#define RIVERBOAT_TARGET_AVX512                                                      \
    __attribute__((                                                                  \
        target("avx2,bmi,bmi2,popcnt,avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi," \
               "avx512vbmi2,avx512vpopcntdq,avx512bitalg")))
#else
#define RIVERBOAT_X86 0
#endif
#define RIVERBOAT_INLINE inline __attribute__((always_inline))
