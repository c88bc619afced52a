"""Writes programs that ask for more than a parser, a compiler or a machine has: usage: write-hostile.py FOLDER"""
import os
import sys

folder = sys.argv[1]
os.makedirs(folder, exist_ok=True)
DEEP = 20000


def write(name, text):
    with open(os.path.join(folder, name), "w") as file:
        file.write(text)


def returning(body="", attributes=""):
    return "func.func @main(%%a: tensor<4xf32>) -> tensor<4xf32> %s {\n%s  return %%a : tensor<4xf32>\n}\n" % (
        attributes and "attributes {%s}" % attributes, body)


write("modules.mlir", "module {\n" * DEEP + "}\n" * DEEP)
write("ifs.mlir", returning("".join('"stablehlo.if"(%%p%d) ({\n' % i for i in range(DEEP))))
loop = "%%r%d = stablehlo.while(%%i%d = %%a) : tensor<4xf32> cond { stablehlo.return %%p : tensor<i1> } do {\n"
write("whiles.mlir", returning("".join(loop % (i, i) for i in range(DEEP))))
write("tuples.mlir", "func.func @main(%a: " + "tuple<" * DEEP + "tensor<f32>" + ">" * DEEP + ") { return }\n")
write("attributes.mlir", returning("", "x = " + "[" * DEEP + "]" * DEEP))
write("dictionaries.mlir", returning("", "x = " + "{x = " * DEEP + "1" + "}" * DEEP))
write("elements.mlir", returning("%0 = stablehlo.constant dense<" + "[" * DEEP + "1" + "]" * DEEP + "> : tensor<1xf32>\n"))
write("affine.mlir", "#m = affine_map<(d0) -> (" + "-" * DEEP + "d0)>\n" + returning())
write("affine-sum.mlir", "#m = affine_map<(d0) -> (" + " + ".join(["d0 mod 3"] * DEEP) + ")>\n" + returning())
write("alias-chain.mlir", "#a0 = [1]\n" + "".join("#a%d = [#a%d]\n" % (i + 1, i) for i in range(DEEP)) +
      returning("", "x = #a%d" % DEEP))
write("alias-doubled.mlir", "!t0 = tensor<f32>\n" +
      "".join("!t%d = tuple<!t%d, !t%d>\n" % (i + 1, i, i) for i in range(40)) + "func.func @main(%a: !t40) { return }\n")
write("locations.mlir", '#l0 = loc("a")\n' +
      "".join('#l%d = loc(callsite("b" at #l%d))\n' % (i + 1, i) for i in range(DEEP)) +
      returning("  %%0 = stablehlo.sine %%a : tensor<4xf32> loc(#l%d)\n" % DEEP))
write("digits.mlir", returning("  %0 = stablehlo.constant dense<" + "1" * DEEP + "> : tensor<4xi32>\n"))

private = "func.func private @f%d(%%a: tensor<4xf32>) -> tensor<4xf32> {\n%s  return %%%s : tensor<4xf32>\n}\n"
call = "  %%%d = call @f%d(%%%s) : (tensor<4xf32>) -> tensor<4xf32>\n"
last = "  %0 = stablehlo.sine %a : tensor<4xf32>\n"
main = "func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {\n" + call % (0, 0, "a") + "  return %0 : tensor<4xf32>\n}\n"
write("doubled-calls.mlir", main + "".join(
    private % (i, call % (0, i + 1, "a") + call % (1, i + 1, "0"), "1") for i in range(30)) + private % (30, last, "0"))
write("call-chain.mlir", main + "".join(private % (i, call % (0, i + 1, "a"), "0") for i in range(1000)) +
      private % (1000, last, "0"))


def sine(shape, argument=""):
    return ("func.func @main(%%a: tensor<%s> %s) -> tensor<%s> {\n  %%0 = stablehlo.sine %%a : tensor<%s>\n"
            "  return %%0 : tensor<%s>\n}\n") % (shape, argument, shape, shape, shape)


spec = "{sharding.spec = #sharding.spec<@m, [I_x, J]>}"
write("elements-2e63.mlir", "sharding.mesh @m = <x=8>\n" + sine("9223372036854775807x9xf32", spec))
write("bytes-2e66.mlir", "sharding.mesh @m = <x=8>\n" + sine("4294967296x4294967296xf32", spec))
write("bytes-2e57.mlir", sine("72057594037927936xbf16"))
write("zero-and-huge.mlir", sine("0x4294967296x4294967296xf32"))
write("machine.mlir", sine("100000000000000xf32"))
