#ifndef LIB_EXPLAIN_RENDER_H
#define LIB_EXPLAIN_RENDER_H

#include "lib/Explain/Facts.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/raw_ostream.h"

namespace shardwright::explanation {

/// For people: what the program sends, computes and holds, and why.
std::string programText(const Facts &facts);
// Parts of it, where a machine is known: the step, its ops, its memory, the formulas of its collectives.
std::string stepText(const Facts &facts);
std::string opsText(const Step &step);
std::string memoryText(const Step &step);
std::string pricesText(const Facts &facts);

/// One value: how it lies, who decided it, what changes its sharding.
std::string valueText(const Facts &facts, const Value &value);

/// All of it. A value's neighbours are numbers of `values`.
void writeJson(llvm::raw_ostream &stream, const Facts &facts, unsigned indent);

/// One page of HTML that needs nothing else: of one run, or of two side by side. `plan`: how the first was planned, as
/// `plan --json` prints it; empty: it was not.
void writePage(llvm::raw_ostream &stream, llvm::ArrayRef<const Facts *> runs, llvm::StringRef plan = "");

/// The timeline for Perfetto and chrome://tracing.
void writeTrace(llvm::raw_ostream &stream, const Step &step);

/// Sentences that text and page share.
/// `alike`: so many collectives have the same cause and alternative; amounts are of a step and all of them.
std::string alternativeText(const Collective &collective, const Cause &cause, size_t alike = 1);
std::string causeText(const Cause &cause);
/// Of one without causes.
std::string ownText(const Collective &collective);

} // namespace shardwright::explanation

#endif // LIB_EXPLAIN_RENDER_H
