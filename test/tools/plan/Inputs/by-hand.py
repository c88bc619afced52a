"""usage: by-hand.py FILE MESH STATE ARGUMENT:SPEC...

Prints a program of JAX with a mesh (x=4) and shardings ([_x, _]) of some arguments, by number. STATE: what is added to a
parameter's number for what the optimizer keeps of it (13,25), or none.
"""

import itertools
import re
import sys

file, mesh, state, *specs = sys.argv[1:]
offsets = [0] + [int(offset) for offset in state.split(",") if offset != "none"]
with open(file, encoding="utf-8") as text:
    text = text.read()
for each, offset in itertools.product(specs, offsets):
    number, spec = each.split(":", 1)
    attribute = f"sharding.spec = #sharding.spec<@by_hand, {spec}>"
    text, found = re.subn(rf"(%arg{int(number) + offset}: tensor<[^>]*>)( \{{)?",
                          lambda m: f"{m[1]} {{{attribute}" + (", " if m[2] else "}"), text, count=1)
    assert found, f"there is no argument {number}"
print(text.replace("{\n", f"{{\n  sharding.mesh @by_hand = <{mesh}>\n", 1))
