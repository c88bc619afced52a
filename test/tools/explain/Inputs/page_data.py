"""What a page of `explain --html` holds: its runs, as a browser would read them."""
import base64
import html.parser
import json
import zlib


class Facts(html.parser.HTMLParser):
    text, inside, packed = "", False, False

    def handle_starttag(self, tag, attrs):
        attrs = dict(attrs)
        self.inside = tag == "script" and attrs.get("id") == "facts"
        self.packed = self.packed or (self.inside and attrs.get("data-encoding") == "deflate")
        assert tag != "link" or attrs["href"] == "data:,", "the page asks for something"
        assert "src" not in attrs, "the page asks for something"

    def handle_endtag(self, tag):
        self.inside = False

    def handle_data(self, data):
        self.text += data if self.inside else ""


def read(path):
    """The page's text and its data; fails where the page would need a network."""
    with open(path, encoding="utf-8") as file:
        page = file.read()
    assert not any(gap in page for gap in ("{{style}}", "{{facts}}", "{{script}}", "{{encoding}}")), "a gap was left"
    facts = Facts()
    facts.feed(page)
    shell = page.replace(facts.text, "").replace("http://www.w3.org/2000/svg", "")
    for far in ("http://", "https://", " src=", "@import", "url(http"):
        assert far not in shell, f"the page reaches out: {far}"
    text = zlib.decompress(base64.b64decode(facts.text)) if facts.packed else facts.text
    return page, json.loads(text)
