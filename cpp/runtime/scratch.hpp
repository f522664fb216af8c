// Memory for vectors during a walk: taken in order, given back in reverse.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

namespace riverboat {

class Scratch {
  public:
    explicit Scratch(std::size_t bytes) : memory_(new char[bytes + 64]) {
        base_ = memory_.get() + (64 - reinterpret_cast<std::uintptr_t>(memory_.get()) % 64) % 64;
    }
    // Aligned to 64 bytes; not cleared.
    template <class T>
    T* take(std::size_t count) {
        char* at = base_ + used_;
        used_ += (count * sizeof(T) + 63) / 64 * 64;
        return reinterpret_cast<T*>(at);
    }
    std::size_t mark() const { return used_; }
    void back_to(std::size_t mark) { used_ = mark; }

  private:
    std::unique_ptr<char[]> memory_;
    char* base_;
    std::size_t used_ = 0;
};

}  // namespace riverboat
