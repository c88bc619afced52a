// What is told of a box of the graph: its operations, how a value lies and who decided it, what a collective is for.
const detail = byId("detail");

function tellNothing() {
  detail.replaceChildren(element("h3", {}, "What is it?"), element("p", {class: "quiet"},
    "Choose a box: its operations, how its values lie, who decided that, and what collectives are for."));
}

function tellBox(box, number) {
  if (box.kind === "collective" && box.count === 1) return tellCollective(facts.collectives[nodes[box.nodes[0]].collective]);
  if (number !== undefined || box.nodes.length === 1) return tellNode(number ?? box.nodes[0], box);
  const seconds = secondsOf(box.nodes);
  detail.replaceChildren(
    element("h3", {}, box.count > 1 ? `${box.label} × ${box.count}` : box.label),
    element("p", {class: "quiet"}, [box.sharding && `the largest is sharded as ${box.sharding}`,
      seconds && `${secondsText(seconds)} a step`].filter(Boolean).join("; ")),
    element("h4", {}, "Operations"),
    element("ul", {style: "list-style:none;padding:0"}, box.nodes.slice(0, 200).map(each => element("li", {}, opButton(each, box)))),
    box.nodes.length > 200 ? element("p", {class: "quiet"}, `and ${box.nodes.length - 200} more`) : null);
}

function opButton(number, box) {
  const node = nodes[number], sharding = shardingOf(node);
  const button = element("button", {class: "op", type: "button"}, element("b", {}, shortOp(node.op)), " ",
    element("span", {class: "quiet"}, [placeText(node.place), sharding].filter(Boolean).join("  ")));
  button.addEventListener("click", () => node.collective === undefined ? tellNode(number, box) : tellCollective(facts.collectives[node.collective], box));
  return button;
}

const backTo = box => box && box.nodes.length > 1
  ? element("button", {class: "op quiet", type: "button", onclick: () => tellBox(box)}, `← ${box.label}`) : null;

function tellNode(number, box) {
  const node = nodes[number], value = node.value === undefined ? undefined : facts.values[node.value];
  const priced = step && node.priced !== undefined ? step.ops[node.priced] : undefined;
  detail.replaceChildren(...[backTo(box), element("h3", {}, value && value.name ? `${value.name} = ${shortOp(node.op)}` : shortOp(node.op)),
    element("p", {class: "quiet"}, placeText(node.place)),
    ...(value ? tellValue(node.value) : []),
    ...(priced ? [element("h4", {}, "Takes"), element("p", {}, `${secondsText(priced.seconds)} once, ${timesText(priced.executed)} × a step; bound by ${priced.bound}`),
      element("p", {class: "quiet"}, `${priced.name}: ${flopsText(priced.flops)}, ${bytesText(priced.bytes)} of memory`)] : []),
    ...inputsOf(node, box)].filter(Boolean));
  detail.scrollTop = 0;
}

function inputsOf(node, box) {
  const lines = [...(node.inputs || []).map(each => element("li", {}, opButton(each, box))),
    ...(node.arguments || []).map(each => element("li", {}, `${valueText(facts.values[each])} ${facts.values[each].place?.path || ""} `,
      element("span", {class: "quiet"}, facts.values[each].sharding)))];
  return lines.length ? [element("h4", {}, "Reads"), element("ul", {style: "list-style:none;padding:0"}, lines)] : [];
}

function tellValue(number) {
  const value = facts.values[number];
  return [element("h4", {}, "Lies"), element("p", {}, element("span", {class: "mono"}, `${value.type} `), element("b", {class: "mono"}, value.sharding)),
    element("p", {class: "quiet"}, `${bytesText(value.bytes_per_device)} on each device`),
    value.computed ? element("p", {}, "computed as ", element("b", {class: "mono"}, value.computed), ", which is cheaper for the op that makes it") : null,
    element("h4", {}, "Decided by"),
    ...(value.origins.length ? value.origins.map(origin => tellOrigin(number, origin)) : [element("p", {}, "nobody asked for it to be split")])];
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
      element("span", {class: "quiet"}, `${origin.written ? origin.through : "through " + shortOp(origin.through)}${origin.place ? ", " + placeText(origin.place) : ""}`)))));
}

function tellCollective(collective, box) {
  const amounts = [`${timesText(collective.executed)} × ${bytesText(collective.bytes_per_device)} sent by each device`,
    collective.seconds !== undefined && `${secondsText(collective.seconds)} once, ${secondsText(collective.seconds * inAll(collective))} a step`];
  detail.replaceChildren(...[backTo(box), element("h3", {}, collectiveHead(collective), " over ", collective.axes.map(chip)),
    ...amounts.filter(Boolean).map(line => element("p", {}, line)),
    element("h4", {}, collective.causes.length > 1 ? "Causes" : "Cause"),
    ...(collective.causes.length ? collective.causes.map(cause => element("div", {class: "why"}, causeLines(cause).map((line, at) =>
      element("p", {class: at ? "quiet" : undefined}, line)))) : [element("p", {}, collective.text)]),
    collective.derivation ? element("h4", {}, "Price") : null,
    ...(collective.derivation || "").split("\n").filter(Boolean).map(line => element("p", {class: "mono quiet"}, line))].filter(Boolean));
  detail.scrollTop = 0;
}
