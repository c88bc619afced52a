"""usage: two-hosts.py mpi|tcp RANKS COMMAND...

Runs COMMAND as RANKS ranks on two hosts: network namespaces that know each other by one wire and by different names, half of the
ranks in each. Of mpirun, which starts those of the other host by an agent, as it would over ssh; or as a launcher sets
the environment of each. Exit status: the largest.
"""
import os
import subprocess
import sys
import tempfile

NAMES = [f"sw-{os.getpid()}-{side}" for side in "ab"]
ADDRESSES = ["10.213.77.1", "10.213.77.2"]
PORT = 20999


def ip(*words, **more):
    subprocess.run(["ip", *words], check=True, **more)


def make_hosts():
    wires = [f"sw{os.getpid()}{side}" for side in "ab"]
    for name in NAMES:
        ip("netns", "add", name)
    ip("link", "add", wires[0], "netns", NAMES[0], "type", "veth", "peer", "name", wires[1], "netns", NAMES[1])
    for name, wire, address in zip(NAMES, wires, ADDRESSES):
        ip("-n", name, "address", "add", address + "/24", "dev", wire)
        for link in (wire, "lo"):
            ip("-n", name, "link", "set", link, "up")


def remove_hosts():
    for name in NAMES:
        subprocess.run(["ip", "netns", "delete", name], stderr=subprocess.DEVNULL)


def on(host, command):
    """COMMAND on the host, with its name."""
    return ["ip", "netns", "exec", NAMES[host], "unshare", "--uts", "sh", "-c", f'hostname host-{"ab"[host]} && exec "$@"', "sh",
            *command]


def over_tcp(ranks, command):
    running = []
    for rank in range(ranks):
        env = dict(os.environ, SHARDWRIGHT_TOKEN="a token that nobody guesses", RANK=str(rank), WORLD_SIZE=str(ranks),
                   MASTER_ADDR=ADDRESSES[0], MASTER_PORT=str(PORT))
        running.append(subprocess.Popen(on(2 * rank // ranks, command), env=env))
    return max(process.wait() for process in running)


def over_mpi(ranks, command):
    with tempfile.TemporaryDirectory() as folder:
        agent = os.path.join(folder, "agent")
        with open(agent, "w", encoding="utf-8") as file:
            words = " ".join(f"'{word}'" for word in on(1, ["sh", "-c"]))
            file.write(f'#!/bin/sh\nshift\nexec {words} "$*"\n')
        os.chmod(agent, 0o755)
        each = ranks // 2
        hosts = ",".join(f"{address}:{each}" for address in ADDRESSES)
        return subprocess.run(on(0, ["mpirun", "--allow-run-as-root", "--mca", "plm_rsh_agent", agent, "--mca",
                                     "plm_rsh_no_tree_spawn", "1", "--mca", "oob_tcp_if_include", "10.213.77.0/24",
                                     "--mca", "btl_tcp_if_include", "10.213.77.0/24", "--host", hosts, "-n", str(ranks),
                                     *command])).returncode


def main():
    make_hosts()
    try:
        return {"mpi": over_mpi, "tcp": over_tcp}[sys.argv[1]](int(sys.argv[2]), sys.argv[3:])
    finally:
        remove_hosts()


if __name__ == "__main__":
    sys.exit(main())
