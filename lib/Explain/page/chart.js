// Charts: as wide as the place they stand in, in pixels, so that text has one size everywhere; labels that would stand
// on others are left out.
const kChartFont = "11px system-ui, sans-serif";

/// `draw(width)` makes the chart, again whenever the width changes. Returns what draws it anew.
function chart(host, draw) {
  let width = 0;
  const redraw = () => { if (width) host.replaceChildren(draw(width)); };
  const fitted = () => {
    const now = Math.floor(host.clientWidth);
    if (now && now !== width) { width = now; redraw(); }
  };
  fitted();
  new ResizeObserver(fitted).observe(host);
  return redraw;
}
const chartOf = (width, height, label, role = "img") =>
  svg("svg", {class: "chart", width, height, viewBox: `0 0 ${width} ${height}`, role, "aria-label": label});

class Labels {
  constructor(width, height) { this.taken = []; this.width = width; this.height = height; }

  /// The text at that place, or at the next of `places` [x, y, anchor] where it stands on no other; else nothing.
  put(text, ...places) {
    for (const [x, y, anchor = "start"] of places) {
      const wide = textWidth(text, kChartFont), left = anchor === "end" ? x - wide : anchor === "middle" ? x - wide / 2 : x;
      const box = {left: left - 3, right: left + wide + 3, top: y - 10, bottom: y + 3};
      if (left < 0 || left + wide > this.width + 1 || this.taken.some(each => meet(each, box))) continue;
      this.taken.push(box);
      return svg("text", {x, y, "text-anchor": anchor}, text);
    }
    return undefined;
  }
  block(left, top, right, bottom) { this.taken.push({left, top, right, bottom}); }
}
const meet = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

/// Ticks of an axis in time.
function timeTicks(labels, begin, end, x, y, width) {
  const parts = [], count = Math.max(2, Math.min(7, Math.floor(width / 110)));
  for (let tick = 0; tick <= count; ++tick) {
    const seconds = begin + (end - begin) * tick / count;
    parts.push(labels.put(secondsText(seconds), [x(seconds), y, tick === count ? "end" : tick ? "middle" : "start"]));
  }
  return parts;
}
const superscript = power => [...String(power)].map(digit => digit === "-" ? "⁻" : "⁰¹²³⁴⁵⁶⁷⁸⁹"[digit]).join("");
const powerText = power => power >= -2 && power <= 3 ? String(Number((10 ** power).toPrecision(1))) : `10${superscript(power)}`;
