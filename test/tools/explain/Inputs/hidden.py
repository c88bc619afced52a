"""hidden.py FACTS.json SHARE: whether at least that share of a step's communication goes beside computing.

Counted from the tasks of the timeline, not from what explain adds up.
"""

import json
import sys


def exposed(block):
    """Seconds in which something is sent and nothing computed, and all that are sent."""
    computing = sorted((task["begin"], task["end"]) for task in block["tasks"] if not task.get("sends"))
    hidden = total = 0
    for task in block["tasks"]:
        if task.get("sends"):
            total += task["end"] - task["begin"]
            hidden += sum(max(0, min(end, task["end"]) - max(begin, task["begin"])) for begin, end in computing)
    return total - hidden, total


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        step = json.load(file)["step"]
    open_seconds = all_seconds = 0
    for block in step["blocks"]:
        times = max(step["ops"][task["op"]]["executed"] for task in block["tasks"])
        some, total = exposed(block)
        open_seconds += times * some
        all_seconds += times * total
    share = 1 - open_seconds / all_seconds
    print(f"{share:.3f} of {all_seconds:.3f} s are hidden")
    sys.exit(0 if share >= float(sys.argv[2]) and abs(open_seconds - step["exposed_seconds"]) < 0.02 * all_seconds else 1)


main()
