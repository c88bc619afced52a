"""usage: open-page.py PAGE.html [--light|--dark]: opens a page of `explain --html` in headless Chromium.

Fails at any line on the console, where a part is missing from the document, where a part is blank on the screen, and
where what a reader does has no effect. Prints what it found.
"""
import json
import os
import shutil
import struct
import subprocess
import sys
import tempfile
import zlib

WIDTH, HEIGHT = 1400, 4200
# What must be there, at least how many, and whether it is drawn.
PARTS = {"#figures .figure": 3, "#graph .node": 5, "#graph .edge": 3, "#legend i": 3, "#mesh .device": 4,
         "#roofline .point": 1, "#tracks .bar": 3, "#curve .area": 1, "#culprits .culprit": 1,
         "#collectiveTable tbody tr": 1, "#kernelTable tbody tr": 1}
PAINTED = ["#figures", "#graph", "#legend", "#mesh", "#roofline", "#tracks", "#curve", "#culprits", "#collectiveTable",
           "#kernelTable"]
# What a reader does, in the page: by hand and by keyboard.
ACTS = """
<script>
addEventListener("load", () => setTimeout(() => {
  const all = selector => [...document.querySelectorAll(selector)], text = () => document.querySelector("#detail").textContent;
  const seen = {parts: {}, boxes: {}};
  for (const selector of PARTS) seen.parts[selector] = all(selector).length;
  for (const selector of PAINTED) {
    const {left, top, width, height} = document.querySelector(selector).getBoundingClientRect();
    seen.boxes[selector] = [left, top, width, height];
  }
  const node = all("#graph .node.collective")[0], key = (target, name) => target.dispatchEvent(new KeyboardEvent("keydown", {key: name, bubbles: true}));
  node.dispatchEvent(new PointerEvent("pointerenter"));
  seen.tip = document.querySelector("#tip").textContent;
  seen.group = all("#mesh .device.group").length;
  node.dispatchEvent(new PointerEvent("pointerleave"));
  seen.tipHidden = document.querySelector("#tip").hidden && all("#mesh .device.group").length === 0;
  key(node, "Enter");
  seen.collective = text();
  const chain = all("#graph .node.product")[0];
  chain.dispatchEvent(new MouseEvent("click", {bubbles: true}));
  seen.product = text();
  const stage = document.querySelector("#graph"), view = () => stage.querySelector("svg > g").getAttribute("transform");
  const before = view();
  for (const name of ["+", "-", "ArrowLeft", "ArrowDown"]) key(stage, name);
  seen.moved = view() !== before;
  key(stage, "0");
  const heads = all("#graph .head"), boxes = all("#graph .node").length;
  if (heads.length) { key(heads[0], "Enter"); seen.folded = boxes - all("#graph .node").length; }
  const sort = document.querySelector("#collectiveTable th button"), first = () => document.querySelector("#collectiveTable tbody tr").textContent;
  sort.click();
  seen.sorted = document.querySelector("#collectiveTable th").getAttribute("aria-sort");
  key(document.querySelector("#collectiveTable tbody tr"), "Enter");
  seen.row = text();
  const theme = document.documentElement.dataset.theme;
  document.querySelector("#theme").click();
  seen.theme = document.documentElement.dataset.theme !== theme;
  document.querySelector("#theme").click();
  const found = document.createElement("pre");
  found.id = "seen";
  found.textContent = JSON.stringify(seen);
  document.body.append(found);
}, 50));
</script>
"""


def chromium():
    for name in ("chromium", "chromium-browser", "google-chrome"):
        if shutil.which(name):
            return name
    sys.exit("no Chromium")


def browse(path, *options):
    """What Chromium prints; anything on the page's console ends the test."""
    with tempfile.TemporaryDirectory() as profile:
        done = subprocess.run([chromium(), "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
                               "--force-device-scale-factor=1", f"--user-data-dir={profile}", f"--window-size={WIDTH},{HEIGHT}",
                               "--enable-logging=stderr", "--virtual-time-budget=5000", *options, "file://" + path],
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=120, check=False)
    lines = [line for line in done.stderr.decode("utf-8", "replace").splitlines() if "CONSOLE" in line]
    assert not lines, "on the console: " + "\n".join(lines)
    return done.stdout.decode("utf-8", "replace")


def pixels(path):
    """Rows of (red, green, blue) of a PNG of 8 bits a channel."""
    with open(path, "rb") as file:
        data = file.read()
    width, height, depth, kind = struct.unpack(">IIBB", data[16:26])
    assert depth == 8 and kind in (2, 6), "not a PNG as Chromium writes it"
    channels, at, packed = (3 if kind == 2 else 4), 8, b""
    while at < len(data):
        length, name = struct.unpack(">I4s", data[at:at + 8])
        if name == b"IDAT":
            packed += data[at + 8:at + 8 + length]
        at += length + 12
    raw, stride, rows, before = zlib.decompress(packed), width * channels, [], bytes(width * channels)
    for y in range(height):
        method, line = raw[y * (stride + 1)], bytearray(raw[y * (stride + 1) + 1:(y + 1) * (stride + 1)])
        for x in range(stride):
            left = line[x - channels] if x >= channels else 0
            up, corner = before[x], before[x - channels] if x >= channels else 0
            if method == 1:
                line[x] = (line[x] + left) & 255
            elif method == 2:
                line[x] = (line[x] + up) & 255
            elif method == 3:
                line[x] = (line[x] + (left + up) // 2) & 255
            elif method == 4:
                guess = left + up - corner
                far = [abs(guess - left), abs(guess - up), abs(guess - corner)]
                line[x] = (line[x] + (left, up, corner)[far.index(min(far))]) & 255
        rows.append(line)
        before = line
    return rows, channels


def check_painted(path, boxes):
    rows, channels = pixels(path)
    for selector, (left, top, width, height) in boxes.items():
        seen = {}
        for y in range(max(0, int(top)), min(len(rows), int(top + height)), 2):
            for x in range(max(0, int(left)), min(len(rows[y]) // channels, int(left + width)), 2):
                colour = bytes(rows[y][x * channels:x * channels + 3])
                seen[colour] = seen.get(colour, 0) + 1
        total = sum(seen.values())
        assert total > 200, f"{selector} is {width} by {height}"
        # A background, and something upon it.
        share = 1 - max(seen.values()) / total
        assert len(seen) > 8 and share > 0.004, f"{selector} is blank: {len(seen)} colours, {share:.2%} painted"


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        page = file.read()
    for far in ("http://", "https://", " src=", "@import", "url(http"):
        assert far not in page.replace("http://www.w3.org/2000/svg", ""), f"the page reaches out: {far}"
    if len(sys.argv) > 2:
        page = page.replace('matchMedia("(prefers-color-scheme: dark)").matches', "true" if sys.argv[2] == "--dark" else "false")
    acts = ACTS.replace("of PARTS", "of " + json.dumps(list(PARTS))).replace("of PAINTED", "of " + json.dumps(PAINTED))
    with tempfile.TemporaryDirectory() as folder:
        plain, acted, shot = (os.path.join(folder, name) for name in ("page.html", "acted.html", "page.png"))
        with open(plain, "w", encoding="utf-8") as file:
            file.write(page)
        with open(acted, "w", encoding="utf-8") as file:
            file.write(page.replace("</body>", acts + "</body>"))
        document = browse(acted, "--dump-dom")
        browse(plain, f"--screenshot={shot}")
        assert 'id="seen"' in document, "the page's script did not come to its end"
        text = document.split('<pre id="seen">', 1)[1].split("</pre>", 1)[0]
        seen = json.loads(text.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&"))
        for selector, least in PARTS.items():
            assert seen["parts"][selector] >= least, f"{selector}: {seen['parts'][selector]}, expected {least} or more"
        check_painted(shot, seen["boxes"])
    assert "for " in seen["tip"] and " is sharded as " in seen["tip"], "hovering over a collective tells no cause"
    assert seen["group"] > 1, "hovering over a collective shows no group on the mesh"
    assert seen["tipHidden"], "the tip stays"
    assert "Cause" in seen["collective"] and "Price" in seen["collective"], "a collective is not told of"
    assert "Decided by" in seen["product"] or "Operations" in seen["product"], "a product is not told of"
    assert seen["moved"], "keys do not move the graph"
    assert seen.get("folded", 1) > 0, "a loop does not fold"
    assert seen["sorted"] in ("ascending", "descending"), "the table does not sort"
    assert "Cause" in seen["row"], "a row of the table is not told of"
    assert seen["theme"], "light does not turn dark"
    print(f"{seen['parts']['#graph .node']} boxes, {seen['parts']['#collectiveTable tbody tr']} collectives, "
          f"{seen['parts']['#tracks .bar']} bars, all painted; no word on the console")


main()
