// The source beside the graph. Only the lines in view are in the document; the gutter shows what a line costs and which
// axes its collectives run over.
const sourcePane = byId("source");
const kLineHeight = 18;
const sheet = element("div", {class: "lines"});
const lineState = {marked: new Set(), current: 1};

const secondsOfLine = new Map();
for (const op of step?.ops || [])
  if (!op.loop && op.place?.line) secondsOfLine.set(op.place.line, (secondsOfLine.get(op.place.line) || 0) + secondsInAll(op));
const mostSeconds = Math.max(1e-30, ...secondsOfLine.values());
const axesOfLine = line => [...new Set((nodesOfLine.get(line) || []).map(number => nodes[number].collective)
  .filter(number => number !== undefined).flatMap(number => facts.collectives[number].axes))];

function drawSource() {
  if (!sourceLines.length) return;
  const first = Math.max(0, Math.floor(sourcePane.scrollTop / kLineHeight) - 8);
  const last = Math.min(sourceLines.length, first + Math.ceil(sourcePane.clientHeight / kLineHeight) + 16);
  const lines = [];
  for (let line = first + 1; line <= last; ++line) lines.push(drawLine(line));
  sheet.replaceChildren(...lines);
}

function drawLine(line) {
  const made = nodesOfLine.has(line), seconds = secondsOfLine.get(line) || 0, share = Math.sqrt(seconds / mostSeconds);
  const axes = axesOfLine(line);
  return element("div", {class: `line${made ? " made" : ""}${lineState.marked.has(line) ? " chosen" : ""}`, id: `line-${line}`, role: "option",
    "aria-selected": String(lineState.marked.has(line)), "data-line": line, style: `top:${(line - 1) * kLineHeight}px`,
    title: seconds ? `${secondsText(seconds)} a step` : undefined},
  element("span", {class: "cost", style: `--share:${(share * 100).toFixed(1)}%`}, String(line)),
  element("span", {class: "marks"}, axes.slice(0, 3).map(axis => element("i", {style: `background:${axisColour(axis)}`}))),
  element("code", {}, coloured(sourceLines[line - 1])));
}
/// Values and operations stand out.
function coloured(text) {
  return text.split(/(%[\w.$#-]+|"?(?:stablehlo|spmd|sharding|sdy|chlo|func)\.[\w.]+"?)/).map((part, number) =>
    number % 2 ? element("span", {class: part[0] === "%" ? "value" : "name"}, part) : part);
}

function markLines(lines) {
  lineState.marked = new Set(lines);
  if (lines.length) showLine(Math.min(...lines)); else drawSource();
}
function showLine(line) {
  lineState.current = line;
  const top = (line - 1) * kLineHeight, {scrollTop, clientHeight} = sourcePane;
  if (top < scrollTop + kLineHeight || top > scrollTop + clientHeight - 2 * kLineHeight) sourcePane.scrollTop = top - clientHeight / 3;
  sourcePane.setAttribute("aria-activedescendant", `line-${line}`);
  drawSource();
}

function openSource() {
  if (!sourceLines.length) {
    byId("stage").classList.add("sourceless");
    return show(sourcePane, quiet("The source is not text in a file."));
  }
  const longest = sourceLines.reduce((most, line) => Math.max(most, line.length), 0);
  sheet.style.height = `${sourceLines.length * kLineHeight}px`;
  sheet.style.minWidth = `calc(${longest}ch + 5.5rem)`;
  show(sourcePane, sheet);
  sourcePane.addEventListener("scroll", drawSource, {passive: true});
  sourcePane.addEventListener("click", event => {
    const line = event.target.closest("[data-line]");
    if (line && String(getSelection()) === "") chooseLine(Number(line.dataset.line));
  });
  sourcePane.addEventListener("keydown", event => {
    const by = {ArrowDown: 1, ArrowUp: -1, PageDown: 20, PageUp: -20}[event.key];
    if (by) chooseLine(Math.max(1, Math.min(sourceLines.length, lineState.current + by)));
    else if (event.key !== "Enter") return;
    else chooseLine(lineState.current);
    event.preventDefault();
  });
  // The locations that a program's text names come before the program, often hundreds of lines of them.
  const begin = sourceLines.findIndex(line => /^\s*(module\b|func\.func\b)/.test(line));
  if (begin > 0) sourcePane.scrollTop = begin * kLineHeight;
  drawSource();
}
