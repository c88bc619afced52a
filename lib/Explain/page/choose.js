// What is chosen, by a box, an operation, a line, a row of a table or a search: the graph, the source and the words
// beside it show the same thing.
function mark(numbers, lines) {
  graph.chosen = new Set(numbers.map(shownFor));
  markChosen();
  markLines(lines);
}
/// What is drawn in place of an operation: itself, or what reads it where it only prepares constants for several.
function shownFor(number) {
  const reached = new Set([number]);
  for (const at of reached) {
    if (graph.boxOf.has(at)) return at;
    for (const reader of readersOf(at)) reached.add(reader);
  }
  return number;
}
const linesOf = numbers => [...new Set(numbers.map(number => nodes[number].place?.line).filter(Boolean))];

function chooseBox(box) {
  if ((box.kind === "loop" || box.kind === "layers") && graph.folded.has(box.key)) fold(box, false);
  // With a collective stands what only prepares its operand: its own line is that of what it is for.
  const own = box.kind === "layers" ? box.layers[box.group.shown]
    : box.kind === "collective" ? box.nodes.filter(number => nodes[number].collective !== undefined) : box.nodes;
  mark([box.nodes[0]], linesOf(own));
  tellBox(box);
}

/// Opens the loops and layers around an operation; its box.
function reveal(number) {
  let changed = false;
  for (let at = number; at !== undefined; at = facts.graph.regions[nodes[at].region].owner) {
    if (at !== number) changed = graph.folded.delete(`node ${at}`) || changed;
    const group = groupOfNode(at);
    if (!group) continue;
    const layer = group.layers.findIndex(each => each.includes(at));
    changed = graph.folded.delete(group.key) || layer !== group.shown || changed;
    group.shown = layer;
  }
  if (changed) drawGraph();
  return graph.boxOf.get(shownFor(number));
}

/// Brings an operation into the middle and tells of it. `stays`: the page is not scrolled to the graph.
function chooseNode(number, stays) {
  const box = reveal(number);
  mark([number], linesOf([number]));
  if (box) centre(box);
  if (!stays) byId("program").scrollIntoView({block: "start"});
  if (nodes[number].collective !== undefined) tellCollective(facts.collectives[nodes[number].collective], box);
  else tellNode(number, box);
}
function choosePriced(op) {
  const found = nodesOfPriced.get(pricedNumber.get(op));
  if (found) chooseNode(found.find(number => nodes[number].place?.line === op.place?.line) ?? found[0]);
}
function chooseCollective(collective) {
  const found = nodesOfCollective.get(collectiveNumber.get(collective));
  if (found) chooseNode(found[0]); else tellCollective(collective);
}
function chooseValue(number) {
  const made = nodes.findIndex(node => node.value === number);
  if (made >= 0) return chooseNode(made);
  const value = facts.values[number], reader = nodes.findIndex(node => (node.arguments || []).includes(number));
  const box = reader < 0 ? undefined : reveal(reader);
  mark(reader < 0 ? [] : [reader], value.place?.line ? [value.place.line] : []);
  if (box) centre(box);
  byId("program").scrollIntoView({block: "start"});
  tellGiven(number);
}
/// A line: every operation and collective made of it.
function chooseLine(line) {
  const made = nodesOfLine.get(line) || [], first = made.find(number => nodes[number].collective === undefined) ?? made[0];
  const box = first === undefined ? undefined : reveal(first);
  mark(made, [line]);
  if (box) centre(box);
  tellLine(line, made);
}
