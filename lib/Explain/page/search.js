// Search over values, operations, collectives and lines of the source.
const query = byId("query"), found = byId("found");
const search = {hits: [], at: -1};
const kHits = 8;

/// The first few of `list` whose text holds every word; an exact name comes first.
function hitsIn(words, list, textOf, makeHit) {
  const hits = [], exact = [];
  for (let at = 0; at < list.length && hits.length < 200; ++at) {
    const text = textOf(list[at], at).toLowerCase();
    if (!words.every(word => text.includes(word))) continue;
    (text.split(" ")[0] === words[0] ? exact : hits).push(at);
  }
  const all = [...exact, ...hits];
  return {count: all.length, hits: all.slice(0, kHits).map(makeHit)};
}

function find(text) {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (!words.length) return [];
  const line = Number(text);
  return [
    ["Line", Number.isInteger(line) && sourceLines[line - 1] !== undefined
      ? {count: 1, hits: [{text: `line ${line}`, more: sourceLines[line - 1].trim(), act: () => chooseLineFromAfar(line)}]} : {count: 0, hits: []}],
    ["Values", hitsIn(words, facts.values, value => `${valueText(value)} ${value.op} ${value.type} ${value.sharding} ${placeText(value.place)}`, at => (
      {text: valueText(facts.values[at]), more: `${shortOp(facts.values[at].op)} ${facts.values[at].type} ${facts.values[at].sharding}`, act: () => chooseValue(at)}))],
    ["Collectives", hitsIn(words, facts.collectives, each => `${collectiveHead(each)} ${each.axes.join(" ")} ${each.causes.map(cause => `${cause.user} ${valueText(cause.value)} ${placeText(cause.place)}`).join(" ")}`, at => (
      {text: collectiveHead(facts.collectives[at]), more: `over ${facts.collectives[at].axes.join(", ")} ${placeText(facts.collectives[at].place)}`, act: () => chooseCollective(facts.collectives[at])}))],
    ["Operations", hitsIn(words, nodes, node => `${shortOp(node.op)} ${placeText(node.place)}`, at => (
      {text: shortOp(nodes[at].op), more: placeText(nodes[at].place), act: () => chooseNode(at)}))],
    ["Source", hitsIn(words, sourceLines, each => each, at => (
      {text: `line ${at + 1}`, more: sourceLines[at].trim(), act: () => chooseLineFromAfar(at + 1)}))],
  ].filter(([, {count}]) => count);
}
function chooseLineFromAfar(line) {
  byId("program").scrollIntoView({block: "start"});
  chooseLine(line);
}

function drawFound() {
  const groups = find(query.value);
  search.hits = groups.flatMap(([, {hits}]) => hits);
  search.at = -1;
  let number = 0;
  show(found, groups.map(([name, {count, hits}]) => [
    element("li", {class: "kind", role: "presentation"}, name, " ", element("small", {}, count > 199 ? "200 or more" : count)),
    hits.map(hit => {
      const at = number++;
      hit.drawn = element("li", {role: "option", id: `hit-${at}`, "aria-selected": "false", onclick: () => take(at)},
        element("b", {}, hit.text), " ", element("span", {class: "mono"}, hit.more));
      return hit.drawn;
    })]), query.value.trim() && !groups.length && element("li", {class: "kind"}, "nothing of that name"));
  const isOpen = query.value.trim() !== "";
  found.hidden = !isOpen;
  query.setAttribute("aria-expanded", String(isOpen));
}
function closeFound() {
  found.hidden = true;
  query.setAttribute("aria-expanded", "false");
  query.removeAttribute("aria-activedescendant");
}
function take(at) {
  const hit = search.hits[at];
  closeFound();
  if (hit) hit.act();
}
function point(at) {
  search.hits.forEach((hit, number) => hit.drawn.setAttribute("aria-selected", String(number === at)));
  search.at = at;
  search.hits[at].drawn.scrollIntoView({block: "nearest"});
  query.setAttribute("aria-activedescendant", `hit-${at}`);
}

query.addEventListener("input", drawFound);
query.addEventListener("focus", () => { if (query.value.trim()) drawFound(); });
query.addEventListener("keydown", event => {
  const count = search.hits.length;
  if (event.key === "ArrowDown" && count) point((search.at + 1) % count);
  else if (event.key === "ArrowUp" && count) point((search.at + count - 1 + (search.at < 0 ? 1 : 0)) % count);
  else if (event.key === "Enter") take(Math.max(0, search.at));
  else if (event.key === "Escape") closeFound();
  else return;
  event.preventDefault();
});
addEventListener("pointerdown", event => { if (!event.target.closest("#search")) closeFound(); });
addEventListener("keydown", event => {
  const typing = /^(INPUT|TEXTAREA)$/.test(document.activeElement?.tagName || "");
  if ((event.key === "/" && !typing) || (event.key === "k" && (event.ctrlKey || event.metaKey))) {
    event.preventDefault();
    query.focus();
    query.select();
  }
});
