// The facts of the run that is shown, and the words for places and values.
async function readPayload() {
  const script = byId("facts");
  if (script.dataset.encoding !== "deflate") return JSON.parse(script.textContent);
  const letters = atob(script.textContent.trim()), packed = new Uint8Array(letters.length);
  for (let at = 0; at < letters.length; ++at) packed[at] = letters.charCodeAt(at);
  return new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"))).json();
}
const payload = await readPayload();
const runs = payload.runs;
const sources = payload.sources || [];
/// Which of two runs the parts below the comparison show: `?run=2` in the address.
const chosenRun = Math.min(runs.length, Math.max(1, Number(new URLSearchParams(location.search).get("run")) || 1)) - 1;
const facts = runs[chosenRun];
const step = facts.step;
const nodes = facts.graph.nodes;
const sourceLines = sources[chosenRun] ? sources[chosenRun].split("\n") : [];

// A folder's program goes by the name of the folder.
const fileName = run => run.file.replace(/(?<=[^/])\/program\.mlir$/, "").split("/").pop();
const meshText = mesh => mesh.map(({axis, size}) => `${axis}=${size}`).join(", ");
const shortOp = op => op.replace(/^(stablehlo|spmd|chlo)\./, "");
function placeText(place) {
  if (!place) return "";
  const line = place.line ? `line ${place.line}` : "";
  const here = place.author ? (line ? `${place.author} (${line})` : place.author) : line;
  return [place.path, here].filter(Boolean).join(", ");
}
const valueText = value => value.name || value.words || "";
const collectiveHead = collective => collective.op + (collective.kind ? ` ${collective.kind}` : "");

/// Regions by the node that owns them: the body of a loop, the branches of a case.
const regionsOf = new Map();
facts.graph.regions.forEach((region, number) => {
  if (region.owner === undefined) return;
  if (!regionsOf.has(region.owner)) regionsOf.set(region.owner, []);
  regionsOf.get(region.owner).push(number);
});
const tripsOf = owner => facts.graph.regions[regionsOf.get(owner)?.[0]]?.trips;

const nodesOfCollective = new Map(), nodesOfPriced = new Map(), nodesOfLine = new Map();
const collect = (map, key, number) => { if (map.has(key)) map.get(key).push(number); else map.set(key, [number]); };
nodes.forEach((node, number) => {
  if (node.collective !== undefined) collect(nodesOfCollective, node.collective, number);
  if (node.priced !== undefined) collect(nodesOfPriced, node.priced, number);
  if (node.place?.line) collect(nodesOfLine, node.place.line, number);
});
/// Operations of the same region that read what an operation makes.
const readersOfNode = new Map();
nodes.forEach((node, number) => (node.inputs || []).forEach(input => collect(readersOfNode, input, number)));
const readersOf = number => readersOfNode.get(number) || [];
const collectiveNumber = new Map(facts.collectives.map((collective, number) => [collective, number]));
const pricedNumber = new Map((step?.ops || []).map((op, number) => [op, number]));
/// The collective that a priced operation is.
const collectiveOfPriced = new Map();
for (const node of nodes)
  if (node.priced !== undefined && node.collective !== undefined) collectiveOfPriced.set(node.priced, facts.collectives[node.collective]);
