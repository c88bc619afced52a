// Elements of the page: made, filled, listened to.
const byId = id => document.getElementById(id);
const present = child => child !== undefined && child !== null && child !== false && child !== "";

function fill(made, attributes, children) {
  for (const [name, value] of Object.entries(attributes || {}))
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (present(value)) made.setAttribute(name, value);
  made.append(...children.flat(Infinity).filter(present));
  return made;
}
const element = (tag, attributes, ...children) => fill(document.createElement(tag), attributes, children);
const svg = (tag, attributes, ...children) =>
  fill(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, children);
/// In place of what was in `host`. What is absent is left out: the DOM would write it as "null".
const show = (host, ...children) => host.replaceChildren(...children.flat(Infinity).filter(present));
const quiet = (...children) => element("p", {class: "quiet"}, ...children);

/// Enter and space do what a click does.
function clickable(target, act) {
  target.addEventListener("click", act);
  target.addEventListener("keydown", event => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    act(event);
  });
  return target;
}

//===--- How wide text is ---===//

const pen = document.createElement("canvas").getContext("2d");
const textWidths = new Map();
function textWidth(text, font = "11px system-ui, sans-serif") {
  const key = font + text;
  if (!textWidths.has(key)) {
    if (textWidths.size > 20000) textWidths.clear();
    pen.font = font;
    textWidths.set(key, pen.measureText(text).width);
  }
  return textWidths.get(key);
}
/// As much of `text` as fits, found by bisection.
function clipped(text, width, font) {
  if (textWidth(text, font) <= width) return text;
  let fits = 0, not = text.length;
  while (not - fits > 1) {
    const middle = (fits + not) >> 1;
    if (textWidth(text.slice(0, middle) + "…", font) <= width) fits = middle; else not = middle;
  }
  return fits ? text.slice(0, fits) + "…" : "";
}
