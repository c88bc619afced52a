#include "dialects/vhlo/PortableArtifact.h"

#include "dialects/vhlo/Entries.h"
#include "dialects/vhlo/Operations.h"
#include "dialects/vhlo/Properties.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/Diagnostics.h"

#include <optional>

using namespace mlir;

namespace shardwright::vhlo {
namespace {

/// What follows an operation's name; bits of a byte.
enum : uint8_t {
  kHasAttributes = 1,
  kHasResults = 2,
  kHasOperands = 4,
  kHasSuccessors = 8,
  kHasRegions = 16,
  kHasUseListOrders = 32,
  kHasProperties = 64,
  kAllParts = 127
};

/// As deep as any program may nest (passes/common/Limits.h).
constexpr int kMaxRegionDepth = 512;

/// The values of a region that is isolated from what is around it, and of the regions in it, in the order in which they
/// are defined. A region has its values numbered behind those of the regions around it.
struct Scope {
  std::vector<Value> values;
  size_t next = 0;
};

/// An operation up to its regions.
struct Head {
  const KnownOperation *known = nullptr;
  Location loc;
  NamedAttrList attributes;
  NamedAttrList properties;
  SmallVector<Type> results;
  SmallVector<Value> operands;
  size_t numRegions = 0;
  bool isIsolated = false;
};

class ProgramReader {
public:
  ProgramReader(const Container &container, StringRef name, MLIRContext *context)
      : container(container), name(name), context(context), entries(container, context) {}

  OwningOpRef<ModuleOp> read();

private:
  LogicalResult damaged(const llvm::Twine &how);
  LogicalResult damagedAt(const ByteReader &in, const llvm::Twine &what) {
    return damaged(what + " at byte " + llvm::Twine(in.offset()));
  }
  /// Why an entry is null.
  LogicalResult badEntry() { return damaged(entries.problem()); }
  LogicalResult unknownOperation(const BytecodeName &name, Location loc);

  LogicalResult readOperation(ByteReader &in, Block &block, Scope &scope, int depth);
  LogicalResult readHead(ByteReader &in, Scope &scope, std::optional<Head> &head);
  LogicalResult readProperties(ByteReader &in, Head &head);
  LogicalResult create(const ByteReader &in, Head &head, Block &block, Scope &scope, Operation *&op);
  LogicalResult dropCast(const ByteReader &in, Head &head, Scope &scope);
  LogicalResult readRegions(ByteReader &in, Operation *op, bool isIsolated, Scope &outer, int depth);
  LogicalResult readRegion(ByteReader &in, Region &region, Scope &scope, int depth);
  LogicalResult readArguments(ByteReader &in, Block &block, Scope &scope);
  LogicalResult define(const ByteReader &in, Scope &scope, ValueRange values);

  const Container &container;
  StringRef name;
  MLIRContext *context;
  Entries entries;
};

/// In which order the uses of each of `count` values were listed, which nothing here depends on.
void skipUseListOrders(ByteReader &in, size_t count) {
  const bool hasNumbers = count > 1;
  for (size_t values = hasNumbers ? in.count() : 1; values > 0; --values) {
    if (hasNumbers)
      (void)in.number();
    for (size_t numbers = in.atMostSize(in.numberWithFlag().first); numbers > 0; --numbers)
      (void)in.number();
  }
}

} // namespace

LogicalResult ProgramReader::damaged(const llvm::Twine &how) {
  return emitError(UnknownLoc::get(context)) << name << " is a damaged StableHLO portable artifact ("
                                             << container.producer << "): " << how << "; copy or save it again";
}

LogicalResult ProgramReader::unknownOperation(const BytecodeName &unknown, Location loc) {
  InFlightDiagnostic diagnostic = emitError(loc) << "unsupported operation '" << unknown.dialect << "." << unknown.name
                                                 << "' in " << name << " (" << container.producer << "): ";
  if (kCurrentVersion < versionOf(container.producer))
    return diagnostic << "operations are known up to StableHLO " << kCurrentVersion.str()
                      << "; write the program for that version (serialize_portable_artifact(module, '"
                      << kCurrentVersion.str() << "')), or save it as text (lowered.as_text())";
  return diagnostic << "no StableHLO up to " << kCurrentVersion.str() << " has an operation of that name and version";
}

OwningOpRef<ModuleOp> ProgramReader::read() {
  // Everything is read into this one, where it belongs to somebody also if reading ends early.
  OwningOpRef<ModuleOp> outer(ModuleOp::create(UnknownLoc::get(context)));
  ByteReader in = container.program;
  Scope scope;
  auto [count, hasArguments] = in.numberWithFlag();
  Block &top = *outer->getBody();
  if (count != 1 || hasArguments) {
    (void)damaged("it has " + llvm::Twine(count) + " programs");
    return {};
  }
  std::optional<Head> head;
  Operation *op = nullptr;
  if (failed(readHead(in, scope, head)) || failed(create(in, *head, top, scope, op)))
    return {};
  auto module = dyn_cast_or_null<ModuleOp>(op);
  if (!module || head->numRegions != 1) {
    (void)damaged("it is no module");
    return {};
  }
  if (failed(readRegions(in, module, head->isIsolated, scope, /*depth=*/1)))
    return {};
  if (!in.isDone() || !module.getBodyRegion().hasOneBlock()) {
    (void)damagedAt(in, "its program ends early");
    return {};
  }
  module->remove();
  return module;
}

LogicalResult ProgramReader::readHead(ByteReader &in, Scope &scope, std::optional<Head> &head) {
  const uint64_t index = in.number();
  const uint8_t parts = in.byte();
  const uint64_t place = in.number();
  if (in.failed() || index >= container.operations.size() || (parts & ~kAllParts))
    return damagedAt(in, "an operation is malformed");
  LocationAttr loc = entries.location(place);
  if (!loc)
    return badEntry();
  const BytecodeName &operation = container.operations[index];
  head.emplace(Head{findOperation(operation.dialect, operation.name), Location(loc), {}, {}, {}, {}});
  if (!head->known)
    return unknownOperation(operation, loc);
  if (parts & kHasAttributes) {
    auto attributes = dyn_cast_or_null<DictionaryAttr>(entries.attribute(in.number()));
    if (!attributes)
      return damagedAt(in, "attributes of an operation are missing");
    head->attributes = attributes;
  }
  if (parts & kHasProperties) {
    if (failed(readProperties(in, *head)))
      return failure();
  } else if (!head->known->properties.empty()) {
    return damagedAt(in, "properties of an operation are missing");
  }
  if (parts & kHasResults)
    for (size_t count = in.count(); count > 0; --count) {
      Type type = entries.type(in.number());
      if (!type)
        return badEntry();
      head->results.push_back(type);
    }
  if (parts & kHasOperands)
    for (size_t count = in.count(); count > 0; --count) {
      const uint64_t value = in.number();
      if (value >= scope.values.size() || !scope.values[value])
        return damagedAt(in, "an operand is defined nowhere before its use");
      head->operands.push_back(scope.values[value]);
    }
  if (parts & kHasSuccessors)
    return damagedAt(in, "an operation has successors, which StableHLO's never have,");
  if (parts & kHasUseListOrders)
    skipUseListOrders(in, head->results.size());
  if (parts & kHasRegions) {
    auto [count, isIsolated] = in.numberWithFlag();
    head->numRegions = in.atMostSize(count);
    head->isIsolated = isIsolated;
  }
  return in.failed() ? damagedAt(in, "its program ends early") : success();
}

LogicalResult ProgramReader::readProperties(ByteReader &in, Head &head) {
  const uint64_t index = in.number();
  if (in.failed() || index >= container.properties.size())
    return damagedAt(in, "properties of an operation are missing");
  ByteReader properties = container.properties[index];
  for (const Property &property : head.known->properties) {
    uint64_t value;
    bool isThere = true;
    if (property.isOptional)
      std::tie(value, isThere) = properties.numberWithFlag();
    else
      value = properties.number();
    if (properties.failed())
      return damagedAt(properties, "properties of an operation end early");
    if (!isThere)
      continue;
    Attribute attribute = entries.attribute(value);
    if (!attribute)
      return badEntry();
    head.properties.append(property.name, attribute);
  }
  return properties.isDone() ? success() : damagedAt(properties, "an operation has more properties than it may have");
}

/// A cast between dialects joins values of one type, since types of vhlo become those that it stands for.
LogicalResult ProgramReader::dropCast(const ByteReader &in, Head &head, Scope &scope) {
  if (TypeRange(ValueRange(head.operands)) != TypeRange(head.results))
    return emitError(head.loc) << "a cast in " << name << " changes types";
  return define(in, scope, head.operands);
}

LogicalResult ProgramReader::create(const ByteReader &in, Head &head, Block &block, Scope &scope, Operation *&op) {
  StringRef operation = head.known->name;
  if (operation == "builtin.unrealized_conversion_cast" && head.numRegions == 0)
    return dropCast(in, head, scope);
  if (operation == "func.return" && block.getParentOp()->getName().getStringRef() != "func.func")
    operation = "stablehlo.return";
  std::optional<RegisteredOperationName> registered = RegisteredOperationName::lookup(operation, context);
  if (!registered)
    return emitError(head.loc) << "unsupported operation '" << operation << "' in " << name;
  OperationState state(head.loc, *registered);
  state.attributes = std::move(head.attributes);
  state.types.assign(head.results.begin(), head.results.end());
  state.operands.assign(head.operands.begin(), head.operands.end());
  for (size_t i = 0; i < head.numRegions; ++i)
    state.addRegion();
  op = Operation::create(state);
  block.push_back(op);
  NamedAttrList properties;
  std::string problem;
  if (operation.starts_with("sdy."))
    properties = std::move(head.properties);
  else if (!convertProperties(std::move(head.properties), properties, problem))
    return op->emitError() << "'" << operation << "' in " << name << ": " << problem;
  auto refuse = [&] { return op->emitError() << "'" << operation << "' in " << name << ": "; };
  if (!properties.empty() && failed(op->setPropertiesFromAttribute(properties.getDictionary(context), refuse)))
    return failure();
  return define(in, scope, op->getResults());
}

LogicalResult ProgramReader::define(const ByteReader &in, Scope &scope, ValueRange values) {
  // The module's own results, which it has none of, belong to no region.
  if (values.size() > scope.values.size() - scope.next)
    return damagedAt(in, "more values are defined than were announced");
  for (Value value : values)
    scope.values[scope.next++] = value;
  return success();
}

LogicalResult ProgramReader::readRegions(ByteReader &in, Operation *op, bool isIsolated, Scope &outer, int depth) {
  if (depth > kMaxRegionDepth)
    return damaged("its regions nest more than " + llvm::Twine(kMaxRegionDepth) + " deep");
  if (!isIsolated) {
    for (Region &region : op->getRegions())
      if (failed(readRegion(in, region, outer, depth)))
        return failure();
    return success();
  }
  Section section = readSection(in);
  if (in.failed() || section.id != kProgramSection)
    return damagedAt(in, "a region is missing");
  Scope scope;
  for (Region &region : op->getRegions())
    if (failed(readRegion(section.contents, region, scope, depth)))
      return failure();
  return section.contents.isDone() ? success() : damagedAt(section.contents, "a region is followed by something else");
}

LogicalResult ProgramReader::readRegion(ByteReader &in, Region &region, Scope &scope, int depth) {
  const uint64_t blocks = in.number();
  if (blocks == 0 && !in.failed())
    return success();
  if (blocks > 1)
    return emitError(region.getLoc()) << "a region in " << name << " has " << blocks
                                      << " blocks; control flow between blocks is not supported";
  const size_t outerNext = scope.next, base = scope.values.size();
  scope.values.resize(base + in.count());
  scope.next = base;
  Block &block = region.emplaceBlock();
  auto [operations, hasArguments] = in.numberWithFlag();
  if (hasArguments && failed(readArguments(in, block, scope)))
    return failure();
  for (uint64_t count = operations; count > 0; --count) {
    if (in.failed())
      return damagedAt(in, "its program ends early");
    if (failed(readOperation(in, block, scope, depth)))
      return failure();
  }
  scope.values.resize(base);
  scope.next = outerNext;
  return in.failed() ? damagedAt(in, "its program ends early") : success();
}

LogicalResult ProgramReader::readArguments(ByteReader &in, Block &block, Scope &scope) {
  const size_t count = in.count();
  for (size_t i = 0; i < count; ++i) {
    auto [index, hasPlace] = in.numberWithFlag();
    Type type = entries.type(index);
    LocationAttr loc = hasPlace ? entries.location(in.number()) : LocationAttr(UnknownLoc::get(context));
    if (!type || !loc)
      return badEntry();
    block.addArgument(type, Location(loc));
  }
  if (in.byte() != 0)
    skipUseListOrders(in, count);
  return in.failed() ? damagedAt(in, "its program ends early") : define(in, scope, block.getArguments());
}

LogicalResult ProgramReader::readOperation(ByteReader &in, Block &block, Scope &scope, int depth) {
  std::optional<Head> head;
  Operation *op = nullptr;
  if (failed(readHead(in, scope, head)) || failed(create(in, *head, block, scope, op)))
    return failure();
  return head->numRegions == 0 ? success() : readRegions(in, op, head->isIsolated, scope, depth + 1);
}

bool isPortableArtifact(StringRef bytes) { return producerOf(bytes).starts_with("StableHLO"); }

OwningOpRef<ModuleOp> readPortableArtifact(StringRef bytes, StringRef name, MLIRContext *context) {
  absl::StatusOr<Container> container = readContainer(bytes);
  if (container.ok())
    return ProgramReader(*container, name, context).read();
  emitError(UnknownLoc::get(context)) << name << " is a damaged StableHLO portable artifact (" << producerOf(bytes)
                                      << "): " << std::string(container.status().message())
                                      << "; copy or save it again";
  return {};
}

} // namespace shardwright::vhlo
