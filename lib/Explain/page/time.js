// When things run and what memory they hold: the two queues of a device for the step and for one trip of each loop.
function drawTimeline() {
  const host = byId("tracks");
  if (!step) return host.append(element("p", {class: "quiet"}, "No machine is known: explain with --topology=T."));
  host.append(element("p", {class: "quiet"}, "Outlined: what decides how long it takes. Red: communication while nothing is computed. Wheel or + − to zoom."));
  for (const block of step.blocks) host.append(new Track(block).host);
}

class Track {
  constructor(block) {
    this.block = block;
    this.range = [0, block.seconds];
    const loop = block.loop === undefined ? undefined : step.ops[block.loop];
    const trips = loop ? ` one trip of ${loop.name}, ${placeText(loop.place)} (× ${timesText(tripsOf(block.loop))})` : " the step";
    const button = (text, label, act) => element("button", {type: "button", "aria-label": label, onclick: act}, text);
    this.chart = svg("svg", {class: "chart", viewBox: "0 0 1200 92", role: "group", "aria-label": `timeline of${trips}`});
    this.host = element("div", {class: "track"}, element("p", {class: "quiet"}, button("+", "zoom in", () => this.zoom(0.5, 0.5)),
      button("−", "zoom out", () => this.zoom(2, 0.5)), button("fit", "show all", () => { this.range = [0, block.seconds]; this.draw(); }),
      element("b", {}, secondsText(block.seconds)), trips), this.chart);
    this.chart.addEventListener("wheel", event => {
      if (event.deltaY === 0) return;
      event.preventDefault();
      const box = this.chart.getBoundingClientRect();
      this.zoom(Math.exp(event.deltaY * 0.002), Math.max(0, (event.clientX - box.left) / box.width * 1200 - 70) / 1130);
    }, {passive: false});
    this.draw();
  }

  zoom(factor, at) {
    const [begin, end] = this.range, middle = begin + (end - begin) * at;
    const length = Math.min(this.block.seconds, Math.max(this.block.seconds / 2000, (end - begin) * factor));
    const first = Math.max(0, Math.min(this.block.seconds - length, middle - length * at));
    this.range = [first, first + length];
    this.draw();
  }

  draw() {
    const [begin, end] = this.range, x = seconds => 70 + (Math.max(begin, Math.min(end, seconds)) - begin) / (end - begin) * 1130;
    const parts = [svg("text", {x: 0, y: 24}, "computes"), svg("text", {x: 0, y: 56}, "sends"), svg("path", {class: "axis", d: "M70,74H1200"})];
    for (let tick = 0; tick <= 6; ++tick) {
      const seconds = begin + (end - begin) * tick / 6;
      parts.push(svg("text", {x: x(seconds), y: 90, "text-anchor": tick === 6 ? "end" : tick ? "middle" : "start"}, secondsText(seconds)));
    }
    for (const task of this.block.tasks)
      if (task.end > task.begin && task.end >= begin && task.begin <= end) parts.push(...this.bar(task, x));
    for (const [from, to] of exposed(this.block))
      if (to >= begin && from <= end) parts.push(svg("rect", {x: x(from), y: 66, width: Math.max(0.5, x(to) - x(from)), height: 4, style: "fill:var(--warn)"}));
    this.chart.replaceChildren(...parts);
  }

  bar(task, x) {
    const op = step.ops[task.op], left = x(task.begin), width = Math.max(0.6, x(task.end) - left);
    const drawn = svg("rect", {class: `bar${task.critical ? " critical" : ""}`, x: left, y: task.sends ? 42 : 8, width, height: 22, rx: Math.min(3, width / 3), fill: barColour(op), tabindex: width > 6 ? 0 : undefined});
    clickable(withTip(drawn, () => barLines(op, task)), () => showPriced(op));
    return width > 60 ? [drawn, svg("text", {class: "barName", x: left + 5, y: task.sends ? 57 : 23}, clipped(op.name, Math.floor(width / 6.5)))] : [drawn];
  }
}

const collectiveOfPriced = new Map(step ? nodes.filter(node => node.priced !== undefined && node.collective !== undefined).map(node => [node.priced, facts.collectives[node.collective]]) : []);
function barColour(op) {
  if (op.loop) return "color-mix(in srgb, var(--soft) 55%, var(--card))";
  const collective = collectiveOfPriced.get(step.ops.indexOf(op));
  if (collective) return axisColour(collective.axes[0] || "");
  if (op.collective) return "var(--soft)";
  return /dot_general|convolution|product/.test(op.name) ? "color-mix(in srgb, var(--accent) 75%, var(--card))" : "color-mix(in srgb, var(--accent) 28%, var(--card))";
}
function barLines(op, task) {
  const collective = collectiveOfPriced.get(task.op);
  const when = `from ${secondsText(task.begin)}, for ${secondsText(task.end - task.begin)}; bound by ${op.bound}`;
  return collective ? [...collectiveLines(collective).slice(0, 8), when] : [op.name, placeText(op.place), when];
}
function tripsOf(loop) {
  const owner = nodes.findIndex(node => node.priced === loop && regionsOf.has(nodes.indexOf(node)));
  const trips = owner < 0 ? undefined : facts.graph.regions[regionsOf.get(owner)[0]].trips;
  return trips === undefined ? null : trips;
}
/// Times of a block at which something is sent and nothing computed.
function exposed(block) {
  const computing = block.tasks.filter(task => !task.sends).map(task => [task.begin, task.end]).sort((a, b) => a[0] - b[0]);
  const parts = [];
  for (const task of block.tasks.filter(task => task.sends)) {
    let at = task.begin;
    for (const [begin, end] of computing) {
      if (end <= at) continue;
      if (begin >= task.end) break;
      if (begin > at) parts.push([at, begin]);
      at = Math.max(at, end);
    }
    if (at < task.end) parts.push([at, task.end]);
  }
  return parts;
}

function drawMemory() {
  if (!step) {
    byId("curve").append(element("p", {class: "quiet"}, `${bytesText(facts.peak_bytes_per_device)} are alive at once at most, each value in memory of its own. Over time: explain with --topology=T.`));
    return byId("culprits").append(element("p", {class: "quiet"}, "No machine is known."));
  }
  const {points, peak, peak_seconds: at, culprits, capacity} = step.memory, width = 520, height = 240, left = 64, bottom = 30;
  const x = seconds => left + seconds / step.seconds * (width - left - 10), y = bytes => 14 + (1 - bytes / (peak * 1.08)) * (height - bottom - 14);
  const chart = svg("svg", {class: "chart", viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": "memory over the step"});
  for (let tick = 0; tick <= 4; ++tick) {
    const bytes = peak * tick / 4, seconds = step.seconds * tick / 4;
    chart.append(svg("path", {class: "axis", d: `M${left},${y(bytes)}H${width - 10}`}), svg("text", {x: left - 6, y: y(bytes) + 4, "text-anchor": "end"}, bytesText(bytes)),
      svg("text", {x: x(seconds), y: height - 8, "text-anchor": tick === 4 ? "end" : tick ? "middle" : "start"}, secondsText(seconds)));
  }
  const outline = points.map(([seconds, bytes], number) => `${number ? "" : `M${x(seconds)},${y(bytes)}`}H${x(seconds)}V${y(bytes)}`).join("") + `H${x(step.seconds)}`;
  const hover = svg("rect", {x: left, y: 0, width: width - left - 10, height: height - bottom, fill: "transparent"});
  hover.addEventListener("pointermove", event => {
    const box = chart.getBoundingClientRect(), seconds = ((event.clientX - box.left) / box.width * width - left) / (width - left - 10) * step.seconds;
    const bytes = (points.filter(([begin]) => begin <= seconds).pop() || points[0])[1];
    showTip([bytesText(bytes), `at ${secondsText(Math.max(0, seconds))}`], new DOMRect(event.clientX + 8, event.clientY, 1, 1));
  });
  hover.addEventListener("pointerleave", hideTip);
  chart.append(svg("path", {class: "area", d: `${outline}V${y(0)}H${left}Z`}), svg("path", {class: "peakLine", d: `M${x(at)},${y(0)}V${y(peak)}`}),
    svg("circle", {class: "peak", cx: x(at), cy: y(peak), r: 4}), svg("text", {x: Math.min(x(at) + 7, width - 150), y: y(peak) - 4}, `${bytesText(peak)} of ${bytesText(capacity)}`), hover);
  byId("curve").append(chart);
  const most = Math.max(...culprits.map(each => each.bytes), 1);
  for (const culprit of culprits.slice(0, 12))
    byId("culprits").append(element("div", {class: "culprit"}, element("div", {class: "what", style: `--part:${culprit.bytes / most * 100}%`},
      element("b", {}, valueText(culprit)), element("span", {class: "quiet"}, ` ${culprit.name ? culprit.words : ""} ${placeText(culprit.place)}`)), element("div", {class: "amount"}, bytesText(culprit.bytes))));
  if (culprits.length > 12) byId("culprits").append(element("p", {class: "quiet"}, `and ${culprits.length - 12} more`));
}
