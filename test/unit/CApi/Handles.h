#ifndef TEST_UNIT_CAPI_HANDLES_H
#define TEST_UNIT_CAPI_HANDLES_H

#include "shardwright-c/Compiler.h"
#include "shardwright-c/Runtime.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

/// Handles that end by themselves, for tests.
namespace shardwright::capi {

template <auto Destroy> struct Destroyer {
  template <typename T> void operator()(T *handle) const { Destroy(handle); }
};
using Session = std::unique_ptr<SwSession, Destroyer<swSessionDestroy>>;
using Options = std::unique_ptr<SwOptions, Destroyer<swOptionsDestroy>>;
using PlanOptions = std::unique_ptr<SwPlanOptions, Destroyer<swPlanOptionsDestroy>>;
using Executable = std::unique_ptr<SwExecutable, Destroyer<swExecutableDestroy>>;
using Compilation = std::unique_ptr<SwCompilation, Destroyer<swCompilationDestroy>>;
using Plan = std::unique_ptr<SwPlan, Destroyer<swPlanDestroy>>;
using Explanation = std::unique_ptr<SwExplanation, Destroyer<swExplanationDestroy>>;
using Client = std::unique_ptr<SwClient, Destroyer<swClientDestroy>>;
using Program = std::unique_ptr<SwProgram, Destroyer<swProgramDestroy>>;
using Buffer = std::unique_ptr<SwBuffer, Destroyer<swBufferDestroy>>;
using Array = std::unique_ptr<SwArray, Destroyer<swArrayDestroy>>;
using Event = std::unique_ptr<SwEvent, Destroyer<swEventDestroy>>;
using Status = std::unique_ptr<SwStatus, Destroyer<swStatusDestroy>>;

/// The message, empty where all went well.
inline std::string messageOf(SwStatus *status) { return swStatusMessage(Status(status).get()); }

/// What `make` writes to its last argument.
template <typename Owner, typename Make> Owner made(Make make) {
  typename Owner::pointer handle = nullptr;
  EXPECT_EQ(messageOf(make(&handle)), "");
  EXPECT_NE(handle, nullptr);
  return Owner(handle);
}
template <typename Make> std::string textBy(Make make) {
  SwString *string = nullptr;
  EXPECT_EQ(messageOf(make(&string)), "");
  std::string text(swStringData(string), swStringSize(string));
  swStringDestroy(string);
  return text;
}

inline Session newSession() {
  Session session = made<Session>(swSessionCreate);
  EXPECT_EQ(messageOf(swSessionSetTopologyFolder(session.get(), TOPOLOGIES)), "");
  return session;
}

inline Client newClient(const char *devices) {
  SwClientOptions *options = nullptr;
  EXPECT_EQ(messageOf(swClientOptionsCreate(&options)), "");
  EXPECT_EQ(messageOf(swClientOptionsSet(options, "devices", devices)), "");
  EXPECT_EQ(messageOf(swClientOptionsSet(options, "workers", "2")), "");
  Client client = made<Client>([&](SwClient **to) { return swClientCreate(options, to); });
  swClientOptionsDestroy(options);
  return client;
}

/// Sums of the rows of a matrix whose columns are split over two devices.
inline const char *const kRowSums = R"(sdy.mesh @mesh = <["x"=2]>
func.func @main(%a: tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) -> tensor<4xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%a init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
)";
/// One training step on two devices that writes over its first argument.
inline const char *const kDonating = R"(sdy.mesh @mesh = <["x"=2]>
func.func @main(%w: tensor<6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>, tf.aliasing_output = 0 : i32},
                %g: tensor<6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> tensor<6xf32> {
  %0 = stablehlo.subtract %w, %g : tensor<6xf32>
  return %0 : tensor<6xf32>
}
)";

inline Executable compiled(const char *text) {
  Session session = newSession();
  SwSource source = swSourceOfText(text, "test.mlir");
  return made<Executable>([&](SwExecutable **to) { return swSessionCompile(session.get(), &source, nullptr, to); });
}

} // namespace shardwright::capi

#endif // TEST_UNIT_CAPI_HANDLES_H
