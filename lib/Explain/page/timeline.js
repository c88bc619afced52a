// When things run: the step with its loops, then one iteration of each loop.
const titled = (block, title) => [element("b", {}, secondsText(block.seconds)), ` ${title}`];
function drawTimeline() {
  const host = byId("tracks");
  if (!step) return show(host, quiet("No machine is known: explain with --topology=T."));
  const [whole, ...loops] = step.blocks, tracks = [new Track(whole, "the step", titled(whole, "the step"))];
  const entry = (style, text) => element("span", {}, element("i", {style}), text);
  const inLoops = element("div", {});
  show(host, element("p", {class: "legend"}, entry("background:var(--product)", "products and convolutions"), entry("background:var(--kernel)", "other kernels"),
    facts.mesh.map(({axis}) => entry(`background:${axisColour(axis)}`, `collectives over ${axis}`)), entry("background:none;border:1.5px solid var(--ink)", "critical path"),
    entry("background:var(--exposed);height:.3rem;vertical-align:middle", "exposed communication")), tracks[0].host, inLoops);
  tracks[0].draw();
  loops.forEach((block, number) => {
    const op = step.ops[block.loop], trips = tripsOfPriced(block.loop);
    const title = `one iteration of ${op.name}, ${placeText(op.place)} (× ${trips === undefined ? "unknown" : trips})`;
    const track = new Track(block, title);
    const holder = element("details", {}, element("summary", {}, titled(block, title)), track.host);
    holder.open = number < 4;
    holder.addEventListener("toggle", () => { if (!track.redraw && holder.open) track.draw(); });
    inLoops.append(holder);
    if (holder.open) track.draw();
  });
  const words = loops.length ? "Below a loop stands the share of an iteration that communicates; zoom in, and its iterations part." : "";
  host.append(quiet(words, element("span", {class: "mouse"}, " Drag to move, ctrl or ⌘ and the wheel to zoom.")));
}
