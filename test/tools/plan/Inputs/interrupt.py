"""usage: interrupt.py PROGRAM.mlir OUT.mlir

Interrupts a plan as soon as it has looked at its first mesh, and reads what it then prints."""
import json
import os
import signal
import subprocess
import sys

program, out = sys.argv[1:]
search = subprocess.Popen(["shardwright", "plan", program, "--topology=h100-8", "--progress", "--json", "-o", out],
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
first = search.stderr.readline()
search.send_signal(signal.SIGINT)
output, _ = search.communicate(timeout=120)
printed = json.loads(output)
bound = printed["bound"]
good = (search.returncode == 0 and "mesh" in first and os.path.exists(out) and printed["step"]["seconds"] > 0
        and 0 <= bound["lower_bound"] <= bound["seconds"])
print(f"exit status {search.returncode}, {first.strip()}, {bound}")
sys.exit(not good)
