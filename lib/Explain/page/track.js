// One track of the timeline: the two queues of a device over a block, zoomed and moved.
const kTrack = {left: 84, lane: 24, computes: 6, communicates: 36, exposed: 64, axis: 74, height: 94};

class Track {
  constructor(block, title, words) {
    this.block = block;
    this.range = [0, block.seconds];
    this.title = title;
    const button = (text, label, act) => element("button", {type: "button", "aria-label": label, onclick: act}, text);
    this.drawing = element("div", {class: "drawing", tabindex: 0, role: "group", "aria-label": `timeline of ${title}`});
    this.host = element("div", {class: "track"}, element("p", {class: "quiet"}, words,
      element("span", {class: "buttons"}, button("+", "zoom in", () => this.zoom(0.5, 0.5)), button("−", "zoom out", () => this.zoom(2, 0.5)),
        button("fit", "show all", () => { this.range = [0, block.seconds]; this.redraw(); }))), this.drawing);
    this.listen();
  }
  /// Once it stands in the page.
  draw() { this.redraw = chart(this.drawing, width => this.chartAt(width)); }

  listen() {
    const share = event => {
      const box = this.drawing.getBoundingClientRect();
      return Math.max(0, Math.min(1, (event.clientX - box.left - kTrack.left) / (box.width - kTrack.left)));
    };
    this.drawing.addEventListener("wheel", event => {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      this.zoom(Math.exp(event.deltaY * 0.003), share(event));
    }, {passive: false});
    this.drawing.addEventListener("keydown", event => {
      const moves = {ArrowLeft: -0.1, ArrowRight: 0.1};
      if (moves[event.key]) this.shift(moves[event.key]);
      else if (event.key === "+" || event.key === "=") this.zoom(0.5, 0.5);
      else if (event.key === "-") this.zoom(2, 0.5);
      else return;
      event.preventDefault();
    });
    let held;
    this.drawing.addEventListener("pointerdown", event => { held = event.clientX; });
    this.drawing.addEventListener("pointermove", event => {
      if (held === undefined || !event.buttons || Math.abs(event.clientX - held) < 3) return;
      this.shift((held - event.clientX) / (this.drawing.clientWidth - kTrack.left));
      held = event.clientX;
    });
    for (const name of ["pointerup", "pointercancel", "pointerleave"]) this.drawing.addEventListener(name, () => { held = undefined; });
  }

  zoom(factor, at) {
    const [begin, end] = this.range, middle = begin + (end - begin) * at;
    this.show(middle, at, Math.min(this.block.seconds, Math.max(this.block.seconds / 20000, (end - begin) * factor)));
  }
  shift(part) {
    const [begin, end] = this.range;
    this.show(begin + (end - begin) * part, 0, end - begin);
  }
  show(point, at, length) {
    const first = Math.max(0, Math.min(this.block.seconds - length, point - length * at));
    this.range = [first, first + length];
    hideTip();
    this.redraw();
  }

  chartAt(width) {
    const [begin, end] = this.range, right = width - 2, labels = new Labels(width, kTrack.height);
    const perPixel = (end - begin) / (right - kTrack.left);
    const x = seconds => kTrack.left + (Math.max(begin, Math.min(end, seconds)) - begin) / Math.max(end - begin, 1e-30) * (right - kTrack.left);
    const made = chartOf(width, kTrack.height, `timeline of ${this.title}`, "group");
    fill(made, {}, [labels.put("computes", [0, kTrack.computes + 16]), labels.put("communicates", [0, kTrack.communicates + 16]),
      svg("path", {class: "axis", d: `M${kTrack.left},${kTrack.axis}H${right}`}), timeTicks(labels, begin, end, x, kTrack.height - 4, right - kTrack.left)]);
    const spans = spansOf(this.block, begin, end, 36 * perPixel);
    for (const sends of [false, true]) fill(made, {}, this.lane(spans.filter(span => span.sends === sends), x));
    fill(made, {}, spans.filter(span => span.folded).map(span => this.foldedCommunication(span, x)));
    fill(made, {}, exposedSpans(spans, begin, end).map(([from, to, share]) => svg("rect", {class: "exposed", x: x(from),
      y: kTrack.exposed + 5 * (1 - share), width: Math.max(0.6, x(to) - x(from)), height: 5 * share})));
    return made;
  }

  /// Bars of one queue; those too short to be seen are drawn together.
  lane(spans, x) {
    const drawn = [];
    let run;
    const close = () => { if (run) drawn.push(svg("rect", {class: "bar many", x: run.x, y: run.y, width: Math.max(0.8, run.end - run.x), height: kTrack.lane, fill: run.colour})); run = undefined; };
    for (const span of spans.sort((a, b) => a.begin - b.begin)) {
      const left = x(span.begin), end = x(span.end), y = span.sends ? kTrack.communicates : kTrack.computes;
      if (end - left >= 1.6) { close(); drawn.push(...this.bar(span, left, end - left, y)); continue; }
      const colour = barColour(span);
      if (run && run.colour === colour && left - run.end < 0.8) run.end = Math.max(run.end, end);
      else { close(); run = {x: left, y, end, colour}; }
    }
    close();
    return drawn;
  }

  bar(span, left, width, y) {
    const drawn = svg("rect", {class: `bar${span.critical ? " critical" : ""}`, x: left, y, width, height: kTrack.lane, rx: Math.min(3, width / 3),
      fill: barColour(span), tabindex: width > 24 ? 0 : undefined, role: width > 24 ? "button" : undefined, "aria-label": width > 24 ? span.op.name : undefined});
    clickable(withTip(drawn, () => barLines(span)), () => choosePriced(span.op));
    const name = width > 46 ? clipped(span.folded ? `${span.op.name} × ${span.trips}` : span.op.name, width - 10, kChartFont) : "";
    return name ? [drawn, svg("text", {class: `barName${collectiveOfPriced.has(span.task.op) ? " onColour" : ""}`, x: left + 5, y: y + 16}, name)] : [drawn];
  }

  /// Below a loop that is folded: as high as the part of an iteration that communicates, in the colours of the axes.
  foldedCommunication(span, x) {
    const inside = communicationOf(span.folded);
    if (!inside.count) return [];
    const left = x(span.begin), width = Math.max(0.8, x(span.end) - left), parts = [];
    let bottom = kTrack.communicates + kTrack.lane;
    for (const [axis, seconds] of inside.byAxis) {
      const high = Math.max(1, kTrack.lane * Math.min(1, seconds / Math.max(span.folded.seconds, 1e-30)));
      bottom -= high;
      parts.push(svg("rect", {x: left, y: bottom, width, height: high, fill: axis ? axisColour(axis) : "var(--soft)"}));
    }
    const group = svg("g", {class: "inLoop", tabindex: 0, role: "button", "aria-label": foldedLines(span).join(", ")},
      svg("rect", {class: "room", x: left, y: kTrack.communicates, width, height: kTrack.lane, rx: 3}), parts);
    clickable(withTip(group, () => foldedLines(span)), () => choosePriced(span.op));
    const words = `${inside.count} collectives × ${span.trips}: ${secondsText(inside.seconds * span.trips)}`;
    const name = width > 60 ? clipped(words, width - 10, kChartFont) : "";
    return name ? [group, svg("text", {class: "barName", x: left + 5, y: kTrack.communicates + 16}, name)] : [group];
  }
}

/// [begin, end, share]: all of a span that is exposed, a share of a loop that is folded.
function exposedSpans(spans) {
  const parts = exposedOf({tasks: spans.map(({begin, end, sends}) => ({begin, end, sends}))}).map(([begin, end]) => [begin, end, 1]);
  for (const {folded, begin, end} of spans.filter(span => span.folded))
    if (communicationOf(folded).exposed > 0) parts.push([begin, end, Math.max(0.2, Math.min(1, communicationOf(folded).exposed / folded.seconds))]);
  return parts;
}

function barColour({op, task}) {
  if (op.loop) return "var(--loop)";
  const collective = collectiveOfPriced.get(task.op);
  if (collective) return axisColour(collective.axes[0] || "");
  if (op.collective) return "var(--soft)";
  return /dot_general|convolution|product/.test(op.name) ? "var(--product)" : "var(--kernel)";
}
function barLines(span) {
  const collective = collectiveOfPriced.get(span.task.op);
  const when = `from ${secondsText(span.begin)}, for ${secondsText(span.end - span.begin)}; bound by ${span.op.bound}`;
  if (span.folded) return [...foldedLines(span), when];
  return collective ? [...collectiveLines(collective).slice(0, 8), when] : [span.op.name, placeText(span.op.place), when];
}
function foldedLines(span) {
  const inside = communicationOf(span.folded);
  return [`${span.op.name} × ${span.trips}, ${placeText(span.op.place)}`, `${secondsText(span.folded.seconds)} an iteration, ${secondsText(inside.seconds)} of it communication, ${secondsText(inside.exposed)} exposed`,
    ...[...inside.byName].sort((a, b) => b[1].seconds - a[1].seconds).slice(0, 6).map(([name, {seconds, times}]) => `${times} × ${name}: ${secondsText(seconds)} an iteration`)];
}
