// The page is text with three gaps: its style, the facts, its scripts. Assets are embedded, so that one file says
// everything without a network.
#include "lib/Explain/Render.h"

#include "lib/Explain/PageAssets.inc"

#include "llvm/ADT/StringRef.h"

namespace shardwright::explanation {
namespace {

llvm::StringRef asset(llvm::StringRef name) {
  for (const auto &embedded : kEmbedded)
    if (name == embedded.name)
      return embedded.text;
  return {};
}

/// JSON inside HTML: nothing in it may end the element, or begin another.
std::string escaped(llvm::StringRef json) {
  std::string text;
  for (char letter : json)
    if (letter == '<')
      text += "\\u003c";
    else
      text += letter;
  return text;
}

std::string script() {
  std::string text = "\"use strict\";\n(() => {\n";
  for (const char *part : {"base", "layout", "graph", "detail", "machine", "time", "main"})
    text += asset(part);
  return text + "})();\n";
}

} // namespace

void writePage(llvm::raw_ostream &stream, const Facts &facts) {
  std::string json;
  llvm::raw_string_ostream jsonStream(json);
  writeJson(jsonStream, facts, 0);
  llvm::StringRef rest = asset("page");
  while (!rest.empty()) {
    auto [text, behind] = rest.split("{{");
    stream << text;
    auto [gap, next] = behind.split("}}");
    if (gap == "style")
      stream << asset("style");
    else if (gap == "facts")
      stream << escaped(json);
    else if (gap == "script")
      stream << script();
    rest = next;
  }
}

} // namespace shardwright::explanation
