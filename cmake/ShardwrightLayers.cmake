# How a layer declares its libraries. Two kinds, one function each (the runtime declares its own, which builds alone too):
#   shardwright_core_library     value types: Abseil and LLVM Support, never MLIR
#   shardwright_mlir_library     dialects, passes and what wires them: MLIR, with the shared precompiled header
# Each takes NAME, then SOURCES, then DEPENDS.

function(shardwright_target NAME)
  target_include_directories(${NAME} PUBLIC
    ${PROJECT_SOURCE_DIR}/include ${PROJECT_SOURCE_DIR} ${PROJECT_BINARY_DIR})
endfunction()

function(shardwright_core_library NAME)
  cmake_parse_arguments(ARG "" "" "SOURCES;DEPENDS" ${ARGN})
  add_library(${NAME} STATIC ${ARG_SOURCES})
  shardwright_target(${NAME})
  target_include_directories(${NAME} SYSTEM PUBLIC ${LLVM_INCLUDE_DIRS})
  target_compile_definitions(${NAME} PUBLIC ${SHARDWRIGHT_LLVM_DEFINITIONS})
  # Where partitioning spends its time, and small without MLIR's headers: optimised whatever the preset saves.
  if(NOT SHARDWRIGHT_SANITIZE)
    target_compile_options(${NAME} PRIVATE -O2)
  endif()
  target_link_libraries(${NAME} PUBLIC ${ARG_DEPENDS} absl::status absl::statusor absl::strings ShardwrightLLVM)
endfunction()

# One precompiled header for everything that sees MLIR: a pass compiles in 2 s instead of 7 s.
if(SHARDWRIGHT_PCH)
  file(WRITE ${PROJECT_BINARY_DIR}/pch.cpp "")
  add_library(ShardwrightPch STATIC ${PROJECT_BINARY_DIR}/pch.cpp)
  target_include_directories(ShardwrightPch SYSTEM PUBLIC ${MLIR_INCLUDE_DIRS} ${LLVM_INCLUDE_DIRS})
  target_compile_definitions(ShardwrightPch PUBLIC ${SHARDWRIGHT_LLVM_DEFINITIONS})
  target_precompile_headers(ShardwrightPch PRIVATE ${PROJECT_SOURCE_DIR}/cmake/Precompiled.h)
endif()

function(shardwright_mlir_target NAME)
  shardwright_target(${NAME})
  target_include_directories(${NAME} SYSTEM PUBLIC ${MLIR_INCLUDE_DIRS} ${LLVM_INCLUDE_DIRS})
  target_compile_definitions(${NAME} PUBLIC ${SHARDWRIGHT_LLVM_DEFINITIONS})
  if(SHARDWRIGHT_PCH)
    # The precompiled header is built with -fPIC; an executable's default -fPIE would make it unusable there.
    get_target_property(kind ${NAME} TYPE)
    if(kind STREQUAL EXECUTABLE)
      set_target_properties(${NAME} PROPERTIES POSITION_INDEPENDENT_CODE OFF)
      target_compile_options(${NAME} PRIVATE -fPIC)
    endif()
    target_precompile_headers(${NAME} REUSE_FROM ShardwrightPch)
  endif()
endfunction()

# TABLEGEN names custom targets (from shardwright_tablegen) whose headers the sources include.
function(shardwright_mlir_library NAME)
  cmake_parse_arguments(ARG "" "" "SOURCES;DEPENDS;TABLEGEN" ${ARGN})
  add_library(${NAME} STATIC ${ARG_SOURCES})
  shardwright_mlir_target(${NAME})
  target_link_libraries(${NAME} PUBLIC ${ARG_DEPENDS} ShardwrightMLIR absl::status absl::statusor absl::strings)
  set_property(GLOBAL APPEND PROPERTY SHARDWRIGHT_MLIR_LIBRARIES ${NAME})
  add_dependencies(${NAME} shardwright-headers ${ARG_TABLEGEN})
endfunction()

# Every generated header: libraries depend on this one target, so that no source compiles before its headers exist.
add_custom_target(shardwright-headers)

# shardwright_tablegen(TARGET FILE.td OUTPUT.inc -gen-x [args] [OUTPUT.inc -gen-y ...])
function(shardwright_tablegen TARGET TD)
  set(LLVM_TARGET_DEFINITIONS ${TD})
  set(outputs ${ARGN})
  while(outputs)
    list(POP_FRONT outputs out)
    set(args "")
    while(outputs)
      list(GET outputs 0 next)
      if(NOT next MATCHES "^-")
        break()
      endif()
      list(APPEND args ${next})
      list(POP_FRONT outputs)
    endwhile()
    mlir_tablegen(${out} ${args} -I ${PROJECT_SOURCE_DIR} -I ${MLIR_INCLUDE_DIRS})
  endwhile()
  add_public_tablegen_target(${TARGET})
  add_dependencies(shardwright-headers ${TARGET})
endfunction()
