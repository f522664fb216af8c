#include "games/trees/plan.hpp"

#include "games/trees/tree_root.hpp"

namespace riverboat {

PlanCount count_plan(const TreeRules& rules, const HandTable& root, std::uint64_t most_situations,
                     unsigned threads, const Watch& watch) {
    const Watch inside = [](std::size_t, std::size_t) { pulse(); };
    PlanCount plan;
    parallel_chunks(kSharedRows.size() + 1, threads, watch, [&](std::size_t chunk, unsigned) {
        if (chunk == kSharedRows.size()) {
            plan.streets = count_tree(rules, tree_root(rules, root), most_situations, inside);
            return;
        }
        TreeRules keyed = rules;
        keyed.row_key.kind = kSharedRows[chunk];
        plan.rows[chunk] = count_rows(keyed, tree_root(keyed, root), inside);
    });
    return plan;
}

}  // namespace riverboat
