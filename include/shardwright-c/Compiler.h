#ifndef SHARDWRIGHT_C_COMPILER_H
#define SHARDWRIGHT_C_COMPILER_H

#include "shardwright-c/Base.h"
#include "shardwright-c/Program.h"

/* The compiler in memory: programs to executables, plans and explanations. */

#ifdef __cplusplus
extern "C" {
#endif

/* A program: StableHLO text as JAX prints it, the project's own notation, or MLIR bytecode of these. */
typedef struct SwSource {
  size_t structSize; /* sizeof(SwSource) */
  const char *text;
  size_t size;       /* bytes of text */
  const char *name;  /* stands in places and messages; null: `program` */
  const char *after; /* the phase that left it; null: found out, or none */
} SwSource;
/* Of a text that ends with a zero. */
SwSource swSourceOfText(const char *text, const char *name);

/* What a program is compiled for: the options of `shardwright compile`, by the same names and values. A flag's value is
 * `true`, or null, or `false`. An unknown name is an error that says the nearest ones. Null where options are asked for
 * stands for none. */
typedef struct SwOptions SwOptions;
SwStatus *swOptionsCreate(SwOptions **options);
SwStatus *swOptionsSet(SwOptions *options, const char *name, const char *value);
void swOptionsDestroy(SwOptions *options);
/* Which there are. `value`: what the value is called, null for a flag. False where there are not so many. */
bool swOptionsDescribe(size_t number, const char **name, const char **value, const char **help);

/* How a plan is chosen: the options of `shardwright plan`. */
typedef struct SwPlanOptions SwPlanOptions;
SwStatus *swPlanOptionsCreate(SwPlanOptions **options);
SwStatus *swPlanOptionsSet(SwPlanOptions *options, const char *name, const char *value);
/* Asked now and then; true ends the search with what it has. */
typedef bool (*SwShouldStop)(void *context);
SwStatus *swPlanOptionsSetShouldStop(SwPlanOptions *options, SwShouldStop shouldStop, void *context);
void swPlanOptionsDestroy(SwPlanOptions *options);
bool swPlanOptionsDescribe(size_t number, const char **name, const char **value, const char **help);

/* Where compiling begins. Any thread, several at once. */
typedef struct SwSession SwSession;
SwStatus *swSessionCreate(SwSession **session);
void swSessionDestroy(SwSession *session);
/* These before the session is used. Where machines are found by name; without, what SHARDWRIGHT_TOPOLOGIES names. */
SwStatus *swSessionSetTopologyFolder(SwSession *session, const char *folder);
/* Called during the calls that compile, from any thread, several at once where several compile. Must not call back into
 * the compilation that is told of. The diagnostic ends with the call. */
typedef void (*SwDiagnosticHandler)(const SwDiagnostic *diagnostic, void *context);
SwStatus *swSessionSetDiagnosticHandler(SwSession *session, SwDiagnosticHandler handler, void *context);
/* A step of the compiler begins, or has ended after so many seconds. */
typedef void (*SwProgressHandler)(const char *step, bool hasEnded, double seconds, void *context);
SwStatus *swSessionSetProgressHandler(SwSession *session, SwProgressHandler handler, void *context);

/* What is wrong with options before there is a program. */
SwStatus *swSessionCheckOptions(const SwSession *session, const SwOptions *options);
SwStatus *swSessionCheckPlanOptions(const SwSession *session, const SwPlanOptions *options);

/* Source to executable. */
SwStatus *swSessionCompile(const SwSession *session, const SwSource *source, const SwOptions *options,
                           SwExecutable **executable);

/* A program on its way through the phases import, propagate, partition and lower. One thread at a time. */
typedef struct SwCompilation SwCompilation;
SwStatus *swSessionRead(const SwSession *session, const SwSource *source, SwCompilation **compilation);
/* Runs every phase up to and including this one that has not run yet. */
SwStatus *swCompilationRun(SwCompilation *compilation, const char *phase, const SwOptions *options);
/* Runs what is left, then makes machine code. */
SwStatus *swCompilationEmit(SwCompilation *compilation, const SwOptions *options, SwExecutable **executable);
/* The last phase that has run; empty: none. */
const char *swCompilationPhase(const SwCompilation *compilation);
SwStatus *swCompilationText(const SwCompilation *compilation, SwString **text);
SwStatus *swCompilationBytecode(const SwCompilation *compilation, SwString **bytecode);
/* Until the next phase runs; no axes where the program has no mesh. */
const SwMesh *swCompilationMesh(const SwCompilation *compilation);
/* Of the per-device program that partition leaves, as JSON: `partition --summary --json`. */
SwStatus *swCompilationSummary(const SwCompilation *compilation, const SwOptions *options, SwString **json);
void swCompilationDestroy(SwCompilation *compilation);

/* A mesh and shardings that were chosen for a program. Any thread may read it. */
typedef struct SwPlan SwPlan;
SwStatus *swSessionPlan(const SwSession *session, const SwSource *source, const SwPlanOptions *options, SwPlan **plan);
/* The annotated program, as text: a source. */
const char *swPlanProgram(const SwPlan *plan);
const SwMesh *swPlanMesh(const SwPlan *plan);
/* Of a step, as predicted; bytes of a device at its peak; how far the sum of prices is above the proven bound, as a
 * part of it. */
double swPlanSeconds(const SwPlan *plan);
double swPlanPeakBytes(const SwPlan *plan);
double swPlanGap(const SwPlan *plan);
/* For people, and `plan --json`. */
SwStatus *swPlanText(const SwPlan *plan, SwString **text);
SwStatus *swPlanJson(const SwPlan *plan, SwString **json);
void swPlanDestroy(SwPlan *plan);

/* Who decided each sharding, what each collective costs and why it is there. Any thread may read it. */
typedef struct SwExplanation SwExplanation;
SwStatus *swSessionExplain(const SwSession *session, const SwSource *source, const SwOptions *options,
                           SwExplanation **explanation);
SwStatus *swExplanationText(const SwExplanation *explanation, SwString **text);
/* Of one value (`%105`) or line (`88`, `model.py:42`). */
SwStatus *swExplanationTextOf(const SwExplanation *explanation, const char *at, SwString **text);
/* `explain --json`. */
SwStatus *swExplanationJson(const SwExplanation *explanation, SwString **json);
/* A page of HTML that needs nothing else, beside `other` where that is not null. */
SwStatus *swExplanationPage(const SwExplanation *explanation, const SwExplanation *other, SwString **html);
/* The step's timeline, as Perfetto reads it. */
SwStatus *swExplanationTrace(const SwExplanation *explanation, SwString **json);
/* Of a step; false where no machine was named. */
bool swExplanationStepSeconds(const SwExplanation *explanation, double *seconds);
/* How the step, the memory and the collectives of `other` differ, as JSON. */
SwStatus *swExplanationCompare(const SwExplanation *explanation, const SwExplanation *other, SwString **json);
void swExplanationDestroy(SwExplanation *explanation);

#ifdef __cplusplus
}
#endif

#endif /* SHARDWRIGHT_C_COMPILER_H */
