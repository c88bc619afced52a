// Memory over the step, and what is alive at the peak.
function drawMemory() {
  if (!step) {
    show(byId("curve"), quiet(`${bytesText(facts.peak_bytes_per_device)} are allocated at the peak. Over time: explain with --topology=T.`));
    return show(byId("culprits"), quiet("No machine is known."));
  }
  const {points, peak, peak_seconds: at, culprits, capacity} = step.memory;
  chart(byId("curve"), width => {
    const height = 240, left = 66, right = width - 6, bottom = height - 26, top = 20;
    const x = seconds => left + seconds / Math.max(step.seconds, 1e-30) * (right - left);
    const y = bytes => top + (1 - bytes / Math.max(peak * 1.06, 1)) * (bottom - top);
    const labels = new Labels(width, height), text = `${bytesText(peak)} of ${bytesText(capacity)}`;
    const made = chartOf(width, height, `memory over the step: at most ${text}, ${secondsText(at)} into it`);
    const peakName = labels.put(text, [x(at) + 8, y(peak) - 5, "start"], [x(at) - 8, y(peak) - 5, "end"], [right, top - 8, "end"]);
    for (let tick = 0; tick <= 4; ++tick) {
      const bytes = peak * tick / 4;
      fill(made, {}, [svg("path", {class: "axis", d: `M${left},${y(bytes)}H${right}`}), labels.put(bytesText(bytes), [left - 6, y(bytes) + 4, "end"])]);
    }
    fill(made, {}, timeTicks(labels, 0, step.seconds, x, height - 6, right - left));
    const hover = svg("rect", {x: left, y: 0, width: right - left, height: bottom, fill: "transparent"});
    hover.addEventListener("pointermove", event => {
      const box = made.getBoundingClientRect(), seconds = Math.max(0, (event.clientX - box.left - left) / (right - left) * step.seconds);
      showTip([bytesText(bytesAt(points, seconds)), `at ${secondsText(seconds)}`], new DOMRect(event.clientX + 8, event.clientY, 1, 1));
    });
    hover.addEventListener("pointerleave", hideTip);
    made.append(svg("path", {class: "area", d: `${outline(points, x, y)}V${y(0)}H${left}Z`}), svg("path", {class: "peakLine", d: `M${x(at)},${y(0)}V${y(peak)}`}),
      svg("circle", {class: "peak", cx: x(at), cy: y(peak), r: 4}), peakName ?? "", hover);
    return made;
  });
  const most = Math.max(...culprits.map(each => each.bytes), 1);
  show(byId("culprits"), culprits.slice(0, 12).map(each => element("div", {class: "culprit"},
    element("div", {class: "what", style: `--part:${each.bytes / most * 100}%`}, element("b", {}, valueText(each)),
      element("span", {class: "quiet"}, " ", each.name ? each.words : "", " ", placeLink(each.place))), element("div", {class: "amount"}, bytesText(each.bytes)))),
  culprits.length > 12 && quiet(`and ${culprits.length - 12} more, ${bytesText(sum(culprits.slice(12).map(each => each.bytes)))}`));
}
/// Steps no finer than can be seen: the highest of each pixel.
function outline(points, x, y) {
  let path = "", last = -1, high = 0;
  for (const [seconds, bytes] of points) {
    const at = Math.round(x(seconds) * 2) / 2;
    if (at === last) high = Math.max(high, bytes);
    else {
      if (last >= 0) path += `V${y(high).toFixed(1)}`;
      path += path ? `H${at}` : `M${at},${y(bytes).toFixed(1)}`;
      [last, high] = [at, bytes];
    }
  }
  return `${path}V${y(points.length ? points[points.length - 1][1] : 0).toFixed(1)}H${x(step.seconds)}`;
}
function bytesAt(points, seconds) {
  let low = 0, high = points.length;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (points[middle][0] <= seconds) low = middle; else high = middle;
  }
  return points[low]?.[1] ?? 0;
}
