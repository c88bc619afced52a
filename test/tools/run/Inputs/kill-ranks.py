"""usage: kill-ranks.py KILLS SEED FOLDER RANKS COMMAND...
       kill-ranks.py --stop FOLDER RANKS COMMAND...

Runs COMMAND on RANKS ranks of mpirun, KILLS times, and kills a random rank at a random moment each time. All others must
end within ten seconds with exit status 3, say which rank has died (where the ranks had met), and leave no process and no
file that is not whole in FOLDER/out, where COMMAND saves its results. Prints what was wrong, and a line at the end.
With --stop, rank 2 is stopped once, a second after the start; prints how the others ended.
"""
import glob
import os
import random
import re
import signal
import subprocess
import sys
import time

MPIRUN = ["mpirun", "--oversubscribe", "--allow-run-as-root", "-n"]
WITHIN = 10


def rank_main(folder, command):
    """Of each rank: what its command says, and how and when it ends."""
    rank = os.environ.get("OMPI_COMM_WORLD_RANK") or os.environ["PMIX_RANK"]
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    with open(f"{folder}/said.{rank}", "w") as said:
        process = subprocess.Popen(command, stdout=said, stderr=said,
                                   preexec_fn=lambda: signal.signal(signal.SIGTERM, signal.SIG_DFL))
        with open(f"{folder}/pid.{rank}", "w") as file:
            file.write(f"{process.pid}\n")
        code = process.wait()
    with open(f"{folder}/code.{rank}", "w") as file:
        file.write(f"{code} {time.time()}\n")
    sys.exit(code if code >= 0 else 128 - code)


def read(path):
    with open(path) as file:
        return file.read()


def start(folder, ranks, command):
    for path in glob.glob(f"{folder}/said.*") + glob.glob(f"{folder}/pid.*") + glob.glob(f"{folder}/code.*"):
        os.remove(path)
    return subprocess.Popen(MPIRUN + [ranks, sys.executable, __file__, "--rank", folder] + command,
                            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def has_begun(pid):
    """Whether the process takes care of SIGTERM, which mpirun ends the others by: until then it ends as any would."""
    try:
        blocked = re.search(r"SigBlk:\s*([0-9a-f]+)", read(f"/proc/{pid}/status"))
        return int(blocked.group(1), 16) >> (signal.SIGTERM - 1) & 1 == 1
    except (OSError, AttributeError):
        return True  # it has ended


def one_kill(choose, folder, ranks, command, most, silent):
    """What was wrong; None where the run was through before."""
    run = start(folder, ranks, command)
    pids = [f"{folder}/pid.{rank}" for rank in range(int(ranks))]
    while not all(os.path.exists(path) and read(path).endswith("\n") for path in pids):
        if run.poll() is not None:
            return ["the ranks did not start"]
        time.sleep(0.002)
    while run.poll() is None and not all(has_begun(read(path).strip()) for path in pids):
        time.sleep(0.002)
    time.sleep(choose.uniform(0, most))
    victim = choose.randrange(int(ranks))
    if os.path.exists(f"{folder}/code.{victim}"):
        run.wait()
        return None
    os.kill(int(read(pids[victim])), signal.SIGKILL)
    killed = time.time()
    try:
        run.wait(timeout=WITHIN + 5)
    except subprocess.TimeoutExpired:
        run.kill()
        return [f"mpirun is still there {WITHIN + 5} s after rank {victim} was killed"]
    wrong = []
    for rank in range(int(ranks)):
        if rank == victim:
            continue
        path = f"{folder}/code.{rank}"
        code, end = (read(path).split() if os.path.exists(path) else []) or ("none", "0")
        said = read(f"{folder}/said.{rank}")
        if code == "0" and "ran" in read(f"{folder}/said.0"):
            continue  # it was through
        if code == "none":  # mpirun has killed who watches it, too: a second after it has told both to end
            if not said:
                silent.append(rank)
                continue
            code, end = "3", f"{time.time()}"
        if code != "3":
            wrong.append(f"rank {rank} ended with {code} after rank {victim} was killed: {said}")
        elif float(end) - killed > WITHIN:
            wrong.append(f"rank {rank} took {float(end) - killed:.1f} s")
        elif f"rank {victim} (" not in said and "while the ranks were connecting" not in said \
                and "was ended by SIGTERM" not in said:
            wrong.append(f"rank {rank} does not name rank {victim}: {said}")
    for path in pids:
        proc = f"/proc/{read(path).strip()}"
        while os.path.exists(proc) and time.time() - killed < WITHIN:
            time.sleep(0.01)
        if os.path.exists(proc):
            wrong.append(f"process {proc[6:]} is still there: {read(proc + '/stat')}")
    parts = [name for name in glob.glob(f"{folder}/out/**/*", recursive=True) if name.endswith(".part")]
    if parts:
        wrong.append(f"left behind: {parts}")
    return wrong


def stop(folder, ranks, command):
    os.makedirs(folder, exist_ok=True)
    run = start(folder, ranks, command)
    while not (os.path.exists(f"{folder}/pid.2") and read(f"{folder}/pid.2").endswith("\n")):
        time.sleep(0.01)
    time.sleep(1)
    os.kill(int(read(f"{folder}/pid.2")), signal.SIGSTOP)
    run.wait(timeout=60)
    others = [rank for rank in range(int(ranks)) if rank != 2]
    ended = [rank for rank in others if read(f"{folder}/code.{rank}").startswith("3 ")]
    said = {read(f"{folder}/said.{rank}").split(": ", 1)[-1].strip() for rank in others}
    print(f"{len(ended)} of {len(others)} ended with 3:", *said)
    return 0


def main():
    kills, seed, folder, ranks = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3], sys.argv[4]
    command = sys.argv[5:]
    os.makedirs(f"{folder}/out", exist_ok=True)
    print(f"seed {seed}")
    choose = random.Random(seed)
    begin = time.time()
    if start(folder, ranks, command).wait() != 0:
        print("the command fails:", read(f"{folder}/said.0"))
        return 1
    most = time.time() - begin
    done, wrong, silent = 0, 0, []
    while done != kills:
        found = one_kill(choose, folder, ranks, command, most, silent)
        if found is None:
            continue
        done += 1
        for text in found:
            wrong += 1
            print(text)
    if len(silent) > 1 + kills // 10:  # on a machine that is busy enough a second is short
        wrong += 1
        print(f"{len(silent)} ranks were killed by mpirun, since they did not end by themselves")
    print(f"{done} kills, {wrong} wrong")
    return wrong != 0


if __name__ == "__main__":
    if sys.argv[1] == "--rank":
        rank_main(sys.argv[2], sys.argv[3:])
    sys.exit(stop(sys.argv[2], sys.argv[3], sys.argv[4:]) if sys.argv[1] == "--stop" else main())
