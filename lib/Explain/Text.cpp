#include "lib/Explain/Render.h"
#include "lib/Explain/Units.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <cmath>
#include <map>

namespace shardwright::explanation {
namespace {

std::string times(const Collective &collective, size_t alike = 1) {
  return std::to_string(collective.executed * static_cast<int64_t>(alike)) + " x";
}

std::string head(const Collective &collective) {
  return collective.op + (collective.kind.empty() ? "" : " " + collective.kind) + " over {" +
         llvm::join(collective.axes, ", ") + "}" +
         (collective.unknownTrips ? ", in one iteration of a loop whose trip count is not known" : "");
}

std::string more(double amount, std::string text) { return text + (amount < 0 ? " less" : " more"); }

std::string padded(std::string text, size_t width) {
  return text.size() < width ? std::string(width - text.size(), ' ') + text : text;
}

/// Collectives that differ only in where they stand.
struct Alike {
  const Collective *first;
  std::vector<const Collective *> all;

  double seconds() const {
    double sum = 0;
    for (const Collective *each : all)
      sum += each->secondsPerStep();
    return sum;
  }
  double bytes() const {
    double sum = 0;
    for (const Collective *each : all)
      sum += static_cast<double>(each->bytesPerStep());
    return sum;
  }
};

std::string keyOf(const Collective &collective) {
  std::string key = head(collective) + std::to_string(collective.bytesSent) + times(collective);
  for (const Cause &cause : collective.causes)
    key += "\n" + cause.user + cause.from + cause.to + cause.placement + alternativeText(collective, cause);
  return key;
}

std::vector<Alike> grouped(const std::vector<Collective> &collectives) {
  std::vector<Alike> groups;
  std::map<std::string, size_t> numbers;
  for (const Collective &collective : collectives) {
    auto [place, isNew] = numbers.try_emplace(keyOf(collective), groups.size());
    if (isNew)
      groups.push_back({&collective, {}});
    groups[place->second].all.push_back(&collective);
  }
  llvm::stable_sort(groups, [](const Alike &a, const Alike &b) {
    return a.seconds() != b.seconds() ? a.seconds() > b.seconds() : a.bytes() > b.bytes();
  });
  return groups;
}

/// The places of the k-th cause in all of them: the first three.
std::string placesOf(const Alike &alike, size_t k) {
  std::vector<std::string> places;
  for (const Collective *each : alike.all)
    if (std::string place = each->causes[k].place.text(); !place.empty() && !llvm::is_contained(places, place))
      places.push_back(place);
  size_t rest = places.size() > 4 ? places.size() - 3 : 0;
  if (rest)
    places.resize(3);
  return llvm::join(places, "; ") + (rest ? " and " + std::to_string(rest) + " more" : "");
}

std::string collectiveText(const Alike &alike) {
  const Collective &first = *alike.first;
  std::string text = padded(bytesText(alike.bytes()), 12);
  if (first.seconds)
    text += padded(secondsText(alike.seconds()), 10);
  text += "  " + times(first, alike.all.size()) + " " + head(first) + "\n";
  for (size_t k = 0; k < first.causes.size(); ++k) {
    const Cause &cause = first.causes[k];
    std::string places = placesOf(alike, k);
    text += "              for " + cause.user + (places.empty() ? "" : ", " + places) + "\n";
    text += "                " + causeText(cause) + "\n                " +
            alternativeText(first, cause, alike.all.size()) + "\n";
  }
  if (first.causes.empty())
    text += "              " + ownText(first) + "\n";
  return text;
}

/// What gave the value that axis; an axis may have come in a larger piece.
const AxisOrigin *originOf(const Value &value, llvm::StringRef axis) {
  for (const AxisOrigin &origin : value.origins)
    if (origin.axis == axis)
      return &origin;
  for (const AxisOrigin &origin : value.origins)
    if (llvm::StringRef(origin.axis).split(':').first == axis.split(':').first)
      return &origin;
  return nullptr;
}

/// The values on the way from the author to the value, the value last, each with what gave it the axis.
struct Station {
  const ValueName *value;
  const AxisOrigin *origin;
};

std::vector<Station> wayTo(const Facts &facts, const Value &value, const AxisOrigin &last) {
  std::vector<Station> way{{&value.name, &last}};
  while (way.size() <= facts.values.size()) {
    const AxisOrigin &origin = *way.back().origin;
    if (origin.isWritten || !origin.from)
      break;
    const Value &from = facts.values[*origin.from];
    const AxisOrigin *before = originOf(from, origin.axis);
    if (!before)
      break;
    way.push_back({&from.name, before});
  }
  std::reverse(way.begin(), way.end());
  return way;
}

/// `holds 34.5 GiB at its peak`, and whether the machine has as much.
std::string memoryPhrase(const Facts &facts) {
  std::string text = "holds " + bytesText(static_cast<double>(facts.peakBytes)) + " at its peak" +
                     (facts.isPeakUpperBound ? " or less" : "");
  if (!facts.step)
    return text;
  bool isOver = static_cast<double>(facts.peakBytes) > facts.step->memoryBytes;
  return text + (isOver ? ": OUT OF MEMORY, a device of " + facts.step->machine + " has " : " of ") +
         bytesText(facts.step->memoryBytes);
}

std::string commaAnd(const Place &place) { return place.text().empty() ? "" : ", " + place.text(); }

/// From the author to the value, leaving out the middle of a long way.
std::string originText(const Facts &facts, const Value &value, const AxisOrigin &last) {
  constexpr size_t kEnds = 4;
  std::vector<Station> way = wayTo(facts, value, last);
  const AxisOrigin &first = *way.front().origin;
  std::string text = "  dimension " + std::to_string(last.dim) + " over " + last.axis + ": ";
  if (first.isWritten)
    text += first.through + (way.size() > 1 ? " at " + way.front().value->text() : "") + commaAnd(first.place) + "\n";
  else
    text += "from " + first.fromName.text() + commaAnd(first.fromName.place) + "\n";
  for (size_t k = first.isWritten ? 1 : 0; k < way.size(); ++k) {
    if (way.size() > 2 * kEnds + 2 && k == kEnds + 1) {
      size_t left = way.size() - 2 * kEnds - 1;
      text += "    ... " + std::to_string(left) + " more\n";
      k += left - 1;
      continue;
    }
    text += "    through " + way[k].origin->through + commaAnd(way[k].origin->place) + ", to " + way[k].value->text() +
            "\n";
  }
  return text;
}

} // namespace

std::string causeText(const Cause &cause) {
  return cause.value.text() +
         (cause.value.name.empty() || cause.value.place.text().empty() ? "" : " (" + cause.value.place.text() + ")") +
         " is sharded as " + cause.from + ", is needed as " + cause.to;
}

std::string ownText(const Collective &collective) {
  return (collective.partOf.empty() ? "written in the program" : collective.partOf) + commaAnd(collective.place);
}

std::string alternativeText(const Collective &collective, const Cause &cause, size_t alike) {
  double all = static_cast<double>(alike);
  if (!cause.asked.empty()) {
    std::string text = cause.asked + "; left as " + cause.from + ", ";
    // Of several that go together, the bytes of one are not told apart.
    if (collective.causes.size() > 1)
      return text + "its part of this is not sent";
    return text + bytesText(static_cast<double>(collective.bytesPerStep()) * all) + " less are sent a step" +
           (collective.seconds ? ", in " + secondsText(collective.secondsPerStep() * all) + " less" : "");
  }
  auto placed = [](const std::string &words, const std::string &placement) {
    return (placement == "replicated" ? words : "with " + words) + " (" + placement + ")";
  };
  std::string runs = "it runs " + placed(cause.words, cause.placement);
  if (!cause.next)
    return runs + "; there is no other way";
  const Alternative &next = *cause.next;
  std::vector<std::string> parts;
  if (std::abs(next.bytes) >= 0.5)
    parts.push_back(more(next.bytes, bytesText(std::abs(next.bytes) * all) + " sent"));
  if (std::abs(next.flops) >= 0.5)
    parts.push_back(more(next.flops, flopsText(std::abs(next.flops) * all)));
  if (std::abs(next.touched) >= 0.5)
    parts.push_back(more(next.touched, bytesText(std::abs(next.touched) * all) + " of memory touched"));
  if (auto number = std::llround(std::abs(next.collectives) * all))
    parts.push_back(std::to_string(number) + (number == 1 ? " collective " : " collectives ") +
                    (next.collectives < 0 ? "fewer" : "more"));
  if (collective.seconds && std::abs(next.seconds) >= 1e-12)
    parts.push_back(more(next.seconds, secondsText(std::abs(next.seconds) * all)));
  std::string text = runs + "; next best " + placed(next.words, next.placement) + ": ";
  if (parts.empty())
    return text + "costs the same";
  return text + llvm::join(parts, ", ") + " a step";
}

/// Of a program that says nothing of how to split anything.
std::string noShardingsText(const Facts &facts) {
  if (facts.devices <= 1)
    return "no sharding given, and no mesh: say how arguments are split (in_shardings of jax.jit), or give a --mesh\n";
  return std::string("no sharding given: every device ") +
         (facts.collectives.empty()
              ? "computes the whole program"
              : "holds all arguments whole, and only products large enough to pay for it are split") +
         "; say how arguments are split (in_shardings of jax.jit, sdy.sharding, sharding.spec)\n";
}

std::string programText(const Facts &facts) {
  std::string mesh;
  for (auto &[axis, size] : facts.mesh)
    mesh += (mesh.empty() ? "" : ", ") + axis + "=" + std::to_string(size);
  std::string text =
      facts.file + ": " + std::to_string(facts.devices) + " devices, mesh " + (mesh.empty() ? "none" : mesh) + "\n";
  text += "each device sends " + bytesText(static_cast<double>(facts.bytesPerDevice)) + ", computes " +
          flopsText(static_cast<double>(facts.flopsPerDevice)) + ", " + memoryPhrase(facts) + "\n";
  if (!facts.hasShardings)
    text += noShardingsText(facts);
  if (facts.step)
    text += stepText(facts);
  text += facts.collectives.empty() ? "\nno collectives\n" : "\ncollectives, the costliest first\n";
  for (const Alike &alike : grouped(facts.collectives))
    text += collectiveText(alike);
  if (!facts.step)
    return text;
  text += opsText(*facts.step) + memoryText(*facts.step) + pricesText(facts);
  for (const std::string &note : facts.step->notes)
    text += "note: " + note + "\n";
  return text;
}

std::string valueText(const Facts &facts, const Value &value) {
  std::string text = value.name.text();
  if (!value.name.name.empty())
    text += ", " + value.name.words;
  if (std::string place = value.name.place.text(); !place.empty())
    text += ", " + place;
  text += "\n  " + value.type + " is sharded as " + value.sharding + ", " +
          bytesText(static_cast<double>(value.localBytes)) + " on each of " + std::to_string(facts.devices) +
          " devices\n";
  if (value.origins.empty())
    text += "  nothing asked for it to be split\n";
  for (const AxisOrigin &origin : value.origins)
    text += originText(facts, value, origin);
  if (!value.computed.empty())
    text += "  computed as " + value.computed + ": that is cheaper for the op that makes it\n";
  for (const Collective &collective : facts.collectives)
    for (const Cause &cause : collective.causes) {
      if (cause.value.name != value.name.name || !(cause.value.place == value.name.place) || cause.value.name.empty())
        continue;
      text += "  " + times(collective) + " " + head(collective) + ", " +
              bytesText(static_cast<double>(collective.bytesSent)) +
              (collective.seconds ? ", " + secondsText(*collective.seconds) : "") + " each: for " + cause.user +
              (cause.place.text().empty() ? "" : ", " + cause.place.text()) + "\n    " + causeText(cause) + "\n    " +
              alternativeText(collective, cause) + "\n";
    }
  return text;
}

} // namespace shardwright::explanation
