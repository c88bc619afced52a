"""usage: open-page.py PAGE.html [--light|--dark]: opens a page of `explain --html` in headless Chromium, on a desk and on
a phone, and does what a reader does.

Fails at any line on the console, where a part is missing or blank, where anything reads null, undefined or NaN, where
labels stand on each other, where a phone would scroll sideways, where what is shown is not what the data say, and where
what a reader does has no effect. Prints what it found.
"""
import json
import struct
import sys
import zlib

import page_data
from browser import Browser

# What must be there, at least how many.
PARTS = {"#figures .figure": 3, "#graph .node": 5, "#graph .edge": 3, "#legend i": 3, "#mesh .device": 4, "#source .line": 5,
         "#roofline .point": 1, "#roofline .ceiling": 1, "#tracks .bar": 3, "#curve .area": 1, "#culprits .culprit": 1,
         "#collectiveTable tbody tr": 1, "#kernelTable tbody tr": 1, "#sections a": 5}
PAINTED = ["#figures", "#graph", "#source", "#legend", "#mesh", "#roofline", "#tracks", "#curve", "#culprits",
           "#collectiveTable", "#kernelTable"]

LABELS_THAT_MEET = """(() => {
  const meeting = [];
  for (const drawing of document.querySelectorAll("svg")) {
    const boxes = [...drawing.querySelectorAll("text")].map(text => [text.textContent, text.getBoundingClientRect()])
      .filter(([words, box]) => words && box.width);
    boxes.forEach(([words, a], at) => { for (const [other, b] of boxes.slice(at + 1))
      if (a.left < b.right - 1 && b.left < a.right - 1 && a.top + 2 < b.bottom - 2 && b.top + 2 < a.bottom - 2)
        meeting.push(words + " / " + other); });
  }
  return meeting;
})()"""
# Text, names for screen readers and titles; not the source, which may say anything.
BAD_WORDS = """(() => {
  const bad = /\\b(null|undefined|NaN|Infinity)\\b|\\[object /, found = [];
  for (const each of document.querySelectorAll("body *")) {
    if (each.closest("script, style, #source, #found")) continue;
    const own = [...each.childNodes].filter(child => child.nodeType === 3).map(child => child.data).join(" ");
    for (const text of [own, each.getAttribute("aria-label"), each.getAttribute("title"), each.getAttribute("d"), each.getAttribute("transform"),
      each.getAttribute("x"), each.getAttribute("width")])
      if (text && bad.test(text)) found.push(each.tagName + ": " + text.slice(0, 80));
  }
  return found;
})()"""
# What stands further right than the screen, and in nothing that scrolls or cuts by itself.
TOO_WIDE = """(() => [document.documentElement.scrollWidth - innerWidth, [...document.querySelectorAll("body *")].filter(each => {
  const box = each.getBoundingClientRect();
  return box.width && box.right > innerWidth + 1 && !each.closest("#graph, #source, .skip, .track, .culprit, [hidden]");
}).map(each => each.tagName + "." + each.getAttribute("class") + " " + each.textContent.slice(0, 40)).slice(0, 5)])()"""


def amount(number, units):
    """As the page should write it: three digits."""
    size, name = next(((size, name) for size, name in units if abs(number) >= size * 0.9995), units[-1])
    scaled = number / size
    digits = 0 if (size == 1 and scaled == int(scaled)) or abs(scaled) >= 100 else 1 if abs(scaled) >= 10 else 2
    return f"{scaled:.{digits}f} {name}"


def bytes_text(number):
    return amount(round(number), [(2**40, "TiB"), (2**30, "GiB"), (2**20, "MiB"), (1024, "KiB"), (1, "bytes")])


def seconds_text(number):
    return amount(number, [(1, "s"), (1e-3, "ms"), (1e-6, "µs"), (1e-9, "ns")]) if number else "0 s"


def pixels(png):
    """Rows of pixels of a PNG of 8 bits a channel, and the bytes of a pixel."""
    width, height, depth, kind = struct.unpack(">IIBB", png[16:26])
    assert depth == 8 and kind in (2, 6), "not a PNG as Chromium writes it"
    channels, at, packed = (3 if kind == 2 else 4), 8, b""
    while at < len(png):
        length, name = struct.unpack(">I4s", png[at:at + 8])
        if name == b"IDAT":
            packed += png[at + 8:at + 8 + length]
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


def check_painted(browser):
    """A background, and something upon it, in each part; seen at a quarter of its size."""
    for selector in PAINTED:
        left, top, width, height = browser.ask(f"(() => {{ const box = document.querySelector('{selector}').getBoundingClientRect();"
                                               " return [box.left + scrollX, box.top + scrollY, box.width, Math.min(box.height, 700)]; })()")
        assert width > 100 and height > 10, f"{selector} is {width} by {height}"
        rows, channels = pixels(browser.picture(left, top, width, height, 0.25))
        seen = {}
        for row in rows:
            for x in range(0, len(row), channels):
                colour = bytes(row[x:x + 3])
                seen[colour] = seen.get(colour, 0) + 1
        share = 1 - max(seen.values()) / sum(seen.values())
        assert len(seen) > 8 and share > 0.004, f"{selector} is blank: {len(seen)} colours, {share:.2%} painted"


def check_words(browser, when):
    bad = browser.ask(BAD_WORDS)
    assert not bad, f"{when}: {bad[:3]}"


def check_sums(browser, facts):
    """What is shown adds up to what the data say."""
    figures = browser.ask("[...document.querySelectorAll('#figures b')].map(each => each.textContent)")
    for text in (seconds_text(facts["step"]["seconds"]), seconds_text(facts["step"]["exposed_seconds"]), bytes_text(facts["step"]["memory"]["peak"]),
                 f"{facts['step']['mfu'] * 100:.1f} %", bytes_text(facts["bytes_per_device"])):
        assert text in figures, f"the figures {figures} lack {text}"
    def shown(table, column):
        return browser.ask(f"""(() => {{ const rows = [...document.querySelectorAll("#{table} tbody tr, #{table} tfoot tr")];
            const cell = rows[rows.length - 1].querySelector('[data-name="{column}"]'); return (cell.childNodes[0] || cell).textContent; }})()""")
    times = lambda each: 1 if each["executed"] is None else each["executed"]
    collectives, kernels = facts["collectives"], [op for op in facts["step"]["ops"] if not op.get("loop") and not op.get("collective")]
    sent = sum(each["bytes_per_device"] * times(each) for each in collectives)
    assert sent == facts["bytes_per_device"], f"collectives send {sent}, the program {facts['bytes_per_device']}"
    assert shown("collectiveTable", "Sent a step") == bytes_text(sent), "bytes of the collectives"
    for table, rows in (("collectiveTable", collectives), ("kernelTable", kernels)):
        text = seconds_text(sum(each.get("seconds", 0) * times(each) for each in rows))
        assert shown(table, "Takes a step") == text, f"seconds of {table}: {shown(table, 'Takes a step')}, expected {text}"
    return len(collectives)


def check_rounding(browser, page):
    """Of two numbers as near, the even one, as C and Python round: a page once said 17.3 KiB where the terminal said 17.2."""
    function = page[page.index("function rounded("):page.index("function inUnits(")]
    numbers = [(17.25, 1), (17.75, 1), (0.125, 2), (17.26, 1), (2.5, 0), (3.5, 0), (-17.25, 1), (1536, 0), (0.285, 2)]
    told = browser.ask(f"(() => {{ {function} return {json.dumps(numbers)}.map(([number, digits]) => rounded(number, digits)); }})()")
    assert told == [f"{number:.{digits}f}" for number, digits in numbers], f"rounded as {told}"


def read_along(browser):
    """What a reader does by hand and by keyboard; what each of it led to."""
    return browser.ask("""(async () => {
  const all = selector => [...document.querySelectorAll(selector)], text = () => document.querySelector("#detail").textContent;
  const key = (target, name) => target.dispatchEvent(new KeyboardEvent("keydown", {key: name, bubbles: true}));
  const click = target => target.dispatchEvent(new MouseEvent("click", {bubbles: true})), seen = {};
  // One that is for something, where there is one: a program may also ask for collectives itself.
  const node = all("#graph .node.collective").find(each => each.getAttribute("aria-label").includes("is needed as")) || all("#graph .node.collective")[0];
  node.dispatchEvent(new PointerEvent("pointerenter"));
  seen.tip = document.querySelector("#tip").textContent;
  seen.group = all("#mesh .device.group").length;
  node.dispatchEvent(new PointerEvent("pointerleave"));
  seen.tipHidden = document.querySelector("#tip").hidden && all("#mesh .device.group").length === 0;
  key(node, "Enter");
  seen.collective = text();
  click(all("#graph .node.product")[0]);
  seen.product = text();
  seen.lineOfBox = all("#source .line.chosen").length;
  click(all("#source .line.made")[0]);
  seen.line = text();
  seen.boxOfLine = all("#graph .chosen").length;
  const stage = document.querySelector("#graph"), view = () => stage.querySelector("svg > g").getAttribute("transform");
  const before = view();
  for (const name of ["+", "-", "ArrowLeft", "ArrowDown"]) key(stage, name);
  seen.moved = view() !== before;
  key(stage, "0");
  const heads = all("#graph .head"), boxes = all("#graph .node").length;
  if (heads.length) { key(heads[0], "Enter"); seen.folded = boxes - all("#graph .node").length; }
  const sort = document.querySelector("#collectiveTable th button");
  sort.click();
  seen.sorted = document.querySelector("#collectiveTable th").getAttribute("aria-sort");
  key(document.querySelector("#collectiveTable tbody tr"), "Enter");
  seen.row = text();
  const theme = document.documentElement.dataset.theme;
  document.querySelector("#theme").click();
  seen.theme = document.documentElement.dataset.theme !== theme;
  document.querySelector("#theme").click();
  return seen;
})()""")


def check_reading(seen):
    assert " is sharded as " in seen["tip"] or " itself" in seen["tip"], f"hovering over a collective tells no cause: {seen['tip']}"
    assert seen["group"] > 1, "hovering over a collective shows no group on the mesh"
    assert seen["tipHidden"], "the tip stays"
    assert "Cause" in seen["collective"] and "Price" in seen["collective"], "a collective is not told of"
    assert "Decided by" in seen["product"] or "Operations" in seen["product"], "a product is not told of"
    assert seen["lineOfBox"] > 0, "a box does not lead to its line"
    assert "Line " in seen["line"] and seen["boxOfLine"] > 0, "a line does not lead to its boxes"
    assert seen["moved"], "keys do not move the graph"
    assert seen.get("folded", 1) > 0, "a loop does not fold"
    assert seen["sorted"] in ("ascending", "descending"), "the table does not sort"
    assert "Cause" in seen["row"], "a row of the table is not told of"
    assert seen["theme"], "light does not turn dark"


def check_every_box(browser):
    """Each box says what it is, without gaps."""
    count = browser.ask("document.querySelectorAll('#graph .node').length")
    for at in range(0, count, max(1, count // 25)):
        browser.ask(f"document.querySelectorAll('#graph .node')[{at}]?.dispatchEvent(new MouseEvent('click', {{bubbles: true}}))")
        check_words(browser, f"box {at}")


def check_wheel(browser):
    """The wheel scrolls the page, also over the graph; with ctrl it zooms."""
    browser.ask("document.documentElement.style.scrollBehavior = 'auto'; document.querySelector('#program').scrollIntoView({block: 'start'})")
    where = """(() => { const box = document.querySelector("#graph").getBoundingClientRect();
        return [box.left + 60, box.top + 200, scrollY, document.querySelector("#graph svg > g").getAttribute("transform")]; })()"""
    x, y, top, view = browser.ask(where)
    browser.wheel(x, y, 100)
    _, _, after, same = browser.ask(where)
    assert after > top and same == view, "the wheel over the graph does not scroll the page"
    x, y, top, _ = browser.ask(where)
    browser.wheel(x, y, -100, ctrl=True)
    _, _, after, zoomed = browser.ask(where)
    assert after == top and zoomed != view, "ctrl and the wheel do not zoom"


def check_search(browser, facts):
    """Search by keyboard, for a collective and for a value."""
    value = next(each for each in facts["values"] if each.get("name"))
    for words, expected in ((facts["collectives"][0]["op"], "Cause"), (value["name"], value["name"])):
        browser.ask(f"(() => {{ const query = document.querySelector('#query'); query.focus(); query.value = {json.dumps(words)};"
                    " query.dispatchEvent(new Event('input')); })()")
        hits = browser.ask("document.querySelectorAll('#found [role=option]').length")
        assert hits > 0, f"nothing is found for {words}"
        browser.press("ArrowDown")
        browser.press("Enter")
        assert browser.ask("document.querySelector('#found').hidden"), "the search stays open"
        told = browser.ask("document.querySelector('#detail').textContent")
        assert expected in told or "Decided by" in told, f"searching for {words} tells {told[:80]}"


def main():
    page = sys.argv[1]
    text, data = page_data.read(page)
    facts = data["runs"][0]
    with Browser() as browser:
        browser.open(page, 1400, dark="--dark" in sys.argv)
        counts = {selector: browser.ask(f"document.querySelectorAll('{selector}').length") for selector in PARTS}
        for selector, least in PARTS.items():
            assert counts[selector] >= least, f"{selector}: {counts[selector]}, expected {least} or more"
        check_painted(browser)
        check_words(browser, "at first")
        meeting = browser.ask(LABELS_THAT_MEET)
        assert not meeting, f"labels stand on each other: {meeting[:3]}"
        collectives = check_sums(browser, facts)
        folds = browser.ask("[document.querySelectorAll('#graph .turn').length / 2, document.querySelectorAll('#tracks .inLoop').length]")
        check_rounding(browser, text)
        check_wheel(browser)
        check_search(browser, facts)
        check_reading(read_along(browser))
        check_every_box(browser)
        check_words(browser, "after reading")
        assert not browser.complaints(), f"on the console: {browser.complaints()}"
        browser.open(page, 390, 844)
        over, wide = browser.ask(TOO_WIDE)
        assert over <= 0 and not wide, f"on a phone, {over} pixels too wide: {wide}"
        meeting = browser.ask(LABELS_THAT_MEET)
        assert not meeting, f"on a phone, labels stand on each other: {meeting[:3]}"
        check_words(browser, "on a phone")
        assert not browser.complaints(), f"on the console: {browser.complaints()}"
    print(f"{counts['#graph .node']} boxes, {collectives} collectives, {counts['#tracks .bar']} bars, all painted; "
          f"no word on the console; {folds[0]:.0f} groups of layers, {folds[1]} loops that communicate")


main()
