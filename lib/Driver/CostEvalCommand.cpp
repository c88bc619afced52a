#include "lib/Driver/CostCommand.h"
#include "lib/Driver/CostRows.h"

#include "llvm/Support/raw_ostream.h"

namespace shardwright::driver {
namespace {

absl::Status eval(const CommandLine &line) {
  absl::StatusOr<std::vector<CostRow>> rows = readCostRows(line.file());
  if (!rows.ok())
    return rows.status();
  for (const CostRow &row : *rows) {
    absl::StatusOr<llvm::json::Value> value = book::predict(row.query);
    llvm::json::OStream out(llvm::outs());
    out.object([&] {
      out.attribute("id", row.query.id);
      out.attribute("value", value.ok() ? *value : llvm::json::Value(nullptr));
    });
    llvm::outs() << "\n";
    if (value.ok())
      continue;
    llvm::outs().flush(); // so that the reason stands behind the row where both go to one place
    llvm::errs() << line.file() << ":" << row.line << ": " << row.query.id << ": "
                 << std::string(value.status().message()) << "\n";
  }
  return absl::OkStatus();
}

} // namespace

Command costEvalCommand() {
  return {"cost eval",
          "FILE.jsonl",
          "answers rows of queries, one line each",
          "Reads one query a line, {\"id\", \"group\", \"quantity\", \"inputs\"}, and prints {\"id\", \"value\"} for "
          "each, in\nthe quantity's unit: null where nothing here models it, with the reason on stderr. - is stdin.",
          /*files=*/1,
          {},
          eval};
}

} // namespace shardwright::driver
