#include "passes/common/Limits.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/AttrTypeSubElements.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"

#include "llvm/ADT/APInt.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringExtras.h"

#include <algorithm>
#include <utility>

using namespace mlir;

namespace shardwright {
namespace {

/// How deep attributes and types nest, each visited once: they may share their parts so often that written out they
/// fill no memory. Without recursion: this is what decides whether there may be any.
class NestingOf {
public:
  template <typename T> int64_t operator()(T root) {
    visit(root);
    while (!stack.empty()) {
      auto [node, entered] = stack.back();
      if (entered) {
        stack.pop_back();
        int64_t deepest = 0;
        forEachPart(node, [&](const void *part) { deepest = std::max(deepest, depths.lookup(part)); });
        depths[node.getOpaque()] = deepest + 1;
        continue;
      }
      stack.back().second = true;
      forEachPart(
          node, [](const void *) {}, /*visitParts=*/true);
    }
    return depths.lookup(root.getAsOpaquePointer());
  }

private:
  struct Node {
    Attribute attribute;
    Type type;
    const void *getOpaque() const { return attribute ? attribute.getAsOpaquePointer() : type.getAsOpaquePointer(); }
  };
  void visit(Attribute attribute) {
    if (attribute && depths.try_emplace(attribute.getAsOpaquePointer(), 0).second)
      stack.push_back({Node{attribute, Type()}, false});
  }
  void visit(Type type) {
    if (type && depths.try_emplace(type.getAsOpaquePointer(), 0).second)
      stack.push_back({Node{Attribute(), type}, false});
  }
  void forEachPart(Node node, llvm::function_ref<void(const void *)> see, bool visitParts = false) {
    auto each = [&](auto part) {
      if (!part)
        return;
      see(part.getAsOpaquePointer());
      if (visitParts)
        visit(part);
    };
    if (node.attribute)
      node.attribute.walkImmediateSubElements([&](Attribute part) { each(part); }, [&](Type part) { each(part); });
    else
      node.type.walkImmediateSubElements([&](Attribute part) { each(part); }, [&](Type part) { each(part); });
  }

  llvm::DenseMap<const void *, int64_t> depths;
  std::vector<std::pair<Node, bool>> stack;
};

/// The exact number, of any size.
std::string product(llvm::ArrayRef<int64_t> shape, uint64_t factor) {
  unsigned bits = 64 * (shape.size() + 2);
  llvm::APInt number(bits, factor);
  for (int64_t size : shape)
    if (!ShapedType::isDynamic(size))
      number *= llvm::APInt(bits, static_cast<uint64_t>(size));
  return llvm::toString(number, 10, /*Signed=*/false);
}

/// Bytes of an element as a tensor stores it; 0 where that is not known here.
int64_t storedBytes(Type element) {
  if (auto complex = dyn_cast<ComplexType>(element))
    return 2 * storedBytes(complex.getElementType());
  return element.isIntOrFloat() ? (static_cast<int64_t>(element.getIntOrFloatBitWidth()) + 7) / 8 : 0;
}

/// A dimension of length 0 makes a tensor small, yet the others are still multiplied with each other.
bool isTooLarge(ShapedType type) {
  int64_t bytes = std::max<int64_t>(1, storedBytes(type.getElementType()));
  for (int64_t size : type.getShape())
    if (size > 0 && (__builtin_mul_overflow(bytes, size, &bytes) || bytes > kMaxTensorBytes))
      return true;
  return false;
}

} // namespace

LogicalResult verifyTensorSizes(ModuleOp module) {
  llvm::DenseMap<Type, bool> known;
  bool good = true;
  auto check = [&](Location loc, Type type) {
    auto [it, isNew] = known.try_emplace(type, true);
    if (!isNew)
      return;
    type.walk([&](Type part) {
      auto shaped = dyn_cast<ShapedType>(part);
      if (!shaped || !shaped.hasRank() || !isTooLarge(shaped))
        return;
      int64_t element = std::max<int64_t>(1, storedBytes(shaped.getElementType()));
      llvm::SmallVector<int64_t> positive;
      llvm::copy_if(shaped.getShape(), std::back_inserter(positive), [](int64_t size) { return size > 0; });
      emitError(loc) << part << " is too large: its dimensions make " << product(positive, 1) << " elements, "
                     << product(positive, static_cast<uint64_t>(element)) << " bytes, and a tensor has at most "
                     << kMaxTensorBytes << " bytes";
      good = false;
    });
  };
  // From the outside in: of a value and what is computed from it the first is the one to name.
  module.walk<WalkOrder::PreOrder>([&](Operation *op) {
    for (Type type : op->getResultTypes())
      check(op->getLoc(), type);
    for (Region &region : op->getRegions())
      for (Block &block : region)
        for (BlockArgument argument : block.getArguments())
          check(argument.getLoc(), argument.getType());
    // Its results, and a declaration's arguments. It may be missing: the verifier comes later.
    if (auto function = dyn_cast<func::FuncOp>(op); function && function.getFunctionTypeAttr())
      check(op->getLoc(), function.getFunctionType());
  });
  return success(good);
}

LogicalResult verifyNesting(ModuleOp module) {
  auto tooDeep = [](Operation *op, const char *what) {
    return emitError(op->getLoc()->findInstanceOf<FileLineColLoc>() ? op->getLoc() : UnknownLoc::get(op->getContext()))
           << what << " nest more than " << kMaxNesting << " deep: this is the limit of what is read";
  };
  NestingOf nesting;
  std::vector<std::pair<Operation *, int64_t>> open = {{module, 1}};
  while (!open.empty()) {
    auto [op, depth] = open.back();
    open.pop_back();
    if (depth > kMaxNesting)
      return emitError(UnknownLoc::get(module.getContext()))
             << "the program's regions nest more than " << kMaxNesting << " deep: this is the limit of what is read";
    bool deep = nesting(LocationAttr(op->getLoc())) > kMaxNesting || nesting(op->getAttrDictionary()) > kMaxNesting;
    for (Type type : op->getResultTypes())
      deep = deep || nesting(type) > kMaxNesting;
    for (Region &region : op->getRegions())
      for (Block &block : region) {
        for (BlockArgument argument : block.getArguments())
          deep = deep || nesting(argument.getType()) > kMaxNesting ||
                 nesting(LocationAttr(argument.getLoc())) > kMaxNesting;
        for (Operation &nested : block)
          open.push_back({&nested, depth + 1});
      }
    if (deep)
      return tooDeep(op, "attributes, types or locations");
  }
  return success();
}

} // namespace shardwright
