"""usage: page-data.py PAGE.html: reads the facts out of a page as a browser would, and prints what they say."""
import html.parser
import json
import sys


class Facts(html.parser.HTMLParser):
    text, inside = "", False

    def handle_starttag(self, tag, attrs):
        self.inside = tag == "script" and ("id", "facts") in attrs
        assert tag != "link" or dict(attrs)["href"] == "data:,", "the page asks for something"
        assert "src" not in dict(attrs), "the page asks for something"

    def handle_endtag(self, tag):
        self.inside = False

    def handle_data(self, data):
        self.text += data if self.inside else ""


with open(sys.argv[1], encoding="utf-8") as file:
    page = file.read()
assert not any(gap in page for gap in ("{{style}}", "{{facts}}", "{{script}}")), "a gap was left"
facts = Facts()
facts.feed(page)
found = json.loads(facts.text)
paths = {node["place"]["path"] for node in found["graph"]["nodes"] if "path" in node.get("place", {})}
print(f"{len(found['collectives'])} collectives, places {', '.join(sorted(paths))}")
