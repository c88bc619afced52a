// What is told of what is chosen: its operations, how a value is sharded and who decided it, what a collective is for.
const detail = byId("detail");
function tell(...children) {
  show(detail, ...children);
  detail.scrollTop = 0;
}
const plainList = items => element("ul", {class: "plain"}, items.map(item => element("li", {}, item)));
const atMost = (items, most, draw) => [plainList(items.slice(0, most).map(draw)),
  items.length > most && quiet(`and ${items.length - most} more`)];

function tellNothing() {
  tell(element("h3", {}, "What is it?"), quiet("Choose a box or a line: its operations, how its values are sharded, who decided that, and what collectives are for."));
}

function tellBox(box) {
  if (box.kind === "layers") return tellLayers(box);
  if (box.kind === "collective" && box.count === 1) return tellCollective(facts.collectives[nodes[box.nodes[0]].collective]);
  if (box.nodes.length === 1) return tellNode(box.nodes[0], box);
  const seconds = secondsOf(box.nodes);
  tell(element("h3", {}, titleOf(box)),
    quiet([box.sharding && `the largest is sharded as ${box.sharding}`, seconds && `${secondsText(seconds)} a step`].filter(present).join("; ")),
    element("h4", {}, "Operations"), atMost(box.nodes, 200, each => opButton(each, box)));
}

function tellLayers(box) {
  const layer = box.layers[box.group.shown], seconds = secondsOf(box.nodes);
  const collectives = layer.filter(number => nodes[number].collective !== undefined);
  tell(element("h3", {}, `${box.layers.length} layers alike`),
    quiet([`${layer.length} operations each`, seconds && `${secondsText(seconds)} a step, ${secondsText(secondsOf(layer))} this layer`].filter(present).join("; ")),
    collectives.length ? [element("h4", {}, `Collectives of layer ${box.group.shown + 1}`), atMost(collectives, 60, each => opButton(each, box))] : quiet("No collective in it."),
    element("h4", {}, "Operations"), atMost(layer.filter(number => isAnchor(nodes[number]) && nodes[number].collective === undefined), 60, each => opButton(each, box)));
}

function tellLine(line, made) {
  const values = facts.values.map((value, number) => number).filter(number => facts.values[number].place?.line === line);
  const seconds = secondsOf(made);
  tell(element("h3", {}, `Line ${line}`), element("p", {class: "mono"}, (sourceLines[line - 1] || "").trim()),
    seconds > 0 && quiet(`${secondsText(seconds)} a step`),
    made.length ? [element("h4", {}, "What becomes of it"), atMost(made, 100, each => opButton(each))]
      : quiet("Nothing runs for this line: it was folded into others, or no device needs it."),
    values.length > 0 && [element("h4", {}, "Values"), atMost(values, 60, number => valueButton(number))]);
}

function opButton(number, box) {
  const node = nodes[number], collective = node.collective === undefined ? undefined : facts.collectives[node.collective];
  const more = collective ? `over ${collective.axes.join(", ")}, ${bytesText(collective.bytes_per_device)}` : shardingOf(node);
  return element("button", {class: "op", type: "button", onclick: () => {
    chooseNode(number, true);
    if (box && box.nodes.length > 1) detail.prepend(backTo(box));
  }}, element("b", {}, shortOp(node.op)), " ", element("span", {class: "quiet"}, [placeText(node.place), more].filter(Boolean).join("  ")));
}
const valueButton = number => element("button", {class: "op", type: "button", onclick: () => chooseValue(number)},
  element("b", {}, valueText(facts.values[number])), " ", element("span", {class: "quiet mono"}, facts.values[number].sharding));
const backTo = box => element("button", {class: "op quiet", type: "button", onclick: () => tellBox(box)}, `← ${box.label}`);

function tellNode(number, box) {
  const node = nodes[number], value = node.value === undefined ? undefined : facts.values[node.value];
  const priced = step && node.priced !== undefined ? step.ops[node.priced] : undefined;
  tell(element("h3", {}, value && value.name ? `${value.name} = ${shortOp(node.op)}` : shortOp(node.op)),
    element("p", {class: "quiet"}, placeLink(node.place)),
    value && tellValue(node.value),
    priced && [element("h4", {}, "Takes"), element("p", {}, `${secondsText(priced.seconds)} once, ${timesText(priced)} × a step; bound by ${priced.bound}`),
      quiet(`${priced.name}: ${flopsText(priced.flops)}, ${bytesText(priced.bytes)} of memory`)],
    inputsOf(node, box));
}

function inputsOf(node, box) {
  const lines = [...(node.inputs || []).map(each => opButton(each, box)), ...(node.arguments || []).map(valueButton)];
  return lines.length > 0 && [element("h4", {}, "Reads"), atMost(lines, 60, line => line)];
}

function tellGiven(number) {
  const value = facts.values[number];
  const readers = nodes.map((node, at) => at).filter(at => (nodes[at].arguments || []).includes(number));
  tell(element("h3", {}, valueText(value)), element("p", {class: "quiet"}, value.words, " ", placeLink(value.place)), tellValue(number),
    readers.length > 0 && [element("h4", {}, "Read by"), atMost(readers, 60, each => opButton(each))]);
}

function tellValue(number) {
  const value = facts.values[number];
  return [element("h4", {}, "Sharded as"), element("p", {}, element("span", {class: "mono"}, `${value.type} `), element("b", {class: "mono"}, value.sharding)),
    quiet(`${bytesText(value.bytes_per_device)} on each device`),
    value.computed && element("p", {}, "computed as ", element("b", {class: "mono"}, value.computed), ", which is cheaper for the op that makes it"),
    element("h4", {}, "Decided by"),
    value.origins.length ? value.origins.map(origin => tellOrigin(number, origin)) : element("p", {}, "nobody asked for it to be split")];
}

/// From the author to the value.
function tellOrigin(number, last) {
  const way = [[number, last]];
  while (way.length < 200) {
    const [, origin] = way[way.length - 1];
    if (origin.written || origin.from === undefined) break;
    const from = facts.values[origin.from], stem = axis => axis.split(":")[0];
    const before = from.origins.find(each => each.axis === origin.axis) || from.origins.find(each => stem(each.axis) === stem(origin.axis));
    if (!before) break;
    way.push([origin.from, before]);
  }
  return element("div", {}, element("p", {}, `dimension ${last.dim} over `, chip(last.axis)),
    element("ol", {}, way.reverse().map(([at, origin]) => element("li", {}, `${valueText(facts.values[at])}: `,
      element("span", {class: "quiet"}, origin.written ? origin.through : "through " + shortOp(origin.through), origin.place && [", ", placeLink(origin.place)])))));
}

function tellCollective(collective, box) {
  tell(box && box.nodes.length > 1 && backTo(box), element("h3", {}, collectiveHead(collective), " over ", collective.axes.map(chip)),
    element("p", {}, `${timesText(collective)} × ${bytesText(collective.bytes_per_device)} sent by each device`),
    collective.seconds !== undefined && element("p", {}, `${secondsText(collective.seconds)} once, ${secondsText(secondsInAll(collective))} a step`),
    element("h4", {}, collective.causes.length > 1 ? "Causes" : "Cause"),
    collective.causes.length ? collective.causes.map(cause => element("div", {class: "why"}, tellCause(cause))) : element("p", {}, collective.text),
    collective.derivation && element("h4", {}, "Price"),
    (collective.derivation || "").split("\n").filter(Boolean).map(line => element("p", {class: "mono quiet"}, line)));
}
function tellCause(cause) {
  const [, sharded, next] = causeLines(cause);
  return [element("p", {}, `for ${cause.user}`, cause.place && [", ", placeLink(cause.place)]), quiet(sharded), next && quiet(next)];
}
