"""usage: run-ranks.py torchrun|jax RANKS [NAME=VALUE...] COMMAND...

Runs COMMAND as RANKS processes that find each other by their environment, as the launcher of that name sets it; NAME=VALUE
is set besides, or not at all where VALUE is empty, `{rank}` standing for the rank. Of a rank that has `SKIP=RANK` there is
none; with `MEBIBYTES=N` the last line says whether none of them has had more memory than that. Prints what each says, behind its rank, and how it ends: `1: code 0`. Exit status 0.
"""
import os
import resource
import socket
import subprocess
import sys


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


def launcher_environment(launcher, rank, ranks, port):
    if launcher == "jax":
        return {"JAX_PROCESS_ID": rank, "JAX_NUM_PROCESSES": ranks, "JAX_COORDINATOR_ADDRESS": f"127.0.0.1:{port}"}
    return {"RANK": rank, "LOCAL_RANK": rank, "WORLD_SIZE": ranks, "LOCAL_WORLD_SIZE": ranks,
            "MASTER_ADDR": "127.0.0.1", "MASTER_PORT": port}


def main():
    launcher, ranks, rest = sys.argv[1], int(sys.argv[2]), sys.argv[3:]
    changes = {}
    while "=" in rest[0]:
        name, value = rest.pop(0).split("=", 1)
        changes[name] = value
    port = free_port()
    running = []
    for rank in range(ranks):
        if changes.get("SKIP") == str(rank):
            continue
        env = dict(os.environ, SHARDWRIGHT_TOKEN="a token that nobody guesses")
        env.update({name: str(value) for name, value in launcher_environment(launcher, rank, ranks, port).items()})
        env.update({name: value.format(rank=rank) for name, value in changes.items()})
        env = {name: value for name, value in env.items() if value}
        command = [part.replace("{rank}", str(rank)) for part in rest]
        running.append((rank, subprocess.Popen(command, env=env, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                               stderr=subprocess.STDOUT, universal_newlines=True)))
    for rank, process in running:
        said, _ = process.communicate(timeout=300)
        for line in said.splitlines():
            print(f"{rank}: {line}")
        print(f"{rank}: code {process.returncode}")
    if "MEBIBYTES" in changes:
        most = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss >> 10
        print("memory:", "enough" if most <= int(changes["MEBIBYTES"]) else f"a rank has had {most} MiB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
