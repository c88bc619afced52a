// The roofline of a device (Williams, Waterman, Patterson): a ceiling for each type that products are computed in, a
// point for each kind of kernel.
const ceilingColours = ["var(--accent)", "#c76b1c", "#1f9d6b", "#9a55d6", "#b08a00"];

/// Kernels that cost the same are one point.
function kernelPoints() {
  const points = new Map();
  for (const op of step.ops) {
    if (op.collective || op.loop || !(op.flops > 0 && op.bytes > 0 && op.seconds > 0)) continue;
    const key = `${op.name}|${op.flops}|${op.bytes}|${op.seconds}|${op.units}`;
    if (!points.has(key)) points.set(key, {op, count: 0, seconds: 0});
    const point = points.get(key);
    point.count += 1;
    point.seconds += secondsInAll(op);
  }
  return [...points.values()].sort((a, b) => b.seconds - a.seconds).slice(0, 600);
}
/// The rates of the units that products use; without products, the device's own.
function ceilings() {
  const rates = new Map(step.ops.filter(op => op.units).map(op => [op.units, op.units_flops_per_s]));
  if (!rates.size) rates.set(step.type, step.flops_per_s);
  return [...rates].map(([type, rate]) => ({type, rate})).filter(({rate}) => rate > 0).sort((a, b) => b.rate - a.rate);
}

function drawRoofline() {
  const host = byId("roofline");
  if (!step) return show(host, quiet("No machine is known: explain with --topology=T."));
  const points = kernelPoints(), tops = ceilings(), colourOf = type => ceilingColours[Math.max(0, tops.findIndex(each => each.type === type)) % ceilingColours.length];
  chart(host, width => {
    const height = Math.min(320, Math.max(240, width * 0.6)), right = width - 6, bottom = height - 38, top = 16;
    const rateOf = ({op}) => op.flops / op.seconds, intensityOf = ({op}) => op.flops / op.bytes;
    const range = (numbers, low, high) => [Math.floor(Math.log10(Math.min(...numbers) * low)), Math.ceil(Math.log10(Math.max(...numbers) * high))];
    const [x0, x1] = range([...points.map(intensityOf), ...tops.map(each => each.rate / step.bytes_per_s)], 0.8, 4);
    const [y0, y1] = range([...points.map(rateOf), ...tops.map(each => each.rate)], 0.8, 1.2);
    const everyY = Math.ceil((y1 - y0) / 7), rates = Array.from({length: Math.floor((y1 - y0) / everyY) + 1}, (_, at) => y0 + at * everyY);
    const rateText = power => flopsText(10 ** power).replace(/\.0+ /, " ") + "/s";
    const left = Math.max(...rates.map(power => textWidth(rateText(power), kChartFont))) + 8;
    const x = value => left + (Math.log10(value) - x0) / (x1 - x0) * (right - left);
    const y = value => bottom - (Math.log10(value) - y0) / (y1 - y0) * (bottom - top);
    const made = chartOf(width, height, "roofline: FLOP a second over FLOP a byte of memory", "group"), labels = new Labels(width, height);
    const everyX = Math.ceil((x1 - x0) / Math.max(2, (right - left) / 48));
    for (let power = x0; power <= x1; power += everyX)
      made.append(svg("path", {class: "axis", d: `M${x(10 ** power)},${top}V${bottom}`}), labels.put(powerText(power), [x(10 ** power), bottom + 15, "middle"]) ?? "");
    for (const power of rates)
      made.append(svg("path", {class: "axis", d: `M${left},${y(10 ** power)}H${right}`}), labels.put(rateText(power), [left - 6, y(10 ** power) + 4, "end"]) ?? "");
    made.append(labels.put("FLOP per byte of memory", [(left + right) / 2, height - 5, "middle"]));
    const most = Math.max(...points.map(point => point.seconds), 1e-30);
    for (const point of points) {
      const {op} = point;
      const drawn = svg("circle", {class: "point", cx: x(intensityOf(point)), cy: y(rateOf(point)), r: 2 + 7 * Math.sqrt(point.seconds / most), style: `--tint:${colourOf(op.units ?? tops[0]?.type)}`});
      made.append(clickable(withTip(drawn, () => [point.count > 1 ? `${op.name}, ${point.count} alike` : op.name, placeText(op.place),
        `${(op.flops / op.bytes).toPrecision(3)} FLOP a byte, ${flopsText(op.flops / op.seconds)}/s`,
        `${secondsText(point.seconds)} a step, bound by ${op.bound}`]), () => choosePriced(op)));
    }
    drawCeilings(made, labels, {x, y, x0, y0, right, colourOf, tops});
    return made;
  });
}

function drawCeilings(made, labels, {x, y, x0, y0, right, colourOf, tops}) {
  const peak = tops[0]?.rate ?? step.flops_per_s, ridge = peak / step.bytes_per_s;
  const lowest = Math.max(10 ** x0, 10 ** y0 / step.bytes_per_s);
  made.append(svg("path", {class: "strong", d: `M${x(lowest)},${y(lowest * step.bytes_per_s)}L${x(ridge)},${y(peak)}`}));
  for (const {type, rate} of tops) {
    const begin = Math.max(lowest, rate / step.bytes_per_s), text = `${flopsText(rate)}/s ${type}`;
    made.append(svg("path", {class: "ceiling", d: `M${x(begin)},${y(rate)}H${right}`, style: `--tint:${colourOf(type)}`}));
    const label = labels.put(text, [right, y(rate) - 5, "end"], [right, y(rate) + 13, "end"], [x(begin) - 8, y(rate) + 4, "end"], [x(begin) - 8, y(rate) + 17, "end"]);
    if (label) made.append(fill(label, {class: "ceilingName", style: `--tint:${colourOf(type)}`}, []));
  }
  // The slope's name stands along it, above.
  const middle = lowest ** 0.6 * ridge ** 0.4, [x1, y1] = [x(lowest), y(lowest * step.bytes_per_s)], [x2, y2] = [x(ridge), y(peak)];
  if (Math.hypot(x2 - x1, y2 - y1) < 110) return;
  const angle = Math.atan2(y2 - y1, x2 - x1) * 180 / Math.PI;
  made.append(svg("text", {class: "slopeName", "text-anchor": "middle", transform: `translate(${x(middle)},${y(middle * step.bytes_per_s)}) rotate(${angle}) translate(0,-6)`}, `${bytesText(step.bytes_per_s)}/s of memory`));
}
