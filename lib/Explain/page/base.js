// What every part of the page uses: the facts, elements, amounts, colours, the tip.
const facts = JSON.parse(document.getElementById("facts").textContent);
const step = facts.step;
const byId = id => document.getElementById(id);

function fill(made, attributes, children) {
  for (const [name, value] of Object.entries(attributes || {}))
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (value !== undefined && value !== null && value !== false) made.setAttribute(name, value);
  for (const child of children.flat())
    if (child !== undefined && child !== null) made.append(child);
  return made;
}
const element = (tag, attributes, ...children) => fill(document.createElement(tag), attributes, children);
const svg = (tag, attributes, ...children) =>
  fill(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, children);

//===--- Amounts ---===//

function inUnits(amount, units) {
  const [size, name] = units.find(([size]) => Math.abs(amount) >= size * 0.9995) || units[units.length - 1];
  const number = amount / size, magnitude = Math.abs(number);
  const digits = (size === 1 && Number.isInteger(number)) || magnitude >= 100 ? 0 : magnitude >= 10 ? 1 : 2;
  return `${number.toFixed(digits)} ${name}`;
}
const bytesText = amount => inUnits(Math.round(amount),
  [[2 ** 40, "TiB"], [2 ** 30, "GiB"], [2 ** 20, "MiB"], [1024, "KiB"], [1, "bytes"]]);
const secondsText = amount => amount ? inUnits(amount, [[1, "s"], [1e-3, "ms"], [1e-6, "µs"], [1e-9, "ns"]]) : "0 s";
const flopsText = amount => inUnits(amount,
  [[1e15, "PFLOP"], [1e12, "TFLOP"], [1e9, "GFLOP"], [1e6, "MFLOP"], [1e3, "kFLOP"], [1, "FLOP"]]);
const percentText = part => `${(part * 100).toFixed(part < 0.1 ? 1 : 0)} %`;
const timesText = executed => executed === null ? "some" : String(executed);
const inAll = item => (item.executed === null ? 1 : item.executed);

//===--- Words ---===//

const shortOp = op => op.replace(/^(stablehlo|spmd|chlo)\./, "");
function placeText(place) {
  if (!place) return "";
  const line = place.line ? `line ${place.line}` : "";
  const here = place.author ? (line ? `${place.author} (${line})` : place.author) : line;
  return [place.path, here].filter(Boolean).join(", ");
}
const valueText = value => value.name || value.words || "";
const collectiveHead = collective => collective.op + (collective.kind ? ` ${collective.kind}` : "");

//===--- Shardings ---===//

const palette = ["#6ea3ff", "#ffa261", "#58c997", "#c592ff", "#eec350", "#ff86ab", "#4fc4d8", "#a9bd63"];
const axisNumber = new Map(facts.mesh.map(({axis}, number) => [axis, number]));
const axisColour = name => palette[(axisNumber.get(name.split(":")[0]) ?? 7) % palette.length];

/// `[I_{X,Y:(1)2}, J]{U_Z:max}` as {split: [X, Y], partial: [Z]}; each axis once.
const parsed = new Map();
function axesOf(sharding) {
  if (!sharding) return {split: [], partial: []};
  if (parsed.has(sharding)) return parsed.get(sharding);
  const end = sharding.indexOf("]");
  const names = text => [...new Set((text.match(/[A-Za-z][\w]*/g) || []).filter(name => axisNumber.has(name)))];
  // The label of a dimension stands in front of its first underscore.
  const split = sharding.slice(1, end).split(/,(?![^{]*})/).map(dim => dim.slice(dim.indexOf("_") + 1 || dim.length)).join(",");
  const partial = (sharding.slice(end + 1).match(/U_(\{[^}]*\}|[\w:()]+)/) || ["", ""])[1];
  const found = {split: names(split), partial: names(partial)};
  parsed.set(sharding, found);
  return found;
}
const chip = axis => element("span", {class: "chip", style: `background:${axisColour(axis)}`}, axis);

//===--- Light and dark, the tip ---===//

const isDark = () => document.documentElement.dataset.theme === "dark";
document.documentElement.dataset.theme = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
byId("theme").addEventListener("click", () => { document.documentElement.dataset.theme = isDark() ? "light" : "dark"; });

const tip = byId("tip");
function showTip(lines, box) {
  tip.replaceChildren(...lines.filter(Boolean).map((line, number) =>
    element("div", {class: number ? undefined : "head"}, line)));
  tip.hidden = false;
  const width = tip.offsetWidth, height = tip.offsetHeight;
  const below = box.bottom + 8 + height < innerHeight;
  tip.style.left = `${Math.max(8, Math.min(innerWidth - width - 8, box.left))}px`;
  tip.style.top = `${Math.max(8, below ? box.bottom + 8 : box.top - height - 8)}px`;
}
const hideTip = () => { tip.hidden = true; };
/// Shows what `lines()` says while the pointer or the focus is on `target`.
function withTip(target, lines, enter, leave) {
  const show = () => { showTip(lines(), target.getBoundingClientRect()); if (enter) enter(); };
  const hide = () => { hideTip(); if (leave) leave(); };
  target.addEventListener("pointerenter", show);
  target.addEventListener("pointerleave", hide);
  target.addEventListener("focus", show);
  target.addEventListener("blur", hide);
  return target;
}
addEventListener("keydown", event => { if (event.key === "Escape") hideTip(); });

/// Enter and space do what a click does.
function clickable(target, act) {
  target.addEventListener("click", act);
  target.addEventListener("keydown", event => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    act(event);
  });
  return target;
}

//===--- Causes ---===//

const causeLines = cause => [
  `for ${cause.user}${cause.place ? ", " + placeText(cause.place) : ""}`,
  `${valueText(cause.value)} is sharded as ${cause.from}, is needed as ${cause.to}`,
  cause.text,
];
function collectiveLines(collective) {
  const price = collective.seconds === undefined ? "" : `, ${secondsText(collective.seconds)}`;
  const lines = [`${collectiveHead(collective)} over {${collective.axes.join(", ")}}`,
    `${timesText(collective.executed)} × ${bytesText(collective.bytes_per_device)}${price}`];
  if (!collective.causes.length) lines.push(collective.text);
  for (const cause of collective.causes.slice(0, 3)) lines.push(...causeLines(cause));
  if (collective.causes.length > 3) lines.push(`and ${collective.causes.length - 3} more causes`);
  return lines;
}
