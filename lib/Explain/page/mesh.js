// The mesh, with the group that a collective is about.
const cells = [];

/// One side is the last axis, the other the outer axes together; the longer one goes across. No more than fit.
function drawMesh() {
  const host = byId("mesh");
  if (!facts.mesh.length) return show(host, quiet("one device"));
  const last = facts.mesh[facts.mesh.length - 1], outer = facts.mesh.slice(0, -1);
  const others = facts.devices / last.size, isLastAcross = last.size >= others;
  const shownColumns = Math.min(Math.max(last.size, others), 32), shownRows = Math.min(Math.min(last.size, others), 16);
  const [across, down] = isLastAcross ? [[last], outer] : [outer, [last]];
  const words = [last, ...outer].map(({axis, size}) => `${axis} = ${size} ${across.some(each => each.axis === axis) ? "across" : "down"}`);
  const names = element("p", {class: "legend"}, [last, ...outer].map(({axis}, at) =>
    element("span", {}, element("i", {style: `background:${axisColour(axis)}`}), words[at])));
  const drawing = element("div", {});
  show(host, names, drawing, quiet([facts.devices > shownColumns * shownRows && `${shownColumns * shownRows} of ${facts.devices} devices`,
    step ? `${step.machine}: ${step.device}` : "no machine: give --topology"].filter(Boolean).join("; ")));
  chart(drawing, width => {
    const left = 4 + down.length * 7, top = 4 + across.length * 7;
    const cell = Math.max(6, Math.min(64, (width - left) / shownColumns, 280 / shownRows)), gap = Math.min(6, cell / 8);
    const made = chartOf(width, top + shownRows * cell, `mesh of ${facts.devices} devices: ${words.join(", ")}`);
    across.forEach(({axis}, at) => made.append(svg("rect", {x: left, y: 2 + at * 7, width: shownColumns * cell - gap, height: 4, rx: 2, fill: axisColour(axis)})));
    down.forEach(({axis}, at) => made.append(svg("rect", {x: 2 + at * 7, y: top, width: 4, height: shownRows * cell - gap, rx: 2, fill: axisColour(axis)})));
    cells.length = 0;
    for (let row = 0; row < shownRows; ++row)
      for (let column = 0; column < shownColumns; ++column) {
        const device = isLastAcross ? row * last.size + column : column * last.size + row, x = left + column * cell, y = top + row * cell, side = cell - gap;
        const drawn = svg("rect", {class: "device", x, y, width: side, height: side, rx: Math.min(4, side / 4)});
        cells.push({device, drawn});
        made.append(withTip(drawn, () => [`device ${device}`, facts.mesh.map(({axis}, at) => `${axis} = ${coordinates(device)[at]}`).join(", ")]));
        if (cell >= 26) made.append(svg("text", {class: "deviceName", x: x + side / 2, y: y + side / 2, "pointer-events": "none"}, device));
      }
    return made;
  });
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
