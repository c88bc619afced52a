"""usage: no-longer.py FILE OTHER TOPOLOGY

Exit status 1 where a step of FILE takes longer than one of OTHER.
"""

import json
import subprocess
import sys

*files, topology = sys.argv[1:]
seconds = [
    json.loads(subprocess.run(["shardwright", "explain", file, f"--topology={topology}", "--json"], check=True,
                              stdout=subprocess.PIPE).stdout)["step"]["seconds"] for file in files
]
print(f"{seconds[0] * 1e6:.3f} us, {seconds[1] * 1e6:.3f} us by hand")
sys.exit(seconds[0] > seconds[1] * (1 + 1e-9))
