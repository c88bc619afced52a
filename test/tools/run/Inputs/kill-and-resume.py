"""usage: kill-and-resume.py KILLS FOLDER COMMAND...

Runs COMMAND (a run of steps) to its end; then again with checkpoints, killed at random moments and resumed; compares
the results of both to the last bit.
"""
import filecmp
import os
import random
import subprocess
import sys
import time

kills, folder, command = int(sys.argv[1]), sys.argv[2], sys.argv[3:]
seed = random.randrange(2**32)
print("seed", seed)
chance = random.Random(seed)
whole, parts, checkpoints = (os.path.join(folder, name) for name in ("whole", "parts", "checkpoints"))

begin = time.monotonic()
subprocess.run([*command, "--save-outputs=" + whole], check=True, stdout=subprocess.DEVNULL)
seconds = time.monotonic() - begin

resumed = [*command, "--save=" + checkpoints, "--save-every=50", "--resume=" + checkpoints, "--save-outputs=" + parts]
killed = 0
for _ in range(kills):
    process = subprocess.Popen(resumed, stdout=subprocess.DEVNULL)
    time.sleep(chance.uniform(0, 0.5 * seconds))
    process.kill()
    killed += process.wait() != 0
    for name in os.listdir(checkpoints) if os.path.isdir(checkpoints) else []:
        # Every checkpoint that is there is whole; what is not has another name.
        if name.isdigit():
            assert open(os.path.join(checkpoints, name, "steps")).read() == name + "\n", name
subprocess.run(resumed, check=True, stdout=subprocess.DEVNULL)
names = sorted(os.listdir(whole))
different = [name for name in names if not filecmp.cmp(os.path.join(whole, name), os.path.join(parts, name), shallow=False)]
if different or not names:
    sys.exit(f"after {killed} kills these differ: {different}")
left = [name for name in os.listdir(checkpoints) if not name.isdigit()]
print("the same after kills; left behind:", left)
