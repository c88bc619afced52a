# The packages of docs/architecture.md section 6.
list(APPEND CMAKE_PREFIX_PATH /usr/lib/llvm-22)
find_package(MLIR 22.1 REQUIRED CONFIG)
list(APPEND CMAKE_MODULE_PATH ${MLIR_CMAKE_DIR} ${LLVM_CMAKE_DIR})
include(TableGen)
include(AddLLVM)
include(AddMLIR)
include(ShardwrightAbseil)
find_package(RapidJSON REQUIRED)
find_package(Threads REQUIRED)
find_package(GTest REQUIRED)

set(MLIR_BINARY_DIR ${CMAKE_BINARY_DIR})
separate_arguments(SHARDWRIGHT_LLVM_DEFINITIONS UNIX_COMMAND "${LLVM_DEFINITIONS}")
