// From operations to boxes: what runs between two products, collectives or loops is one box; layers that are alike are
// one, and so are boxes of one rank that say the same.
const kAnchors = new Set(["stablehlo.dot_general", "stablehlo.convolution", "stablehlo.while", "stablehlo.case",
  "stablehlo.if", "stablehlo.gather", "stablehlo.scatter", "stablehlo.sort", "stablehlo.fft", "stablehlo.custom_call",
  "stablehlo.cholesky", "stablehlo.triangular_solve", "stablehlo.rng_bit_generator", "stablehlo.select_and_scatter"]);
const isAnchor = node => node.collective !== undefined || kAnchors.has(node.op);
const sizeOf = node => node.value === undefined ? 0 : facts.values[node.value].bytes_per_device;
const pathScope = node => (node.place?.path || "").split("/").slice(-2, -1)[0] || "";

/// Items of one region, or of a layer, as boxes {nodes, kind, key, inputs: Set of boxes}.
function boxesOf(items) {
  const itemOf = new Map(), firstOf = item => item.layers ? item.layers[0][0] : item;
  for (const item of items)
    if (item.layers) item.layers.flat().forEach(number => itemOf.set(number, item)); else itemOf.set(item, item);
  const inputs = new Map(items.map(item => {
    const read = (item.layers ? item.layers.flat() : [item]).flatMap(number => nodes[number].inputs || []);
    return [item, [...new Set(read.map(input => itemOf.get(input)))].filter(from => from !== undefined && from !== item)];
  }));
  const isAlone = item => item.layers !== undefined || isAnchor(nodes[item]);
  // The depth counts products, collectives and loops on the longest way to an item.
  const depth = new Map(), leader = new Map(items.map(item => [item, item]));
  const find = item => {
    while (leader.get(item) !== item) item = leader.get(item);
    return item;
  };
  for (const item of items) {
    depth.set(item, Math.max(0, ...inputs.get(item).map(from => (depth.get(from) ?? 0) + (isAlone(from) || isAlone(item) ? 1 : 0))));
    if (!isAlone(item))
      for (const from of inputs.get(item))
        if (!isAlone(from) && depth.get(item) === depth.get(from)) leader.set(find(item), find(from));
  }
  const boxes = new Map();
  for (const item of items) {
    const head = find(item);
    if (!boxes.has(head)) boxes.set(head, {nodes: [], inputs: new Set(), layers: item.layers, group: item.layers ? item : undefined});
    if (!item.layers) boxes.get(head).nodes.push(item); else boxes.get(head).nodes = item.layers.flat();
    boxes.get(head).key = boxes.get(head).key ?? (item.layers ? item.key : `node ${firstOf(item)}`);
  }
  for (const item of items)
    for (const from of inputs.get(item)) {
      const source = boxes.get(find(from)), target = boxes.get(find(item));
      if (source !== target) target.inputs.add(source);
    }
  return absorbed([...boxes.values()].map(describe));
}

/// What only prepares an argument or a constant for one reader belongs to the reader; constants for several are left out.
function absorbed(boxes) {
  const users = usersOf(boxes), gone = new Set();
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

function usersOf(boxes) {
  const users = new Map(boxes.map(box => [box, []]));
  for (const box of boxes) for (const input of box.inputs) users.get(input)?.push(box);
  return users;
}

/// What a box is called and how its values are sharded: as its largest one.
function describe(box) {
  const first = nodes[box.nodes[0]];
  box.kind = box.layers ? "layers" : first.collective !== undefined ? "collective" : regionsOf.has(box.nodes[0]) ? "loop"
    : isAnchor(first) ? "product" : "chain";
  const largest = box.nodes.reduce((most, number) => sizeOf(nodes[number]) > sizeOf(nodes[most]) ? number : most, box.nodes[0]);
  box.sharding = shardingOf(nodes[largest]);
  const scope = pathScope(first), place = placeText(first.place);
  if (box.kind === "layers") {
    box.label = `${box.layers.length} layers alike`;
    const seconds = secondsOf(box.nodes), lines = box.nodes.map(number => nodes[number].place?.line).filter(Boolean);
    const [low, high] = lines.reduce(([least, most], line) => [Math.min(least, line), Math.max(most, line)], [Infinity, 0]);
    box.sub = [layerScope(box.layers[0]) || (high ? `lines ${low}–${high}` : place), seconds && `${secondsText(seconds)} a step`].filter(Boolean).join(", ");
  } else if (box.kind === "collective") {
    const collective = facts.collectives[first.collective];
    box.label = collectiveHead(collective);
    box.sub = `${bytesText(collective.bytes_per_device)} over ${collective.axes.join(", ") || "all"}`;
  } else if (box.kind === "chain") {
    const counts = new Map();
    for (const number of box.nodes) counts.set(shortOp(nodes[number].op), (counts.get(shortOp(nodes[number].op)) || 0) + 1);
    const names = [...counts].sort((a, b) => b[1] - a[1]).map(([name]) => name);
    box.label = box.nodes.length === 1 ? names[0] : `${box.nodes.length} ops`;
    box.sub = box.nodes.length === 1 ? scope || place : scope || names.slice(0, 3).join(", ");
  } else {
    box.label = shortOp(first.op);
    box.sub = scope || place;
  }
  return box;
}

/// The part of their path that the operations of a layer share.
function layerScope(numbers) {
  let shared;
  for (const number of numbers) {
    const path = nodes[number].place?.path;
    if (!path) continue;
    const parts = path.split("/").slice(0, -1);
    shared = shared ? shared.slice(0, shared.findIndex((part, at) => part !== parts[at]) >>> 0) : parts;
  }
  return (shared || []).slice(1).pop() || "";
}

/// Boxes of a rank that say the same become one.
function stack(boxes) {
  const stacks = new Map(), into = new Map();
  for (const box of boxes) {
    const isOne = box.kind === "loop" || box.kind === "layers";
    const key = isOne ? box : `${box.rank}|${box.kind}|${box.label}|${box.kind === "chain" ? "" : box.sub.replace(/line \d+/, "")}|${box.sharding}`;
    if (!stacks.has(key)) stacks.set(key, {...box, nodes: [], inputs: new Set(), count: 0});
    const stacked = stacks.get(key);
    for (const number of box.nodes) stacked.nodes.push(number);
    stacked.count += 1;
    into.set(box, stacked);
  }
  for (const box of boxes) for (const input of box.inputs) into.get(box).inputs.add(into.get(input));
  return [...stacks.values()];
}
