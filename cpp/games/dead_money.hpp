// Who has folded and with how much in the pot: the part of a situation that a street does not depend on.
#pragma once

#include <cstring>
#include <vector>

#include "games/rules.hpp"
#include "runtime/hash_index.hpp"

namespace riverboat {

// Numbered vectors of the chips that folded seats have put in.
class DeadMoney {
  public:
    std::uint32_t number(const BySeat& chips) {
        const auto [number, is_new] =
            index_.find_or_add(hash_bytes(chips), static_cast<std::uint32_t>(all_.size()),
                               [&](std::uint32_t n) { return all_[n] == chips; });
        if (is_new) all_.push_back(chips);
        return number;
    }
    const BySeat& operator[](std::uint32_t number) const { return all_[number]; }

  private:
    std::vector<BySeat> all_;
    HashIndex index_;
};

// Numbered exact situations at the start of a street.
struct Start {
    std::uint32_t shape;
    std::uint32_t dead;
    friend bool operator==(const Start&, const Start&) = default;
};

class Starts {
  public:
    // `joined`: equal ones have the same number; otherwise each gets its own.
    std::pair<std::uint32_t, bool> number(Start start, bool joined) {
        const auto next = static_cast<std::uint32_t>(all_.size());
        if (joined) {
            const auto found = index_.find_or_add(hash_bytes(start), next,
                                                  [&](std::uint32_t n) { return all_[n] == start; });
            if (!found.second) return found;
        }
        all_.push_back(start);
        return {next, true};
    }
    const Start& operator[](std::size_t number) const { return all_[number]; }
    std::size_t size() const { return all_.size(); }

  private:
    std::vector<Start> all_;
    HashIndex index_;
};

}  // namespace riverboat
