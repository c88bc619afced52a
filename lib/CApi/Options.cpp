#include "lib/CApi/Compiler.h"
#include "lib/Compiler/OptionTable.h"

using namespace shardwright;
using namespace shardwright::capi;

template <typename T>
static bool describe(llvm::ArrayRef<compiler::NamedOption<T>> table, size_t number, const char **name,
                     const char **value, const char **help) {
  if (number >= table.size())
    return false;
  if (name)
    *name = table[number].name;
  if (value)
    *value = table[number].value;
  if (help)
    *help = table[number].help;
  return true;
}

SwStatus *swOptionsCreate(SwOptions **options) {
  return call(__func__, {{options, "options"}}, [&] {
    *options = new SwOptions;
    return absl::OkStatus();
  });
}
SwStatus *swOptionsSet(SwOptions *options, const char *name, const char *value) {
  return call(__func__, {{options, "options"}, {name, "name"}},
              [&] { return compiler::setOption(options->options, name, textOf(value)); });
}
void swOptionsDestroy(SwOptions *options) { delete options; }
bool swOptionsDescribe(size_t number, const char **name, const char **value, const char **help) {
  return describe(compiler::compileOptions(), number, name, value, help);
}

SwStatus *swPlanOptionsCreate(SwPlanOptions **options) {
  return call(__func__, {{options, "options"}}, [&] {
    *options = new SwPlanOptions;
    return absl::OkStatus();
  });
}
SwStatus *swPlanOptionsSet(SwPlanOptions *options, const char *name, const char *value) {
  return call(__func__, {{options, "options"}, {name, "name"}},
              [&] { return compiler::setOption(options->options, name, textOf(value)); });
}
SwStatus *swPlanOptionsSetShouldStop(SwPlanOptions *options, SwShouldStop shouldStop, void *context) {
  return call(__func__, {{options, "options"}}, [&] {
    options->options.shouldStop = nullptr;
    if (shouldStop)
      options->options.shouldStop = [=] { return shouldStop(context); };
    return absl::OkStatus();
  });
}
void swPlanOptionsDestroy(SwPlanOptions *options) { delete options; }
bool swPlanOptionsDescribe(size_t number, const char **name, const char **value, const char **help) {
  return describe(compiler::planOptions(), number, name, value, help);
}
