// The smallest test kit that serves: TEST(name) { CHECK(a == b); } in a file is a program that runs its
// tests.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string>
#include <vector>

namespace riverboat::test {

struct Case {
    const char* name;
    std::function<void()> run;
};
inline std::vector<Case>& cases() {
    static std::vector<Case> all;
    return all;
}
inline int& failures() {
    static int count = 0;
    return count;
}
struct Register {
    Register(const char* name, std::function<void()> run) { cases().push_back({name, std::move(run)}); }
};
// Sanitizer runs are ten times slower: they take the short form of exhaustive tests.
inline bool quick() {
    return std::getenv("RIVERBOAT_QUICK") != nullptr;
}

}  // namespace riverboat::test

#define TEST(name)                                                              \
    static void test_##name();                                                  \
    static const riverboat::test::Register register_##name(#name, test_##name); \
    static void test_##name()

#define CHECK(condition)                                                              \
    do {                                                                              \
        if (!(condition)) {                                                           \
            ++riverboat::test::failures();                                            \
            std::printf("%s:%d: CHECK(%s) failed\n", __FILE__, __LINE__, #condition); \
        }                                                                             \
    } while (false)

int main() {
    for (const auto& test : riverboat::test::cases()) {
        const int before = riverboat::test::failures();
        test.run();
        std::printf("%s %s\n", riverboat::test::failures() == before ? "ok  " : "FAIL", test.name);
    }
    if (riverboat::test::cases().empty()) return 1;
    return riverboat::test::failures() == 0 ? 0 : 1;
}
