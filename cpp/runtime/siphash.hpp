// Random numbers by name that tell nothing of each other: SipHash-2-4 (Aumasson and Bernstein 2012), a keyed
// function that nobody is known to turn back, over whole words of 64 bits.
#pragma once

#include <bit>
#include <cstdint>
#include <initializer_list>
#include <span>

namespace riverboat {

struct Key {
    std::uint64_t low, high;
};

// Who knows any number of values learns neither the key nor the value at another name.
constexpr std::uint64_t siphash(const Key& key, std::span<const std::uint64_t> name) {
    std::uint64_t a = key.low ^ 0x736F6D6570736575, b = key.high ^ 0x646F72616E646F6D,
                  c = key.low ^ 0x6C7967656E657261, d = key.high ^ 0x7465646279746573;
    const auto rounds = [&](int count) {
        for (int i = 0; i < count; ++i) {
            a += b, c += d;
            b = std::rotl(b, 13) ^ a, d = std::rotl(d, 16) ^ c;
            a = std::rotl(a, 32);
            c += b, a += d;
            b = std::rotl(b, 17) ^ c, d = std::rotl(d, 21) ^ a;
            c = std::rotl(c, 32);
        }
    };
    const auto take = [&](std::uint64_t word) {
        d ^= word;
        rounds(2);
        a ^= word;
    };
    for (const std::uint64_t word : name) take(word);
    take(static_cast<std::uint64_t>(name.size()) << 59);  // bytes, in the highest eight bits
    c ^= 0xFF;
    rounds(4);
    return a ^ b ^ c ^ d;
}
constexpr std::uint64_t siphash(const Key& key, std::initializer_list<std::uint64_t> name) {
    return siphash(key, std::span(name.begin(), name.size()));
}

}  // namespace riverboat
