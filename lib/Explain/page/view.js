// Moving and zooming the graph. The wheel alone and one finger up or down scroll the page; with ctrl or ⌘, with two
// fingers, by buttons or keys the graph moves.
const stage = byId("graph");
const view = {x: 0, y: 0, scale: 1};

function move() {
  canvas.setAttribute("transform", `translate(${view.x},${view.y}) scale(${view.scale})`);
}
function shiftView(x, y) {
  view.x += x;
  view.y += y;
  move();
}
function zoom(factor, x = stage.clientWidth / 2, y = stage.clientHeight / 2) {
  const scale = Math.max(0.05, Math.min(4, view.scale * factor));
  view.x = x - (x - view.x) * scale / view.scale;
  view.y = y - (y - view.y) * scale / view.scale;
  view.scale = scale;
  move();
}
/// The whole width, as far as it can be read, from the top; or all of it.
function fit(all) {
  const {clientWidth: width, clientHeight: height} = stage, {width: w, height: h} = graph.size;
  view.scale = all ? Math.min(1.2, width / (w + 60), height / (h + 60)) : Math.min(1.1, Math.max(0.85, width / (w + 60)));
  const first = graph.size.boxes.filter(box => box.y === 0), middle = sum(first.map(box => box.x + box.width / 2)) / first.length;
  // What is wider than the stage begins with its first box in the middle.
  view.x = w * view.scale <= width ? (width - w * view.scale) / 2 : Math.min(16, width / 2 - middle * view.scale);
  view.y = all ? Math.max(48, (height - h * view.scale) / 2) : 56;
  move();
}
function centre(box) {
  view.scale = Math.max(view.scale, 0.8);
  view.x = stage.clientWidth / 2 - (box.absolute.x + box.width / 2) * view.scale;
  view.y = stage.clientHeight / 2 - (box.absolute.y + Math.min(box.height, 80) / 2) * view.scale;
  move();
}

stage.addEventListener("wheel", event => {
  if (!event.ctrlKey && !event.metaKey) return;
  event.preventDefault();
  const box = stage.getBoundingClientRect();
  zoom(Math.exp(-event.deltaY * 0.0025), event.clientX - box.left, event.clientY - box.top);
}, {passive: false});
// Two fingers are the graph's, also where the browser would scroll.
stage.addEventListener("touchmove", event => { if (event.touches.length > 1) event.preventDefault(); }, {passive: false});

const fingers = new Map();
let dragged = 0;
stage.addEventListener("pointerdown", event => {
  if (event.target.closest(".tools")) return;
  fingers.set(event.pointerId, {x: event.clientX, y: event.clientY});
  dragged = 0;
});
addEventListener("pointermove", event => {
  const before = fingers.get(event.pointerId);
  if (!before) return;
  const now = {x: event.clientX, y: event.clientY};
  const other = [...fingers].find(([finger]) => finger !== event.pointerId)?.[1];
  if (other) {
    const box = stage.getBoundingClientRect(), far = point => Math.hypot(point.x - other.x, point.y - other.y);
    zoom(far(now) / Math.max(1, far(before)), (now.x + other.x) / 2 - box.left, (now.y + other.y) / 2 - box.top);
  }
  const share = other ? 0.5 : 1;
  shiftView((now.x - before.x) * share, (now.y - before.y) * share);
  dragged += Math.hypot(now.x - before.x, now.y - before.y);
  fingers.set(event.pointerId, now);
});
for (const name of ["pointerup", "pointercancel"]) addEventListener(name, event => { fingers.delete(event.pointerId); });
// The end of a drag chooses nothing.
stage.addEventListener("click", event => { if (dragged > 5 && event.isTrusted) { event.stopPropagation(); dragged = 0; } }, true);

stage.addEventListener("keydown", event => {
  const moves = {ArrowLeft: [60, 0], ArrowRight: [-60, 0], ArrowUp: [0, 60], ArrowDown: [0, -60]};
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (moves[event.key]) shiftView(...moves[event.key]);
  else if (event.key === "+" || event.key === "=") zoom(1.25);
  else if (event.key === "-") zoom(0.8);
  else if (event.key === "0") fit(true);
  else return;
  event.preventDefault();
});
byId("zoomIn").addEventListener("click", () => zoom(1.3));
byId("zoomOut").addEventListener("click", () => zoom(1 / 1.3));
byId("zoomFit").addEventListener("click", () => fit(true));
byId("foldAll").addEventListener("click", () => {
  const all = foldable(), open = all.some(key => !graph.folded.has(key));
  graph.folded = new Set(open ? all : []);
  drawGraph();
  fit(false);
});
function useWholeScreen(on) {
  byId("stage").classList.toggle("whole", on);
  byId("wholeScreen").setAttribute("aria-pressed", String(on));
  document.documentElement.classList.toggle("covered", on);
  drawSource();
}
byId("wholeScreen").addEventListener("click", () => useWholeScreen(!byId("stage").classList.contains("whole")));
addEventListener("keydown", event => { if (event.key === "Escape" && byId("stage").classList.contains("whole")) useWholeScreen(false); });
