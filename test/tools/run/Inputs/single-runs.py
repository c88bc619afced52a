"""usage: single-runs.py STEPS STATE FOLDER COMMAND...

Runs COMMAND STEPS times, each a run of its own with the arguments of FOLDER/in; its first STATE results, which it saves in
FOLDER/out, are the first arguments of the next.
"""
import os
import subprocess
import sys

steps, state, folder, command = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3], sys.argv[4:]
inputs, outputs = os.path.join(folder, "in"), os.path.join(folder, "out")
for step in range(steps):
    subprocess.run([*command, "--inputs=" + inputs, "--save-outputs=" + outputs], check=True, stdout=subprocess.DEVNULL)
    for number in range(state if step + 1 < steps else 0):
        os.replace(os.path.join(outputs, f"{number}.npy"), os.path.join(inputs, f"{number}.npy"))
