// The mesh, with the group that a collective is about, and the roofline of a device.
const cells = [];

/// Rows are the outer axes together, columns the last one; no more than fit.
function drawMesh() {
  const sizes = facts.mesh.map(({size}) => size);
  if (!sizes.length) return byId("mesh").append(element("p", {class: "quiet"}, "one device"));
  const columns = sizes[sizes.length - 1], rows = facts.devices / columns;
  const shownColumns = Math.min(columns, 16), shownRows = Math.min(rows, 16);
  const width = 460, cell = Math.min(64, 360 / shownColumns, 260 / shownRows), gap = Math.min(6, cell / 8);
  const left = 96, top = 34, last = facts.mesh[facts.mesh.length - 1].axis;
  const chart = svg("svg", {class: "chart", viewBox: `0 0 ${width} ${top + shownRows * cell + 30}`, role: "img", "aria-label": `mesh of ${facts.devices} devices`});
  chart.append(svg("text", {x: left, y: 14}, `${last} = ${columns} →`), svg("rect", {x: left, y: 20, width: shownColumns * cell - gap, height: 4, rx: 2, fill: axisColour(last)}));
  const outer = facts.mesh.slice(0, -1);
  outer.forEach(({axis, size}, at) => {
    chart.append(svg("text", {x: 0, y: top + 12 + at * 16}, `${axis} = ${size} ↓`), svg("rect", {x: 76 + at * 6, y: top, width: 4, height: shownRows * cell - gap, rx: 2, fill: axisColour(axis)}));
  });
  for (let row = 0; row < shownRows; ++row)
    for (let column = 0; column < shownColumns; ++column) {
      const device = row * columns + column, x = left + column * cell, y = top + row * cell;
      const drawn = svg("rect", {class: "device", x, y, width: cell - gap, height: cell - gap, rx: 4});
      cells.push({device, drawn});
      chart.append(withTip(drawn, () => [`device ${device}`, facts.mesh.map(({axis}, at) => `${axis} = ${coordinates(device)[at]}`).join(", ")]));
      if (cell >= 24) chart.append(svg("text", {class: "deviceName", x: x + (cell - gap) / 2, y: y + (cell - gap) / 2, "pointer-events": "none"}, device));
    }
  const hidden = facts.devices - shownColumns * shownRows;
  chart.append(svg("text", {x: left, y: top + shownRows * cell + 16}, (hidden ? `and ${hidden} more; ` : "") + (step ? `on ${step.machine}: ${step.device}` : "on no machine: give --topology")));
  byId("mesh").append(chart);
}

function coordinates(device) {
  const found = [];
  for (let at = facts.mesh.length - 1; at >= 0; --at) {
    found[at] = device % facts.mesh[at].size;
    device = Math.floor(device / facts.mesh[at].size);
  }
  return found;
}

/// The devices that talk to device 0 over those axes.
function showGroup(axes) {
  const rest = (at, coordinate) => {
    const {axis, size} = facts.mesh[at];
    for (const text of axes) {
      const [name, sub] = text.split(":");
      if (name !== axis) continue;
      if (!sub) return 0;
      const [, pre, parts] = sub.match(/\((\d+)\)(\d+)/).map(Number), below = size / (pre * parts);
      coordinate -= Math.floor(coordinate / below) % parts * below;
    }
    return coordinate;
  };
  for (const {device, drawn} of cells)
    drawn.classList.toggle("group", axes.length > 0 && coordinates(device).every((coordinate, at) => rest(at, coordinate) === 0));
}

function drawRoofline() {
  if (!step) return byId("roofline").append(element("p", {class: "quiet"}, "No machine is known: explain with --topology=T."));
  const points = step.ops.filter(op => !op.collective && !op.loop && op.flops > 0 && op.bytes > 0 && op.seconds > 0);
  const ridge = step.flops_per_s / step.bytes_per_s, width = 520, height = 300, left = 80, bottom = 34, top = 10;
  const intensities = [...points.map(op => op.flops / op.bytes), ridge], rates = [...points.map(op => op.flops / op.seconds), step.flops_per_s];
  const range = (numbers, low, high) => [Math.floor(Math.log10(Math.min(...numbers) * low)), Math.ceil(Math.log10(Math.max(...numbers) * high))];
  const [x0, x1] = range(intensities, 0.8, 4), [y0, y1] = range(rates, 0.8, 1.2);
  const x = value => left + (Math.log10(value) - x0) / (x1 - x0) * (width - left - 12);
  const y = value => height - bottom - (Math.log10(value) - y0) / (y1 - y0) * (height - bottom - top);
  const chart = svg("svg", {class: "chart", viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": "roofline"});
  for (let power = x0; power <= x1; ++power)
    chart.append(svg("path", {class: "axis", d: `M${x(10 ** power)},${top}V${height - bottom}`}), svg("text", {x: x(10 ** power), y: height - 18, "text-anchor": "middle"}, 10 ** power < 1 ? (10 ** power).toPrecision(1) : 10 ** power));
  for (let power = y0; power <= y1; power += Math.ceil((y1 - y0) / 6))
    chart.append(svg("path", {class: "axis", d: `M${left},${y(10 ** power)}H${width - 12}`}), svg("text", {x: left - 6, y: y(10 ** power) + 4, "text-anchor": "end"}, flopsText(10 ** power).replace(".00", "") + "/s"));
  const lowest = Math.max(10 ** x0, 10 ** y0 / step.bytes_per_s);
  chart.append(svg("text", {x: (left + width) / 2, y: height - 2, "text-anchor": "middle"}, "FLOP per byte of memory"),
    svg("path", {class: "strong", d: `M${x(lowest)},${y(lowest * step.bytes_per_s)}L${x(ridge)},${y(step.flops_per_s)}H${width - 12}`}),
    svg("text", {x: width - 14, y: y(step.flops_per_s) - 5, "text-anchor": "end"}, `${flopsText(step.flops_per_s)}/s ${step.type}`),
    svg("text", {x: x(Math.sqrt(lowest * ridge)), y: y(Math.sqrt(lowest * ridge) * step.bytes_per_s) - 8, "text-anchor": "end"}, `${bytesText(step.bytes_per_s)}/s`));
  const most = Math.max(...points.map(op => op.seconds * inAll(op)), 1e-30);
  for (const op of points.sort((a, b) => b.seconds * inAll(b) - a.seconds * inAll(a)).slice(0, 1500)) {
    const point = svg("circle", {class: "point", cx: x(op.flops / op.bytes), cy: y(op.flops / op.seconds), r: 2 + 7 * Math.sqrt(op.seconds * inAll(op) / most)});
    chart.append(clickable(withTip(point, () => [op.name, placeText(op.place), `${(op.flops / op.bytes).toPrecision(3)} FLOP a byte, ${flopsText(op.flops / op.seconds)}/s`,
      `${secondsText(op.seconds)} once, bound by ${op.bound}`]), () => showPriced(op)));
  }
  byId("roofline").append(chart);
}

function showPriced(op) {
  const number = step.ops.indexOf(op), node = nodes.findIndex(each => each.priced === number);
  if (node >= 0) showNode(node);
}
