#include "passes/lower/cuda/ThreadEmitter.h"

#include "passes/lower/cuda/TeamExchange.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>

using namespace mlir;

namespace shardwright::lower::cuda {

/// Threads beside each other have neighbours in each step, so many lanes each.
SmallVector<Value> ThreadEmitter::emitShared(size_t n, const MergedLoop &merged, SmallVector<Value> running) {
  const int64_t stride = plan.team * lanes, steps = llvm::divideCeil(merged.extent, stride);
  Value first = member;
  if (lanes != 1)
    first = arith::MulIOp::create(here(), loc, first, number(here(), lanes));
  const bool isUneven = merged.extent % stride != 0;
  if (plan.keepsRow) {
    auto [row, isNew] = rows.try_emplace(merged.id);
    if (isNew)
      row->second = makeSteps(merged, first, steps, isUneven);
    return emitSteps(n, merged, row->second, std::move(running));
  }
  // Several steps at a time: what one of them stores must not keep the next one's loads waiting.
  const int64_t together = std::min<int64_t>(steps, lanes == 1 ? kNarrowTogether : kWideTogether);
  const int64_t whole = merged.extent / stride / together;
  auto group = [&](Value from, int64_t count, bool isLast, SmallVector<Value> values) {
    std::vector<Step> made = makeSteps(merged, from, count, isLast);
    return emitSteps(n, merged, made, std::move(values));
  };
  if (whole > 1)
    running = loop(merged.id, number(here(), 0), number(here(), whole * together * stride),
                   number(here(), together * stride), running, [&](SmallVector<Value> values) {
                     Value from = arith::AddIOp::create(here(), loc, loopValue[merged.id], first);
                     return group(from, together, false, std::move(values));
                   });
  const int64_t done = whole > 1 ? whole * together : 0;
  if (done != steps) {
    Value from = first;
    if (done != 0)
      from = arith::AddIOp::create(here(), loc, first, number(here(), done * stride));
    running = group(from, steps - done, isUneven, std::move(running));
  }
  return running;
}

std::vector<ThreadEmitter::Step> ThreadEmitter::makeSteps(const MergedLoop &merged, Value first, int64_t count,
                                                          bool isUneven) {
  std::vector<Step> steps(count);
  OpBuilder &b = here();
  for (int64_t i = 0; i != count; ++i) {
    Step &step = steps[i];
    step.scope = std::make_unique<Scope>(b);
    step.place = i == 0 ? first : Value(arith::AddIOp::create(b, loc, first, number(b, i * plan.team * lanes)));
    if (isUneven && i + 1 == count)
      step.isInside = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ult, step.place, number(b, merged.extent));
  }
  return steps;
}

void ThreadEmitter::enter(const MergedLoop &merged, Step &step) {
  step.scope->builder.restoreInsertionPoint(here().saveInsertionPoint());
  scopes.push_back(std::move(step.scope));
  setLoop(merged.id, step.place);
  if (step.isInside)
    bounds.push_back({maskOf(merged.id), step.isInside});
}

void ThreadEmitter::leave(const MergedLoop &merged, Step &step) {
  step.scope = std::move(scopes.back());
  scopes.pop_back();
  loopDepth.erase(merged.id);
  if (step.isInside)
    bounds.pop_back();
}

size_t ThreadEmitter::stepsTogether(ArrayRef<const Node *> loads, int64_t lanesOfEach) const {
  double registers = 0;
  for (const Node *node : loads)
    registers += std::max(bytesOf(node->buffer) / 4.0, 0.5) * static_cast<double>(lanesOfEach);
  return std::max<size_t>(1, static_cast<size_t>(kLoadRegisters / std::max(registers, 1.0)));
}

/// Loads of as many steps as registers hold first.
SmallVector<Value> ThreadEmitter::emitSteps(size_t n, const MergedLoop &merged, MutableArrayRef<Step> steps,
                                            SmallVector<Value> running) {
  const uint64_t mask = maskOf(merged.id);
  SmallVector<const Node *> loads;
  for (const Node *node : nodesOf(kernel.nests[n]))
    if (node->kind == NodeKind::Load && (node->loops & mask) != 0)
      loads.push_back(node);
  const size_t together = stepsTogether(loads, lanes);
  while (!steps.empty()) {
    MutableArrayRef<Step> group = steps.take_front(together);
    for (Step &step : group) {
      enter(merged, step);
      for (const Node *node : loads)
        get(node);
      leave(merged, step);
    }
    for (Step &step : group) {
      enter(merged, step);
      SmallVector<Value> updates = emitPoint(n, running);
      for (auto [value, update] : llvm::zip(running, updates))
        value = step.isInside ? Value(arith::SelectOp::create(here(), loc, step.isInside, update, value)) : update;
      leave(merged, step);
    }
    steps = steps.drop_front(group.size());
  }
  return running;
}

void ThreadEmitter::syncTeam() {
  DeviceBuilder device(here(), loc);
  if (plan.isByRows && plan.team == kWarp)
    device.syncWarp();
  else
    device.syncBlock();
}

Value ThreadEmitter::combineTeam(const AccumulatorSpec &acc, Opcode op, Value own) {
  return TeamExchange(here(), loc, module, plan, thread, teamInBlock)
      .reduce(own, symbol + "_sum" + std::to_string(numShared++),
              [&](Value x, Value y) { return combine(acc, op, x, y); });
}

/// Points of a line, a team's at a time: each thread has what the line gives up to its own.
void ThreadEmitter::emitScan(size_t n) {
  const Nest &nest = kernel.nests[n];
  const MergedLoop &merged = loops.nests[n].front();
  SmallVector<Value> running;
  std::vector<std::string> names;
  for (const AccumulatorSpec &acc : nest.accumulators) {
    running.push_back(get(acc.init));
    names.push_back(symbol + "_scan" + std::to_string(numShared++));
  }
  auto body = [&](SmallVector<Value> before) {
    Value place = arith::AddIOp::create(here(), loc, loopValue[merged.id], member);
    setLoop(merged.id, place);
    Value inside;
    if (merged.extent % plan.team != 0) {
      inside = arith::CmpIOp::create(here(), loc, arith::CmpIPredicate::ult, place, number(here(), merged.extent));
      bounds.push_back({maskOf(merged.id), inside});
    }
    SmallVector<Value> all;
    for (auto [i, acc] : llvm::enumerate(nest.accumulators)) {
      const Opcode op = *laneReduction(acc);
      Value own = get(elementOfSum(acc));
      if (inside) {
        Value neutral = emitConstant(here(), loc, acc.running->type, neutralElement(op, acc.running->type));
        own = arith::SelectOp::create(here(), loc, inside, own, neutral);
      }
      auto [upTo, total] =
          TeamExchange(here(), loc, module, plan, thread, teamInBlock)
              .scan(own, before[i], names[i], [&, &acc = acc](Value x, Value y) { return combine(acc, op, x, y); });
      scopes.back()->values[acc.update] = upTo;
      all.push_back(total);
    }
    emitPoint(n, before);
    if (inside)
      bounds.pop_back();
    return all;
  };
  SmallVector<Value> results =
      loop(merged.id, number(here(), 0), number(here(), merged.extent), number(here(), plan.team), running, body);
  for (auto [acc, value] : llvm::zip(nest.accumulators, results))
    scopes.back()->values[acc.result] = value;
}

} // namespace shardwright::lower::cuda
