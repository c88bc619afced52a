#include "lib/Plan/Elimination.h"

#include "lib/Plan/MinPlus.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

namespace shardwright::plan {
namespace {

/// Nodes by the size of the table that eliminating them leaves, as its logarithm. Neighbours that are gone stay in the
/// lists and are passed over, so that a node with thousands of them costs no more than they do.
class EliminationOrder {
public:
  EliminationOrder(std::vector<llvm::SmallVector<uint32_t, 4>> neighbours, std::vector<double> bits)
      : neighbours(std::move(neighbours)), bits(std::move(bits)), tables(this->bits), isGone(this->bits.size()) {
    for (uint32_t node = 0; node < tables.size(); ++node) {
      for (uint32_t other : this->neighbours[node])
        tables[node] += this->bits[other];
      degrees.push_back(this->neighbours[node].size());
      byTable.insert({tables[node], node});
      byDegree.insert({degrees[node], node});
    }
  }

  bool isEmpty() const { return byTable.empty(); }
  /// The smallest table and its node.
  std::pair<double, uint32_t> next() const { return *byTable.begin(); }

  /// Its neighbours, which become neighbours of each other.
  llvm::SmallVector<uint32_t, 4> eliminate(uint32_t node) {
    llvm::SmallVector<uint32_t, 4> around = remove(node);
    for (size_t i = 0; i < around.size(); ++i)
      for (uint32_t other : llvm::ArrayRef(around).drop_front(i + 1))
        connect(around[i], other);
    return around;
  }

  /// One of those with the most neighbours.
  uint32_t widest(std::mt19937_64 &random) const {
    auto place = byDegree.rbegin();
    for (size_t skipped = random() % 4; skipped > 0 && std::next(place) != byDegree.rend(); --skipped)
      ++place;
    return place->second;
  }
  void drop(uint32_t node) { remove(node); }

private:
  llvm::SmallVector<uint32_t, 4> remove(uint32_t node) {
    byTable.erase({tables[node], node});
    byDegree.erase({degrees[node], node});
    isGone[node] = true;
    llvm::SmallVector<uint32_t, 4> around;
    for (uint32_t other : neighbours[node])
      if (!isGone[other]) {
        around.push_back(other);
        change(other, -bits[node], -1);
      }
    return around;
  }
  void connect(uint32_t a, uint32_t b) {
    if (neighbours[a].size() > neighbours[b].size())
      std::swap(a, b);
    if (llvm::is_contained(neighbours[a], b))
      return;
    neighbours[a].push_back(b);
    neighbours[b].push_back(a);
    change(a, bits[b], 1);
    change(b, bits[a], 1);
  }
  void change(uint32_t node, double more, int degree) {
    byTable.erase({tables[node], node});
    byDegree.erase({degrees[node], node});
    tables[node] += more;
    degrees[node] += degree;
    byTable.insert({tables[node], node});
    byDegree.insert({degrees[node], node});
  }

  std::vector<llvm::SmallVector<uint32_t, 4>> neighbours;
  std::vector<double> bits, tables;
  std::vector<size_t> degrees;
  std::vector<bool> isGone;
  std::set<std::pair<double, uint32_t>> byTable;
  std::set<std::pair<size_t, uint32_t>> byDegree;
};

} // namespace

void Elimination::prepare(llvm::ArrayRef<uint32_t> nodes, llvm::ArrayRef<uint32_t> choices,
                          llvm::ArrayRef<std::vector<uint32_t>> among, Limits limits, std::mt19937_64 &random) {
  for (uint32_t node : members)
    placeOf[node] = -1;
  allowed = among;
  std::vector<std::vector<uint32_t>> around = orderNodes(nodes, limits, random);
  if (steps.size() < members.size())
    steps.resize(members.size());
  ownOffsets.assign(1, 0);
  for (auto [member, node] : llvm::enumerate(members)) {
    placeOf[node] = static_cast<int32_t>(member);
    ownOffsets.push_back(ownOffsets.back() + numAllowed(node));
  }
  totalWork = 0;
  numAllowedTables = 0;
  for (size_t member = 0; member < members.size(); ++member) {
    Step &step = steps[member];
    step.factors.clear();
    step.neighbours.clear();
    for (uint32_t node : around[member])
      step.neighbours.push_back(static_cast<uint32_t>(placeOf[node]));
    llvm::sort(step.neighbours, std::greater<>());
    size_t size = 1;
    for (uint32_t other : step.neighbours)
      size *= numChoices(other);
    step.table.resize(step.neighbours.empty() ? 0 : size);
    totalWork += static_cast<double>(size * numChoices(member));
  }
  addOwnCosts(choices);
  for (size_t member = 0; member < members.size(); ++member)
    addPairs(member);
  for (Step &step : llvm::MutableArrayRef(steps).take_front(members.size()))
    llvm::stable_sort(step.factors, [](const Factor &a, const Factor &b) { return a.strides < b.strides; });
  solved.assign(members.size(), 0);
}

/// Makes `members`; returns the nodes around each when it goes.
std::vector<std::vector<uint32_t>> Elimination::orderNodes(llvm::ArrayRef<uint32_t> nodes, Limits limits,
                                                           std::mt19937_64 &random) {
  for (auto [index, node] : llvm::enumerate(nodes))
    placeOf[node] = static_cast<int32_t>(index);
  std::vector<llvm::SmallVector<uint32_t, 4>> neighbours(nodes.size());
  std::vector<double> bits;
  for (auto [index, node] : llvm::enumerate(nodes)) {
    bits.push_back(std::log2(static_cast<double>(numAllowed(node))));
    for (uint32_t edge : model.edgesOf(node))
      if (const int32_t other = placeOf[model.other(edge, node)]; other >= 0)
        neighbours[index].push_back(static_cast<uint32_t>(other));
  }
  for (uint32_t node : nodes)
    placeOf[node] = -1;
  EliminationOrder order(std::move(neighbours), std::move(bits));
  members.clear();
  std::vector<std::vector<uint32_t>> around;
  double work = 0;
  while (!order.isEmpty()) {
    const auto [bits, index] = order.next();
    const double table = std::exp2(bits);
    if (table > static_cast<double>(limits.table) || work + table > limits.work) {
      if (!limits.mayLeaveOut) {
        members.clear();
        return {};
      }
      order.drop(order.widest(random));
      continue;
    }
    work += table;
    members.push_back(nodes[index]);
    std::vector<uint32_t> &others = around.emplace_back();
    for (uint32_t other : order.eliminate(index))
      others.push_back(nodes[other]);
  }
  // What was dropped meanwhile is nobody's neighbour.
  std::vector<uint32_t> sorted = members;
  llvm::sort(sorted);
  for (std::vector<uint32_t> &others : around)
    llvm::erase_if(others, [&](uint32_t node) { return !std::binary_search(sorted.begin(), sorted.end(), node); });
  return around;
}

void Elimination::addOwnCosts(llvm::ArrayRef<uint32_t> choices) {
  own.resize(ownOffsets.back());
  for (auto [member, node] : llvm::enumerate(members)) {
    double *costs = &own[ownOffsets[member]];
    const size_t size = numChoices(member);
    for (size_t index = 0; index < size; ++index)
      costs[index] = model.costsOf(node)[choiceAt(member, index)];
    for (uint32_t edge : model.edgesOf(node)) {
      const uint32_t other = model.other(edge, node);
      if (placeOf[other] >= 0)
        continue;
      const double *row = model.rowsFor(edge, node) + choices[other] * model.numChoices(node);
      for (size_t index = 0; index < size; ++index)
        costs[index] += row[choiceAt(member, index)];
    }
  }
}

/// The edge's costs as rows by the other's choice, of allowed choices.
const double *Elimination::allowedTable(uint32_t edge, uint32_t node) {
  const double *all = model.rowsFor(edge, node);
  if (allowed.empty())
    return all;
  if (allowedTables.size() == numAllowedTables)
    allowedTables.emplace_back();
  std::vector<double> &table = allowedTables[numAllowedTables++];
  table.clear();
  for (uint32_t other : allowed[model.other(edge, node)])
    for (uint32_t choice : allowed[node])
      table.push_back(all[other * model.numChoices(node) + choice]);
  return table.data();
}

void Elimination::addPairs(size_t member) {
  const uint32_t node = members[member];
  Step &step = steps[member];
  for (uint32_t edge : model.edgesOf(node)) {
    const int32_t other = placeOf[model.other(edge, node)];
    if (other < static_cast<int32_t>(member))
      continue;
    Factor factor;
    factor.table = allowedTable(edge, node);
    for (uint32_t neighbour : step.neighbours)
      factor.strides.push_back(neighbour == static_cast<uint32_t>(other) ? numChoices(member) : 0);
    factor.size = numChoices(member) * numChoices(other);
    step.factors.push_back(std::move(factor));
  }
  // What this step leaves is for the neighbour that goes first.
  if (step.neighbours.empty())
    return;
  const uint32_t reader = step.neighbours.back();
  Factor factor;
  factor.step = member;
  factor.strides.assign(steps[reader].neighbours.size(), 0);
  size_t stride = numChoices(reader);
  for (uint32_t neighbour : llvm::reverse(llvm::ArrayRef(step.neighbours).drop_back())) {
    factor.strides[llvm::find(steps[reader].neighbours, neighbour) - steps[reader].neighbours.begin()] = stride;
    stride *= numChoices(neighbour);
  }
  factor.size = stride;
  steps[reader].factors.push_back(std::move(factor));
}

double Elimination::costOf(llvm::ArrayRef<uint32_t> memberChoices) const {
  double sum = 0;
  for (auto [member, node] : llvm::enumerate(members)) {
    size_t index = 0;
    while (choiceAt(member, index) != memberChoices[member])
      ++index;
    sum += own[ownOffsets[member] + index];
    for (uint32_t edge : model.edgesOf(node))
      if (const int32_t other = placeOf[model.other(edge, node)]; other > static_cast<int32_t>(member))
        sum += model.rowsFor(edge, node)[memberChoices[other] * model.numChoices(node) + memberChoices[member]];
  }
  return sum;
}

double Elimination::solve(llvm::ArrayRef<double> costs) {
  double least = 0;
  sums.assign(costs.begin(), costs.end());
  for (size_t member = 0; member < members.size(); ++member) {
    const size_t size = numChoices(member);
    double *sum = &sums[ownOffsets[member]];
    for (const Factor &factor : steps[member].factors)
      if (!varies(factor))
        add(sum, tableOf(factor), size);
    if (steps[member].neighbours.empty())
      least += *std::min_element(sum, sum + size);
    else
      reduce(steps[member], sum, size);
  }
  for (size_t member = members.size(); member-- > 0;) {
    const size_t size = numChoices(member);
    double *sum = &sums[ownOffsets[member]];
    for (const Factor &factor : steps[member].factors) {
      if (!varies(factor))
        continue;
      const double *table = tableOf(factor);
      for (auto [stride, neighbour] : llvm::zip_equal(factor.strides, steps[member].neighbours))
        table += stride * solved[neighbour];
      add(sum, table, size);
    }
    solved[member] = static_cast<uint32_t>(std::min_element(sum, sum + size) - sum);
  }
  return least;
}

const double *Elimination::mergeAlike(llvm::ArrayRef<Factor> alike, size_t place) {
  if (alike.size() == 1)
    return tableOf(alike.front());
  if (merged.size() <= place)
    merged.resize(place + 1);
  std::vector<double> &table = merged[place];
  table.assign(tableOf(alike.front()), tableOf(alike.front()) + alike.front().size);
  for (const Factor &factor : alike.drop_front())
    add(table.data(), tableOf(factor), factor.size);
  return table.data();
}

/// For all choices of the neighbours, the last fastest, the least sum over the step's own. What does not vary with the
/// last neighbour is added up once for all its choices.
void Elimination::reduce(Step &step, const double *costs, size_t size) {
  std::vector<Row> outer, inner;
  for (llvm::ArrayRef<Factor> left = step.factors; !left.empty();) {
    llvm::ArrayRef<Factor> alike =
        left.take_while([&](const Factor &factor) { return factor.strides == left.front().strides; });
    if (varies(alike.front())) {
      const double *table = mergeAlike(alike, outer.size() + inner.size());
      (alike.front().strides.back() > 0 ? inner : outer).push_back({table, alike.front().strides});
    }
    left = left.drop_front(alike.size());
  }
  const size_t last = step.neighbours.size() - 1, count = numChoices(step.neighbours[last]);
  llvm::SmallVector<size_t, 4> at(last, 0);
  std::vector<double> fixed(size);
  for (size_t entry = 0; entry < step.table.size(); entry += count) {
    std::copy_n(costs, size, fixed.data());
    for (const Row &row : outer)
      add(fixed.data(), row.at, size);
    reduceLast(inner, fixed, llvm::MutableArrayRef(step.table).slice(entry, count));
    for (size_t place = last; place-- > 0;) {
      const size_t choices = numChoices(step.neighbours[place]);
      const bool isLast = ++at[place] == choices;
      for (std::vector<Row> *rows : {&outer, &inner})
        for (Row &row : *rows)
          row.at = isLast ? row.at - row.strides[place] * (choices - 1) : row.at + row.strides[place];
      if (!isLast)
        break;
      at[place] = 0;
    }
  }
}

/// By choice of the last neighbour, along which all rows lie one behind the other.
void Elimination::reduceLast(llvm::ArrayRef<Row> rows, llvm::ArrayRef<double> fixed,
                             llvm::MutableArrayRef<double> least) {
  const double *table = rows[0].at;
  if (rows.size() > 1) {
    total.assign(table, table + fixed.size() * least.size());
    for (const Row &row : rows.drop_front())
      add(total.data(), row.at, total.size());
    table = total.data();
  }
  minOfRows(fixed.data(), table, fixed.size(), least.size(), least.data());
}

} // namespace shardwright::plan
