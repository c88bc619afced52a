#include "lib/Driver/CostCommand.h"
#include "lib/Driver/MachineOptions.h"
#include "shardwright/Cost/CostModel.h"
#include "shardwright/Topology/Files.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

namespace shardwright::driver {
namespace {

constexpr OptionSpec kCollectiveOptions[] = {
    {"topology", "T", "the machine: a shipped name, NAME:4x8 for a slice of a torus, or FILE.json"},
    {"op", "OP", "all_reduce, all_gather, reduce_scatter, all_to_all, collective_permute, broadcast, send_recv"},
    {"bytes", "SIZE", "of one rank: 1048576, 64KiB, 256MiB, 1GB; the result of all_gather, the input of the others"},
    {"axes", "AXES", "the group: axes of the mesh or parts of them (x,y:(2)4), or a number of devices"},
    {"mesh", "MESH", "axes and sizes, major to minor: x=2,y=4"},
    {"type", "TYPE", "of the elements that a reduction combines: f32 (default), bf16, ..."},
    {"order", "AXES",
     "the axes of the mesh from the outermost to the innermost; the mesh's own order without it, auto "
     "for the one with the least price"},
    {"library", "NAME", "whose measurements: nccl (default) or xla"},
    {"pattern", "NAME",
     "of a collective_permute: ring_shift (default), bidirectional_ring, mutual_pairs, one-way_half_to_half"},
    {"imbalance", "R", "of an all_to_all: the busiest member sends or gets R times what --bytes says (ragged); 1"},
    {"json", nullptr, "print one JSON object"},
};

struct Query {
  CollectiveKind op;
  double bytes; ///< of the busiest member
  double imbalance = 1;
  std::string pattern, type;
  Mesh mesh;
  AxisList over;

  CollectiveWork work() const { return {op, over, type, {}, pattern}; }
};

absl::StatusOr<Query> parseQuestion(const CommandLine &line) {
  Query query;
  std::optional<CollectiveKind> op = parseCollective(*line.text("op"));
  if (!op)
    return aboutOption("op", "'" + *line.text("op") + "' is none of " + kCollectiveOptions[1].help);
  query.op = *op;
  absl::StatusOr<double> bytes = line.value("bytes").size();
  if (!bytes.ok())
    return bytes.status();
  if (std::optional<std::string> text = line.text("imbalance")) {
    if (query.op != CollectiveKind::AllToAll)
      return aboutOption("imbalance", "only an all_to_all is ragged");
    if (llvm::StringRef(*text).getAsDouble(query.imbalance) || !(query.imbalance >= 1))
      return aboutOption("imbalance", "'" + *text + "' is no number of at least 1");
  }
  query.bytes = *bytes * query.imbalance;
  query.pattern = line.text("pattern").value_or("");
  if (!query.pattern.empty() && query.op != CollectiveKind::Permute)
    return aboutOption("pattern", "only a collective_permute has one");
  if (!llvm::is_contained({"", "ring_shift", kBidirectionalRing.data(), "mutual_pairs", "one-way_half_to_half"},
                          query.pattern))
    return aboutOption("pattern",
                       "'" + query.pattern +
                           "' is none of ring_shift, bidirectional_ring, mutual_pairs, one-way_half_to_half");
  query.type = line.text("type").value_or("f32");
  std::string axes = *line.text("axes");
  int64_t devices = 0;
  bool counted = !line.has("mesh") && !llvm::StringRef(axes).getAsInteger(10, devices);
  if (!counted && !line.has("mesh"))
    return aboutOption("axes", "'" + axes + "' names axes of a mesh; give --mesh, or a number of devices");
  absl::StatusOr<Mesh> mesh = counted ? Mesh::create({{"group", devices}}) : Mesh::parse(*line.text("mesh"));
  if (!mesh.ok())
    return aboutOption(counted ? "axes" : "mesh", mesh.status().message());
  query.mesh = *mesh;
  absl::StatusOr<AxisList> over = parseAxisList(*mesh, counted ? "group" : axes);
  if (!over.ok())
    return aboutOption("axes", over.status().message());
  query.over = *over;
  return query;
}

/// The whole axes of the group, as indices into the mesh.
AxisOrder wholeAxes(const Query &query) {
  AxisOrder axes;
  for (const AxisRef &axis : query.over)
    if (size_t index = *query.mesh.find(axis.name); !llvm::is_contained(axes, index))
      axes.push_back(index);
  return axes;
}

/// What --order says; nothing without it.
absl::StatusOr<std::optional<AxisOrder>> orderOf(const CommandLine &line, const Query &query, const Topology &topology,
                                                 const MeasuredBy &by) {
  std::optional<std::string> text = line.text("order");
  if (!text)
    return std::nullopt;
  if (*text == "auto") {
    absl::StatusOr<CollectiveCosts> costs = CollectiveCosts::create(topology, topologyFolder(), by);
    if (!costs.ok())
      return costs.status();
    return searchAxisOrder(costs->levels(), query.mesh, [&](llvm::ArrayRef<size_t> order) -> absl::StatusOr<double> {
      auto group = placeAxes(costs->levels(), query.mesh, order, wholeAxes(query));
      if (!group.ok())
        return group.status();
      return costs->price(query.op, *group, query.pattern).seconds(query.bytes);
    });
  }
  absl::StatusOr<AxisOrder> order = parseAxisOrder(query.mesh, *text);
  if (!order.ok())
    return aboutOption("order", order.status().message());
  if (order->size() != query.mesh.numAxes())
    return aboutOption("order", "names " + std::to_string(order->size()) + " axes, the mesh has " +
                                    std::to_string(query.mesh.numAxes()) + ": " + query.mesh.axisNames());
  return order;
}

void print(const Query &query, const CostModel &machine, llvm::ArrayRef<std::string> order) {
  const CollectivePrice &price = machine.collective(query.work());
  if (query.imbalance > 1)
    llvm::outs() << "ragged: as long as if all sent what the busiest member does, "
                 << llvm::format("%g", query.imbalance) << " times the mean\n";
  llvm::outs() << collectiveName(query.op) << " of " << llvm::formatv("{0:f0}", query.bytes) << " bytes over "
               << price.members << " devices of " << machine.name()
               << ", axes from the outermost: " << llvm::join(order, ", ") << "\n"
               << machine.explain(query.work(), query.bytes);
}

llvm::json::Object json(const Query &query, const CostModel &machine, llvm::ArrayRef<std::string> order) {
  machine.explain(query.work(), query.bytes); // has the derivation made
  const CollectivePrice &price = machine.collective(query.work());
  return llvm::json::Object{{"op", llvm::StringRef(collectiveName(query.op))},
                            {"bytes", query.bytes},
                            {"devices", price.members},
                            {"order", llvm::json::Array(order)},
                            {"seconds", price.seconds(query.bytes)},
                            {"bus_bandwidth", price.busBandwidth(query.bytes)},
                            {"link_seconds", query.bytes * price.linkSecondsPerByte},
                            {"derivation", llvm::json::Array(price.derivation)}};
}

absl::Status collective(const CommandLine &line) {
  for (const OptionSpec &option : llvm::ArrayRef(kCollectiveOptions).take_front(4))
    if (!line.has(option.name))
      return absl::InvalidArgumentError("option '" + spelled(option.name) + "' is missing: " + option.help);
  absl::StatusOr<Query> query = parseQuestion(line);
  if (!query.ok())
    return query.status();
  absl::StatusOr<Topology> topology = topologyOf(line);
  if (!topology.ok())
    return topology.status();
  MeasuredBy by{line.text("library").value_or(""), "", "", ""};
  absl::StatusOr<std::optional<AxisOrder>> order = orderOf(line, *query, *topology, by);
  if (!order.ok())
    return order.status();
  absl::StatusOr<std::vector<Level>> levels = topology->commonLevels();
  if (!levels.ok())
    return levels.status();
  // A number of devices stands for a mesh that the user has not named: no message names it.
  if (absl::StatusOr<GroupAssignment> all = placeGroup(*levels, {}, query->mesh.numDevices()); !all.ok())
    return all.status();
  absl::StatusOr<CostModel> machine = CostModel::create(*topology, topologyFolder(), query->mesh, *order, by);
  if (!machine.ok())
    return machine.status();
  std::vector<std::string> names;
  for (size_t i = 0; i < query->mesh.numAxes(); ++i)
    names.push_back(query->mesh.axes()[*order ? (**order)[i] : i].name.str());
  if (line.has("json"))
    llvm::outs() << llvm::json::Value(json(*query, *machine, names)) << "\n";
  else
    print(*query, *machine, names);
  return absl::OkStatus();
}

} // namespace

Command costCollectiveCommand() {
  return {"cost collective",
          "--topology=T --op=OP --bytes=SIZE --axes=AXES [options]",
          "how long a collective takes on a machine, and why",
          "Prints what one collective takes: from first principles, corrected by what was measured, never below what\n"
          "the busiest link allows. All groups of the mesh work at once.",
          /*files=*/0,
          {std::begin(kCollectiveOptions), std::end(kCollectiveOptions)},
          collective};
}

} // namespace shardwright::driver
