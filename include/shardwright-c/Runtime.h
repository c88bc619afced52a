#ifndef SHARDWRIGHT_C_RUNTIME_H
#define SHARDWRIGHT_C_RUNTIME_H

#include "shardwright-c/Base.h"
#include "shardwright-c/Program.h"

/* Devices, the buffers that live on them, and programs that run on buffers and return buffers at once. Everything may
 * be called from any thread; what is still in use stays alive when its client is destroyed. */

#ifdef __cplusplus
extern "C" {
#endif

/* `devices` (1), `workers` (0: a thread for each core), `memory` (80GiB; 0: as much as the process may have), `backend`
 * (host, cuda), `gpus` (4, or 0,2). */
typedef struct SwClientOptions SwClientOptions;
SwStatus *swClientOptionsCreate(SwClientOptions **options);
SwStatus *swClientOptionsSet(SwClientOptions *options, const char *name, const char *value);
void swClientOptionsDestroy(SwClientOptions *options);

/* N devices in this process. */
typedef struct SwClient SwClient;
SwStatus *swClientCreate(const SwClientOptions *options, SwClient **client);
int64_t swClientNumDevices(const SwClient *client);
/* Of a device: buffers, and what executions share. 0 where there is no such device. */
uint64_t swClientBytesInUse(const SwClient *client, int64_t device);
uint64_t swClientPeakBytesInUse(const SwClient *client, int64_t device);
void swClientDestroy(SwClient *client);

/* Something that becomes ready later, or fails. */
typedef struct SwEvent SwEvent;
bool swEventIsReady(const SwEvent *event);
/* Until it is ready; whether what it stands for went well. */
SwStatus *swEventWait(const SwEvent *event);
/* Called when it is ready, at once where it is, from the thread that made it ready, which must not be held up. The
 * status, null where all went well, ends with the call. */
typedef void (*SwEventCallback)(const SwStatus *status, void *context);
SwStatus *swEventOnReady(const SwEvent *event, SwEventCallback callback, void *context);
void swEventDestroy(SwEvent *event);

/* An array in the memory of one device. */
typedef struct SwBuffer SwBuffer;
/* Copies the bytes before it returns; `size` must be those of the type and shape. */
SwStatus *swClientBufferFromHost(SwClient *client, int64_t device, SwElementType type, const int64_t *shape,
                                 size_t rank, const void *bytes, size_t size, SwBuffer **buffer);
int64_t swBufferDevice(const SwBuffer *buffer);
SwElementType swBufferElementType(const SwBuffer *buffer);
size_t swBufferRank(const SwBuffer *buffer);
const int64_t *swBufferShape(const SwBuffer *buffer);
size_t swBufferBytes(const SwBuffer *buffer);
SwStatus *swBufferReady(const SwBuffer *buffer, SwEvent **event);
/* Waits, then copies; `size` must be swBufferBytes(). The status of what failed to compute it. */
SwStatus *swBufferCopyTo(const SwBuffer *buffer, void *bytes, size_t size);
/* Ends the array now, the handle with swBufferDestroy(). */
SwStatus *swBufferErase(SwBuffer *buffer);
bool swBufferIsErased(const SwBuffer *buffer);
bool swBufferIsDonated(const SwBuffer *buffer);
void swBufferDestroy(SwBuffer *buffer);

/* A whole array in the memory of the process. */
typedef struct SwArray SwArray;
SwElementType swArrayElementType(const SwArray *array);
size_t swArrayRank(const SwArray *array);
const int64_t *swArrayShape(const SwArray *array);
/* The caller may write to it. */
void *swArrayData(SwArray *array);
size_t swArrayBytes(const SwArray *array);
void swArrayDestroy(SwArray *array);

/* A program on the first devices of a client. */
typedef struct SwProgram SwProgram;
/* The executable may be destroyed after it. */
SwStatus *swClientLoad(SwClient *client, const SwExecutable *executable, SwProgram **program);
void swProgramDestroy(SwProgram *program);

typedef struct SwExecuteOptions {
  size_t structSize; /* sizeof(SwExecuteOptions) */
  /* By argument: whether its buffers are given away (donated). Null: those of the arguments that the program wants. */
  const bool *donate;
  double rtol, atol; /* loosen the program's own checks of floating-point values */
} SwExecuteOptions;

/* Runs the program on the buffers of argument a on device d, `arguments[d * arguments of the program + a]`, after
 * everything that was submitted to the client before. Returns at once; an error of the execution ends up in the events
 * of its results, which are written to `results[d * results of the program + r]` and belong to the caller. Buffers that
 * are given away keep their handles. `options` and `done`, the event of the execution, may be null. Where it returns an
 * error nothing has happened. */
SwStatus *swProgramExecute(SwProgram *program, SwBuffer *const *arguments, size_t numArguments,
                           const SwExecuteOptions *options, SwBuffer **results, size_t numResults, SwEvent **done);
/* The blocks of a whole array, one for each device; `numBuffers` must be their number. */
SwStatus *swProgramPutArgument(SwProgram *program, size_t argument, const void *bytes, size_t size, SwBuffer **buffers,
                               size_t numBuffers);
/* The whole array out of one buffer of each device. Waits. */
SwStatus *swProgramGetResult(const SwProgram *program, size_t result, SwBuffer *const *buffers, size_t numBuffers,
                             SwArray **array);
/* Whole arrays in and out: one step. `arguments[a]` has the `sizes[a]` bytes of the whole argument a; `results` gets
 * `numResults` arrays. */
SwStatus *swProgramRun(SwProgram *program, const void *const *arguments, const size_t *sizes, size_t numArguments,
                       SwArray **results, size_t numResults);

#ifdef __cplusplus
}
#endif

#endif /* SHARDWRIGHT_C_RUNTIME_H */
