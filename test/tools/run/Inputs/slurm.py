"""usage: slurm.py FOLDER COMMAND...

Runs COMMAND where Slurm is: a controller and one node of 8 processors, here, on the loopback address, with a key of their own.
What they say is in FOLDER. Exit status: the command's.
"""
import os
import pwd
import socket
import subprocess
import sys
import time

CONFIGURATION = """ClusterName=test
SlurmctldHost={host}(127.0.0.1)
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket={folder}/munge.socket
CryptoType=crypto/munge
SlurmctldPort={ports[0]}
SlurmdPort={ports[1]}
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd.pid
SlurmctldLogFile={folder}/slurmctld.log
SlurmdLogFile={folder}/slurmd.log
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_res
SelectTypeParameters=CR_CPU
SlurmdParameters=config_overrides
ReturnToService=2
NodeName={host} NodeAddr=127.0.0.1 CPUs=8 State=UNKNOWN
PartitionName=all Nodes={host} Default=YES State=UP
"""


def free_ports(count):
    sockets = [socket.socket() for _ in range(count)]
    for one in sockets:
        one.bind(("127.0.0.1", 0))
    ports = [one.getsockname()[1] for one in sockets]
    for one in sockets:
        one.close()
    return ports


def start_munge(folder):
    key = os.path.join(folder, "munge.key")
    with open(os.open(key, os.O_CREAT | os.O_TRUNC | os.O_WRONLY, 0o600), "wb") as file:
        file.write(os.urandom(128))
    with open(os.path.join(folder, "munged.out"), "w", encoding="utf-8") as out:
        return subprocess.Popen(["munged", "--foreground", "--force", f"--key-file={key}", f"--socket={folder}/munge.socket",
                                 f"--pid-file={folder}/munge.pid", f"--log-file={folder}/munge.log",
                                 f"--seed-file={folder}/munge.seed"], stdout=out, stderr=out)


def main():
    folder, command = os.path.abspath(sys.argv[1]), sys.argv[2:]
    for name in ("state", "spool"):
        os.makedirs(os.path.join(folder, name), exist_ok=True)
    configuration = os.path.join(folder, "slurm.conf")
    with open(configuration, "w", encoding="utf-8") as file:
        file.write(CONFIGURATION.format(host=socket.gethostname().split(".")[0], folder=folder, ports=free_ports(2)))
    env = dict(os.environ, SLURM_CONF=configuration, USER=pwd.getpwuid(os.getuid()).pw_name)
    daemons = [start_munge(folder)]
    try:
        time.sleep(0.5)
        for daemon in ("slurmctld", "slurmd"):
            with open(os.path.join(folder, daemon + ".out"), "w", encoding="utf-8") as out:
                daemons.append(subprocess.Popen([daemon, "-D", "-f", configuration], env=env, stdout=out, stderr=out))
        until = time.monotonic() + 30
        while time.monotonic() < until and b"idle" not in subprocess.run(["sinfo", "-h", "-o", "%T"], env=env,
                                                                        stdout=subprocess.PIPE).stdout:
            time.sleep(0.2)
        return subprocess.run(command, env=env).returncode
    finally:
        for daemon in reversed(daemons):
            daemon.terminate()
            daemon.wait()


if __name__ == "__main__":
    sys.exit(main())
