"""usage: layers.py LAYERS WIDTH: a per-device program of so many equal layers: rows are gathered, multiplied, and added up where they belong."""
import sys

LAYERS, WIDTH = int(sys.argv[1]), int(sys.argv[2])
OWN, PART = f"tensor<{WIDTH // 8}x{WIDTH}xbf16>", f"tensor<{WIDTH}x{WIDTH // 8}xbf16>"
WHOLE, BACK = f"tensor<{WIDTH}x{WIDTH}xbf16>", f"tensor<{WIDTH // 8}x{WIDTH}xbf16>"
print("sharding.mesh @mesh = <x=8>")
print(f"func.func @main(%x0: {OWN} {{sharding.spec = #sharding.spec<@mesh, [_x, _]>, spmd.global_type = {WHOLE}}}, "
      f"%w: {PART}, %v: tensor<{WIDTH // 8}x{WIDTH // 8}xbf16>) -> ({OWN} {{sharding.spec = #sharding.spec<@mesh, [_x, _]>, spmd.global_type = {WHOLE}}}) {{")
for i in range(LAYERS):
    print(f"  %g{i} = spmd.all_gather %x{i} dim 0 over {{x}} on @mesh : ({OWN}) -> {WHOLE}")
    print(f"  %p{i} = stablehlo.dot_general %g{i}, %w, contracting_dims = [1] x [0] : ({WHOLE}, {PART}) -> {PART}")
    print(f"  %a{i} = spmd.all_to_all %p{i} split 0 concat 1 over {{x}} on @mesh : ({PART}) -> {OWN}")
    for j in range(6):
        print(f"  %{'tsrqon'[j]}{i} = stablehlo.tanh %{'atsrqo'[j]}{i} : {OWN}")
    print(f"  %x{i + 1} = stablehlo.add %n{i}, %x{i} : {OWN}")
print(f"  return %x{LAYERS} : {OWN}\n}}")
