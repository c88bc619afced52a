// The key figures, and what to change first.
function drawFigures() {
  const figure = (amount, what, over) => element("div", {class: over ? "figure over" : "figure"}, element("b", {}, amount), element("span", {}, what));
  const {peak, capacity} = step?.memory || {};
  show(byId("figures"),
    step ? [figure(secondsText(step.seconds), "a step"),
      figure(secondsText(step.exposed_seconds), `exposed communication, ${percentText(step.seconds ? step.exposed_seconds / step.seconds : 0)} of the step`),
      figure(percentText(step.mfu), `MFU; HFU ${percentText(step.hfu)}`),
      figure(bytesText(peak), peak > capacity ? `at the peak: more than the ${bytesText(capacity)} there are` : `of ${bytesText(capacity)} at the peak`, peak > capacity)]
      : figure(bytesText(facts.peak_bytes_per_device), "alive at once on a device"),
    figure(bytesText(facts.bytes_per_device), `sent by a device, in ${facts.collectives.length} ${facts.collectives.length === 1 ? "collective" : "collectives"}`),
    figure(flopsText(facts.flops_per_device), "computed by a device"));
}

/// The largest savings first, as `explain` ranks them.
function drawSuggestions() {
  const suggestions = facts.suggestions || step?.suggestions || [];
  byId("change").hidden = !suggestions.length;
  show(byId("suggestions"), suggestions.map(each => {
    const seconds = each.seconds_per_step ?? each.seconds;
    return element("li", {}, element("b", {}, seconds === undefined ? "" : `${secondsText(seconds)} a step`), " ",
      element("span", {}, each.text || each.title), each.place && element("small", {}, " ", placeLink(each.place)));
  }));
}
