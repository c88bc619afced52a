#include "lib/CApi/Runtime.h"
#include "runtime/BoxCopy.h"
#include "runtime/Layout.h"
#include "shardwright/Runtime/ProgramInputs.h"

#include "absl/strings/str_cat.h"

#include <algorithm>
#include <cstring>

/// Programs on the devices of a client.

using namespace shardwright;
using namespace shardwright::capi;

namespace {

/// An array in the caller's memory, of which blocks are copied where they belong.
class CallersArray : public runtime::ArraySource {
public:
  CallersArray(const runtime::Interface &interface, const void *bytes) : interface(interface), bytes(bytes) {}

  runtime::ElementType type() const override { return interface.type; }
  const std::vector<int64_t> &shape() const override { return interface.globalShape; }
  absl::Status read(const std::vector<int64_t> &start, const std::vector<int64_t> &box, void *to) const override {
    const std::vector<int64_t> zero(box.size(), 0);
    runtime::BoxCopy(runtime::elementBytes(interface.type), box, interface.globalShape, start, box, zero)
        .run(to, bytes);
    return absl::OkStatus();
  }

private:
  const runtime::Interface &interface;
  const void *bytes;
};

using Buffers = std::vector<std::unique_ptr<runtime::Buffer>>;

absl::StatusOr<Buffers> putWhole(SwProgram *program, size_t argument, const void *bytes, size_t size) {
  const std::vector<runtime::Interface> &arguments = program->program->executable().arguments;
  if (argument >= arguments.size())
    return absl::InvalidArgumentError(absl::StrCat("argument ", argument, " of ", arguments.size()));
  const runtime::Interface &want = arguments[argument];
  const int64_t whole = runtime::checkedBytes(want.type, want.globalShape);
  if (static_cast<uint64_t>(whole) != size)
    return absl::InvalidArgumentError(absl::StrCat("argument ", argument, " ('", want.name, "') is ",
                                                   runtime::describeType(want.type, want.globalShape), " of ", whole,
                                                   " bytes, ", size, " are given"));
  if (!bytes && size)
    return absl::InvalidArgumentError(absl::StrCat("argument ", argument, " ('", want.name, "') is null"));
  return program->program->putArgument(argument, CallersArray(want, bytes));
}

absl::Status checkCount(const char *what, size_t given, size_t want) {
  if (given == want)
    return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat("the program has ", want, " ", what, ", ", given, " are given"));
}

/// The same of what the caller keeps room for.
absl::Status checkRoom(const char *what, size_t given, size_t want) {
  if (given == want)
    return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat("the program has ", want, " ", what, ", there is room for ", given));
}

absl::StatusOr<runtime::ExecuteOptions> executeOptions(const SwExecuteOptions *given, size_t numArguments) {
  runtime::ExecuteOptions options;
  if (!given)
    return options;
  SwExecuteOptions known{};
  if (given->structSize < sizeof(size_t))
    return absl::InvalidArgumentError(absl::StrCat("the options' structSize is ", given->structSize,
                                                   ": set it to sizeof(SwExecuteOptions), ", sizeof(known)));
  std::memcpy(&known, given, std::min(given->structSize, sizeof(known)));
  if (known.donate)
    options.donate.assign(known.donate, known.donate + numArguments);
  options.rtol = known.rtol;
  options.atol = known.atol;
  return options;
}

/// A row for each device.
std::vector<std::vector<runtime::Buffer *>> rowsOf(SwBuffer *const *buffers, size_t devices, size_t columns) {
  std::vector<std::vector<runtime::Buffer *>> rows(devices);
  for (std::vector<runtime::Buffer *> &row : rows)
    for (size_t i = 0; i != columns; ++i, ++buffers)
      row.push_back(*buffers ? (*buffers)->buffer.get() : nullptr);
  return rows;
}

absl::Status runWhole(SwProgram *program, const void *const *arguments, const size_t *sizes,
                      std::vector<SwArray> &results) {
  const runtime::Executable &executable = program->program->executable();
  const auto devices = static_cast<size_t>(program->devices);
  std::vector<Buffers> held; // by argument
  for (size_t i = 0; i != executable.arguments.size(); ++i) {
    absl::StatusOr<Buffers> blocks = putWhole(program, i, arguments[i], sizes[i]);
    if (!blocks.ok())
      return blocks.status();
    held.push_back(*std::move(blocks));
  }
  std::vector<std::vector<runtime::Buffer *>> rows(devices);
  for (size_t device = 0; device != devices; ++device)
    for (const Buffers &blocks : held)
      rows[device].push_back(blocks[device].get());
  absl::StatusOr<runtime::ExecutionResults> done = program->program->execute(rows);
  if (!done.ok())
    return done.status();
  if (absl::Status status = done->done.wait(); !status.ok())
    return status;
  for (size_t i = 0; i != executable.results.size(); ++i) {
    std::vector<runtime::Buffer *> blocks;
    for (size_t device = 0; device != devices; ++device)
      blocks.push_back(done->buffers[device][i].get());
    absl::StatusOr<runtime::Array> whole = program->program->getResult(i, blocks);
    if (!whole.ok())
      return whole.status();
    results.push_back({*std::move(whole)});
  }
  return absl::OkStatus();
}

} // namespace

SwStatus *swClientLoad(SwClient *client, const SwExecutable *executable, SwProgram **program) {
  if (program)
    *program = nullptr;
  return call(__func__, {{client, "client"}, {executable, "executable"}, {program, "program"}}, [&]() -> absl::Status {
    auto loaded = client->client->load(executable->executable);
    if (!loaded.ok())
      return loaded.status();
    const int64_t devices = (*loaded)->executable().numDevices();
    *program = new SwProgram{*std::move(loaded), devices};
    return absl::OkStatus();
  });
}
void swProgramDestroy(SwProgram *program) { delete program; }

SwStatus *swProgramExecute(SwProgram *program, SwBuffer *const *arguments, size_t numArguments,
                           const SwExecuteOptions *options, SwBuffer **results, size_t numResults, SwEvent **done) {
  if (done)
    *done = nullptr;
  return call(__func__,
              {{program, "program"},
               {numArguments ? arguments : static_cast<const void *>(&numArguments), "arguments"},
               {numResults ? results : static_cast<const void *>(&numResults), "results"}},
              [&]() -> absl::Status {
                const runtime::Executable &executable = program->program->executable();
                const auto devices = static_cast<size_t>(program->devices);
                const size_t columns = executable.arguments.size(), made = executable.results.size();
                for (size_t i = 0; i != numResults; ++i)
                  results[i] = nullptr;
                absl::Status status =
                    checkCount("buffers of arguments on all devices", numArguments, devices * columns);
                if (status.ok())
                  status = checkRoom("buffers of results on all devices", numResults, devices * made);
                if (!status.ok())
                  return status;
                absl::StatusOr<runtime::ExecuteOptions> how = executeOptions(options, columns);
                if (!how.ok())
                  return how.status();
                auto execution = program->program->execute(rowsOf(arguments, devices, columns), *how);
                if (!execution.ok())
                  return execution.status();
                for (std::vector<std::unique_ptr<runtime::Buffer>> &row : execution->buffers)
                  for (std::unique_ptr<runtime::Buffer> &buffer : row)
                    *results++ = new SwBuffer{std::move(buffer)};
                if (done)
                  *done = new SwEvent{execution->done};
                return absl::OkStatus();
              });
}

SwStatus *swProgramPutArgument(SwProgram *program, size_t argument, const void *bytes, size_t size, SwBuffer **buffers,
                               size_t numBuffers) {
  return call(__func__, {{program, "program"}, {buffers, "buffers"}}, [&]() -> absl::Status {
    for (size_t i = 0; i != numBuffers; ++i)
      buffers[i] = nullptr;
    if (absl::Status status = checkRoom("devices", numBuffers, static_cast<size_t>(program->devices)); !status.ok())
      return status;
    absl::StatusOr<Buffers> blocks = putWhole(program, argument, bytes, size);
    if (!blocks.ok())
      return blocks.status();
    for (size_t i = 0; i != numBuffers; ++i)
      buffers[i] = new SwBuffer{std::move((*blocks)[i])};
    return absl::OkStatus();
  });
}

SwStatus *swProgramGetResult(const SwProgram *program, size_t result, SwBuffer *const *buffers, size_t numBuffers,
                             SwArray **array) {
  if (array)
    *array = nullptr;
  return call(__func__, {{program, "program"}, {buffers, "buffers"}, {array, "array"}},
              [&] { return give(program->program->getResult(result, rowsOf(buffers, 1, numBuffers).front()), array); });
}

SwStatus *swProgramRun(SwProgram *program, const void *const *arguments, const size_t *sizes, size_t numArguments,
                       SwArray **results, size_t numResults) {
  const void *present = &numArguments;
  return call(__func__,
              {{program, "program"},
               {numArguments ? arguments : present, "arguments"},
               {numArguments ? sizes : present, "sizes"},
               {numResults ? results : present, "results"}},
              [&]() -> absl::Status {
                const runtime::Executable &executable = program->program->executable();
                for (size_t i = 0; i != numResults; ++i)
                  results[i] = nullptr;
                absl::Status status = checkCount("arguments", numArguments, executable.arguments.size());
                if (status.ok())
                  status = checkRoom("results", numResults, executable.results.size());
                std::vector<SwArray> made;
                if (status.ok())
                  status = runWhole(program, arguments, sizes, made);
                for (size_t i = 0; status.ok() && i != numResults; ++i)
                  results[i] = new SwArray{std::move(made[i])};
                return status;
              });
}
