#include "abstraction/strengths/cluster_strengths.hpp"
#include "abstraction/strengths/strengths.hpp"
#include "bind/bind.hpp"

namespace riverboat::bind {

namespace {

const Evaluator& holdem() {
    return evaluator(RankingId::holdem);
}

void street(int board_cards, std::size_t begin, std::size_t end, VectorInto<std::uint32_t> wins,
            VectorInto<std::uint32_t> ties, VectorInto<std::uint32_t> squares, unsigned threads,
            nb::object progress) {
    const Watch watch = python_watch(progress);
    const nb::gil_scoped_release release;
    street_strengths(holdem(), board_cards, begin, end, {wins.data(), ties.data(), squares.data()}, threads,
                     watch);
}

ArrayOut<float> clusters(MatrixIn<Card> boards, VectorIn<std::uint8_t> cluster_of, int count,
                         unsigned threads) {
    ClusterOfHand of_hand;
    std::copy_n(cluster_of.data(), kHands, of_hand.begin());
    std::vector<float> out(boards.shape(0) * static_cast<std::size_t>(kHands * count));
    {
        const Watch watch = python_watch();
        const nb::gil_scoped_release release;
        cluster_strengths(holdem(), boards.data(), boards.shape(0), static_cast<int>(boards.shape(1)),
                          of_hand, count, out.data(), threads, watch);
    }
    return to_array(std::move(out), {boards.shape(0), kHands, static_cast<std::size_t>(count)});
}

}  // namespace

void register_strengths(nb::module_& m) {
    using namespace nb::literals;
    m.def("street_strengths", &street, "board_cards"_a, "begin"_a, "end"_a, "wins"_a, "ties"_a, "squares"_a,
          "threads"_a, "progress"_a.none(),
          "Sums over the ways to end the board for the classes of canonical boards [begin, end).");
    m.def("cluster_strengths", &clusters, "boards"_a, "cluster_of"_a, "clusters"_a, "threads"_a,
          "Share of the pot of all hands against each cluster of hands, [N, 1326, clusters].");
}

}  // namespace riverboat::bind
