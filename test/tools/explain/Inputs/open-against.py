"""usage: open-against.py PAGE.html: opens a page of two runs, and goes from the first to the second."""
import sys

from browser import Browser

with Browser() as browser:
    browser.open(sys.argv[1], 1400)
    runs = browser.ask("[...document.querySelectorAll('#runs b')].map(each => each.textContent)")
    counts = [browser.ask(f"document.querySelectorAll('{selector}').length") for selector in ("#differences tbody tr", "#steps .stepBar", "#differenceTable tbody tr")]
    browser.call("Page.navigate", url=browser.ask("document.querySelectorAll('#runs a')[1].href"))
    browser.ask("new Promise(done => { const look = () => document.documentElement.dataset.drawn ? done() : setTimeout(look, 20); setTimeout(look, 200); })")
    browser.settle()
    second = browser.ask("document.querySelector('#title').textContent")
    assert not browser.complaints(), browser.complaints()
print(f"{', '.join(runs)}; {counts[0]} figures, {counts[1]} steps, {counts[2]} rows; then {second}")
