// Two runs side by side: figures, the two steps on one scale, where communication differs.
const comparison = payload.comparison;
const runName = number => {
  const [one, other] = runs.map(fileName), machine = runs[number].step ? ` on ${runs[number].step.machine}` : "";
  return one === other && runs[0].file !== runs[1].file ? runs[number].file + machine : fileName(runs[number]) + machine;
};
const pointsText = part => `${(part * 100).toFixed(1)} points`;
const difference = ([one, other], text) => {
  const change = other - one, part = one && other && text !== pointsText ? ` (${change < 0 ? "−" : "+"}${Math.abs(change / one * 100).toFixed(Math.abs(change / one) < 0.1 ? 1 : 0)} %)` : "";
  const isWorse = text === pointsText ? change < 0 : change > 0;
  return element("span", {class: change ? (isWorse ? "worse" : "better") : "quiet"}, signedText(change, text), change ? part : "");
};

function drawComparison() {
  if (!comparison) return;
  byId("comparison").hidden = false;
  show(byId("runs"), [0, 1].map(number => element("a", {class: "run", href: `?run=${number + 1}`, "aria-current": number === chosenRun ? "true" : undefined},
    element("b", {}, `${"AB"[number]}: ${runName(number)}`), element("span", {}, `${runs[number].devices} devices, mesh ${meshText(runs[number].mesh) || "none"}`),
    element("span", {class: "quiet"}, number === chosenRun ? "shown below" : "show this one below"))));
  const kinds = {seconds: secondsText, bytes: bytesText, flops: flopsText, part: percentText, count: amount => String(amount)};
  const cell = (text, name, content) => element("td", {class: "number", role: "cell", "data-name": name}, content ?? text);
  show(byId("differences"), element("table", {role: "table"}, element("thead", {role: "rowgroup"}, element("tr", {role: "row"},
    ["", "A", "B", "B against A"].map(name => element("th", {class: "number", scope: "col", role: "columnheader"}, name)))),
  element("tbody", {role: "rowgroup"}, comparison.figures.map(({name, kind, values}) => {
    const text = kinds[kind], both = values.every(value => value !== null);
    return element("tr", {role: "row"}, element("th", {scope: "row", role: "rowheader"}, name), values.map((value, number) => cell(value === null ? "–" : text(value), "AB"[number])),
      cell("–", "B against A", both ? difference(values, kind === "part" ? pointsText : text) : undefined));
  }))));
  drawSteps();
  const rows = comparison.collectives, change = values => (values[1] ?? 0) - (values[0] ?? 0);
  const pair = (values, text) => values[0] === values[1] ? text(values[0])
    : [`${text(values[0])} → ${text(values[1])}`, element("small", {}, difference(values, text))];
  const timed = rows.some(row => row.seconds);
  if (!rows.length) return show(byId("differenceTable"), quiet("Neither sends anything."));
  table(byId("differenceTable"), "differences of collectives", [
    {name: "Collective", key: row => row.op, show: row => [element("b", {}, row.op), element("small", {}, `over ${row.axes.join(", ")}`)]},
    {name: "For", key: row => row.for, show: row => row.for},
    {name: "Times", number: true, key: row => Math.abs(change(row.executed)), show: row => pair(row.executed, String)},
    {name: "Sent a step", number: true, key: row => Math.abs(change(row.bytes)), sorted: !timed, show: row => pair(row.bytes, bytesText)},
    timed && {name: "Takes a step", number: true, sorted: true, key: row => Math.abs(change(row.seconds)), show: row => pair(row.seconds, secondsText)},
  ].filter(Boolean), rows);
}

/// Both steps on one scale: what is exposed, and what computes or waits.
function drawSteps() {
  if (!runs.every(run => run.step)) return;
  const longest = Math.max(...runs.map(run => run.step.seconds), 1e-30);
  show(byId("steps"), runs.map(({step: each}, number) => element("div", {class: "stepBar", role: "img",
    "aria-label": `${"AB"[number]}: ${secondsText(each.seconds)} a step, ${secondsText(each.exposed_seconds)} of it exposed communication`},
  element("b", {}, "AB"[number]), element("div", {class: "room"}, element("div", {class: "computes", style: `width:${(each.seconds - each.exposed_seconds) / longest * 100}%`}),
    element("div", {class: "exposes", style: `width:${each.exposed_seconds / longest * 100}%`})), element("span", {class: "quiet"}, secondsText(each.seconds)))),
  element("p", {class: "legend"}, element("span", {}, element("i", {style: "background:var(--product)"}), "computes"), element("span", {}, element("i", {style: "background:var(--exposed)"}), "exposed communication")));
}
