"""usage: page-data.py PAGE.html: reads the facts out of a page as a browser would, and prints what they say."""
import sys

import page_data

page, data = page_data.read(sys.argv[1])
facts = data["runs"][0]
paths = {node["place"]["path"] for node in facts["graph"]["nodes"] if "path" in node.get("place", {})}
lines = data["sources"][0].split("\n")
print(f"{len(facts['collectives'])} collectives, places {', '.join(sorted(paths))}; {len(lines)} lines of source, "
      f"the longest of {max(map(len, lines))}; {'packed' if 'data-encoding=' in page else 'plain'}")
