// The picture of the program: boxes, edges, folding, moving and zooming, and what is told of a box.
const graph = {folded: new Set(), chosen: undefined, boxOf: new Map(), view: {x: 0, y: 0, scale: 1}};
const stage = byId("graph");
const canvas = svg("g", {});
const gradients = svg("defs", {});
stage.append(svg("svg", {role: "img", "aria-label": "operations of the program and what they read"}, gradients, canvas));

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

const clipped = (text, length) => text.length > length ? text.slice(0, length - 1) + "…" : text;

function boxTip(box) {
  const first = nodes[box.nodes[0]];
  if (box.kind === "collective") {
    const lines = collectiveLines(facts.collectives[first.collective]);
    return box.count > 1 ? [lines[0], `and ${box.count - 1} alike beside it`, ...lines.slice(1)] : lines;
  }
  const seconds = secondsOf(box.nodes);
  return [`${box.label}${box.count > 1 ? ` × ${box.count}` : ""}`, box.sharding && `is sharded as ${box.sharding}`,
    placeText(first.place), seconds && `${secondsText(seconds)} a step`];
}

/// Fused operations have one price: it counts once.
function secondsOf(numbers) {
  if (!step) return 0;
  const priced = new Set(numbers.map(number => nodes[number].priced).filter(number => number !== undefined));
  return [...priced].reduce((sum, number) => sum + step.ops[number].seconds * inAll(step.ops[number]), 0);
}

function drawBox(box, x, y) {
  const partial = axesOf(box.sharding).partial.length > 0 && box.kind !== "collective";
  const painted = box.kind !== "collective" && axesOf(box.sharding).split.length > 0;
  const group = svg("g", {class: `node ${box.kind}${partial ? " partial" : ""}${painted ? " painted" : ""}`, tabindex: 0, role: "button",
    transform: `translate(${x},${y})`, "aria-label": boxTip(box).filter(Boolean).join(", ")});
  for (let behind = Math.min(box.count - 1, 2); behind > 0; --behind)
    group.append(svg("rect", {x: behind * 4, y: -behind * 4, width: box.width, height: box.height, rx: 6, fill: paint(box.sharding)}));
  group.append(svg("rect", {width: box.width, height: box.height, rx: 6, fill: box.kind === "collective" ? undefined : paint(box.sharding)}));
  if (box.kind === "collective") {
    const axes = facts.collectives[nodes[box.nodes[0]].collective].axes;
    axes.forEach((axis, number) => group.append(svg("rect", {x: 8 + number * 12, y: box.height - 5, width: 10, height: 3, style: `fill:${axisColour(axis)}`})));
  }
  const title = `${box.label}${box.count > 1 ? ` × ${box.count}` : ""}`;
  group.append(svg("text", {x: 8, y: 15}, clipped(title, 19)), svg("text", {x: 8, y: 27, class: "sub"}, clipped(box.sub || "", 22)));
  drawInlets(box, group);
  withTip(group, () => boxTip(box), () => near(box, true), () => near(box, false));
  clickable(group, event => { event.stopPropagation(); choose(box); });
  box.drawn = group;
  box.nodes.forEach(number => graph.boxOf.set(number, box));
  return group;
}

/// Arguments come in from above, results leave below.
function drawInlets(box, group) {
  const given = [...new Set(box.nodes.flatMap(number => nodes[number].arguments || []))];
  given.slice(0, 10).forEach((number, at) => {
    const value = facts.values[number];
    const dot = svg("circle", {class: "inlet", cx: 8 + at * 11, cy: -5, r: 4.5, fill: paint(value.sharding)});
    group.append(withTip(dot, () => [`${valueText(value)} ${value.place?.path || ""}`, `${value.type} is sharded as ${value.sharding}`]));
  });
  const returned = box.nodes.flatMap(number => nodes[number].returned || []);
  returned.slice(0, 10).forEach((number, at) => {
    const mark = svg("rect", {class: "inlet", x: 5 + at * 11, y: box.height + 1, width: 8, height: 8, rx: 1.5, fill: paint(box.sharding)});
    group.append(withTip(mark, () => [`result ${number} of the program`, `is sharded as ${box.sharding}`]));
  });
}

function drawRegion(layout, x, y) {
  const edges = svg("g", {}), boxes = svg("g", {});
  for (const box of layout.boxes) {
    box.absolute = {x: x + box.x, y: y + box.y};
    if (box.inner) boxes.append(drawLoop(box)); else boxes.append(drawBox(box, box.absolute.x, box.absolute.y));
  }
  for (const box of layout.boxes)
    for (const input of box.inputs) edges.append(drawEdge(input, box));
  return svg("g", {}, edges, boxes);
}

function drawEdge(from, to) {
  const x1 = from.absolute.x + from.width / 2, y1 = from.absolute.y + from.height;
  const x2 = to.absolute.x + Math.min(to.width / 2, kBox.width), y2 = to.absolute.y;
  const bend = Math.max(14, (y2 - y1) / 2);
  const path = svg("path", {class: "edge", d: `M${x1},${y1}C${x1},${y1 + bend} ${x2},${y2 - bend} ${x2},${y2}`});
  for (const box of [from, to]) (box.edges = box.edges || []).push(path);
  return path;
}

function loopTitle(box, open) {
  const owner = box.nodes[0], trips = facts.graph.regions[regionsOf.get(owner)[0]].trips;
  const seconds = secondsOf([owner]);
  return `${open ? "▾" : "▸"} ${box.label}${trips === undefined ? "" : ` × ${trips}`}${box.sub ? `, ${box.sub}` : ""}` +
    (seconds ? `, ${secondsText(seconds)}` : "");
}

function drawLoop(box) {
  const {x, y} = box.absolute, owner = box.nodes[0];
  const head = svg("text", {class: "head", x: x + kBox.margin, y: y + 17, tabindex: 0, role: "button", "aria-expanded": "true"}, loopTitle(box, true));
  const group = svg("g", {class: "region"}, svg("rect", {x, y, width: box.width, height: box.height, rx: 10}), head);
  clickable(head, event => { event.stopPropagation(); fold(owner, true); });
  box.drawn = group;
  graph.boxOf.set(owner, box);
  let left = x + kBox.margin;
  for (const inner of box.inner) {
    group.append(drawRegion(inner, left, y + kBox.head));
    left += inner.width + kBox.margin;
  }
  return group;
}

function fold(owner, shut) {
  if (shut) graph.folded.add(owner); else graph.folded.delete(owner);
  drawGraph();
}

function drawGraph() {
  graph.boxOf.clear();
  hideTip();
  const layout = layoutRegion(0, graph.folded);
  graph.size = layout;
  canvas.replaceChildren(drawRegion(layout, 0, 0));
  if (graph.chosen !== undefined) mark(graph.boxOf.get(graph.chosen));
}

function near(box, on) {
  for (const edge of box.edges || []) edge.classList.toggle("near", on);
  if (box.kind === "collective") showGroup(on ? facts.collectives[nodes[box.nodes[0]].collective].axes : []);
}

function mark(box) {
  canvas.querySelectorAll(".chosen").forEach(each => each.classList.remove("chosen"));
  if (box) box.drawn.classList.add("chosen");
}

function choose(box) {
  graph.chosen = box.nodes[0];
  mark(box);
  if (box.kind === "loop" && graph.folded.has(box.nodes[0])) fold(box.nodes[0], false);
  tellBox(box);
}

/// Brings the box of an operation into the middle, opening the loops around it, and tells of it.
function showNode(number) {
  let owner = facts.graph.regions[nodes[number].region].owner, opened = false;
  while (owner !== undefined) {
    opened = graph.folded.delete(owner) || opened;
    owner = facts.graph.regions[nodes[owner].region].owner;
  }
  if (opened) drawGraph();
  const box = graph.boxOf.get(number);
  if (!box) return;
  graph.chosen = number;
  mark(box);
  const {clientWidth: width, clientHeight: height} = stage, view = graph.view;
  view.scale = Math.max(view.scale, 0.8);
  view.x = width / 2 - (box.absolute.x + box.width / 2) * view.scale;
  view.y = height / 2 - (box.absolute.y + Math.min(box.height, 80) / 2) * view.scale;
  move();
  byId("program").scrollIntoView({block: "start"});
  tellBox(box, number);
}

//===--- Moving and zooming ---===//

function move() {
  const {x, y, scale} = graph.view;
  canvas.setAttribute("transform", `translate(${x},${y}) scale(${scale})`);
}
function zoom(factor, x, y) {
  const view = graph.view, scale = Math.max(0.05, Math.min(4, view.scale * factor));
  view.x = x - (x - view.x) * scale / view.scale;
  view.y = y - (y - view.y) * scale / view.scale;
  view.scale = scale;
  move();
}
/// The whole width, as far as it can be read, from the top.
function fit(all) {
  const {clientWidth: width, clientHeight: height} = stage, {width: w, height: h} = graph.size;
  const scale = all ? Math.min(width / (w + 60), height / (h + 60)) : Math.min(1.1, Math.max(0.72, width / (w + 60)));
  graph.view = {scale, x: (width - w * scale) / 2, y: all ? (height - h * scale) / 2 : 28};
  move();
}
stage.addEventListener("wheel", event => {
  event.preventDefault();
  const box = stage.getBoundingClientRect();
  zoom(Math.exp(-event.deltaY * 0.0015), event.clientX - box.left, event.clientY - box.top);
}, {passive: false});
let dragged;
stage.addEventListener("pointerdown", event => { dragged = {x: event.clientX, y: event.clientY}; });
addEventListener("pointermove", event => {
  if (!dragged) return;
  graph.view.x += event.clientX - dragged.x;
  graph.view.y += event.clientY - dragged.y;
  dragged = {x: event.clientX, y: event.clientY};
  move();
});
addEventListener("pointerup", () => { dragged = undefined; });
stage.addEventListener("keydown", event => {
  const {clientWidth: width, clientHeight: height} = stage;
  const moves = {ArrowLeft: [60, 0], ArrowRight: [-60, 0], ArrowUp: [0, 60], ArrowDown: [0, -60]};
  if (moves[event.key]) {
    graph.view.x += moves[event.key][0];
    graph.view.y += moves[event.key][1];
    move();
  } else if (event.key === "+" || event.key === "=") zoom(1.25, width / 2, height / 2);
  else if (event.key === "-") zoom(0.8, width / 2, height / 2);
  else if (event.key === "0") fit(true);
  else return;
  event.preventDefault();
});
