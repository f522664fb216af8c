// Finds equal things among numbered ones: a hash table that stores numbers only.
//
// The things themselves lie in the caller's arrays, so a table costs 8 bytes a slot whatever it indexes, and
// equality is decided by the caller, exactly.
#pragma once

#include <cstdint>
#include <cstring>
#include <type_traits>
#include <utility>
#include <vector>

namespace riverboat {

inline std::uint64_t scramble(std::uint64_t x) {
    x ^= x >> 32;
    x *= 0xd6e8feb86659fd93u;
    x ^= x >> 32;
    x *= 0xd6e8feb86659fd93u;
    return x ^ x >> 32;
}

// Of plain memory without padding, in words of 8 bytes.
template <class T>
std::uint64_t hash_bytes(const T& thing) {
    static_assert(std::is_trivially_copyable_v<T> && std::has_unique_object_representations_v<T>);
    static_assert(sizeof(T) % 8 == 0);
    constexpr std::size_t count = sizeof(T) / 8;
    std::uint64_t words[count + 1] = {}, hash = sizeof(T);
    std::memcpy(words, &thing, sizeof(T));
    // Products of neighbours, each salted by its place, do not wait for each other.
    for (std::size_t i = 0; i < count; i += 2) {
        const std::uint64_t salt = (i + 1) * 0x9e3779b97f4a7c15u;
        const auto product =
            static_cast<unsigned __int128>(words[i] ^ salt) * (words[i + 1] ^ (salt << 1 | 1));
        hash ^= static_cast<std::uint64_t>(product) + static_cast<std::uint64_t>(product >> 64) * salt;
    }
    return scramble(hash);
}

class HashIndex {
  public:
    static constexpr std::uint32_t kNone = 0xffffffffu;  // no thing has this number

    // The number of the thing with that hash for which equal(number) holds, or else `next`, which it then has
    // from now on. Second: whether it is new.
    template <class Equal>
    std::pair<std::uint32_t, bool> find_or_add(std::uint64_t hash, std::uint32_t next, const Equal& equal) {
        if (2 * (used_ + 1) > slots_.size()) grow();
        const auto tag = static_cast<std::uint32_t>(hash >> 32);
        std::size_t at = place(tag);
        for (; slots_[at].number != kNone; at = after(at)) {
            if (slots_[at].tag == tag && equal(slots_[at].number)) return {slots_[at].number, false};
        }
        slots_[at] = {tag, next};
        ++used_;
        return {next, true};
    }

    void clear() {
        slots_.assign(used_ * 64 < slots_.size() ? kSmallest : slots_.size(), Slot{0, kNone});
        used_ = 0;
    }

  private:
    static constexpr std::size_t kSmallest = 64;
    struct Slot {
        std::uint32_t tag;  // of the hash; says the place, and tells most unequal things apart
        std::uint32_t number;
    };

    std::size_t place(std::uint32_t tag) const {
        return static_cast<std::uint64_t>(tag) * slots_.size() >> 32;
    }
    std::size_t after(std::size_t at) const { return at + 1 == slots_.size() ? 0 : at + 1; }
    void grow() {
        std::vector<Slot> old = std::exchange(slots_, std::vector<Slot>(2 * slots_.size(), Slot{0, kNone}));
        for (const Slot& slot : old) {
            if (slot.number == kNone) continue;
            std::size_t at = place(slot.tag);
            while (slots_[at].number != kNone) at = after(at);
            slots_[at] = slot;
        }
    }

    std::vector<Slot> slots_ = std::vector<Slot>(kSmallest, Slot{0, kNone});
    std::size_t used_ = 0;
};

struct BytesHash {
    template <class T>
    std::uint64_t operator()(const T& thing) const {
        return hash_bytes(thing);
    }
};

// Things that have numbers, in the order in which they came; equal ones have the same. Plain memory is equal
// if its bytes are, anything else if == says so.
template <class T, class Hash = BytesHash>
class Numbered {
  public:
    // The number, and whether it is new.
    std::pair<std::uint32_t, bool> find_or_add(const T& thing) {
        const auto found = index_.find_or_add(Hash()(thing), static_cast<std::uint32_t>(all_.size()),
                                              [&](std::uint32_t n) { return same(all_[n], thing); });
        if (found.second) all_.push_back(thing);
        return found;
    }
    std::uint32_t number(const T& thing) { return find_or_add(thing).first; }
    // Gives a number without looking for an equal thing.
    std::uint32_t append(const T& thing) {
        all_.push_back(thing);
        return static_cast<std::uint32_t>(all_.size() - 1);
    }

    const T& operator[](std::size_t number) const { return all_[number]; }
    std::uint32_t size() const { return static_cast<std::uint32_t>(all_.size()); }
    const std::vector<T>& all() const { return all_; }
    void clear() {
        all_.clear();
        index_.clear();
    }

  private:
    static bool same(const T& a, const T& b) {
        if constexpr (std::is_trivially_copyable_v<T> && std::has_unique_object_representations_v<T>)
            return std::memcmp(&a, &b, sizeof a) == 0;
        else
            return a == b;
    }

    std::vector<T> all_;
    HashIndex index_;
};

}  // namespace riverboat
