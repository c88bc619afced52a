// What is called with nothing, or with what does not fit.
#include "test/unit/CApi/Handles.h"

#include <cstring>

using namespace shardwright::capi;

namespace {

/// The message of a call without any handle names the function and an argument that is null.
#define EXPECT_SAYS_NULL(CALL)                                                                                         \
  do {                                                                                                                 \
    const std::string said = messageOf(CALL), called = #CALL;                                                          \
    EXPECT_EQ(said.substr(0, said.find(':')), called.substr(0, called.find('(')));                                     \
    EXPECT_NE(said.find("' is null"), std::string::npos) << said;                                                      \
  } while (false)

TEST(CApi, NullIsAnError) {
  EXPECT_SAYS_NULL(swInterfaceBlock(nullptr, 0, nullptr, nullptr));
  EXPECT_SAYS_NULL(swExecutableSerialize(nullptr, nullptr));
  EXPECT_SAYS_NULL(swExecutableDeserialize(nullptr, 0, nullptr, nullptr));
  EXPECT_SAYS_NULL(swExecutableWrite(nullptr, nullptr));
  EXPECT_SAYS_NULL(swExecutableRead(nullptr, nullptr));
  EXPECT_SAYS_NULL(swOptionsCreate(nullptr));
  EXPECT_SAYS_NULL(swOptionsSet(nullptr, nullptr, nullptr));
  EXPECT_SAYS_NULL(swPlanOptionsCreate(nullptr));
  EXPECT_SAYS_NULL(swPlanOptionsSet(nullptr, nullptr, nullptr));
  EXPECT_SAYS_NULL(swPlanOptionsSetShouldStop(nullptr, nullptr, nullptr));
  EXPECT_SAYS_NULL(swSessionCreate(nullptr));
  EXPECT_SAYS_NULL(swSessionSetTopologyFolder(nullptr, nullptr));
  EXPECT_SAYS_NULL(swSessionSetDiagnosticHandler(nullptr, nullptr, nullptr));
  EXPECT_SAYS_NULL(swSessionSetProgressHandler(nullptr, nullptr, nullptr));
  EXPECT_SAYS_NULL(swSessionCheckOptions(nullptr, nullptr));
  EXPECT_SAYS_NULL(swSessionCheckPlanOptions(nullptr, nullptr));
  EXPECT_SAYS_NULL(swSessionCompile(nullptr, nullptr, nullptr, nullptr));
  EXPECT_SAYS_NULL(swSessionRead(nullptr, nullptr, nullptr));
  EXPECT_SAYS_NULL(swCompilationRun(nullptr, nullptr, nullptr));
  EXPECT_SAYS_NULL(swCompilationEmit(nullptr, nullptr, nullptr));
  EXPECT_SAYS_NULL(swCompilationText(nullptr, nullptr));
  EXPECT_SAYS_NULL(swCompilationBytecode(nullptr, nullptr));
  EXPECT_SAYS_NULL(swCompilationSummary(nullptr, nullptr, nullptr));
  EXPECT_SAYS_NULL(swSessionPlan(nullptr, nullptr, nullptr, nullptr));
  EXPECT_SAYS_NULL(swPlanText(nullptr, nullptr));
  EXPECT_SAYS_NULL(swPlanJson(nullptr, nullptr));
  EXPECT_SAYS_NULL(swSessionExplain(nullptr, nullptr, nullptr, nullptr));
  EXPECT_SAYS_NULL(swExplanationText(nullptr, nullptr));
  EXPECT_SAYS_NULL(swExplanationTextOf(nullptr, nullptr, nullptr));
  EXPECT_SAYS_NULL(swExplanationJson(nullptr, nullptr));
  EXPECT_SAYS_NULL(swExplanationPage(nullptr, nullptr, nullptr));
  EXPECT_SAYS_NULL(swExplanationTrace(nullptr, nullptr));
  EXPECT_SAYS_NULL(swExplanationCompare(nullptr, nullptr, nullptr));
  EXPECT_SAYS_NULL(swClientOptionsCreate(nullptr));
  EXPECT_SAYS_NULL(swClientOptionsSet(nullptr, nullptr, nullptr));
  EXPECT_SAYS_NULL(swClientCreate(nullptr, nullptr));
  EXPECT_SAYS_NULL(swEventWait(nullptr));
  EXPECT_SAYS_NULL(swEventOnReady(nullptr, nullptr, nullptr));
  EXPECT_SAYS_NULL(swClientBufferFromHost(nullptr, 0, SW_F32, nullptr, 0, nullptr, 0, nullptr));
  EXPECT_SAYS_NULL(swBufferReady(nullptr, nullptr));
  EXPECT_SAYS_NULL(swBufferCopyTo(nullptr, nullptr, 0));
  EXPECT_SAYS_NULL(swBufferErase(nullptr));
  EXPECT_SAYS_NULL(swClientLoad(nullptr, nullptr, nullptr));
  EXPECT_SAYS_NULL(swProgramExecute(nullptr, nullptr, 0, nullptr, nullptr, 0, nullptr));
  EXPECT_SAYS_NULL(swProgramPutArgument(nullptr, 0, nullptr, 0, nullptr, 0));
  EXPECT_SAYS_NULL(swProgramGetResult(nullptr, 0, nullptr, 0, nullptr));
  EXPECT_SAYS_NULL(swProgramRun(nullptr, nullptr, nullptr, 0, nullptr, 0));
}

TEST(CApi, OfNullThereIsNothing) {
  EXPECT_STREQ(swStringData(nullptr), "");
  EXPECT_EQ(swStringSize(nullptr), 0u);
  swStringDestroy(nullptr);
  EXPECT_EQ(static_cast<int>(swDiagnosticSeverity(nullptr)), 0);
  EXPECT_STREQ(swDiagnosticFile(nullptr), "");
  EXPECT_EQ(swDiagnosticLine(nullptr), 0);
  EXPECT_EQ(swDiagnosticColumn(nullptr), 0);
  EXPECT_STREQ(swDiagnosticMessage(nullptr), "");
  EXPECT_STREQ(swDiagnosticText(nullptr), "");
  EXPECT_EQ(swDiagnosticNumNotes(nullptr), 0u);
  EXPECT_EQ(swDiagnosticNote(nullptr, 0), nullptr);
  EXPECT_EQ(static_cast<int>(swStatusCode(nullptr)), 0);
  EXPECT_STREQ(swStatusMessage(nullptr), "");
  EXPECT_EQ(swStatusNumDiagnostics(nullptr), 0u);
  EXPECT_EQ(swStatusDiagnostic(nullptr, 0), nullptr);
  swStatusDestroy(nullptr);
  EXPECT_EQ(swMeshNumAxes(nullptr), 0u);
  EXPECT_STREQ(swMeshAxisName(nullptr, 0), "");
  EXPECT_EQ(swMeshAxisSize(nullptr, 0), 0);
  EXPECT_EQ(swMeshNumDevices(nullptr), 0);
  EXPECT_STREQ(swInterfaceName(nullptr), "");
  EXPECT_EQ(static_cast<int>(swInterfaceElementType(nullptr)), 0);
  EXPECT_EQ(swInterfaceRank(nullptr), 0u);
  EXPECT_EQ(swInterfaceShape(nullptr), nullptr);
  EXPECT_EQ(swInterfaceLocalShape(nullptr), nullptr);
  EXPECT_STREQ(swInterfaceSharding(nullptr), "");
  EXPECT_EQ(swInterfaceNumAxes(nullptr, 0), 0u);
  EXPECT_EQ(swInterfaceAxis(nullptr, 0, 0, nullptr, nullptr), 0u);
  EXPECT_FALSE(swInterfaceIsDonated(nullptr));
  swExecutableDestroy(nullptr);
  EXPECT_STREQ(swExecutableTarget(nullptr), "");
  EXPECT_EQ(swExecutableMesh(nullptr), nullptr);
  EXPECT_EQ(swExecutableNumDevices(nullptr), 0);
  EXPECT_EQ(swExecutableNumArguments(nullptr), 0u);
  EXPECT_EQ(swExecutableNumResults(nullptr), 0u);
  EXPECT_EQ(swExecutableArgument(nullptr, 0), nullptr);
  EXPECT_EQ(swExecutableResult(nullptr, 0), nullptr);
  swOptionsDestroy(nullptr);
  swPlanOptionsDestroy(nullptr);
  swSessionDestroy(nullptr);
  EXPECT_STREQ(swCompilationPhase(nullptr), "");
  EXPECT_EQ(swCompilationMesh(nullptr), nullptr);
  swCompilationDestroy(nullptr);
  EXPECT_STREQ(swPlanProgram(nullptr), "");
  EXPECT_EQ(swPlanMesh(nullptr), nullptr);
  EXPECT_EQ(swPlanSeconds(nullptr), 0);
  EXPECT_EQ(swPlanPeakBytes(nullptr), 0);
  EXPECT_EQ(swPlanGap(nullptr), 0);
  swPlanDestroy(nullptr);
  EXPECT_FALSE(swExplanationStepSeconds(nullptr, nullptr));
  swExplanationDestroy(nullptr);
  swClientOptionsDestroy(nullptr);
  EXPECT_EQ(swClientNumDevices(nullptr), 0);
  EXPECT_EQ(swClientBytesInUse(nullptr, 0), 0u);
  EXPECT_EQ(swClientPeakBytesInUse(nullptr, 0), 0u);
  swClientDestroy(nullptr);
  EXPECT_FALSE(swEventIsReady(nullptr));
  swEventDestroy(nullptr);
  EXPECT_EQ(swBufferDevice(nullptr), 0);
  EXPECT_EQ(static_cast<int>(swBufferElementType(nullptr)), 0);
  EXPECT_EQ(swBufferRank(nullptr), 0u);
  EXPECT_EQ(swBufferShape(nullptr), nullptr);
  EXPECT_EQ(swBufferBytes(nullptr), 0u);
  EXPECT_FALSE(swBufferIsErased(nullptr));
  EXPECT_FALSE(swBufferIsDonated(nullptr));
  swBufferDestroy(nullptr);
  EXPECT_EQ(static_cast<int>(swArrayElementType(nullptr)), 0);
  EXPECT_EQ(swArrayRank(nullptr), 0u);
  EXPECT_EQ(swArrayShape(nullptr), nullptr);
  EXPECT_EQ(swArrayData(nullptr), nullptr);
  EXPECT_EQ(swArrayBytes(nullptr), 0u);
  swArrayDestroy(nullptr);
  swProgramDestroy(nullptr);
  EXPECT_EQ(swSourceOfText(nullptr, nullptr).text, nullptr);
  EXPECT_TRUE(swOptionsDescribe(0, nullptr, nullptr, nullptr));
  EXPECT_FALSE(swPlanOptionsDescribe(1000, nullptr, nullptr, nullptr));
  EXPECT_STREQ(swElementTypeName(static_cast<SwElementType>(200)), "");
  EXPECT_EQ(swElementTypeBytes(static_cast<SwElementType>(200)), 0u);
}

TEST(CApi, SourcesSayTheirSize) {
  Session session = newSession();
  SwCompilation *none = nullptr;
  SwSource source = swSourceOfText(kRowSums, "x");
  source.structSize = 0;
  EXPECT_EQ(messageOf(swSessionRead(session.get(), &source, &none)),
            "the source's structSize is 0: set it to sizeof(SwSource), 40");
  source = swSourceOfText(nullptr, "x");
  EXPECT_EQ(messageOf(swSessionRead(session.get(), &source, &none)), "the source's text is null");
  // A caller who knows of text and size only.
  struct {
    size_t structSize = 24;
    const char *text = kRowSums;
    size_t size = std::strlen(kRowSums);
  } shorter;
  SwSource first{};
  std::memcpy(&first, &shorter, sizeof shorter);
  first.name = reinterpret_cast<const char *>(1); // behind what the caller has
  made<Compilation>([&](SwCompilation **to) { return swSessionRead(session.get(), &first, to); });
}

TEST(CApi, WhatDoesNotFitTheProgram) {
  Executable executable = compiled(kRowSums);
  Client client = newClient("2"), small = newClient("1");
  SwProgram *none = nullptr;
  EXPECT_NE(messageOf(swClientLoad(small.get(), executable.get(), &none)), "");
  EXPECT_EQ(none, nullptr);
  Program program = made<Program>([&](SwProgram **to) { return swClientLoad(client.get(), executable.get(), to); });
  float numbers[32] = {};
  const void *arguments[] = {numbers};
  size_t sizes[] = {124};
  SwArray *result = nullptr;
  EXPECT_EQ(messageOf(swProgramRun(program.get(), arguments, sizes, 1, &result, 1)),
            "argument 0 ('argument 0') is 4x8xf32 of 128 bytes, 124 are given");
  sizes[0] = 128;
  EXPECT_EQ(messageOf(swProgramRun(program.get(), arguments, sizes, 1, nullptr, 0)),
            "the program has 1 results, there is room for 0");
  EXPECT_EQ(messageOf(swProgramRun(program.get(), nullptr, nullptr, 0, &result, 1)),
            "the program has 1 arguments, 0 are given");
  arguments[0] = nullptr;
  EXPECT_EQ(messageOf(swProgramRun(program.get(), arguments, sizes, 1, &result, 1)),
            "argument 0 ('argument 0') is null");
  SwBuffer *buffers[3];
  EXPECT_EQ(messageOf(swProgramPutArgument(program.get(), 1, numbers, 128, buffers, 2)), "argument 1 of 1");
  EXPECT_EQ(messageOf(swProgramPutArgument(program.get(), 0, numbers, 128, buffers, 3)),
            "the program has 2 devices, there is room for 3");
  ASSERT_EQ(messageOf(swProgramPutArgument(program.get(), 0, numbers, 128, buffers, 2)), "");
  SwBuffer *results[2];
  EXPECT_EQ(messageOf(swProgramExecute(program.get(), buffers, 1, nullptr, results, 2, nullptr)),
            "the program has 2 buffers of arguments on all devices, 1 are given");
  EXPECT_EQ(messageOf(swProgramExecute(program.get(), buffers, 2, nullptr, results, 1, nullptr)),
            "the program has 2 buffers of results on all devices, there is room for 1");
  SwBuffer *swapped[] = {buffers[1], buffers[0]}, *missing[] = {buffers[0], nullptr};
  EXPECT_EQ(messageOf(swProgramExecute(program.get(), swapped, 2, nullptr, results, 2, nullptr)),
            "argument 0 ('argument 0') on device 0 is a buffer on device 1");
  EXPECT_EQ(messageOf(swProgramExecute(program.get(), missing, 2, nullptr, results, 2, nullptr)),
            "argument 0 ('argument 0') on device 1 is missing");
  EXPECT_EQ(results[0], nullptr);
  SwExecuteOptions unsized{};
  EXPECT_EQ(messageOf(swProgramExecute(program.get(), buffers, 2, &unsized, results, 2, nullptr)),
            "the options' structSize is 0: set it to sizeof(SwExecuteOptions), 32");
  EXPECT_NE(messageOf(swProgramGetResult(program.get(), 0, buffers, 2, &result)), "");
  EXPECT_NE(messageOf(swProgramGetResult(program.get(), 1, buffers, 2, &result)), "");
  EXPECT_EQ(result, nullptr);
  SwBuffer *buffer = nullptr;
  const int64_t shape[] = {4}, negative[] = {-1};
  EXPECT_EQ(messageOf(swClientBufferFromHost(client.get(), 2, SW_F32, shape, 1, numbers, 16, &buffer)),
            "device 2 of 2");
  EXPECT_EQ(messageOf(swClientBufferFromHost(client.get(), 0, SW_F32, shape, 1, numbers, 12, &buffer)),
            "4xf32 has 16 bytes, 12 are given");
  EXPECT_NE(messageOf(swClientBufferFromHost(client.get(), 0, SW_F32, negative, 1, numbers, 12, &buffer)), "");
  EXPECT_EQ(messageOf(swClientBufferFromHost(client.get(), 0, static_cast<SwElementType>(99), shape, 1, numbers, 16,
                                             &buffer)),
            "there is no element type 99");
  for (SwBuffer *each : {buffers[0], buffers[1]})
    swBufferDestroy(each);
  SwClientOptions *options = nullptr;
  ASSERT_EQ(messageOf(swClientOptionsCreate(&options)), "");
  EXPECT_EQ(messageOf(swClientOptionsSet(options, "device", "8")),
            "unknown option 'device'; there are devices, workers, memory, backend, gpus");
  EXPECT_NE(messageOf(swClientOptionsSet(options, "gpus", "all")), "");
  EXPECT_EQ(messageOf(swClientOptionsSet(options, "backend", "tpu")), "");
  SwClient *other = nullptr;
  EXPECT_NE(messageOf(swClientCreate(options, &other)), "");
  EXPECT_EQ(other, nullptr);
  swClientOptionsDestroy(options);
}

} // namespace
