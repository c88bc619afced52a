"""usage: against.py OUT.json PAGE.html: sums over the rows of a comparison are those of its runs; the page holds the same."""
import json
import sys

import page_data

with open(sys.argv[1], encoding="utf-8") as file:
    told = json.load(file)
_, page = page_data.read(sys.argv[2])
assert page["comparison"] == told["comparison"] and page["runs"] == told["runs"], "the page says something else"
figures = {each["key"]: each["values"] for each in told["comparison"]["figures"]}
rows = told["comparison"]["collectives"]
for run, facts in enumerate(told["runs"]):
    assert sum(row["bytes"][run] for row in rows) == facts["bytes_per_device"] == figures["bytes_per_device"][run]
    assert sum(row["executed"][run] for row in rows) == figures["collectives"][run]
    seconds = sum(each["seconds"] * each["executed"] for each in facts["collectives"])
    assert abs(sum(row["seconds"][run] for row in rows) - seconds) < 1e-12, "seconds of collectives"
    for key in ("seconds", "computing_seconds", "exposed_seconds", "mfu", "hfu"):
        assert figures[key.replace("seconds", "step_seconds") if key == "seconds" else key][run] == facts["step"][key], key
    assert figures["peak_bytes"][run] == facts["step"]["memory"]["peak"]
print(f"both: {len(figures)} figures, {len(rows)} rows; sums are those of the runs")
