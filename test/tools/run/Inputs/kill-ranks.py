"""usage: kill-ranks.py mpi|tcp KILLS SEED FOLDER RANKS COMMAND...
       kill-ranks.py mpi|tcp --stop FOLDER RANKS COMMAND...

Runs COMMAND on RANKS ranks (of mpirun, or processes of run-ranks.py), KILLS times, and kills a random rank at a random moment each time. All others must
end within ten seconds with exit status 3, say which rank has died (where the ranks had met), and leave no process and no
file that is not whole in FOLDER/out, where COMMAND saves its results. Prints what was wrong, and a line at the end.
mpirun is told to leave the ranks that time: by itself it kills those that are left when the first two have ended.
Processes that nobody has started together do not learn of one that dies before it has connected until their deadline: give
COMMAND one of a few seconds.
With --stop, rank 2 is stopped once, a second after the start, until the others have ended; prints how they did.
"""
import glob
import os
import random
import re
import signal
import subprocess
import sys
import time

LAUNCHERS = {"mpi": ["mpirun", "--oversubscribe", "--allow-run-as-root", "--mca", "odls_base_sigkill_timeout", "3", "-n"],
             "tcp": [sys.executable, os.path.join(os.path.dirname(__file__), "run-ranks.py"), "torchrun"]}
WITHIN = 10


def rank_main(folder, command):
    """Of each rank: its command, and beside it, out of the process group that mpirun kills, who notes how that ends."""
    rank = next(os.environ[name] for name in ("OMPI_COMM_WORLD_RANK", "PMIX_RANK", "RANK") if name in os.environ)
    group = os.getpgid(0)
    watcher = os.fork()
    if watcher == 0:
        os.setpgid(0, 0)
        with open(f"{folder}/said.{rank}", "w") as said:
            process = subprocess.Popen(command, stdout=said, stderr=said, preexec_fn=lambda: os.setpgid(0, group))
        write(f"{folder}/pid.{rank}", f"{process.pid}\n")
        code = process.wait()
        write(f"{folder}/code.{rank}", f"{code} {time.time()}\n")
        os._exit(code if code >= 0 else 128 - code)
    signal.signal(signal.SIGTERM, signal.SIG_IGN)  # mpirun sees the end of the command, which gets the signal, too
    _, status = os.waitpid(watcher, 0)
    sys.exit(os.waitstatus_to_exitcode(status))


def write(path, text):
    """As a whole."""
    with open(path + "~", "w") as file:
        file.write(text)
    os.rename(path + "~", path)


def read(path):
    with open(path) as file:
        return file.read()


def start(launcher, folder, ranks, command):
    for path in glob.glob(f"{folder}/said.*") + glob.glob(f"{folder}/pid.*") + glob.glob(f"{folder}/code.*"):
        os.remove(path)
    return subprocess.Popen(launcher + [ranks, sys.executable, __file__, "--rank", folder] + command,
                            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def has_begun(pid):
    """Whether the process takes care of SIGTERM, which mpirun ends the others by: until then it ends as any would."""
    try:
        blocked = re.search(r"SigBlk:\s*([0-9a-f]+)", read(f"/proc/{pid}/status"))
        return int(blocked.group(1), 16) >> (signal.SIGTERM - 1) & 1 == 1
    except (OSError, AttributeError):
        return True  # it has ended


def one_kill(choose, launcher, folder, ranks, command, most):
    """What was wrong; None where the run was through before."""
    run = start(launcher, folder, ranks, command)
    pids = [f"{folder}/pid.{rank}" for rank in range(int(ranks))]
    codes = [f"{folder}/code.{rank}" for rank in range(int(ranks))]
    while not all(os.path.exists(path) for path in pids):
        if run.poll() is not None:
            return ["the ranks did not start"]
        time.sleep(0.002)
    while launcher[0] == "mpirun" and run.poll() is None and not all(has_begun(read(path).strip()) for path in pids):
        time.sleep(0.002)
    time.sleep(choose.uniform(0, most))
    victim = choose.randrange(int(ranks))
    try:
        if os.path.exists(codes[victim]):
            raise ProcessLookupError
        os.kill(int(read(pids[victim])), signal.SIGKILL)
    except ProcessLookupError:  # it was through
        run.wait()
        return None
    killed = time.time()
    while time.time() - killed < WITHIN + 5 and not all(os.path.exists(path) for path in codes):
        time.sleep(0.01)
    try:
        run.wait(timeout=WITHIN + 5)
    except subprocess.TimeoutExpired:
        run.kill()
        return [f"the ranks are still there {WITHIN + 5} s after rank {victim} was killed"]
    wrong = []
    for rank in range(int(ranks)):
        if rank == victim:
            continue
        said = read(f"{folder}/said.{rank}")
        if not os.path.exists(codes[rank]):
            wrong.append(f"rank {rank} has not ended: {said}")
            continue
        code, end = read(codes[rank]).split()
        if code == "0" and "ran" in read(f"{folder}/said.0"):
            continue  # it was through
        if code != "3":
            wrong.append(f"rank {rank} ended with {code} after rank {victim} was killed: {said}")
        elif float(end) - killed > WITHIN:
            wrong.append(f"rank {rank} took {float(end) - killed:.1f} s")
        elif not re.search(rf"\brank {victim}\b", said) and "while the ranks were connecting" not in said:
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


def stop(launcher, folder, ranks, command):
    os.makedirs(folder, exist_ok=True)
    run = start(launcher, folder, ranks, command)
    while not (os.path.exists(f"{folder}/pid.2") and read(f"{folder}/pid.2").endswith("\n")):
        time.sleep(0.01)
    time.sleep(1)
    stopped = int(read(f"{folder}/pid.2"))
    os.kill(stopped, signal.SIGSTOP)
    others = [rank for rank in range(int(ranks)) if rank != 2]
    until = time.time() + 60
    while time.time() < until and not all(os.path.exists(f"{folder}/code.{rank}") for rank in others):
        time.sleep(0.01)
    if not os.path.exists(f"{folder}/code.2"):  # mpirun has it go on, to end it
        os.kill(stopped, signal.SIGCONT)
    run.wait(timeout=60)
    ended = [rank for rank in others if read(f"{folder}/code.{rank}").startswith("3 ")]
    said = {read(f"{folder}/said.{rank}").split(": ", 1)[-1].strip() for rank in others}
    print(f"{len(ended)} of {len(others)} ended with 3:", *said)
    return 0


def kill(launcher, kills, seed, folder, ranks, command):
    os.makedirs(f"{folder}/out", exist_ok=True)
    print(f"seed {seed}")
    choose = random.Random(seed)
    begin = time.time()
    start(launcher, folder, ranks, command).wait()
    if not read(f"{folder}/code.0").startswith("0 "):
        print("the command fails:", read(f"{folder}/said.0"))
        return 1
    most = time.time() - begin
    done, wrong = 0, 0
    while done != kills:
        found = one_kill(choose, launcher, folder, ranks, command, most)
        if found is None:
            continue
        done += 1
        for text in found:
            wrong += 1
            print(text)
    print(f"{done} kills, {wrong} wrong")
    return wrong != 0


if __name__ == "__main__":
    if sys.argv[1] == "--rank":
        rank_main(sys.argv[2], sys.argv[3:])
    LAUNCHER, REST = LAUNCHERS[sys.argv[1]], sys.argv[2:]
    if REST[0] == "--stop":
        sys.exit(stop(LAUNCHER, REST[1], REST[2], REST[3:]))
    sys.exit(kill(LAUNCHER, int(REST[0]), int(REST[1]), REST[2], REST[3], REST[4:]))
