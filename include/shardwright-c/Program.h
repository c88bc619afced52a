#ifndef SHARDWRIGHT_C_PROGRAM_H
#define SHARDWRIGHT_C_PROGRAM_H

#include "shardwright-c/Base.h"

/* What a compiled program is: its mesh, its arguments and results, and its bytes. */

#ifdef __cplusplus
extern "C" {
#endif

/* The axes of a mesh, major to minor. */
typedef struct SwMesh SwMesh;
size_t swMeshNumAxes(const SwMesh *mesh);
const char *swMeshAxisName(const SwMesh *mesh, size_t axis);
int64_t swMeshAxisSize(const SwMesh *mesh, size_t axis);
/* The product of the sizes. */
int64_t swMeshNumDevices(const SwMesh *mesh);

/* Elements as they lie in memory, dense and row-major: a byte for what is narrower, complex ones are two floats. */
typedef enum SwElementType {
  SW_I1 = 0,
  SW_I2 = 1,
  SW_I4 = 2,
  SW_I8 = 3,
  SW_I16 = 4,
  SW_I32 = 5,
  SW_I64 = 6,
  SW_U2 = 7,
  SW_U4 = 8,
  SW_U8 = 9,
  SW_U16 = 10,
  SW_U32 = 11,
  SW_U64 = 12,
  SW_F16 = 13,
  SW_BF16 = 14,
  SW_F32 = 15,
  SW_F64 = 16,
  SW_C64 = 17,
  SW_C128 = 18,
  SW_F4E2M1FN = 19,
  SW_F6E2M3FN = 20,
  SW_F6E3M2FN = 21,
  SW_F8E3M4 = 22,
  SW_F8E4M3 = 23,
  SW_F8E4M3B11FNUZ = 24,
  SW_F8E4M3FN = 25,
  SW_F8E4M3FNUZ = 26,
  SW_F8E5M2 = 27,
  SW_F8E5M2FNUZ = 28,
  SW_F8E8M0FNU = 29
} SwElementType;
/* `f32`, `ui8`, `complex<f32>`: as in StableHLO text; empty where it is none of them. */
const char *swElementTypeName(SwElementType type);
/* 0 where it is none of them. */
size_t swElementTypeBytes(SwElementType type);

/* An argument or a result of a program. */
typedef struct SwInterface SwInterface;
const char *swInterfaceName(const SwInterface *interface);
SwElementType swInterfaceElementType(const SwInterface *interface);
size_t swInterfaceRank(const SwInterface *interface);
/* Of the whole array; null where the rank is 0. */
const int64_t *swInterfaceShape(const SwInterface *interface);
/* Of what one device holds. Blocks at the end are padded where the parts do not divide the dimension. */
const int64_t *swInterfaceLocalShape(const SwInterface *interface);
/* `[{"x"}, {"y":(2)4}]`: the axes that split each dimension, as sdy writes them; behind them ` partial={"z"}`, the axes
 * over which devices hold summands, where there are any. */
const char *swInterfaceSharding(const SwInterface *interface);
/* The axes that split a dimension, major to minor: their number, the axis in the mesh, and which digit of it, `pre`
 * positions being more major within the axis and `size` of them: 1 and the axis's size for a whole axis. */
size_t swInterfaceNumAxes(const SwInterface *interface, size_t dim);
size_t swInterfaceAxis(const SwInterface *interface, size_t dim, size_t number, int64_t *pre, int64_t *size);
/* The box of the whole array that a device holds: `begin` and `end` have the rank's length. What is padding is not in
 * it. */
SwStatus *swInterfaceBlock(const SwInterface *interface, int64_t device, int64_t *begin, int64_t *end);
/* Of an argument: its memory is given to the program, which writes over it. */
bool swInterfaceIsDonated(const SwInterface *interface);

/* A compiled program: what a `.swx` file holds. Nothing of it changes; any thread may read it. */
typedef struct SwExecutable SwExecutable;
SwStatus *swExecutableSerialize(const SwExecutable *executable, SwString **bytes);
/* Checks all of it. `name` begins messages; null: `executable`. */
SwStatus *swExecutableDeserialize(const void *bytes, size_t size, const char *name, SwExecutable **executable);
SwStatus *swExecutableWrite(const SwExecutable *executable, const char *path);
SwStatus *swExecutableRead(const char *path, SwExecutable **executable);
void swExecutableDestroy(SwExecutable *executable);

const char *swExecutableTarget(const SwExecutable *executable);
const SwMesh *swExecutableMesh(const SwExecutable *executable);
int64_t swExecutableNumDevices(const SwExecutable *executable);
size_t swExecutableNumArguments(const SwExecutable *executable);
size_t swExecutableNumResults(const SwExecutable *executable);
const SwInterface *swExecutableArgument(const SwExecutable *executable, size_t argument);
const SwInterface *swExecutableResult(const SwExecutable *executable, size_t result);

#ifdef __cplusplus
}
#endif

#endif /* SHARDWRIGHT_C_PROGRAM_H */
