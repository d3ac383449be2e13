/* SPDX-License-Identifier: Apache-2.0
 *
 * LEMON's network simplex for Swift.
 */
#ifndef SHEAF_MIN_COST_FLOW_H
#define SHEAF_MIN_COST_FLOW_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* An arc takes `least` to `capacity` units of flow, each of which costs `cost`. */
typedef struct flow_arc {
    int32_t from, to;
    int64_t least, capacity, cost;
} flow_arc;

/* Sends `units` from node 0 to the last node at the least cost. Sums may not pass 63 bits.
 *
 * Returns 0 and sets `total`, or 1 where the arcs can't take so much, or need more. */
int32_t flow_min_cost(int32_t nodes, const flow_arc *arcs, size_t count, int64_t units, int64_t *total);

#ifdef __cplusplus
}
#endif

#endif
