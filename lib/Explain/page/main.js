// Tables, key figures, and the order in which the page is drawn.
function table(host, name, columns, rows, act) {
  const body = element("tbody", {});
  let sorted = {column: columns.findIndex(column => column.sorted), down: true};
  const heads = columns.map((column, number) => element("th", {class: column.number ? "number" : undefined, scope: "col"},
    element("button", {type: "button", onclick: () => { sorted = {column: number, down: sorted.column === number ? !sorted.down : Boolean(column.number)}; draw(); }}, column.name)));
  const drawn = rows.map(row => clickable(element("tr", {tabindex: 0}, columns.map(column => element("td", {class: column.number ? "number" : undefined}, column.show(row)))), () => act(row)));
  function draw() {
    const key = columns[sorted.column]?.key;
    const order = rows.map((row, number) => number);
    if (key) order.sort((a, b) => {
      const [p, q] = [key(rows[a]), key(rows[b])], less = typeof p === "string" ? p.localeCompare(q) : p - q;
      return (sorted.down ? -less : less) || a - b;
    });
    heads.forEach((head, number) => head.setAttribute("aria-sort", number === sorted.column ? (sorted.down ? "descending" : "ascending") : "none"));
    body.replaceChildren(...order.map(number => drawn[number]));
  }
  draw();
  host.append(element("div", {class: "scroll", tabindex: 0, role: "region", "aria-label": name}, element("table", {}, element("thead", {}, element("tr", {}, heads)), body)));
}

function drawCollectives() {
  const host = byId("collectiveTable");
  if (!facts.collectives.length) return host.append(element("p", {class: "quiet", style: "padding:1rem"}, "No collectives."));
  const sent = each => each.bytes_per_device * inAll(each), seconds = each => (each.seconds || 0) * inAll(each);
  const columns = [
    {name: "Collective", key: each => each.op, show: each => [element("b", {}, collectiveHead(each)), element("small", {}, each.axes.map(chip))]},
    {name: "Times", number: true, key: inAll, show: each => timesText(each.executed)},
    {name: "Sent a step", number: true, key: sent, sorted: !step, show: each => bytesText(sent(each))},
    ...(step ? [{name: "Takes a step", number: true, key: seconds, sorted: true, show: each => [secondsText(seconds(each)), element("small", {}, `${secondsText(each.seconds || 0)} once`)]}] : []),
    {name: "For, and the next best", key: each => placeText(each.causes[0]?.place), show: each => each.causes.length
      ? each.causes.map(cause => element("div", {class: "why"}, causeLines(cause).map((line, at) => at ? element("small", {}, line) : line)))
      : each.text},
  ];
  table(host, "collectives", columns, facts.collectives, each => {
    const number = facts.collectives.indexOf(each);
    showNode(nodes.findIndex(node => node.collective === number));
    tellCollective(each);
  });
}

function drawKernels() {
  const host = byId("kernelTable");
  if (!step) return host.append(element("p", {class: "quiet", style: "padding:1rem"}, "No machine is known: explain with --topology=T."));
  const rows = step.ops.filter(op => !op.loop && !op.collective && op.seconds > 0).sort((a, b) => b.seconds * inAll(b) - a.seconds * inAll(a)).slice(0, 1000);
  table(host, "kernels", [
    {name: "Kernel", key: op => op.name, show: op => [element("b", {}, op.name), element("small", {}, placeText(op.place))]},
    {name: "Times", number: true, key: inAll, show: op => timesText(op.executed)},
    {name: "Takes a step", number: true, sorted: true, key: op => op.seconds * inAll(op), show: op => [secondsText(op.seconds * inAll(op)), element("small", {}, `${secondsText(op.seconds)} once`)]},
    {name: "Computes", number: true, key: op => op.flops, show: op => flopsText(op.flops)},
    {name: "Memory", number: true, key: op => op.bytes, show: op => bytesText(op.bytes)},
    {name: "Bound by", key: op => op.bound, show: op => op.bound},
  ], rows, showPriced);
}

function drawFigures() {
  const figure = (amount, what, over) => byId("figures").append(
    element("div", {class: over ? "figure over" : "figure"}, element("b", {}, amount), element("span", {}, what)));
  if (step) {
    figure(secondsText(step.seconds), "a step");
    figure(secondsText(step.exposed_seconds), `exposed communication, ${percentText(step.seconds ? step.exposed_seconds / step.seconds : 0)} of the step`);
    figure(percentText(step.mfu), "MFU, the model's FLOPs over what the devices could do");
    const {peak, capacity} = step.memory;
    figure(bytesText(peak), peak > capacity ? `at the peak: more than the ${bytesText(capacity)} there are` : `of ${bytesText(capacity)} at the peak`, peak > capacity);
  } else {
    figure(bytesText(facts.peak_bytes_per_device), "alive at once on a device");
  }
  figure(bytesText(facts.bytes_per_device), `sent by a device, in ${facts.collectives.length} collectives`);
  figure(flopsText(facts.flops_per_device), "computed by a device");
}

function drawLegend() {
  const entry = (style, text) => element("span", {}, element("i", {style}), text);
  byId("legend").append(...facts.mesh.map(({axis, size}) => entry(`background:${axisColour(axis)}`, `split over ${axis} (${size})`)),
    ...(facts.mesh.length > 1 ? [entry(`background:linear-gradient(90deg, ${axisColour(facts.mesh[0].axis)} 40%, ${axisColour(facts.mesh[1].axis)} 60%)`, "over both")] : []),
    entry("background:var(--whole)", "whole on every device"), entry("background:transparent;border:1.5px dashed var(--ink)", "there is a partial sum"),
    entry("background:var(--ink)", "collective"), element("span", {}, "● argument  ■ result"));
}

function drawPage() {
  const file = facts.file.split("/").pop(), mesh = facts.mesh.map(({axis, size}) => `${axis}=${size}`).join(", ");
  document.title = `${file}, explained`;
  byId("title").textContent = file;
  byId("subtitle").textContent = `${facts.devices} devices${mesh ? `, mesh ${mesh}` : ""}${step ? `, on ${step.machine}` : ""}`;
  drawFigures();
  drawLegend();
  // What is large opens folded.
  if (nodes.length > 3000) for (const owner of regionsOf.keys()) graph.folded.add(owner);
  drawMesh();
  drawGraph();
  fit(false);
  tellNothing();
  drawRoofline();
  drawTimeline();
  drawMemory();
  drawCollectives();
  drawKernels();
  document.documentElement.dataset.drawn = "yes";
}
drawPage();
