#include "shardwright/Cost/Measurements.h"
#include "lib/Topology/Fields.h"
#include "lib/Topology/ReadFile.h"

#include "llvm/ADT/STLExtras.h"

#include <cmath>

namespace shardwright {
namespace {

/// Numbers above 0 in a list; `least` alone may be any.
std::vector<double> numbers(Fields &fields, const char *key, bool positive) {
  std::vector<double> values;
  const Json *list = fields.list(key);
  if (!list)
    return values;
  for (const Json &value : list->GetArray()) {
    if (!value.IsNumber() || (positive && value.GetDouble() <= 0))
      fields.report(key, print(value) + (positive ? " is not a number above 0" : " is not a number"));
    else
      values.push_back(value.GetDouble());
  }
  return values;
}

Curve parseCurve(Fields &fields) {
  std::vector<double> bytes = numbers(fields, "log2_bytes", false), seconds = numbers(fields, "seconds", true);
  if (!fields.complaint.status.ok())
    return {};
  if (bytes.size() != seconds.size()) {
    fields.report("seconds", std::to_string(seconds.size()) + " times for " + std::to_string(bytes.size()) +
                                 " sizes; give one for each");
    return {};
  }
  std::vector<Curve::Knot> knots;
  for (size_t i = 0; i < bytes.size(); ++i) {
    if (i && bytes[i] <= bytes[i - 1])
      fields.report("log2_bytes", print(bytes[i]) + " does not ascend from " + print(bytes[i - 1]));
    knots.push_back({bytes[i], std::log2(seconds[i])});
  }
  return Curve(std::move(knots));
}

std::string optionalText(Fields &fields, const char *key) {
  if (fields.has(key))
    return fields.text(key);
  fields.any(key);
  return "";
}

MeasuredSet parseSet(Fields fields) {
  MeasuredSet set;
  set.domain = fields.text("domain");
  if (set.domain != "node" && set.domain != "rack" && set.domain != "network")
    fields.report("domain", "'" + set.domain + "' is none of node, rack, network");
  set.library = optionalText(fields, "library");
  set.harness = optionalText(fields, "harness");
  set.hardware = optionalText(fields, "hardware");
  set.algorithm = optionalText(fields, "algorithm");
  set.topology = optionalText(fields, "topology");
  if (set.domain == "network" && set.topology.empty())
    fields.report("topology", "is missing; name the machine that the network belongs to");
  const Json *curves = fields.list("curves");
  if (!curves)
    return set;
  for (auto [i, written] : llvm::enumerate(curves->GetArray())) {
    Fields curve(fields.complaint, written, fields.placeOf("curves") + "[" + std::to_string(i) + "]");
    if (!fields.complaint.status.ok())
      break;
    MeasuredCurve parsed;
    parsed.op = curve.text("op");
    parsed.members = curve.count("n", 2);
    parsed.rows = curve.count("rows", 0);
    parsed.curve = parseCurve(curve);
    curve.finish();
    set.curves.push_back(std::move(parsed));
  }
  fields.finish();
  return set;
}

int64_t rowsOf(const MeasuredSet &set) {
  int64_t rows = 0;
  for (const MeasuredCurve &curve : set.curves)
    rows += curve.rows;
  return rows;
}

} // namespace

const MeasuredCurve *MeasuredSet::find(llvm::StringRef op, int64_t members) const {
  for (const MeasuredCurve &curve : curves)
    if (curve.op == op && curve.members == members)
      return &curve;
  return nullptr;
}

absl::StatusOr<Measurements> parseMeasurements(llvm::StringRef text, llvm::StringRef file) {
  return readObject(text, file, [](Fields &fields) {
    Measurements measurements;
    measurements.device = fields.text("device");
    measurements.levels = fields.count("levels", 1, 1);
    if (const Json *sets = fields.list("sets"))
      for (auto [i, set] : llvm::enumerate(sets->GetArray()))
        if (fields.complaint.status.ok())
          measurements.sets.push_back(parseSet(Fields(fields.complaint, set, "sets[" + std::to_string(i) + "]")));
    return measurements;
  });
}

absl::StatusOr<Measurements> readMeasurements(llvm::StringRef folder, llvm::StringRef device) {
  std::string path = measuredFile(folder, device);
  absl::StatusOr<std::string> text = readFile(path);
  if (!text.ok())
    return Measurements{device.str(), 1, {}};
  return parseMeasurements(*text, path);
}

std::vector<const MeasuredSet *> rankSets(const Measurements &measurements, llvm::ArrayRef<llvm::StringRef> domains,
                                          llvm::StringRef topology, const MeasuredBy &by) {
  std::vector<const MeasuredSet *> sets;
  for (const MeasuredSet &set : measurements.sets)
    if (llvm::is_contained(domains, llvm::StringRef(set.domain)) &&
        (set.domain != "network" || set.topology == topology))
      sets.push_back(&set);
  auto rank = [&](const MeasuredSet *set) {
    auto alike = [](const std::string &asked, const std::string &is) { return !asked.empty() && asked == is; };
    int shared = 8 * alike(by.library, set->library) + 4 * alike(by.harness, set->harness) +
                 2 * alike(by.hardware, set->hardware) + (by.algorithm == set->algorithm);
    return std::pair(shared, rowsOf(*set));
  };
  llvm::stable_sort(sets, [&](const MeasuredSet *a, const MeasuredSet *b) { return rank(a) > rank(b); });
  return sets;
}

} // namespace shardwright
