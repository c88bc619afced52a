// Shardings as colours: one for each mesh axis.
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

const shardingOf = node => {
  if (node.collective !== undefined) return facts.collectives[node.collective].causes[0]?.to;
  const value = node.value === undefined ? undefined : facts.values[node.value];
  return value && (value.computed || value.sharding);
};

function drawLegend() {
  const entry = (style, text) => element("span", {}, element("i", {style}), text);
  const [first, second] = facts.mesh.map(({axis}) => axisColour(axis));
  show(byId("legend"), facts.mesh.map(({axis, size}) => entry(`background:${axisColour(axis)}`, `split over ${axis} (${size})`)),
    second && entry(`background:linear-gradient(90deg, ${first} 40%, ${second} 60%)`, "over both"),
    entry("background:var(--whole)", "replicated"), entry("background:transparent;border:1.5px dashed var(--ink)", "partial sum"),
    entry("background:var(--ink)", "collective"), element("span", {}, "● argument  ■ result"));
}
