"""What every benchmark takes on its command line."""
import argparse
import os

from harness import ours
from harness.programs import ROOT


def arguments(doc, *more, programs=True):
    """Parses the command line; MORE are (name, keywords) of the benchmark's own options, PROGRAMS whether it takes
    names of programs."""
    parser = argparse.ArgumentParser(description=doc, formatter_class=argparse.RawDescriptionHelpFormatter)
    if programs:
        parser.add_argument("names", nargs="*", metavar="NAME", help="programs to measure; * matches anything")
    parser.add_argument("--bin", default=os.path.join(ROOT, "build", "bin"), help="where our tools are")
    parser.add_argument("--no-peer", action="store_true", help="our side alone; installs nothing")
    parser.add_argument("--out", help="the JSON file (default build/benchmark/%(prog)s.json)")
    parser.add_argument("--limit", type=float, default=600, help="seconds for one step of one side")
    for name, keywords in more:
        parser.add_argument(name, **keywords)
    options = parser.parse_args()
    options.tools = ours.Tools(options.bin, options.limit)
    return options
