"""usage: check-budget.py ended REPORT.json
       check-budget.py none REPORT.json PROGRESS.log

Of a search that ended by itself: nothing is left out. Of one that had no time: nothing follows it, and at most two steps were
made, by what --progress printed."""
import json
import re
import sys

kind, path = sys.argv[1:3]
with open(path, encoding="utf-8") as file:
    report = json.load(file)
changes = " ".join(each["change"] for each in report["sensitivity"])
print(kind, report["left_out"], changes)
if kind == "ended":
    assert report["left_out"] == []
    assert all(word in changes for word in ("half the speed", "twice the speed", "twice the batch", "half the devices"))
else:
    assert {"other links", "twice the batch"} <= set(report["left_out"])
    assert report["sensitivity"] == [] and report["pipelines"] == []
    with open(sys.argv[3], encoding="utf-8") as file:
        steps = [line for line in file if re.search(r" s, [0-9]+ bytes$", line) and "recomputed:" not in line
                 and "nothing recomputed" not in line]
    print("".join(steps))
    assert 1 <= len(steps) <= 2, steps
