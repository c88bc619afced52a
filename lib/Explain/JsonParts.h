#ifndef LIB_EXPLAIN_JSONPARTS_H
#define LIB_EXPLAIN_JSONPARTS_H

#include "lib/Explain/Facts.h"

#include "llvm/Support/JSON.h"

namespace shardwright::explanation {

using JsonOut = llvm::json::OStream;

/// Only what is known; text of the program that is not UTF-8 is repaired.
void writeText(JsonOut &out, llvm::StringRef name, const std::string &text);
void writePlace(JsonOut &out, llvm::StringRef name, const Place &place);
void writeValueName(JsonOut &out, const ValueName &value);

/// The attribute `mesh` of the object that is open: axes and sizes, major to minor.
void writeMesh(JsonOut &out, llvm::ArrayRef<std::pair<std::string, int64_t>> axes);

/// The attribute `axes` of the object that is open, major to minor.
void writeAxes(JsonOut &out, llvm::ArrayRef<std::string> axes);

/// All facts, as one object.
void writeFacts(JsonOut &out, const Facts &facts);

// Attributes of the object that is open.
void writeStep(JsonOut &out, const Step &step);
void writeGraph(JsonOut &out, const Graph &graph);

} // namespace shardwright::explanation

#endif // LIB_EXPLAIN_JSONPARTS_H
