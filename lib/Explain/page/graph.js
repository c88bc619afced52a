// The picture of the program: boxes, edges, loops and layers that fold.
const graph = {folded: new Set(), chosen: new Set(), boxOf: new Map()};
const canvas = svg("g", {});
const gradients = svg("defs", {});
byId("graph").append(svg("svg", {role: "group", "aria-label": "operations of the program and what they read"}, gradients, canvas));

/// One colour an axis; several side by side.
function paint(sharding) {
  const {split} = axesOf(sharding);
  if (!split.length) return "var(--whole)";
  if (split.length === 1) return axisColour(split[0]);
  const id = `axes-${split.map(axis => axisNumber.get(axis)).join("-")}`;
  if (!gradients.querySelector(`#${id}`)) {
    const share = 1 / split.length, soft = share / 4;
    gradients.append(svg("linearGradient", {id}, split.flatMap((axis, number) => [
      svg("stop", {offset: Math.max(0, number * share + (number ? soft : 0)), "stop-color": axisColour(axis)}),
      svg("stop", {offset: Math.min(1, (number + 1) * share - (number + 1 < split.length ? soft : 0)), "stop-color": axisColour(axis)})])));
  }
  return `url(#${id})`;
}

/// Seconds a step of operations; what is fused has one price, which counts once.
function secondsOf(numbers) {
  if (!step) return 0;
  const priced = new Set(numbers.map(number => nodes[number].priced).filter(number => number !== undefined));
  return sum([...priced].map(number => secondsInAll(step.ops[number])));
}
const titleOf = box => box.count > 1 ? `${box.label} × ${box.count}` : box.label;

function boxTip(box) {
  const first = nodes[box.nodes[0]];
  if (box.kind === "collective") {
    const lines = collectiveLines(facts.collectives[first.collective]);
    return box.count > 1 ? [lines[0], `and ${box.count - 1} alike beside it`, ...lines.slice(1)] : lines;
  }
  const seconds = secondsOf(box.nodes);
  return [titleOf(box), box.kind !== "layers" && box.sharding && `is sharded as ${box.sharding}`, placeText(first.place),
    seconds && `${secondsText(seconds)} a step`, (box.kind === "layers" || box.kind === "loop") && "choose to unfold"];
}

function drawBox(box, x, y) {
  const partial = axesOf(box.sharding).partial.length > 0 && box.kind !== "collective";
  const painted = box.kind !== "collective" && box.kind !== "layers" && axesOf(box.sharding).split.length > 0;
  const colour = painted ? paint(box.sharding) : box.kind === "collective" ? undefined : box.kind === "layers" ? "var(--card)" : "var(--whole)";
  const group = svg("g", {class: `node ${box.kind}${partial ? " partial" : ""}${painted ? " painted" : ""}`, tabindex: 0, role: "button",
    transform: `translate(${x},${y})`, "aria-label": boxTip(box).filter(present).join(", ")});
  for (let behind = Math.min(box.kind === "layers" ? 3 : box.count, 3) - 1; behind > 0; --behind)
    group.append(svg("rect", {x: behind * 4, y: -behind * 4, width: box.width, height: box.height, rx: 6, fill: colour}));
  group.append(svg("rect", {width: box.width, height: box.height, rx: 6, fill: colour}));
  if (box.kind === "collective")
    facts.collectives[nodes[box.nodes[0]].collective].axes.forEach((axis, number) =>
      group.append(svg("rect", {x: 8 + number * 14, y: box.height - 6, width: 12, height: 3, rx: 1, style: `fill:${axisColour(axis)}`})));
  const folds = box.kind === "loop" || box.kind === "layers" ? "▸ " : "", room = box.width - 16;
  const trips = box.kind === "loop" ? tripsOf(box.nodes[0]) : undefined;
  group.append(svg("text", {x: 8, y: 15}, clipped(folds + titleOf(box) + (trips ? ` × ${trips}` : ""), room, "600 12px system-ui, sans-serif")),
    svg("text", {x: 8, y: 28, class: "sub"}, clipped(box.sub || "", room, "10.5px system-ui, sans-serif")));
  drawInlets(box, group);
  withTip(group, () => boxTip(box), () => near(box, true), () => near(box, false));
  clickable(group, event => { event.stopPropagation(); chooseBox(box); });
  box.drawn = group;
  box.nodes.forEach(number => graph.boxOf.set(number, box));
  return group;
}

/// Arguments come in from above, results leave below.
function drawInlets(box, group) {
  if (box.kind === "layers") return;
  const given = [...new Set(box.nodes.flatMap(number => nodes[number].arguments || []))];
  given.slice(0, 10).forEach((number, at) => {
    const value = facts.values[number];
    const dot = svg("circle", {class: "inlet", cx: 8 + at * 11, cy: -5, r: 4.5, fill: paint(value.sharding)});
    group.append(withTip(dot, () => [`${valueText(value)} ${value.place?.path || ""}`, `${value.type} is sharded as ${value.sharding}`]));
  });
  const returned = box.nodes.flatMap(number => nodes[number].returned || []);
  returned.slice(0, 10).forEach((number, at) => {
    const square = svg("rect", {class: "inlet", x: 5 + at * 11, y: box.height + 1, width: 8, height: 8, rx: 1.5, fill: paint(box.sharding)});
    group.append(withTip(square, () => [`result ${number} of the program`, box.sharding && `is sharded as ${box.sharding}`]));
  });
}

function drawEdge(from, to) {
  const x1 = from.absolute.x + from.width / 2, y1 = from.absolute.y + from.height;
  const x2 = to.absolute.x + Math.min(to.width / 2, kBox.width), y2 = to.absolute.y;
  const bend = Math.max(14, (y2 - y1) / 2);
  const path = svg("path", {class: "edge", d: `M${x1},${y1}C${x1},${y1 + bend} ${x2},${y2 - bend} ${x2},${y2}`});
  for (const box of [from, to]) (box.edges = box.edges || []).push(path);
  return path;
}

function drawItems(layout, x, y) {
  const edges = svg("g", {}), boxes = svg("g", {});
  for (const box of layout.boxes) {
    box.absolute = {x: x + box.x, y: y + box.y};
    boxes.append(box.inner ? drawOpen(box) : drawBox(box, box.absolute.x, box.absolute.y));
  }
  for (const box of layout.boxes)
    for (const input of box.inputs) edges.append(drawEdge(input, box));
  return svg("g", {}, edges, boxes);
}

function drawOpen(box) {
  const {x, y} = box.absolute, seconds = secondsOf(box.nodes), trips = box.kind === "loop" ? tripsOf(box.nodes[0]) : undefined;
  const title = box.kind === "layers" ? `layer ${box.group.shown + 1} of ${box.layers.length}` : box.label + (trips ? ` × ${trips}` : "");
  const room = box.width - 2 * kBox.margin - (box.kind === "layers" ? 60 : 0);
  const text = clipped(`▾ ${title}${box.sub ? `, ${box.sub}` : ""}${seconds && box.kind === "loop" ? `, ${secondsText(seconds)} a step` : ""}`, room, "600 12px system-ui, sans-serif");
  const head = svg("text", {class: "head", x: x + kBox.margin, y: y + 18, tabindex: 0, role: "button", "aria-expanded": "true"}, text);
  const group = svg("g", {class: "region"}, svg("rect", {x, y, width: box.width, height: box.height, rx: 10}), head);
  clickable(head, event => { event.stopPropagation(); fold(box, true); });
  if (box.kind === "layers")
    for (const [sign, by, words] of [["‹", -1, "layer before"], ["›", 1, "next layer"]]) {
      const at = x + box.width - kBox.margin - (by < 0 ? 44 : 16);
      group.append(clickable(svg("g", {class: "turn", tabindex: 0, role: "button", "aria-label": words},
        svg("rect", {x: at, y: y + 4, width: 22, height: 20, rx: 4}), svg("text", {x: at + 11, y: y + 18, "text-anchor": "middle"}, sign)),
      event => { event.stopPropagation(); turnTo(box.group, box.group.shown + by); }));
    }
  box.drawn = group;
  box.nodes.forEach(number => graph.boxOf.set(number, box));
  let left = x + kBox.margin;
  for (const inner of box.inner) {
    group.append(drawItems(inner, left, y + kBox.head + 8));
    left += inner.width + kBox.margin;
  }
  return group;
}

function drawGraph() {
  graph.boxOf.clear();
  hideTip();
  graph.size = layoutItems(itemsOf(0), graph.folded);
  canvas.replaceChildren(drawItems(graph.size, 0, 0));
  markChosen();
}

/// Draws anew; what stays keeps its place on the screen.
function redrawAround(anchor, act) {
  const before = anchor && graph.boxOf.get(anchor)?.absolute;
  act();
  drawGraph();
  const after = anchor && graph.boxOf.get(anchor)?.absolute;
  if (before && after) shiftView((before.x - after.x) * view.scale, (before.y - after.y) * view.scale);
}
function fold(box, shut) {
  redrawAround(box.nodes[0], () => { if (shut) graph.folded.add(box.key); else graph.folded.delete(box.key); });
}
function turnTo(group, layer) {
  redrawAround(undefined, () => { group.shown = (layer + group.layers.length) % group.layers.length; });
}
/// Every loop and every group of layers, by key.
function foldable() {
  return facts.graph.regions.flatMap((region, number) => [
    ...(region.owner === undefined ? [] : [`node ${region.owner}`]), ...itemsOf(number).filter(item => item.layers).map(item => item.key)]);
}

function near(box, on) {
  for (const edge of box.edges || []) edge.classList.toggle("near", on);
  if (box.kind === "collective") showGroup(on ? facts.collectives[nodes[box.nodes[0]].collective].axes : []);
}
function markChosen() {
  canvas.querySelectorAll(".chosen").forEach(each => each.classList.remove("chosen"));
  for (const number of graph.chosen) graph.boxOf.get(number)?.drawn.classList.add("chosen");
}
