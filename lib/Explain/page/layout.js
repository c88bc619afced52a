// From the operations of the program to boxes with places: what runs between two products, collectives or loops is one
// box; boxes of one rank that are alike are stacked; ranks go down the page.
const kAnchors = new Set(["stablehlo.dot_general", "stablehlo.convolution", "stablehlo.while", "stablehlo.case",
  "stablehlo.if", "stablehlo.gather", "stablehlo.scatter", "stablehlo.sort", "stablehlo.fft", "stablehlo.custom_call",
  "stablehlo.cholesky", "stablehlo.triangular_solve", "stablehlo.rng_bit_generator", "stablehlo.select_and_scatter"]);
const kBox = {width: 140, height: 36, between: 16, below: 30, head: 26, margin: 14, columns: 9};

const nodes = facts.graph.nodes;
const regionsOf = new Map();
facts.graph.regions.forEach((region, number) => {
  if (region.owner === undefined) return;
  if (!regionsOf.has(region.owner)) regionsOf.set(region.owner, []);
  regionsOf.get(region.owner).push(number);
});
const isAnchor = node => node.collective !== undefined || kAnchors.has(node.op);
const shardingOf = node => {
  if (node.collective !== undefined) return facts.collectives[node.collective].causes[0]?.to;
  const value = node.value === undefined ? undefined : facts.values[node.value];
  return value && (value.computed || value.sharding);
};
const sizeOf = node => node.value === undefined ? 0 : facts.values[node.value].bytes_per_device;

/// Nodes of one region as boxes {nodes, kind, inputs: Set of boxes}.
function boxesOf(region) {
  const here = nodes.map((node, number) => number).filter(number => nodes[number].region === region);
  const inputs = new Map(here.map(number => [number, nodes[number].inputs || []]));
  const depth = new Map(), leader = new Map();
  for (const number of here)
    depth.set(number, Math.max(0, ...inputs.get(number).map(input =>
      depth.get(input) + (isAnchor(nodes[input]) || isAnchor(nodes[number]) ? 1 : 0))));
  const find = number => {
    while (leader.get(number) !== number) number = leader.get(number);
    return number;
  };
  here.forEach(number => leader.set(number, number));
  for (const number of here)
    for (const input of inputs.get(number))
      if (!isAnchor(nodes[number]) && !isAnchor(nodes[input]) && depth.get(number) === depth.get(input))
        leader.set(find(number), find(input));
  const boxes = new Map();
  for (const number of here) {
    const key = find(number);
    if (!boxes.has(key)) boxes.set(key, {nodes: [], inputs: new Set(), region});
    boxes.get(key).nodes.push(number);
  }
  for (const number of here)
    for (const input of inputs.get(number)) {
      const from = boxes.get(find(input)), to = boxes.get(find(number));
      if (from !== to) to.inputs.add(from);
    }
  return absorbed([...boxes.values()].map(describe));
}

/// What only prepares an argument or a constant for one reader belongs to the reader; constants for several are left out.
function absorbed(boxes) {
  const users = new Map(boxes.map(box => [box, []]));
  for (const box of boxes) for (const input of box.inputs) users.get(input).push(box);
  const gone = new Set();
  for (const box of [...boxes].reverse()) {
    if (box.kind !== "chain" || box.inputs.size) continue;
    const readers = users.get(box).filter(user => !gone.has(user));
    const reads = box.nodes.some(number => nodes[number].arguments);
    if (!readers.length || (readers.length > 1 && reads) || box.nodes.some(number => nodes[number].returned)) continue;
    if (readers.length === 1) readers[0].nodes.push(...box.nodes);
    readers.forEach(user => user.inputs.delete(box));
    gone.add(box);
  }
  return boxes.filter(box => !gone.has(box)).map(box => box.kind === "chain" ? describe(box) : box);
}

/// What a box is called and how its values lie: those of its largest value.
function describe(box) {
  const first = nodes[box.nodes[0]];
  box.kind = first.collective !== undefined ? "collective" : regionsOf.has(box.nodes[0]) ? "loop"
    : isAnchor(first) ? "product" : "chain";
  const largest = box.nodes.reduce((most, number) => sizeOf(nodes[number]) > sizeOf(nodes[most]) ? number : most, box.nodes[0]);
  box.sharding = shardingOf(nodes[largest]);
  const scope = (first.place?.path || "").split("/").slice(-2, -1)[0];
  if (box.kind === "collective") {
    const collective = facts.collectives[first.collective];
    box.label = collectiveHead(collective);
    box.sub = `{${collective.axes.join(", ")}} ${bytesText(collective.bytes_per_device)}`;
  } else if (box.kind === "chain") {
    const counts = new Map();
    for (const number of box.nodes) counts.set(shortOp(nodes[number].op), (counts.get(shortOp(nodes[number].op)) || 0) + 1);
    const names = [...counts].sort((a, b) => b[1] - a[1]).map(([name]) => name);
    box.label = box.nodes.length === 1 ? names[0] : `${box.nodes.length} ops`;
    box.sub = box.nodes.length === 1 ? scope || placeText(first.place) : scope || names.slice(0, 3).join(", ");
  } else {
    box.label = shortOp(first.op);
    box.sub = scope || placeText(first.place);
  }
  return box;
}

/// The longest way from the top; what nothing leads to stands right above what reads it.
function rank(boxes) {
  const users = new Map(boxes.map(box => [box, []]));
  for (const box of boxes) for (const input of box.inputs) users.get(input).push(box);
  const left = new Map(boxes.map(box => [box, box.inputs.size]));
  const order = boxes.filter(box => !left.get(box));
  boxes.forEach(box => { box.rank = 0; });
  for (let at = 0; at < order.length; ++at)
    for (const user of users.get(order[at])) {
      user.rank = Math.max(user.rank, order[at].rank + 1);
      left.set(user, left.get(user) - 1);
      if (!left.get(user)) order.push(user);
    }
  for (const box of order.reverse())
    if (!box.inputs.size && users.get(box).length)
      box.rank = Math.min(...users.get(box).map(user => user.rank)) - 1;
  const least = Math.min(0, ...boxes.map(box => box.rank));
  boxes.forEach(box => { box.rank -= least; });
}

/// Boxes of a rank that say the same become one.
function stack(boxes) {
  const stacks = new Map(), into = new Map();
  for (const box of boxes) {
    const key = box.kind === "loop" ? box : `${box.rank}|${box.kind}|${box.label}|${box.kind === "chain" ? "" : box.sub.replace(/line \d+/, "")}|${box.sharding}`;
    if (!stacks.has(key)) stacks.set(key, {...box, nodes: [], inputs: new Set(), count: 0});
    const stacked = stacks.get(key);
    stacked.nodes.push(...box.nodes);
    stacked.count += 1;
    into.set(box, stacked);
  }
  for (const box of boxes) for (const input of box.inputs) into.get(box).inputs.add(into.get(input));
  return [...stacks.values()];
}

/// Places for the boxes of a region: {boxes, width, height}. `folded`: owners of regions that are not shown.
function layoutRegion(region, folded) {
  const raw = boxesOf(region);
  rank(raw);
  const boxes = stack(raw);
  for (const box of boxes) {
    box.width = kBox.width;
    box.height = kBox.height;
    if (box.kind !== "loop" || folded.has(box.nodes[0])) continue;
    box.inner = regionsOf.get(box.nodes[0]).map(inner => layoutRegion(inner, folded));
    box.width = Math.max(kBox.width, box.inner.reduce((sum, inner) => sum + inner.width + kBox.margin, kBox.margin));
    box.height = kBox.head + Math.max(...box.inner.map(inner => inner.height)) + kBox.margin;
  }
  const rows = rowsOf(boxes);
  order(rows);
  placeRows(rows);
  return {region, boxes, width: Math.max(kBox.width, ...boxes.map(box => box.x + box.width)),
    height: Math.max(kBox.height, ...boxes.map(box => box.y + box.height))};
}

function rowsOf(boxes) {
  const ranks = [];
  for (const box of boxes) (ranks[box.rank] = ranks[box.rank] || []).push(box);
  const rows = [];
  for (const row of ranks.filter(Boolean))
    for (let begin = 0; begin < row.length; begin += kBox.columns) rows.push(row.slice(begin, begin + kBox.columns));
  return rows;
}

/// By the mean place of what each reads, then of what reads it, a few times over.
function order(rows) {
  const users = new Map();
  for (const box of rows.flat()) for (const input of box.inputs) users.set(input, [...(users.get(input) || []), box]);
  const mean = (boxes, otherwise) => boxes.length ? boxes.reduce((sum, box) => sum + box.at, 0) / boxes.length : otherwise;
  const number = row => row.forEach((box, at) => { box.at = (at + 0.5) / row.length; });
  rows.forEach(number);
  for (let round = 0; round < 6; ++round) {
    const down = round % 2 === 0;
    for (const row of down ? rows : [...rows].reverse()) {
      row.forEach(box => { box.target = mean(down ? [...box.inputs] : users.get(box) || [], box.at); });
      row.sort((a, b) => a.target - b.target);
      number(row);
    }
  }
}

function placeRows(rows) {
  let y = 0;
  const widths = rows.map(row => row.reduce((sum, box) => sum + box.width + kBox.between, -kBox.between));
  const widest = Math.max(...widths, kBox.width);
  rows.forEach((row, number) => {
    let x = (widest - widths[number]) / 2;
    for (const box of row) {
      box.x = x;
      box.y = y;
      x += box.width + kBox.between;
    }
    y += Math.max(...row.map(box => box.height)) + kBox.below;
  });
  // Rows move as one towards what they read.
  for (let round = 0; round < 3; ++round)
    for (const row of rows) {
      const pulls = row.flatMap(box => [...box.inputs].map(input => input.x + input.width / 2 - box.x - box.width / 2));
      if (!pulls.length) continue;
      const target = pulls.reduce((sum, pull) => sum + pull, 0) / pulls.length;
      const first = row[0].x, last = row[row.length - 1].x + row[row.length - 1].width;
      const shift = Math.max(-first, Math.min(widest - last, target));
      row.forEach(box => { box.x += shift; });
    }
}
