// D = epilogue(alpha * op(A) * op(B) + beta * C), as cublasLtMatmul defines it, over matrices by columns.
#ifndef TEST_CUDA_DOUBLE_CUBLASLT_PRODUCT_H
#define TEST_CUDA_DOUBLE_CUBLASLT_PRODUCT_H

#include "test/cuda-double/driver/Routine.h"

#include <cstdint>

namespace shardwright::cudadouble::cublaslt {

// As library_types.h and cublasLt.h number them.
enum Type : int { F32 = 0, F64 = 1, F16 = 2, I8 = 3, I32 = 10, BF16 = 14 };
enum Compute : int { ComputeF32 = 68, ComputeF64 = 70, ComputeI32 = 72, ComputeTF32 = 77 };

struct Layout {
  int type = F32;
  uint64_t rows = 0, columns = 0;
  int64_t leading = 0, batchStride = 0;
  int32_t batches = 1;
};

struct Description {
  int compute = ComputeF32, scale = F32;
  bool transposesA = false, transposesB = false;
};

/// 0 for a type that the double does not know.
uint64_t bytesOf(int type);

/// Why the library refuses the product, or an empty text.
std::string problemOf(const Description &description, const Layout &a, const Layout &b, const Layout &c,
                      const Layout &d);

struct Operands {
  uint64_t a, b, c, d; ///< addresses
  double alpha, beta;
};

/// The product as an operation of the device; `c` is read where beta is not 0.
Routine makeProduct(const Description &description, const Layout &a, const Layout &b, const Layout &c, const Layout &d,
                    const Operands &operands);

} // namespace shardwright::cudadouble::cublaslt

#endif // TEST_CUDA_DOUBLE_CUBLASLT_PRODUCT_H
