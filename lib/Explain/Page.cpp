// The page is text with gaps: its style, the facts, its scripts. Assets are embedded, so that one file says everything
// without a network.
#include "lib/Explain/Compare.h"
#include "lib/Explain/JsonParts.h"
#include "lib/Explain/Render.h"

#include "lib/Explain/PageAssets.inc"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Base64.h"
#include "llvm/Support/Compression.h"

namespace shardwright::explanation {
namespace {

/// Facts longer than this are deflated: those of a large program are megabytes, nine tenths of them repetition.
constexpr size_t kDeflateFrom = 256 * 1024;

/// In the order in which they run: each uses what stands before it.
constexpr const char *kScripts[] = {"dom",     "units",  "data",   "shardings", "tip",   "causes",  "chart",
                                    "repeats", "boxes",  "layout", "graph",     "view",  "choose",  "detail",
                                    "source",  "search", "mesh",   "roofline",  "spans", "track",   "timeline",
                                    "memory",  "table",  "tables", "figures",   "plan",  "compare", "main"};

llvm::StringRef asset(llvm::StringRef name) {
  for (const auto &embedded : kPageAssets)
    if (name == embedded.name)
      return embedded.text;
  return {};
}

/// JSON inside HTML: nothing in it may end the element, or begin another.
std::string escaped(llvm::StringRef json) {
  std::string text;
  text.reserve(json.size());
  for (char letter : json)
    if (letter == '<')
      text += "\\u003c";
    else
      text += letter;
  return text;
}

std::string script() {
  std::string text = "\"use strict\";\n(async () => {\n";
  for (const char *part : kScripts)
    text += asset(part);
  return text + "})();\n";
}

/// What the scripts read: the runs, their sources, how they differ, how the first was planned.
std::string payload(llvm::ArrayRef<const Facts *> runs, llvm::StringRef plan) {
  std::string json;
  llvm::raw_string_ostream stream(json);
  JsonOut out(stream, 0);
  out.object([&] {
    out.attributeArray("runs", [&] {
      for (const Facts *facts : runs)
        writeFacts(out, *facts);
    });
    out.attributeArray("sources", [&] {
      for (const Facts *facts : runs)
        out.value(llvm::json::fixUTF8(facts->source));
    });
    if (runs.size() == 2)
      writeComparison(out, compare(*runs[0], *runs[1]));
    if (!plan.empty()) {
      out.attributeBegin("plan");
      out.rawValue(plan);
      out.attributeEnd();
    }
  });
  return json;
}

/// As it stands in the page, and the attribute that tells how.
std::pair<std::string, llvm::StringRef> packed(const std::string &json) {
  if (json.size() < kDeflateFrom || !llvm::compression::zlib::isAvailable())
    return {escaped(json), ""};
  llvm::SmallVector<uint8_t, 0> deflated;
  llvm::compression::zlib::compress(llvm::arrayRefFromStringRef(json), deflated);
  return {llvm::encodeBase64(deflated), " data-encoding=\"deflate\""};
}

} // namespace

void writePage(llvm::raw_ostream &stream, llvm::ArrayRef<const Facts *> runs, llvm::StringRef plan) {
  auto [facts, encoding] = packed(payload(runs, plan));
  llvm::StringRef rest = asset("page");
  while (!rest.empty()) {
    auto [text, behind] = rest.split("{{");
    stream << text;
    auto [gap, next] = behind.split("}}");
    if (gap == "style")
      stream << asset("style");
    else if (gap == "encoding")
      stream << encoding;
    else if (gap == "facts")
      stream << facts;
    else if (gap == "script")
      stream << script();
    rest = next;
  }
}

} // namespace shardwright::explanation
