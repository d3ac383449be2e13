// SPDX-License-Identifier: Apache-2.0
#include "min_cost_flow.h"

#include <lemon/network_simplex.h>
#include <lemon/static_graph.h>

#include <algorithm>
#include <tuple>
#include <utility>
#include <vector>

using lemon::StaticDigraph;

extern "C" int32_t flow_min_cost(int32_t nodes, const flow_arc *arcs, size_t count, int64_t units, int64_t *total) {
    // A static graph wants its arcs in the order of where they begin.
    std::vector<flow_arc> sorted(arcs, arcs + count);
    std::sort(sorted.begin(), sorted.end(), [](const flow_arc &one, const flow_arc &other) {
        return std::tie(one.from, one.to) < std::tie(other.from, other.to);
    });
    std::vector<std::pair<int, int>> ends;
    ends.reserve(count);
    for (const flow_arc &arc : sorted) ends.emplace_back(arc.from, arc.to);

    StaticDigraph graph;
    graph.build(nodes, ends.begin(), ends.end());
    StaticDigraph::ArcMap<int64_t> least(graph), capacity(graph), cost(graph);
    for (size_t index = 0; index < count; index++) {
        StaticDigraph::Arc arc = graph.arc(static_cast<int>(index));
        least[arc] = sorted[index].least;
        capacity[arc] = sorted[index].capacity;
        cost[arc] = sorted[index].cost;
    }
    lemon::NetworkSimplex<StaticDigraph, int64_t, int64_t> simplex(graph);
    simplex.lowerMap(least).upperMap(capacity).costMap(cost).stSupply(graph.node(0), graph.node(nodes - 1), units);
    if (simplex.run() != simplex.OPTIMAL) return 1;
    *total = simplex.totalCost<int64_t>();
    return 0;
}
