#include "abstraction/clustering/count_clusters.hpp"
#include "abstraction/clustering/kmeans_1d.hpp"
#include "abstraction/strengths/score_rows.hpp"
#include "abstraction/strengths/turn_rivers.hpp"
#include "bind/bind.hpp"

namespace riverboat::bind {

namespace {

template <class T>
using MatrixInto = nb::ndarray<T, nb::numpy, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

void need(bool fits) {
    if (!fits) throw nb::value_error("arrays do not fit together");
}

CountCentres kind(bool means) {
    return means ? CountCentres::means : CountCentres::medians;
}

void counts_of_scores(MatrixIn<std::uint16_t> scores, VectorIn<std::int32_t> rows,
                      VectorIn<std::uint16_t> groups, VectorIn<std::int64_t> weights,
                      MatrixInto<std::int64_t> counts) {
    const std::size_t deals = rows.shape(0);
    need(scores.shape(1) == kTurnRivers && counts.shape(1) == kScores && groups.shape(0) == deals &&
         weights.shape(0) == deals);
    const nb::gil_scoped_release release;
    count_scores(scores.data(), {rows.data(), deals}, groups.data(), weights.data(), counts.data());
}

void histograms_of_scores(MatrixIn<std::uint16_t> scores, VectorIn<std::int32_t> rows,
                          VectorIn<std::uint8_t> bin_of_score, MatrixInto<std::uint8_t> out,
                          unsigned threads) {
    const std::size_t deals = rows.shape(0);
    need(scores.shape(1) == kTurnRivers && bin_of_score.shape(0) == kScores && out.shape(0) == deals);
    const Watch watch = python_watch();
    const nb::gil_scoped_release release;
    score_histograms(scores.data(), {rows.data(), deals}, bin_of_score.data(), out.shape(1), out.data(),
                     threads, watch);
}

std::pair<ArrayOut<std::uint8_t>, ArrayOut<double>> clusters(MatrixIn<std::uint8_t> counts,
                                                             VectorIn<double> weights, std::size_t most,
                                                             MatrixIn<double> draws, bool means) {
    const std::size_t bins = counts.shape(1);
    need(weights.shape(0) == counts.shape(0) && counts.shape(0) > 0 && draws.shape(0) + 1 == most);
    CountClusters found;
    {
        const Watch watch = python_watch();
        const nb::gil_scoped_release release;
        found = count_clusters({counts.data(), weights.data(), counts.shape(0), bins}, kind(means), most,
                               {draws.data(), draws.size()}, watch);
    }
    const std::size_t k = found.errors.size();
    return {to_array(std::move(found.centres), {most, most, bins}), to_array(std::move(found.errors), {k})};
}

ArrayOut<std::uint16_t> nearest(MatrixIn<std::uint8_t> counts, MatrixIn<std::uint8_t> centres, bool means,
                                unsigned threads) {
    need(counts.shape(1) == centres.shape(1) && centres.shape(0) > 0);
    std::vector<std::uint16_t> labels(counts.shape(0));
    {
        const Watch watch = python_watch();
        const nb::gil_scoped_release release;
        nearest_counts(counts.data(), labels.size(), counts.shape(1), centres.data(), centres.shape(0),
                       kind(means), labels.data(), threads, watch);
    }
    return to_array(std::move(labels), {counts.shape(0)});
}

ArrayOut<std::uint32_t> line_choices(VectorIn<double> values, VectorIn<double> weights, std::size_t most) {
    need(values.shape(0) == weights.shape(0) && 0 < most && most <= values.shape(0));
    const std::vector<double> places(values.data(), values.data() + values.shape(0));
    const std::vector<double> masses(weights.data(), weights.data() + weights.shape(0));
    std::vector<std::uint32_t> begins;
    {
        const Watch watch = python_watch();
        const nb::gil_scoped_release release;
        begins = kmeans_1d_choices(places, masses, most, watch);
    }
    return to_array(std::move(begins), {most, most});
}

}  // namespace

void register_gs(nb::module_& m) {
    using namespace nb::literals;
    m.def("count_scores", &counts_of_scores, "scores"_a, "rows"_a, "groups"_a, "weights"_a, "counts"_a,
          "Add the weight of each deal to counts [groups, 1981] at the scores of its row of [N, 46].");
    m.def("score_histograms", &histograms_of_scores, "scores"_a, "rows"_a, "bin_of_score"_a, "out"_a,
          "threads"_a,
          "Write how many scores of the row of each deal fall into each bin: out [deals, bins].");
    m.def("count_clusters", &clusters, "counts"_a, "weights"_a, "most"_a, "draws"_a, "means"_a,
          "Centres [k - 1, first k, bins] and L2 errors [k] of 1 to `most` clusters by medians or means.");
    m.def("nearest_counts", &nearest, "counts"_a, "centres"_a, "means"_a, "threads"_a,
          "The number of the nearest centre for each row: in the L1 norm, or by squares with means.");
    m.def("kmeans_line_choices", &line_choices, "values"_a, "weights"_a, "most"_a,
          "Where each of the k best clusters of ascending values begins, for all k: [k - 1, first k].");
}

}  // namespace riverboat::bind
