#include "lib/Explain/Compare.h"
#include "lib/Explain/Render.h"
#include "lib/Explain/Units.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

#include <cmath>
#include <map>

namespace shardwright::explanation {
namespace {

std::string useOf(const Collective &collective) {
  if (!collective.causes.empty())
    return collective.causes.front().user;
  return collective.partOf.empty() ? "the program itself" : collective.partOf;
}

/// Figures of the step, where both or one of them has a machine, then those of the program.
std::vector<Comparison::Figure> figuresOf(const std::array<const Facts *, 2> &runs) {
  std::vector<Comparison::Figure> figures;
  auto add = [&](const char *key, const char *name, const char *kind, auto valueOf) {
    Comparison::Figure figure{key, name, kind, {valueOf(*runs[0]), valueOf(*runs[1])}};
    if (figure.values[0] || figure.values[1])
      figures.push_back(figure);
  };
  auto ofStep = [](auto member) {
    return [member](const Facts &facts) {
      return facts.step ? std::optional<double>((*facts.step).*member) : std::nullopt;
    };
  };
  add("step_seconds", "step", "seconds", ofStep(&Step::seconds));
  add("computing_seconds", "computing", "seconds", ofStep(&Step::computing));
  add("communication_seconds", "communication", "seconds", ofStep(&Step::communication));
  add("exposed_seconds", "exposed communication", "seconds", ofStep(&Step::exposed));
  add("mfu", "MFU", "part", ofStep(&Step::modelUtilization));
  add("hfu", "HFU", "part", ofStep(&Step::hardwareUtilization));
  // One peak of memory a run: that of the timeline where there is one.
  add("peak_bytes", "memory at the peak", "bytes",
      [](const Facts &facts) { return std::optional<double>(facts.step ? facts.step->peakBytes : facts.peakBytes); });
  add("bytes_per_device", "sent by a device", "bytes",
      [](const Facts &facts) { return std::optional<double>(facts.bytesPerDevice); });
  add("flops_per_device", "computed by a device", "flops",
      [](const Facts &facts) { return std::optional<double>(facts.flopsPerDevice); });
  add("collectives", "collectives run", "count", [](const Facts &facts) {
    double count = 0;
    for (const Collective &each : facts.collectives)
      count += static_cast<double>(each.executed);
    return std::optional<double>(count);
  });
  return figures;
}

std::string amountText(llvm::StringRef kind, double amount) {
  if (kind == "seconds")
    return secondsText(amount);
  if (kind == "bytes")
    return bytesText(amount);
  if (kind == "flops")
    return flopsText(amount);
  return kind == "part" ? llvm::formatv("{0:f1}%", amount * 100).str() : llvm::formatv("{0:f0}", amount).str();
}

/// `+6.90 us (+29%)`; `-3.1 points` for a part; `the same`.
std::string differenceText(llvm::StringRef kind, double one, double other) {
  if (one == other)
    return "the same";
  std::string sign = other < one ? "-" : "+";
  if (kind == "part")
    return sign + llvm::formatv("{0:f1} points", std::abs(other - one) * 100).str();
  std::string text = sign + amountText(kind, std::abs(other - one));
  return one == 0 || other == 0
             ? text
             : text + llvm::formatv(" ({0}{1:f0}%)", sign, std::abs(other - one) / std::abs(one) * 100).str();
}

std::string runText(const Facts &facts) {
  std::string text = facts.file + (facts.step ? " on " + facts.step->machine : "") + ": " +
                     std::to_string(facts.devices) + (facts.devices == 1 ? " device" : " devices");
  for (auto [number, axis] : llvm::enumerate(facts.mesh))
    text += (number ? ", " : ", mesh ") + axis.first + "=" + std::to_string(axis.second);
  return text;
}

std::string rowText(const Comparison::Row &row, bool isTimed) {
  std::string text = "  " + row.op + " over {" + llvm::join(row.axes, ", ") + "}, for " + row.use + "\n    ";
  auto pair = [](llvm::StringRef kind, double one, double other) {
    std::string before = amountText(kind, one);
    return one == other ? before
                        : before + " -> " + amountText(kind, other) + " (" + differenceText(kind, one, other) + ")";
  };
  std::string count = std::to_string(row.executed[0]) + " x";
  if (row.executed[0] != row.executed[1])
    count += " -> " + std::to_string(row.executed[1]) + " x";
  text += count + "; " + pair("bytes", row.bytes[0], row.bytes[1]);
  return text + (isTimed ? "; " + pair("seconds", row.seconds[0], row.seconds[1]) : "") + "\n";
}

bool isTimed(const Comparison &comparison) { return comparison.runs[0]->step && comparison.runs[1]->step; }

} // namespace

Comparison compare(const Facts &one, const Facts &other) {
  Comparison comparison{{&one, &other}, figuresOf({&one, &other}), {}};
  std::map<std::string, size_t> numbers;
  for (size_t run = 0; run < 2; ++run)
    for (const Collective &each : comparison.runs[run]->collectives) {
      std::string op = each.op + (each.kind.empty() ? "" : " " + each.kind), use = useOf(each);
      auto [place, isNew] =
          numbers.try_emplace(op + "\n" + llvm::join(each.axes, ",") + "\n" + use, comparison.collectives.size());
      if (isNew)
        comparison.collectives.push_back({op, each.axes, use});
      Comparison::Row &row = comparison.collectives[place->second];
      row.executed[run] += each.executed;
      row.bytes[run] += each.bytesPerStep();
      row.seconds[run] += each.secondsPerStep();
    }
  bool bySeconds = isTimed(comparison);
  llvm::stable_sort(comparison.collectives, [&](const Comparison::Row &a, const Comparison::Row &b) {
    auto change = [&](const Comparison::Row &row) {
      return bySeconds ? std::abs(row.seconds[1] - row.seconds[0])
                       : std::abs(static_cast<double>(row.bytes[1] - row.bytes[0]));
    };
    return change(a) > change(b);
  });
  return comparison;
}

std::string comparisonText(const Comparison &comparison) {
  std::string text = "A  " + runText(*comparison.runs[0]) + "\nB  " + runText(*comparison.runs[1]) + "\n\n";
  text += llvm::formatv("{0,-24}{1,12}{2,12}  {3}\n", "", "A", "B", "B against A").str();
  for (const Comparison::Figure &figure : comparison.figures) {
    auto cell = [&](size_t run) { return figure.values[run] ? amountText(figure.kind, *figure.values[run]) : "-"; };
    std::string difference =
        figure.values[0] && figure.values[1] ? differenceText(figure.kind, *figure.values[0], *figure.values[1]) : "";
    text += llvm::StringRef(llvm::formatv("{0,-24}{1,12}{2,12}  {3}", figure.name, cell(0), cell(1), difference).str())
                .rtrim()
                .str() +
            "\n";
  }
  size_t same = llvm::count_if(comparison.collectives, [](const Comparison::Row &row) { return !row.differs(); });
  if (same == comparison.collectives.size())
    return text + "\nboth run the same collectives\n";
  text += "\ncollectives that differ, the most first\n";
  for (const Comparison::Row &row : comparison.collectives)
    if (row.differs())
      text += rowText(row, isTimed(comparison));
  return same ? text + llvm::formatv("  and {0} {1} alike in both\n", same, same == 1 ? "kind is" : "kinds are").str()
              : text;
}

void writeComparison(JsonOut &out, const Comparison &comparison) {
  auto pair = [&](llvm::StringRef name, const auto &values) {
    out.attributeArray(name, [&] {
      for (auto value : values)
        out.value(value);
    });
  };
  out.attributeObject("comparison", [&] {
    out.attributeArray("figures", [&] {
      for (const Comparison::Figure &figure : comparison.figures)
        out.object([&] {
          out.attribute("key", figure.key);
          out.attribute("name", figure.name);
          out.attribute("kind", figure.kind);
          out.attributeArray("values", [&] {
            for (const std::optional<double> &value : figure.values)
              out.value(value ? llvm::json::Value(*value) : llvm::json::Value(nullptr));
          });
        });
    });
    out.attributeArray("collectives", [&] {
      for (const Comparison::Row &row : comparison.collectives)
        out.object([&] {
          out.attribute("op", row.op);
          pair("axes", row.axes);
          out.attribute("for", llvm::json::fixUTF8(row.use));
          pair("executed", row.executed);
          pair("bytes", row.bytes);
          if (isTimed(comparison))
            pair("seconds", row.seconds);
        });
    });
  });
}

void writeComparisonJson(llvm::raw_ostream &stream, const Comparison &comparison, unsigned indent) {
  JsonOut out(stream, indent);
  out.object([&] {
    out.attributeArray("runs", [&] {
      for (const Facts *facts : comparison.runs)
        writeFacts(out, *facts);
    });
    writeComparison(out, comparison);
  });
  stream << "\n";
}

} // namespace shardwright::explanation
