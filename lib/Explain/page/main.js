// The order in which the page is drawn.
const kBoxesOpen = 400;

function drawHead() {
  const file = fileName(facts), mesh = meshText(facts.mesh);
  document.title = comparison ? `${fileName(runs[0])} against ${fileName(runs[1])}` : `${file}, explained`;
  byId("title").textContent = comparison ? `${"AB"[chosenRun]}: ${file}` : file;
  byId("subtitle").textContent = `${facts.devices} devices${mesh ? `, mesh ${mesh}` : ""}${step ? `, on ${step.machine}` : ""}`;
  show(byId("sections"), [...document.querySelectorAll("main > section")].filter(each => !each.hidden && each.id !== "figures")
    .map(each => element("a", {href: `#${each.id}`}, each.getAttribute("aria-label"))));
}

drawFigures();
drawNotices();
drawSuggestions();
drawPlan();
drawComparison();
drawHead();
drawLegend();
// What is large opens folded.
if (nodes.length > kBoxesOpen) graph.folded = new Set(facts.graph.regions.flatMap((region, number) => itemsOf(number).filter(item => item.layers).map(item => item.key)));
if (nodes.length > 3000) graph.folded = new Set(foldable());
byId("foldAll").hidden = !foldable().length;
openSource();
drawMesh();
drawGraph();
fit(false);
tellNothing();
drawRoofline();
drawTimeline();
drawMemory();
drawCollectives();
drawKernels();
document.documentElement.dataset.drawn = "yes";
