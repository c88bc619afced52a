#ifndef LIB_PLACEMENT_PROBLEMFIELDS_H
#define LIB_PLACEMENT_PROBLEMFIELDS_H

#include "shardwright/Placement/ShardingProblem.h"

#include <algorithm>
#include <tuple>

namespace shardwright::problem_text {

/// The one table of what a problem's text has between braces: a field is printed, parsed and compared by its line here.
/// Each table is beside a binding of all members, which no longer compiles where a member was added and not listed.
template <typename T, typename M> struct Field {
  llvm::StringLiteral name;
  M T::*member;
};
template <typename T, typename M> Field(llvm::StringLiteral, M T::*) -> Field<T, M>;

template <typename T> struct Fields;
template <typename T, typename = void> struct HasFields : std::false_type {};
template <typename T> struct HasFields<T, std::void_t<decltype(&Fields<T>::table)>> : std::true_type {};

template <typename E> struct EnumNames;

template <> struct EnumNames<fusion::OpForm::Kind> {
  static constexpr llvm::StringLiteral kAll[] = {"elementwise",   "broadcast", "transpose", "reshape",     "slice",
                                                 "dynamic_slice", "gather",    "pad",       "concatenate", "made",
                                                 "splat",         "constant",  "reduction", "window",      "update",
                                                 "scatter",       "index",     "product",   "other"};
};
static_assert(std::size(EnumNames<fusion::OpForm::Kind>::kAll) == size_t(fusion::OpForm::Kind::Other) + 1);

template <> struct EnumNames<Function> { static constexpr const auto &kAll = kFunctionNames; };
template <> struct EnumNames<MathType> { static constexpr const auto &kAll = kMathTypeNames; };

template <> struct EnumNames<ShardingProblem::LocalOp::Library> {
  static constexpr llvm::StringLiteral kAll[] = {"none", "product", "sort", "collective", "call"};
};
static_assert(std::size(EnumNames<ShardingProblem::LocalOp::Library>::kAll) ==
              size_t(ShardingProblem::LocalOp::Library::Call) + 1);

template <> struct EnumNames<ShardingProblem::Region::Form> {
  static constexpr llvm::StringLiteral kAll[] = {"loop", "branches", "inline"};
};
static_assert(std::size(EnumNames<ShardingProblem::Region::Form>::kAll) ==
              size_t(ShardingProblem::Region::Form::Inline) + 1);

template <> struct EnumNames<PartialBehavior> {
  static constexpr llvm::StringLiteral kAll[] = {"none", "all_alike", "exactly_one"};
};

template <> struct EnumNames<ReductionKind> { static constexpr const auto &kAll = kReductionNames; };
template <> struct EnumNames<CollectiveKind> { static constexpr const auto &kAll = kCollectiveNames; };

/// The types that prices tell apart (ElementType::name).
inline constexpr llvm::StringLiteral kPricedTypes[] = {"f32", "f64", "bf16", "f16", "tf32",
                                                       "fp8", "fp4", "int8", "int4"};

template <> struct Fields<fusion::OpForm> {
  using T = fusion::OpForm;
  static auto table() {
    return std::tuple{
        Field{"kind", &T::kind},          Field{"price", &T::price},        Field{"dims", &T::dims},
        Field{"leading", &T::leading},    Field{"points", &T::points},      Field{"complex", &T::isComplex},
        Field{"simple", &T::isSimple},    Field{"regions", &T::hasRegions}, Field{"pointwise", &T::isPointwise},
        Field{"effects", &T::hasEffects}, Field{"function", &T::function},  Field{"function_type", &T::functionType}};
  }
  static void checkAllAreListed(T &x) { [[maybe_unused]] auto &[a, b, c, d, e, f, g, h, i, j, k, l] = x; }
};

template <> struct Fields<cost::ProductWork> {
  using T = cost::ProductWork;
  static auto table() {
    return std::tuple{Field{"type", &T::type},
                      Field{"batch", &T::batch},
                      Field{"m", &T::m},
                      Field{"n", &T::n},
                      Field{"k", &T::k},
                      Field{"form", &T::form},
                      Field{"read_bytes", &T::readBytes},
                      Field{"written_bytes", &T::writtenBytes},
                      Field{"passes", &T::passes},
                      Field{"multiply_add", &T::multiplyAdd}};
  }
  static void checkAllAreListed(T &x) { [[maybe_unused]] auto &[a, b, c, d, e, f, g, h, i, j] = x; }
};

template <> struct Fields<ShardingProblem::LocalOp::Indexing> {
  using T = ShardingProblem::LocalOp::Indexing;
  static auto table() {
    return std::tuple{Field{"vector_dim", &T::vectorDim}, Field{"dims", &T::dims}, Field{"spread", &T::spread}};
  }
  static void checkAllAreListed(T &x) { [[maybe_unused]] auto &[a, b, c] = x; }
};

template <> struct Fields<ShardingProblem::Made> {
  using T = ShardingProblem::Made;
  static auto table() {
    return std::tuple{Field{"form", &T::form}, Field{"counted_dim", &T::countedDim}, Field{"neutral", &T::neutral}};
  }
  static void checkAllAreListed(T &x) { [[maybe_unused]] auto &[a, b, c] = x; }
};

template <> struct Fields<ShardingProblem::LocalOp> {
  using T = ShardingProblem::LocalOp;
  static auto table() {
    return std::tuple{Field{"form", &T::form},
                      Field{"library", &T::library},
                      Field{"product", &T::product},
                      Field{"dim", &T::dim},
                      Field{"flops", &T::flops},
                      Field{"is_scalar", &T::isScalar},
                      Field{"collective", &T::collective},
                      Field{"axes", &T::axes},
                      Field{"pairs", &T::pairs},
                      Field{"other_dim", &T::otherDim},
                      Field{"kind", &T::kind},
                      Field{"hands_on", &T::handsOn},
                      Field{"indexing", &T::indexing}};
  }
  static void checkAllAreListed(T &x) { [[maybe_unused]] auto &[a, b, c, d, e, f, g, h, i, j, k, l, m] = x; }
};

template <> struct Fields<Factor> {
  using T = Factor;
  /// Size, kind and `blocked` are part of the rule's own text.
  static auto table() {
    return std::tuple{Field{"reduction", &T::reduction}, Field{"splittable", &T::splittable},
                      Field{"combined", &T::combined}};
  }
  static void checkAllAreListed(T &x) { [[maybe_unused]] auto &[a, b, c, d, e, f] = x; }
};

template <> struct Fields<FactorWindow> {
  using T = FactorWindow;
  static auto table() {
    return std::tuple{Field{"operand", &T::operand},  Field{"dim", &T::dim},       Field{"factor", &T::factor},
                      Field{"low", &T::low},          Field{"stride", &T::stride}, Field{"size", &T::size},
                      Field{"dilation", &T::dilation}};
  }
  static void checkAllAreListed(T &x) { [[maybe_unused]] auto &[a, b, c, d, e, f, g] = x; }
};

template <> struct Fields<ShardingRule> {
  using T = ShardingRule;
  /// Operands, results and `custom` are the rule's own text.
  static auto table() {
    return std::tuple{Field{"factors", &T::factors},
                      Field{"elementwise", &T::elementwise},
                      Field{"partial", &T::partial},
                      Field{"partial_operands", &T::partialOperands},
                      Field{"partial_kinds", &T::partialKinds},
                      Field{"accumulators", &T::accumulators},
                      Field{"windows", &T::windows}};
  }
  static void checkAllAreListed(T &x) { [[maybe_unused]] auto &[a, b, c, d, e, f, g, h, i, j] = x; }
};

template <> struct Fields<OpShapes> {
  using T = OpShapes;
  static auto table() { return std::tuple{Field{"operands", &T::operands}, Field{"results", &T::results}}; }
  static void checkAllAreListed(T &x) { [[maybe_unused]] auto &[a, b] = x; }
};

template <> struct Fields<ShardingProblem::OpClass> {
  using T = ShardingProblem::OpClass;
  static auto table() {
    return std::tuple{Field{"rule", &T::rule}, Field{"shapes", &T::shapes},
                      Field{"seconds_per_point", &T::secondsPerPoint}, Field{"local", &T::local},
                      Field{"manual", &T::manual}};
  }
  static void checkAllAreListed(T &x) { [[maybe_unused]] auto &[a, b, c, d, e] = x; }
};

template <> struct Fields<fusion::AttentionKernel::Read> {
  using T = fusion::AttentionKernel::Read;
  static auto table() { return std::tuple{Field{"dims", &T::dims}, Field{"element_bytes", &T::elementBytes}}; }
  static void checkAllAreListed(T &x) { [[maybe_unused]] auto &[a, b] = x; }
};

template <> struct Fields<fusion::AttentionKernel> {
  using T = fusion::AttentionKernel;
  static auto table() {
    return std::tuple{Field{"outer", &T::outer},        Field{"summed", &T::summed},
                      Field{"rows", &T::rows},          Field{"columns", &T::columns},
                      Field{"tile_rows", &T::tileRows}, Field{"tile_columns", &T::tileColumns},
                      Field{"depth", &T::depth},        Field{"first", &T::first},
                      Field{"last", &T::last},          Field{"reads", &T::reads}};
  }
  static void checkAllAreListed(T &x) { [[maybe_unused]] auto &[a, b, c, d, e, f, g, h, i, j] = x; }
};

template <> struct Fields<cost::AttentionSteps> {
  using T = cost::AttentionSteps;
  static auto table() {
    return std::tuple{Field{"bytes", &T::bytes}, Field{"half_flops", &T::halfFlops}, Field{"wide_flops", &T::wideFlops},
                      Field{"kernels", &T::kernels}};
  }
  static void checkAllAreListed(T &x) { [[maybe_unused]] auto &[a, b, c, d] = x; }
};

template <> struct Fields<ShardingProblem::Attention::Tensor> {
  using T = ShardingProblem::Attention::Tensor;
  static auto table() { return std::tuple{Field{"value", &T::value}, Field{"dims", &T::dims}}; }
  static void checkAllAreListed(T &x) { [[maybe_unused]] auto &[a, b] = x; }
};

template <> struct Fields<ShardingProblem::Attention::Kernel> {
  using T = ShardingProblem::Attention::Kernel;
  static auto table() {
    return std::tuple{Field{"form", &T::form}, Field{"ops", &T::ops}, Field{"place", &T::place},
                      Field{"outputs", &T::outputs}};
  }
  static void checkAllAreListed(T &x) { [[maybe_unused]] auto &[a, b, c, d] = x; }
};

template <> struct Fields<ShardingProblem::Attention::Sum> {
  using T = ShardingProblem::Attention::Sum;
  static auto table() {
    return std::tuple{Field{"vectors", &T::vectors}, Field{"result", &T::result}, Field{"factors", &T::factors},
                      Field{"divisors", &T::divisors}};
  }
  static void checkAllAreListed(T &x) { [[maybe_unused]] auto &[a, b, c, d] = x; }
};

template <> struct Fields<ShardingProblem::Attention> {
  using T = ShardingProblem::Attention;
  static auto table() {
    return std::tuple{Field{"space", &T::space},     Field{"ops", &T::ops},   Field{"feeders", &T::feeders},
                      Field{"kernels", &T::kernels}, Field{"sums", &T::sums}, Field{"steps", &T::steps}};
  }
  static void checkAllAreListed(T &x) { [[maybe_unused]] auto &[a, b, c, d, e, f] = x; }
};

template <> struct Fields<ElementType> {
  using T = ElementType;
  static auto table() { return std::tuple{Field{"bytes", &T::bytes}, Field{"priced", &T::name}}; }
  static void checkAllAreListed(T &x) { [[maybe_unused]] auto &[a, b] = x; }
};

template <> struct Fields<ShardingProblem::Value> {
  using T = ShardingProblem::Value;
  /// Type, shape and spec stand before the braces, the root first in them.
  static auto table() {
    return std::tuple{Field{"element", &T::element}, Field{"free", &T::free}, Field{"kept", &T::isKept}};
  }
  static void checkAllAreListed(T &x) { [[maybe_unused]] auto &[a, b, c, d, e, f, g] = x; }
};

template <> struct Fields<Price> {
  using T = Price;
  static auto table() {
    return std::tuple{Field{"ticks", &T::ticks}, Field{"work_ticks", &T::workTicks}, Field{"bytes", &T::bytes},
                      Field{"collectives", &T::collectives}};
  }
  static void checkAllAreListed(T &x) { [[maybe_unused]] auto &[a, b, c, d] = x; }
};

template <> struct Fields<Placement> {
  using T = Placement;
  static auto table() {
    return std::tuple{Field{"factors", &T::factors}, Field{"partial", &T::partial},
                      Field{"partial_operand", &T::partialOperand}};
  }
  static void checkAllAreListed(T &x) { [[maybe_unused]] auto &[a, b, c] = x; }
};

template <> struct Fields<NextPlacement> {
  using T = NextPlacement;
  static auto table() { return std::tuple{Field{"placement", &T::placement}, Field{"more", &T::more}}; }
  static void checkAllAreListed(T &x) { [[maybe_unused]] auto &[a, b] = x; }
};

template <> struct Fields<PlacementChoice> {
  using T = PlacementChoice;
  static auto table() {
    return std::tuple{Field{"placement", &T::placement}, Field{"next", &T::next}, Field{"needs", &T::needs},
                      Field{"makes", &T::makes}, Field{"own", &T::own}};
  }
  static void checkAllAreListed(T &x) { [[maybe_unused]] auto &[a, b, c, d, e] = x; }
};

template <typename T> struct IsList : std::false_type {};
template <typename T> struct IsList<std::vector<T>> : std::true_type {};
template <typename T, unsigned N> struct IsList<llvm::SmallVector<T, N>> : std::true_type {};

/// In all fields of the table.
template <typename T> bool isSame(const T &a, const T &b) {
  if constexpr (HasFields<T>::value) {
    return std::apply([&](auto... field) { return (isSame(a.*field.member, b.*field.member) && ...); },
                      Fields<T>::table());
  } else if constexpr (IsList<T>::value) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [](const auto &x, const auto &y) { return isSame(x, y); });
  } else {
    return a == b;
  }
}
template <typename T> bool isSame(const std::optional<T> &a, const std::optional<T> &b) {
  return a.has_value() == b.has_value() && (!a || isSame(*a, *b));
}

// What is left out of the text.
/// Bytes by the type's own name, prices as of f32.
ElementType usualElement(llvm::StringRef type);
/// The dimensions that the rule's factors make.
OpShapes usualShapes(const ShardingRule &rule);
/// What the placement asks for and makes.
PlacementChoice usualChoice(const Mesh &mesh, const ShardingRule &rule, Placement placement);

} // namespace shardwright::problem_text

#endif // LIB_PLACEMENT_PROBLEMFIELDS_H
