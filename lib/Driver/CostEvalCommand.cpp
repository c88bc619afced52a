#include "lib/Driver/CostCommand.h"
#include "shardwright/Cost/Predict.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

namespace shardwright::driver {
namespace {

/// A row and where it stands, for messages.
struct Row {
  cost::Question question;
  size_t line;
};

absl::StatusOr<std::vector<Row>> readRows(const std::string &path) {
  auto buffer = llvm::MemoryBuffer::getFileOrSTDIN(path, /*IsText=*/true);
  if (!buffer)
    return absl::InvalidArgumentError(path + ": " + buffer.getError().message());
  std::vector<Row> rows;
  size_t number = 0;
  for (llvm::StringRef line : llvm::split((*buffer)->getBuffer(), '\n')) {
    ++number;
    if (line.trim().empty())
      continue;
    absl::StatusOr<cost::Question> question = cost::Question::parse(line);
    if (!question.ok())
      return absl::InvalidArgumentError(path + ":" + std::to_string(number) + ": " +
                                        std::string(question.status().message()));
    rows.push_back({*std::move(question), number});
  }
  return rows;
}

absl::Status eval(const CommandLine &line) {
  absl::StatusOr<std::vector<Row>> rows = readRows(line.file());
  if (!rows.ok())
    return rows.status();
  for (const Row &row : *rows) {
    absl::StatusOr<llvm::json::Value> value = cost::predict(row.question);
    llvm::json::OStream out(llvm::outs());
    out.object([&] {
      out.attribute("id", row.question.id);
      out.attribute("value", value.ok() ? *value : llvm::json::Value(nullptr));
    });
    llvm::outs() << "\n";
    if (value.ok())
      continue;
    llvm::outs().flush(); // so that the reason stands behind the row where both go to one place
    llvm::errs() << line.file() << ":" << row.line << ": " << row.question.id << ": "
                 << std::string(value.status().message()) << "\n";
  }
  return absl::OkStatus();
}

} // namespace

Command costEvalCommand() {
  return {
      "cost eval",
      "FILE.jsonl",
      "answers rows of questions, one line each",
      "Reads one question a line, {\"id\", \"group\", \"quantity\", \"inputs\"}, and prints {\"id\", \"value\"} for "
      "each, in\nthe quantity's unit: null where nothing here models it, with the reason on stderr. - is stdin.",
      /*files=*/1,
      {},
      eval};
}

} // namespace shardwright::driver
