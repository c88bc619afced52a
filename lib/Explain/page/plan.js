// What the planner chose, beside the program's own annotations and the alternatives: every step on one scale.
const plan = payload.plan;

function drawPlan() {
  if (!plan) return;
  byId("plan").hidden = false;
  const {bound, step: chosen} = plan, limit = chosen.memory.limit;
  const fits = peak => limit === null || peak <= limit;
  const row = (name, mesh, each, peak, reason, isRough) => ({name, mesh: meshText(mesh), seconds: each.seconds, exposed: each.exposed || 0, peak, reason, isRough, drawing: each.drawing || []});
  const rows = [
    row(plan.name, plan.mesh, chosen, chosen.memory.peak, plan.keeps_annotations ? "kept" : "chosen"),
    plan.author && !plan.keeps_annotations && row("the program's own annotations", [], plan.author, plan.author.memory.peak, plan.author.reason),
    ...plan.alternatives.map(each => row(each.name, each.mesh, each, each.peak_bytes, each.reason, each.rough)),
    ...plan.pipelines.map(each => row(each.name, each.mesh, each, each.peak_bytes, each.reason)),
  ].filter(Boolean);
  const longest = Math.max(...rows.map(each => each.seconds), 1e-30);
  show(byId("planBound"), bound.lower_bound > 0 && bound.gap >= 0 && [
    `Of the sum of prices, ${secondsText(bound.seconds)}, at least ${secondsText(bound.lower_bound)} are needed by any choice of the planner's ${bound.nodes} nodes`,
    element("b", {}, ` (gap ${(bound.gap * 100).toFixed(2)} %)`), bound.layers_alike ? " in which equal layers are sharded alike." : "."]);
  show(byId("planRows"), element("ol", {class: "plans"}, rows.map((each, number) => element("li", {class: number ? undefined : "chosen"},
    element("div", {class: "planName"}, element("b", {}, each.name), each.mesh && element("span", {class: "quiet"}, ` mesh ${each.mesh}`)),
    element("div", {class: "stepBar", role: "img", "aria-label": `${each.name}: ${secondsText(each.seconds)} a step, ${secondsText(each.exposed)} of it exposed communication`},
      element("span", {class: "number"}, number ? signedPercent(each.seconds / chosen.seconds - 1) : ""),
      element("div", {class: "room"}, element("div", {class: "computes", style: `width:${(each.seconds - each.exposed) / longest * 100}%`}),
        element("div", {class: "exposes", style: `width:${each.exposed / longest * 100}%`})),
      element("span", {class: "quiet"}, secondsText(each.seconds))),
    element("div", {class: fits(each.peak) ? "quiet" : "worse"}, [fits(each.peak) ? `${bytesText(each.peak)} on a device` : "does not fit", each.reason, each.isRough && "roughly"].filter(Boolean).join("; ")),
    each.drawing.length ? element("pre", {class: "quiet"}, each.drawing.join("\n")) : ""))));
  show(byId("planSensitivity"), plan.sensitivity.map(({change, seconds}) => element("li", {}, `With ${change} a step takes ${secondsText(seconds)}, ${signedPercent(seconds / chosen.seconds - 1)}.`)));
}

function signedPercent(part) {
  return `${part < 0 ? "−" : "+"}${Math.abs(part * 100).toFixed(1)} %`;
}
