// The key figures, and what to change first.
function drawFigures() {
  const figure = (amount, what, over) => element("div", {class: over ? "figure over" : "figure"}, element("b", {}, amount), element("span", {}, what));
  const {peak, capacity} = step?.memory || {};
  show(byId("figures"),
    step ? [figure(secondsText(step.seconds), "a step"),
      figure(secondsText(step.exposed_seconds), `exposed communication, ${percentText(step.seconds ? step.exposed_seconds / step.seconds : 0)} of the step`),
      figure(percentText(step.mfu), `MFU; HFU ${percentText(step.hfu)}`),
      figure(bytesText(peak), peak > capacity ? `at the peak: out of memory, a device has ${bytesText(capacity)}` : `of ${bytesText(capacity)} at the peak`, peak > capacity)]
      : figure(bytesText(facts.peak_bytes_per_device), "on a device at the peak"),
    figure(bytesText(facts.bytes_per_device), `sent by a device, in ${facts.collectives.length} ${facts.collectives.length === 1 ? "collective" : "collectives"}`),
    figure(flopsText(facts.flops_per_device), "computed by a device"));
}

/// What a reader must know before believing the figures.
function drawNotices() {
  const unsharded = facts.has_shardings === false && (facts.devices > 1
    ? `No sharding is given: every device ${facts.collectives.length ? "holds all arguments whole, and only products large enough to pay for it are split" : "computes the whole program"}. Say how arguments are split (in_shardings of jax.jit, sdy.sharding, sharding.spec).`
    : "No sharding is given, and no mesh: say how arguments are split (in_shardings of jax.jit), or give a --mesh.");
  const upper = facts.peak_is_upper_bound && "The peak of memory is an upper bound: each value is counted in memory of its own.";
  const notices = [unsharded, upper, ...(step?.notes || [])].filter(present);
  byId("notices").hidden = !notices.length;
  show(byId("notices"), notices.map(text => element("li", {}, text)));
}

/// The largest savings first, as `explain` ranks them; their lines are links.
function drawSuggestions() {
  const suggestions = step?.suggestions || [];
  byId("change").hidden = !suggestions.length;
  const linked = text => text.split(/(line \d+)/).map((part, at) => at % 2 ? placeLink({line: Number(part.slice(5))}, part) : part);
  const [top, rest] = [suggestions.slice(0, 3), suggestions.slice(3, 30)];
  const entry = each => element("li", {}, element("b", {}, secondsText(each.seconds)), element("span", {}, linked(each.text)),
    element("small", {}, ` up to ${percentText(each.seconds / Math.max(step.seconds, 1e-30))} of the step`));
  show(byId("suggestions"), top.map(entry));
  show(byId("furtherSuggestions"), rest.length > 0 && element("details", {}, element("summary", {}, `${rest.length} more`), element("ol", {class: "suggestions", start: 4}, rest.map(entry))));
}
