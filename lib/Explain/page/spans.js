// What runs when in a block: its tasks, and those of the loops in it. A loop whose iterations can be told apart is played
// through; else it is folded to one span that says how much of an iteration computes and communicates.
const bodyOf = new Map((step?.blocks || []).filter(block => block.loop !== undefined).map(block => [block.loop, block]));
const tripsOfPriced = priced => {
  const owner = (nodesOfPriced.get(priced) || []).find(number => regionsOf.has(number));
  return owner === undefined ? undefined : tripsOf(owner);
};

/// Spans {task, op, sends, begin, end, critical, folded?, trips?} of a block between two times. `least`: seconds that an
/// iteration must take to be seen.
function spansOf(block, from, to, least, offset = 0, scale = 1, into = []) {
  for (const task of block.tasks) {
    const begin = offset + task.begin * scale, end = offset + task.end * scale;
    if (end <= begin || end < from || begin > to) continue;
    const body = bodyOf.get(task.op), span = {task, op: step.ops[task.op], sends: Boolean(task.sends), begin, end, critical: Boolean(task.critical)};
    if (!body) { into.push(span); continue; }
    const trips = tripsOfPriced(task.op) ?? 1, length = (end - begin) / trips;
    if (length < least) { into.push({...span, folded: body, trips}); continue; }
    const first = Math.max(0, Math.floor((from - begin) / length)), last = Math.min(trips - 1, Math.floor((to - begin) / length));
    for (let trip = first; trip <= last; ++trip)
      spansOf(body, from, to, least, begin + trip * length, length / Math.max(body.seconds, 1e-30), into);
  }
  return into;
}

/// Of one execution of a block, loops in it included: seconds of communication, in all, exposed, and by axis; how many
/// collectives run.
const communications = new Map();
function communicationOf(block) {
  if (communications.has(block)) return communications.get(block);
  const found = {seconds: 0, exposed: sum(exposedOf(block).map(([begin, end]) => end - begin)), count: 0, byAxis: new Map(), byName: new Map()};
  communications.set(block, found);
  const add = (op, seconds, times, axis) => {
    found.seconds += seconds;
    found.count += times;
    found.byAxis.set(axis, (found.byAxis.get(axis) || 0) + seconds);
    const name = op.name, known = found.byName.get(name) || {seconds: 0, times: 0};
    found.byName.set(name, {seconds: known.seconds + seconds, times: known.times + times});
  };
  for (const task of block.tasks) {
    const body = bodyOf.get(task.op);
    if (body) {
      const trips = tripsOfPriced(task.op) ?? 1, inner = communicationOf(body);
      found.seconds += inner.seconds * trips;
      found.exposed += inner.exposed * trips;
      found.count += inner.count * trips;
      for (const [axis, seconds] of inner.byAxis) found.byAxis.set(axis, (found.byAxis.get(axis) || 0) + seconds * trips);
      for (const [name, {seconds, times}] of inner.byName) {
        const known = found.byName.get(name) || {seconds: 0, times: 0};
        found.byName.set(name, {seconds: known.seconds + seconds * trips, times: known.times + times * trips});
      }
    } else if (task.sends) {
      add(step.ops[task.op], task.end - task.begin, 1, collectiveOfPriced.get(task.op)?.axes[0] || "");
    }
  }
  return found;
}

/// Times of a block at which something communicates and nothing computes; a loop counts as computing here.
function exposedOf(block) {
  const computing = block.tasks.filter(task => !task.sends).sort((a, b) => a.begin - b.begin), parts = [];
  let first = 0;
  for (const task of block.tasks.filter(task => task.sends).sort((a, b) => a.begin - b.begin)) {
    let at = task.begin;
    while (first < computing.length && computing[first].end <= task.begin) ++first;
    for (let next = first; next < computing.length && computing[next].begin < task.end; ++next) {
      if (computing[next].end <= at) continue;
      if (computing[next].begin > at) parts.push([at, computing[next].begin]);
      at = Math.max(at, computing[next].end);
    }
    if (at < task.end) parts.push([at, task.end]);
  }
  // Collectives at the same time are exposed once.
  const merged = [];
  for (const [begin, end] of parts.sort((a, b) => a[0] - b[0]))
    if (merged.length && begin <= merged[merged.length - 1][1]) merged[merged.length - 1][1] = Math.max(merged[merged.length - 1][1], end);
    else merged.push([begin, end]);
  return merged;
}
