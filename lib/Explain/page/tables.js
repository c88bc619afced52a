// The tables of collectives and of kernels; those that are alike, as in repeated layers, share a row.
const causeKey = cause => [cause.user, cause.from, cause.to, cause.text].join("|");
const collectiveKey = each => [collectiveHead(each), each.axes, each.bytes_per_device, each.text, [...new Set(each.causes.map(causeKey))].sort()].join("|");

function drawCollectives() {
  const host = byId("collectiveTable");
  if (!facts.collectives.length) return show(host, quiet("No collectives: nothing is sent."));
  const rows = alike(facts.collectives, collectiveKey, each => each.bytes_per_device);
  table(host, "collectives", [
    {name: "Collective", key: row => row.first.op, show: row => [element("b", {}, collectiveHead(row.first)), element("small", {}, row.first.axes.map(chip)), row.all.length > 1 && placesOf(row.all)]},
    {name: "Times", number: true, key: row => row.executed, show: row => timesText(row)},
    {name: "Sent a step", number: true, key: row => row.bytes, sorted: !step, show: row => bytesText(row.bytes), total: bytesText(sum(rows.map(row => row.bytes)))},
    step && {name: "Takes a step", number: true, key: row => row.seconds, sorted: true, total: secondsText(sum(rows.map(row => row.seconds))),
      show: row => [secondsText(row.seconds), element("small", {}, `${secondsText(row.first.seconds || 0)} once`)]},
    {name: "For, and the next best", key: row => placeText(row.first.causes[0]?.place), show: row => showCauses(row.first)},
  ].filter(Boolean), rows, row => chooseCollective(row.first));
}
/// Causes that differ in their place only are told once.
function showCauses(collective) {
  if (!collective.causes.length) return collective.text;
  const groups = new Map();
  for (const cause of collective.causes) collect(groups, causeKey(cause) + valueText(cause.value), cause);
  const told = [...groups.values()].slice(0, 4).map(causes => {
    const [first] = causes, [, sharded, next] = causeLines(first);
    const places = [...new Map(causes.filter(cause => cause.place).map(cause => [placeText(cause.place), cause.place])).values()];
    return element("div", {class: "why"}, `for ${first.user}`, places.slice(0, 4).map(place => [", ", placeLink(place)]),
      places.length > 4 && ` and ${places.length - 4} more`, element("small", {}, sharded), next && element("small", {}, next));
  });
  return [...told, groups.size > 4 && element("small", {}, `and ${groups.size - 4} more causes`)];
}

function drawKernels() {
  const host = byId("kernelTable");
  if (!step) return show(host, quiet("No machine is known: explain with --topology=T."));
  const kernels = step.ops.filter(op => !op.loop && !op.collective && op.seconds > 0);
  const rows = alike(kernels, op => [op.name, op.flops, op.bytes, op.seconds, op.bound].join("|"), op => op.bytes);
  const flops = row => sum(row.all.map(op => op.flops * inAll(op)));
  table(host, "kernels", [
    {name: "Kernel", key: row => row.first.name, show: row => [element("b", {}, row.first.name), placesOf(row.all)]},
    {name: "Times", number: true, key: row => row.executed, show: row => timesText(row)},
    {name: "Takes a step", number: true, sorted: true, key: row => row.seconds, total: secondsText(sum(rows.map(row => row.seconds))),
      show: row => [secondsText(row.seconds), element("small", {}, `${secondsText(row.first.seconds)} once`)]},
    {name: "Computes a step", number: true, key: flops, show: row => [flopsText(flops(row)), element("small", {}, `${flopsText(row.first.flops)} once`)], total: flopsText(sum(rows.map(flops)))},
    {name: "Memory a step", number: true, key: row => row.bytes, show: row => [bytesText(row.bytes), element("small", {}, `${bytesText(row.first.bytes)} once`)], total: bytesText(sum(rows.map(row => row.bytes)))},
    {name: "Bound by", key: row => row.first.bound, show: row => row.first.bound},
  ], rows, row => choosePriced(row.first));
}
