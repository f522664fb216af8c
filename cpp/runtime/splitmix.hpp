// Random numbers by their place or by name: SplitMix64 (Steele, Lea and Flood 2014).
#pragma once

#include <cstdint>
#include <initializer_list>
#include <span>

namespace riverboat {

inline constexpr std::uint64_t kSplitMixStep = 0x9E3779B97F4A7C15;
inline constexpr std::uint64_t kSplitMix1 = 0xBF58476D1CE4E5B9, kSplitMix2 = 0x94D049BB133111EB;

// The number at a place; places lie kSplitMixStep apart.
constexpr std::uint64_t splitmix(std::uint64_t place) {
    place = (place ^ place >> 30) * kSplitMix1;
    place = (place ^ place >> 27) * kSplitMix2;
    return place ^ place >> 31;
}

// A number that depends on all the numbers and their order: the same deal, seat and decision always draw the
// same.
constexpr std::uint64_t mix(std::span<const std::uint64_t> numbers) {
    std::uint64_t x = 0;
    for (const std::uint64_t number : numbers) x = splitmix(x + number + kSplitMixStep);
    return x;
}
constexpr std::uint64_t mix(std::initializer_list<std::uint64_t> numbers) {
    return mix(std::span(numbers.begin(), numbers.size()));
}

}  // namespace riverboat
