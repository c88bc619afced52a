// The tip beside what is pointed at, and light or dark.
const tip = byId("tip");
function showTip(lines, box) {
  show(tip, lines.filter(present).map((line, number) => element("div", {class: number ? undefined : "head"}, line)));
  tip.hidden = false;
  const width = tip.offsetWidth, height = tip.offsetHeight;
  const below = box.bottom + 8 + height < innerHeight;
  tip.style.left = `${Math.max(8, Math.min(innerWidth - width - 8, box.left))}px`;
  tip.style.top = `${Math.max(8, below ? box.bottom + 8 : box.top - height - 8)}px`;
}
const hideTip = () => { tip.hidden = true; };
/// Shows what `lines()` says while the pointer or the focus is on `target`.
function withTip(target, lines, enter, leave) {
  const begin = () => { showTip(lines(), target.getBoundingClientRect()); if (enter) enter(); };
  const end = () => { hideTip(); if (leave) leave(); };
  target.addEventListener("pointerenter", begin);
  target.addEventListener("pointerleave", end);
  target.addEventListener("focus", begin);
  target.addEventListener("blur", end);
  return target;
}
addEventListener("keydown", event => { if (event.key === "Escape") hideTip(); });
addEventListener("scroll", hideTip, {passive: true});

const isDark = () => document.documentElement.dataset.theme === "dark";
document.documentElement.dataset.theme = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
byId("theme").addEventListener("click", () => { document.documentElement.dataset.theme = isDark() ? "light" : "dark"; });
