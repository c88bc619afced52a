#ifndef LIB_PLACEMENT_BRANCHANDBOUND_H
#define LIB_PLACEMENT_BRANCHANDBOUND_H

#include "lib/Placement/Window.h"

namespace shardwright {

struct BoundedSearch {
  std::optional<Window::Choice> best; ///< nothing where none is cheaper than `below`
  size_t visited = 0;                 ///< partial choices
  bool finished = true;
};

/// The cheapest choice below a price, by branch and bound: ops from the last to the first, most promising candidates
/// first. Bound: what is fixed, and a relaxation of the rest in which a value costs no more than bringing it to the
/// farthest of the needs that are fixed, and an op pays for its first result on the way to its last user alone. The ops
/// that are not fixed then form trees, which dynamic programming solves exactly; where no value has several users, the
/// bound is what the best completion costs. Changes of sharding are taken to keep the triangle inequality, as shortest
/// paths do. Gives up after `limit` partial choices, with the best found. `deviations`: where limited discrepancy
/// search (Harvey and Ginsberg 1995) begins; a small number finds good choices early, a large one proves the best soon.
BoundedSearch searchChoices(Window &window, SearchPrice below, size_t limit, size_t deviations = 2);

} // namespace shardwright

#endif // LIB_PLACEMENT_BRANCHANDBOUND_H
