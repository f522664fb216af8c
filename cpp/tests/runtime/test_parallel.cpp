#include "runtime/parallel.hpp"

#include <algorithm>
#include <atomic>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "tests/check.hpp"

using namespace riverboat;

namespace {

constexpr unsigned kThreads[] = {0, 1, 2, 3, 8};

// The message of the exception that leaves `run`, empty if none does.
template <class Run>
std::string thrown_by(const Run& run) {
    try {
        run();
    } catch (const std::exception& error) {
        return error.what();
    }
    return "";
}

}  // namespace

TEST(every_chunk_once) {
    for (unsigned threads : kThreads) {
        for (std::size_t chunks : {0, 1, 2, 7, 1'000}) {
            std::vector<std::atomic<int>> calls(chunks);
            const unsigned most = threads == 0 ? hardware_threads() : threads;
            std::atomic<bool> good{true};
            parallel_chunks(chunks, threads, {}, [&](std::size_t chunk, unsigned worker) {
                ++calls[chunk];
                if (worker >= most) good = false;
            });
            CHECK(good);
            CHECK(std::all_of(calls.begin(), calls.end(), [](const auto& n) { return n == 1; }));
        }
    }
}

TEST(one_thread_keeps_the_order) {
    std::vector<std::size_t> order;
    parallel_chunks(100, 1, {}, [&](std::size_t chunk, unsigned) { order.push_back(chunk); });
    CHECK(std::is_sorted(order.begin(), order.end()) && order.size() == 100);
}

TEST(watch_hears_progress_on_the_calling_thread) {
    for (unsigned threads : kThreads) {
        std::size_t last = 0;  // not atomic: the thread sanitizer would tell
        bool rising = true;
        parallel_chunks(
            500, threads,
            [&](std::size_t done, std::size_t total) {
                rising = rising && done >= last && done <= total && total == 500;
                last = done;
            },
            [](std::size_t, unsigned) {});
        CHECK(rising);
        CHECK(last == 500);
    }
}

TEST(an_exception_in_a_body_leaves_and_stops_the_rest) {
    for (unsigned threads : kThreads) {
        std::atomic<std::size_t> calls{0};
        const auto run = [&] {
            parallel_chunks(100'000'000, threads, {}, [&](std::size_t chunk, unsigned) {
                ++calls;
                if (chunk == 10) throw std::runtime_error("chunk ten");
            });
        };
        CHECK(thrown_by(run) == "chunk ten");
        CHECK(calls >= 11 && calls < 100'000'000);
    }
}

TEST(exceptions_in_all_bodies_leave_one) {
    for (unsigned threads : kThreads) {
        const auto run = [&] {
            parallel_chunks(1'000, threads, {},
                            [](std::size_t, unsigned) { throw std::runtime_error("all"); });
        };
        CHECK(thrown_by(run) == "all");
    }
}

TEST(an_exception_in_the_watch_leaves_and_stops_the_rest) {
    for (unsigned threads : kThreads) {
        std::atomic<std::size_t> calls{0};
        const auto run = [&] {
            parallel_chunks(
                100'000'000, threads, [](std::size_t, std::size_t) { throw std::runtime_error("stop"); },
                [&](std::size_t, unsigned) { ++calls; });
        };
        CHECK(thrown_by(run) == "stop");
        CHECK(calls < 100'000'000);
    }
}

TEST(nothing_is_left_behind_after_an_exception) {
    const auto token = std::make_shared<int>(0);
    for (int i = 0; i < 50; ++i) {
        const auto run = [&] {
            parallel_chunks(100, 4, {}, [token](std::size_t, unsigned) { throw std::runtime_error("gone"); });
        };
        CHECK(thrown_by(run) == "gone");
    }
    CHECK(token.use_count() == 1);
}

TEST(a_pulse_stops_long_chunks_on_every_thread) {
    for (unsigned threads : kThreads) {
        int asked = 0;
        const auto run = [&] {
            parallel_chunks(
                8, threads,
                [&](std::size_t, std::size_t) {
                    if (++asked == 3) throw std::runtime_error("enough");
                },
                [](std::size_t, unsigned) {
                    for (;;) pulse();  // without an end of its own
                });
        };
        CHECK(thrown_by(run) == "enough");
        CHECK(asked == 3);
    }
    pulse();  // outside of any work: nothing happens
}

TEST(the_watch_goes_on_while_only_other_threads_are_busy) {
    std::atomic<bool> helper_is_busy{false};
    bool caller_is_done = false;
    const auto run = [&] {
        parallel_chunks(
            2, 2,
            [&](std::size_t, std::size_t) {
                if (caller_is_done) throw std::runtime_error("still asked");
                caller_is_done = true;  // told after its only chunk; the next time it waits for the helper
            },
            [&](std::size_t, unsigned worker) {
                if (worker == 0) {
                    while (!helper_is_busy) {
                    }
                } else {
                    helper_is_busy = true;
                    for (;;) pulse();  // without an end of its own
                }
            });
    };
    CHECK(thrown_by(run) == "still asked");
}
