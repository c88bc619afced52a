"""usage: partition --summary --json ... | count.py [LEAST]

Prints how many collectives of each kind a program has and runs: of at least LEAST bytes each time (default 0).
"""

import collections
import json
import sys

least = float(sys.argv[1]) if len(sys.argv) > 1 else 0
count, executed = collections.Counter(), collections.Counter()
for collective in json.load(sys.stdin)["collectives"]:
    if collective["bytes_per_device"] >= least * collective["executed"]:
        count[collective["op"]] += collective["count"]
        executed[collective["op"]] += collective["executed"]
print("collectives:", ", ".join(f"{executed[op]} {op} in {count[op]}" for op in sorted(count)) or "none")
