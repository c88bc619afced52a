#include "passes/lower/cuda/TeamExchange.h"

#include "passes/lower/cuda/DeviceBuilder.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;

namespace shardwright::lower::cuda {

Value TeamExchange::number(int64_t value) { return DeviceBuilder(b, loc).number(thread.getType(), value); }

TeamExchange::Shared TeamExchange::share(Type type, StringRef name, int64_t count) {
  Type stored = type.getIntOrFloatBitWidth() < 8 ? Type(b.getI8Type()) : type;
  return {DeviceBuilder(b, loc).sharedArray(module, name, stored, count), type, stored};
}

void TeamExchange::write(OpBuilder &at, const Shared &shared, Value value, Value index) {
  DeviceBuilder device(at, loc);
  if (shared.stored != shared.type)
    value = arith::ExtUIOp::create(at, loc, shared.stored, value);
  device.store(value, device.elementPointer(shared.array, shared.stored, index),
               shared.stored.getIntOrFloatBitWidth() / 8);
}

Value TeamExchange::read(const Shared &shared, Value index) {
  DeviceBuilder device(b, loc);
  Value value = device.load(shared.stored, device.elementPointer(shared.array, shared.stored, index),
                            shared.stored.getIntOrFloatBitWidth() / 8);
  return shared.stored == shared.type ? value : Value(arith::TruncIOp::create(b, loc, shared.type, value));
}

Value TeamExchange::reduce(Value own, StringRef name, Combine combine) {
  if (plan.isByRows) {
    // Both of a pair combine the same two, whose order does not matter to any of these operations.
    for (int64_t mask = kWarp / 2; mask > 0; mask /= 2)
      own = combine(own, DeviceBuilder(b, loc).fromLane(own, mask));
    if (plan.team == kWarp)
      return own;
  }
  // By warps, or by members of all columns.
  const int64_t parts = plan.isByRows ? plan.team / kWarp : plan.team, columns = plan.isByRows ? 1 : kWarp;
  const Shared shared = share(own.getType(), name, parts * columns);
  if (plan.isByRows) { // one lane of each warp
    Value part = arith::DivUIOp::create(b, loc, thread, number(kWarp));
    Value lane = arith::RemUIOp::create(b, loc, thread, number(kWarp));
    Value isLeading = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq, lane, number(0));
    auto branch = scf::IfOp::create(b, loc, isLeading, /*withElseRegion=*/false);
    OpBuilder inner = branch.getThenBodyBuilder();
    write(inner, shared, own, part);
  } else {
    write(b, shared, own, thread);
  }
  DeviceBuilder(b, loc).syncBlock();
  Value result;
  for (int64_t i = 0; i < parts; ++i) {
    Value index = number(i * columns);
    if (!plan.isByRows)
      index = arith::AddIOp::create(b, loc, index, teamInBlock);
    Value word = read(shared, index);
    result = result ? combine(result, word) : word;
  }
  return result;
}

std::pair<Value, Value> TeamExchange::scan(Value own, Value before, StringRef name, Combine combine) {
  DeviceBuilder device(b, loc);
  Value lane = arith::RemUIOp::create(b, loc, thread, number(kWarp));
  auto choose = [&](Value condition, Value x, Value y) {
    return Value(arith::SelectOp::create(b, loc, condition, x, y));
  };
  // Hillis and Steele: each lane takes what the lanes below it have, from ever farther away.
  for (int64_t distance = 1; distance != kWarp; distance *= 2) {
    Value below = device.fromLaneBelow(own, distance);
    Value has = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::uge, lane, number(distance));
    own = choose(has, combine(below, own), own);
  }
  if (plan.team == kWarp)
    return {combine(before, own), combine(before, device.fromLastLane(own))};
  const int64_t warps = plan.team / kWarp;
  const Shared shared = share(own.getType(), name, warps);
  Value warp = arith::DivUIOp::create(b, loc, thread, number(kWarp));
  Value isLast = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq, lane, number(kWarp - 1));
  auto branch = scf::IfOp::create(b, loc, isLast, /*withElseRegion=*/false);
  OpBuilder inner = branch.getThenBodyBuilder();
  write(inner, shared, own, warp);
  device.syncBlock();
  Value all = before;
  for (int64_t i = 0; i != warps; ++i) {
    all = combine(all, read(shared, number(i)));
    Value isBelow = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ult, number(i), warp);
    before = choose(isBelow, all, before);
  }
  device.syncBlock();
  return {combine(before, own), all};
}

} // namespace shardwright::lower::cuda
