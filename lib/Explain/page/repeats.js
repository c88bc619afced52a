// Layers of an unrolled program: where the same sequence of operations comes again and again, one is shown for all.
// A run of positions i with code[i] == code[i + period] that is at least a period long is a repetition; the longest are
// taken first, then the shortest period (as in the search for tandem repeats, by comparison at each distance).
const kRepeat = {longestPeriod: 4000, leastNodes: 24, leastPeriod: 5, leastLayers: 3, nearest: 4};

function codesOf(numbers) {
  const known = new Map();
  return Int32Array.from(numbers, number => {
    const node = nodes[number], value = node.value === undefined ? undefined : facts.values[node.value];
    const collective = node.collective === undefined ? undefined : facts.collectives[node.collective];
    const text = regionsOf.has(number) ? `loop ${number}`
      : [node.op, value && value.type, shardingOf(node), collective && `${collective.axes} ${collective.bytes_per_device}`].join("|");
    if (!known.has(text)) known.set(text, known.size);
    return known.get(text);
  });
}

/// Distances at which codes come again, to the nearest few of each: a layer has operations that are in it no more often.
function periodsOf(codes) {
  const last = new Map(), counts = new Map();
  codes.forEach((code, at) => {
    if (!last.has(code)) last.set(code, []);
    const before = last.get(code);
    for (const earlier of before) counts.set(at - earlier, (counts.get(at - earlier) || 0) + 1);
    before.push(at);
    if (before.length > kRepeat.nearest) before.shift();
  });
  return [...counts].filter(([period, count]) => count >= kRepeat.leastLayers - 1 && period >= kRepeat.leastPeriod && period <= kRepeat.longestPeriod)
    .map(([period]) => period).sort((a, b) => a - b);
}

/// Of node numbers in program order: [{begin, period, count}], positions in `numbers`, in order, none over another.
function repeatsOf(numbers) {
  const codes = codesOf(numbers), length = codes.length, runs = [];
  for (const period of periodsOf(codes))
    for (let at = 0, same = 0; at + period <= length; ++at) {
      if (at + period < length && codes[at] === codes[at + period]) { ++same; continue; }
      if (same >= period) runs.push({begin: at - same, length: same + period, period});
      same = 0;
    }
  runs.sort((a, b) => b.length - a.length || a.period - b.period);
  const taken = [];
  for (const run of runs) {
    let begin = run.begin, end = run.begin + run.length;
    for (const other of taken) {
      const last = other.begin + other.period * other.count;
      if (last <= begin || other.begin >= end) continue;
      // What is left on the longer side of the other.
      if (other.begin - begin > end - last) end = other.begin; else begin = last;
    }
    const count = Math.floor((end - begin) / run.period);
    if (count < kRepeat.leastLayers || count * run.period < kRepeat.leastNodes) continue;
    if (numbers.slice(begin, begin + run.period).some(number => isAnchor(nodes[number])))
      taken.push({begin, period: run.period, count});
  }
  return taken.sort((a, b) => a.begin - b.begin);
}

/// What a region consists of: nodes, and groups {layers: [[node, ...], ...]} of those that repeat.
const itemsOfRegion = new Map();
function itemsOf(region) {
  if (!itemsOfRegion.has(region)) {
    const numbers = nodesOfRegion(region), items = [];
    let at = 0;
    for (const {begin, period, count} of repeatsOf(numbers)) {
      items.push(...numbers.slice(at, begin));
      const layers = Array.from({length: count}, (_, layer) => numbers.slice(begin + layer * period, begin + (layer + 1) * period));
      items.push({key: `layers ${region} ${begin}`, layers, shown: 0});
      at = begin + period * count;
    }
    itemsOfRegion.set(region, [...items, ...numbers.slice(at)]);
  }
  return itemsOfRegion.get(region);
}
const groupOfNode = number => itemsOf(nodes[number].region).find(item => item.layers && item.layers.some(layer => layer.includes(number)));

const nodesByRegion = new Map();
nodes.forEach((node, number) => collect(nodesByRegion, node.region, number));
const nodesOfRegion = region => nodesByRegion.get(region) || [];
