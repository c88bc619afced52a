"""usage: open-plan.py PAGE.html: opens the page of a plan and reads its first section."""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "..", "explain", "Inputs"))
from browser import Browser  # noqa: E402

with Browser() as browser:
    browser.open(sys.argv[1], 1400)
    sections = browser.ask("[...document.querySelectorAll('main > section')].filter(each => !each.hidden).map(each => each.getAttribute('aria-label'))")
    rows = browser.ask("[...document.querySelectorAll('#planRows li')].map(each => each.textContent)")
    bars = browser.ask("[...document.querySelectorAll('#planRows .computes')].filter(each => each.offsetWidth > 0).length")
    changes = browser.ask("document.querySelectorAll('#planSensitivity li').length")
    assert not browser.complaints(), browser.complaints()
assert rows[0].endswith("chosen"), rows
assert rows[1].startswith("the program's own annotations"), rows
print(f"{sections[0]}: {len(rows)} plans, the first chosen, the second the program's own annotations; "
      f"{'as many' if bars == len(rows) else bars} bars; {changes} sensitivities; {sections[1]}")
