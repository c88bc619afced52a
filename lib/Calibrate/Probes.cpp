#include "lib/Calibrate/Probes.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"

#include <algorithm>

namespace shardwright::calibrate {
namespace {

std::string tensor(const std::vector<int64_t> &shape, const std::string &type) {
  std::string text = "tensor<";
  for (int64_t size : shape)
    absl::StrAppend(&text, size, "x");
  return text + type + ">";
}

/// Writes functions of so many results at most: arguments as they are asked for, a line for each operation.
class Writer {
public:
  explicit Writer(const std::string &mesh, size_t mostResults = SIZE_MAX) : mesh(mesh), mostResults(mostResults) {}

  std::string argument(const std::string &type) {
    arguments.push_back(type);
    return "%a" + std::to_string(arguments.size() - 1);
  }
  /// What lies behind `%rN = `.
  void result(const std::string &operation, const std::string &type) {
    body.push_back(absl::StrCat("%r", results.size(), " = ", operation));
    resultLines.push_back(body.size() - 1);
    results.push_back(type);
    if (results.size() == mostResults)
      endFunction();
  }
  /// The same of the first of two results; the other one is not read.
  void firstResult(const std::string &operation, const std::string &type) {
    result(operation, type);
    std::string &line = body.back();
    line.insert(line.find(" = "), ":2");
    firstOfTwo = true;
  }
  /// A value that is part of the next result's kernel, under a name of its own.
  std::string inner(const std::string &operation) {
    std::string name = "%i" + std::to_string(body.size());
    body.push_back(name + " = " + operation);
    return name;
  }

  std::vector<Probe> probes() {
    if (!results.empty())
      endFunction();
    return std::move(done);
  }
  Probe probe() { return probes().front(); }

private:
  void endFunction() {
    std::vector<std::string> given, names;
    for (size_t i = 0; i < arguments.size(); ++i)
      given.push_back(absl::StrCat("%a", i, ": ", arguments[i]));
    for (size_t i = 0; i < results.size(); ++i)
      names.push_back(absl::StrCat("%r", i, firstOfTwo ? "#0" : ""));
    Probe probe;
    std::string signature =
        absl::StrCat("func.func @main(", absl::StrJoin(given, ", "), ") -> (", absl::StrJoin(results, ", "), ") {\n");
    probe.text = absl::StrCat("sharding.mesh @mesh = <", mesh, ">\n", signature, absl::StrJoin(body, "\n"), "\nreturn ",
                              absl::StrJoin(names, ", "), " : ", absl::StrJoin(results, ", "), "\n}\n");
    for (size_t line : resultLines)
      probe.lines.push_back(static_cast<unsigned>(line + 3));
    done.push_back(std::move(probe));
    arguments.clear(), results.clear(), body.clear(), resultLines.clear();
  }

  std::string mesh;
  size_t mostResults;
  bool firstOfTwo = false;
  std::vector<std::string> arguments, results, body;
  std::vector<size_t> resultLines;
  std::vector<Probe> done;
};

/// Elements of the kernels of one probe: all that they touch, some ten bytes each, stays in the cache of a core.
constexpr int64_t kTogetherElements = 65536;

std::string wholeMesh(int64_t devices) { return absl::StrCat("x=", devices); }

/// Kernels over tensors of one size; each takes arguments of its own, so that none is joined to another.
class Kernels {
public:
  Kernels(Writer &out, int64_t elements) : out(out), n(elements), columns(n >= 4096 ? 64 : 8), rows(n / columns) {
    flat = tensor({n}, "f32");
    matrix = tensor({rows, columns}, "f32");
  }

  void basic() {
    unary("negate");
    binary("add");
    binary("multiply");
    reduce("[1]", tensor({rows}, "f32"));
    transpose();
  }
  void all() {
    basic();
    for (const char *name : {"exponential", "tanh", "log", "rsqrt", "sqrt", "logistic"})
      unary(name);
    binary("divide");
    binary("maximum");
    chain();
    reduce("[0]", tensor({columns}, "f32"));
    reduce("[0, 1]", "tensor<f32>");
    softmax();
    broadcastAdd();
    convert();
    select();
    gather();
    concatenate();
    integers();
  }

private:
  void unary(const std::string &name) {
    out.result(absl::StrCat("stablehlo.", name, " ", out.argument(flat), " : ", flat), flat);
  }
  void binary(const std::string &name) {
    std::string a = out.argument(flat), b = out.argument(flat);
    out.result(absl::StrCat("stablehlo.", name, " ", a, ", ", b, " : ", flat), flat);
  }
  void chain() {
    std::string a = out.argument(flat), b = out.argument(flat);
    std::string value = out.inner(absl::StrCat("stablehlo.multiply ", a, ", ", b, " : ", flat));
    value = out.inner(absl::StrCat("stablehlo.add ", value, ", ", a, " : ", flat));
    value = out.inner(absl::StrCat("stablehlo.maximum ", value, ", ", b, " : ", flat));
    out.result(absl::StrCat("stablehlo.subtract ", value, ", ", b, " : ", flat), flat);
  }
  std::string zero() { return out.inner("stablehlo.constant dense<0.0> : tensor<f32>"); }
  void reduce(const std::string &dims, const std::string &type) {
    std::string init = zero(), a = out.argument(matrix);
    out.result(absl::StrCat("stablehlo.reduce(", a, " init: ", init, ") applies stablehlo.add across dimensions = ",
                            dims, " : (", matrix, ", tensor<f32>) -> ", type),
               type);
  }
  void softmax() {
    std::string a = out.argument(matrix), init = zero(), row = tensor({rows}, "f32");
    auto spread = [&](const std::string &value) {
      return out.inner(absl::StrCat("stablehlo.broadcast_in_dim ", value, ", dims = [0] : (", row, ") -> ", matrix));
    };
    auto reduced = [&](const char *by, const std::string &value) {
      return out.inner(absl::StrCat("stablehlo.reduce(", value, " init: ", init, ") applies stablehlo.", by,
                                    " across dimensions = [1] : (", matrix, ", tensor<f32>) -> ", row));
    };
    std::string most = spread(reduced("maximum", a));
    std::string less = out.inner(absl::StrCat("stablehlo.subtract ", a, ", ", most, " : ", matrix));
    std::string power = out.inner(absl::StrCat("stablehlo.exponential ", less, " : ", matrix));
    std::string sum = spread(reduced("add", power));
    out.result(absl::StrCat("stablehlo.divide ", power, ", ", sum, " : ", matrix), matrix);
  }
  void broadcastAdd() {
    std::string row = tensor({columns}, "f32"), a = out.argument(matrix), b = out.argument(row);
    std::string spread =
        out.inner(absl::StrCat("stablehlo.broadcast_in_dim ", b, ", dims = [1] : (", row, ") -> ", matrix));
    out.result(absl::StrCat("stablehlo.add ", a, ", ", spread, " : ", matrix), matrix);
  }
  void transpose() {
    std::string type = tensor({columns, rows}, "f32"), a = out.argument(matrix);
    out.result(absl::StrCat("stablehlo.transpose ", a, ", dims = [1, 0] : (", matrix, ") -> ", type), type);
  }
  void convert() {
    std::string half = tensor({n}, "bf16");
    out.result(absl::StrCat("stablehlo.convert ", out.argument(flat), " : (", flat, ") -> ", half), half);
    out.result(absl::StrCat("stablehlo.convert ", out.argument(half), " : (", half, ") -> ", flat), flat);
    std::string a = out.argument(half), b = out.argument(half);
    out.result(absl::StrCat("stablehlo.add ", a, ", ", b, " : ", half), half);
  }
  void select() {
    std::string mask = tensor({n}, "i1"), a = out.argument(flat), b = out.argument(flat);
    std::string greater =
        out.inner(absl::StrCat("stablehlo.compare GT, ", a, ", ", b, " : (", flat, ", ", flat, ") -> ", mask));
    out.result(absl::StrCat("stablehlo.select ", greater, ", ", a, ", ", b, " : ", mask, ", ", flat), flat);
  }
  /// Whole rows, and single elements.
  void gather() {
    std::string places = tensor({rows, 1}, "i32"), a = out.argument(matrix), at = out.argument(places);
    out.result(absl::StrCat("\"stablehlo.gather\"(", a, ", ", at,
                            ") <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], "
                            "start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, ",
                            columns, ">}> : (", matrix, ", ", places, ") -> ", matrix),
               matrix);
    std::string many = tensor({n, 1}, "i32"), b = out.argument(flat), where = out.argument(many);
    out.result(absl::StrCat("\"stablehlo.gather\"(", b, ", ", where,
                            ") <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = "
                            "[0], index_vector_dim = 1>, slice_sizes = array<i64: 1>}> : (",
                            flat, ", ", many, ") -> ", flat),
               flat);
  }
  void concatenate() {
    std::string both = tensor({2 * n}, "f32"), a = out.argument(flat), b = out.argument(flat);
    out.result(absl::StrCat("stablehlo.concatenate ", a, ", ", b, ", dim = 0 : (", flat, ", ", flat, ") -> ", both),
               both);
  }
  void integers() {
    std::string type = tensor({n}, "i32"), a = out.argument(type), b = out.argument(type);
    out.result(absl::StrCat("stablehlo.add ", a, ", ", b, " : ", type), type);
  }

  Writer &out;
  int64_t n, columns, rows;
  std::string flat, matrix;
};

} // namespace

std::vector<Probe> kernelProbes(int64_t elements, bool few) {
  Writer out(wholeMesh(1), static_cast<size_t>(std::max<int64_t>(1, kTogetherElements / elements)));
  Kernels kernels(out, elements);
  if (few)
    kernels.basic();
  else
    kernels.all();
  return out.probes();
}

Probe productProbe(const std::vector<ProductSize> &sizes, const std::string &type, const std::string &form,
                   int64_t devices) {
  Writer out(wholeMesh(devices));
  for (const ProductSize &size : sizes) {
    bool left = form[0] == 't', right = form[1] == 't';
    std::string lhs = left ? tensor({size.k, size.m}, type) : tensor({size.m, size.k}, type);
    std::string rhs = right ? tensor({size.n, size.k}, type) : tensor({size.k, size.n}, type);
    std::string result = tensor({size.m, size.n}, type), a = out.argument(lhs), b = out.argument(rhs);
    out.result(absl::StrCat("stablehlo.dot_general ", a, ", ", b, ", contracting_dims = [", left ? 0 : 1, "] x [",
                            right ? 1 : 0, "] : (", lhs, ", ", rhs, ") -> ", result),
               result);
  }
  return out.probe();
}

Probe sortProbe(const std::vector<int64_t> &lengths) {
  Writer out(wholeMesh(1));
  for (int64_t length : lengths) {
    std::string type = tensor({16384 / length, length}, "f32"), a = out.argument(type);
    out.result(
        absl::StrCat("\"stablehlo.sort\"(", a,
                     ") <{dimension = 1 : i64, is_stable = true}> ({ ^bb0(%x: tensor<f32>, %y: tensor<f32>): %c = "
                     "stablehlo.compare LT, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1> stablehlo.return "
                     "%c : tensor<i1> }) : (",
                     type, ") -> ", type),
        type);
  }
  return out.probe();
}

Probe callProbe(const std::vector<int64_t> &lengths, const std::vector<int64_t> &sizes,
                const std::vector<int64_t> &batches) {
  Writer out(wholeMesh(1));
  for (int64_t batch : batches) {
    for (int64_t length : lengths) {
      std::string rows = tensor({batch, length}, "f32"), waves = tensor({batch, length / 2 + 1}, "complex<f32>");
      out.result(absl::StrCat("stablehlo.fft ", out.argument(rows), ", type = RFFT, length = [", length, "] : (", rows,
                              ") -> ", waves),
                 waves);
    }
    for (int64_t size : sizes) {
      std::string square = tensor({batch, size, size}, "f32"), sides = tensor({batch, size, 2}, "f32"),
                  a = out.argument(square), b = out.argument(sides);
      out.result(absl::StrCat("\"stablehlo.triangular_solve\"(", a, ", ", b,
                              ") <{left_side = true, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, "
                              "unit_diagonal = true}> : (",
                              square, ", ", sides, ") -> ", sides),
                 sides);
      out.result(absl::StrCat("stablehlo.cholesky ", out.argument(square), ", lower = true : ", square), square);
    }
  }
  return out.probe();
}

Probe functionProbe(llvm::StringRef name, unsigned operands, MathType type, int64_t elements) {
  const bool isComplex = type == MathType::Complex;
  Writer out(wholeMesh(1));
  std::string array = tensor({elements}, isComplex ? "complex<f32>" : kMathTypeNames[static_cast<size_t>(type)].str());
  std::vector<std::string> values;
  for (unsigned i = 0; i < operands; ++i) {
    std::string given = out.argument(array);
    // Logarithms and powers are of what is positive.
    values.push_back(isComplex ? given : out.inner(absl::StrCat("stablehlo.abs ", given, " : ", array)));
  }
  out.result(absl::StrCat("stablehlo.", name.str(), " ", absl::StrJoin(values, ", "), " : ", array), array);
  return out.probe();
}

namespace {

/// Rows and what they become: a number each.
struct Rows {
  Rows(int64_t rows, int64_t columns) : matrix(tensor({rows, columns}, "f32")), vector(tensor({rows}, "f32")) {}

  std::string reduced(Writer &out, Reduced by, const std::string &from) const {
    std::string zero = out.inner("stablehlo.constant dense<0.0> : tensor<f32>");
    return absl::StrCat("stablehlo.reduce(", from, " init: ", zero, ") applies stablehlo.",
                        by == Reduced::Sum ? "add" : "maximum", " across dimensions = [1] : (", matrix,
                        ", tensor<f32>) -> ", vector);
  }
  /// Where the largest lies: what it is and its place are combined together.
  std::string argmax(Writer &out, const std::string &from) const {
    std::string zero = out.inner("stablehlo.constant dense<0.0> : tensor<f32>"),
                first = out.inner("stablehlo.constant dense<0> : tensor<i32>"),
                places = absl::StrReplaceAll(matrix, {{"f32", "i32"}}),
                place = out.inner("stablehlo.iota dim = 1 : " + places);
    return absl::StrCat(
        "\"stablehlo.reduce\"(", from, ", ", place, ", ", zero, ", ", first,
        ") <{dimensions = array<i64: 1>}> ({ ^bb0(%x: tensor<f32>, %i: tensor<i32>, %y: tensor<f32>, "
        "%j: tensor<i32>): %c = stablehlo.compare GE, %x, %y : (tensor<f32>, tensor<f32>) -> "
        "tensor<i1> %v = stablehlo.select %c, %x, %y : tensor<i1>, tensor<f32> %k = stablehlo.select "
        "%c, %i, %j : tensor<i1>, tensor<i32> stablehlo.return %v, %k : tensor<f32>, tensor<i32> }) : (",
        matrix, ", ", places, ", tensor<f32>, tensor<i32>) -> (", vector, ", ",
        absl::StrReplaceAll(vector, {{"f32", "i32"}}), ")");
  }

  std::string matrix, vector;
};

} // namespace

Probe reductionProbe(Reduced by, int64_t rows, int64_t columns) {
  Writer out(wholeMesh(1));
  Rows sizes(rows, columns);
  std::string a = out.argument(sizes.matrix);
  if (by == Reduced::General)
    out.firstResult(sizes.argmax(out, a), sizes.vector);
  else
    out.result(sizes.reduced(out, by, a), sizes.vector);
  return out.probe();
}

Probe rowProbe(std::optional<Reduced> by, int64_t rows, int64_t columns) {
  Writer out(wholeMesh(1));
  Rows sizes(rows, columns);
  std::string a = out.argument(sizes.matrix),
              from = by ? out.inner(sizes.reduced(out, *by, a)) : out.argument(sizes.vector);
  std::string spread = out.inner(
      absl::StrCat("stablehlo.broadcast_in_dim ", from, ", dims = [0] : (", sizes.vector, ") -> ", sizes.matrix));
  std::string less = out.inner(absl::StrCat("stablehlo.subtract ", a, ", ", spread, " : ", sizes.matrix));
  out.result(absl::StrCat("stablehlo.exponential ", less, " : ", sizes.matrix), sizes.matrix);
  return out.probe();
}

Probe repeatedRowProbe(int64_t rows, int64_t columns) {
  Writer out(wholeMesh(1));
  std::string matrix = tensor({rows, columns}, "f32"), row = tensor({columns}, "f32"), a = out.argument(matrix);
  std::string spread = out.inner(
      absl::StrCat("stablehlo.broadcast_in_dim ", out.argument(row), ", dims = [1] : (", row, ") -> ", matrix));
  std::string sum = out.inner(absl::StrCat("stablehlo.add ", a, ", ", spread, " : ", matrix));
  out.result(absl::StrCat("stablehlo.exponential ", sum, " : ", matrix), matrix);
  return out.probe();
}

Probe convolutionProbe(const std::vector<ProductSize> &sizes) {
  Writer out(wholeMesh(1));
  for (const ProductSize &size : sizes) {
    int64_t features = size.k / 9, side = 1;
    while (side * side * 4 <= size.m)
      side *= 2;
    int64_t batch = size.m / (side * side);
    std::string input = tensor({batch, side + 2, side + 2, features}, "f32"),
                kernel = tensor({3, 3, features, size.n}, "f32"), result = tensor({batch, side, side, size.n}, "f32"),
                a = out.argument(input), b = out.argument(kernel);
    out.result(absl::StrCat("stablehlo.convolution(", a, ", ", b,
                            ") dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} "
                            "{batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (",
                            input, ", ", kernel, ") -> ", result),
               result);
  }
  return out.probe();
}

Probe collectiveProbe(CollectiveKind op, int64_t members, int64_t bytes, const std::string &type, int count,
                      int64_t devices) {
  Writer out(members == devices ? wholeMesh(devices) : absl::StrCat("o=", devices / members, ", x=", members));
  int64_t whole = bytes / (type == "bf16" ? 2 : 4);
  std::string from = tensor({whole}, type), to = from, name;
  switch (op) {
  case CollectiveKind::AllGather:
    name = "all_gather @ dim 0";
    from = tensor({whole / members}, type);
    break;
  case CollectiveKind::ReduceScatter:
    name = "reduce_scatter sum @ dim 0";
    to = tensor({whole / members}, type);
    break;
  case CollectiveKind::AllToAll:
    name = "all_to_all @ split 1 concat 0";
    from = tensor({members, whole / members}, type);
    to = tensor({members * members, whole / members / members}, type);
    break;
  case CollectiveKind::Permute: {
    std::vector<std::string> pairs;
    for (int64_t member = 0; member < members; ++member)
      pairs.push_back(absl::StrCat("[", member, ", ", (member + 1) % members, "]"));
    name = absl::StrCat("collective_permute @ pairs [", absl::StrJoin(pairs, ", "), "]");
    break;
  }
  default:
    name = "all_reduce sum @";
  }
  bool keepsType = op == CollectiveKind::Permute || op == CollectiveKind::AllReduce;
  std::string types = keepsType ? from : absl::StrCat("(", from, ") -> ", to);
  for (int i = 0; i < count; ++i)
    out.result(
        absl::StrCat("spmd.", absl::StrReplaceAll(name, {{"@", out.argument(from)}}), " over {x} on @mesh : ", types),
        to);
  return out.probe();
}

Probe phaseProbe(int64_t elements, int count, int64_t devices) {
  Writer out(wholeMesh(devices));
  std::string type = tensor({elements}, "f32"), value = out.argument(type);
  for (int i = 0; i < count; ++i) {
    std::string made = out.inner(absl::StrCat("stablehlo.tanh ", value, " : ", type));
    value = out.inner(absl::StrCat("spmd.all_reduce sum ", made, " over {x} on @mesh : ", type));
  }
  out.result(absl::StrCat("stablehlo.negate ", value, " : ", type), type);
  return out.probe();
}

Probe emptyProbe(int64_t devices) {
  Writer out(wholeMesh(devices));
  out.result("stablehlo.negate " + out.argument("tensor<f32>") + " : tensor<f32>", "tensor<f32>");
  return out.probe();
}

} // namespace shardwright::calibrate
