# What a person building Shardwright can choose, and what every target shares.
option(SHARDWRIGHT_PCH "compile against one shared precompiled header" ON)
option(SHARDWRIGHT_WERROR "treat warnings as errors" OFF)
set(SHARDWRIGHT_SANITIZE "" CACHE STRING "sanitizers to build with: address, undefined, thread (comma separated)")

set(CMAKE_CXX_STANDARD 17)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/bin)
set(CMAKE_LIBRARY_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/lib)
set(CMAKE_ARCHIVE_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/lib)

add_compile_options(-Wall -Wextra -Wno-unused-parameter -Wno-missing-field-initializers)
# Only with the compiler that CI uses: a newer one warns about more.
if(SHARDWRIGHT_WERROR AND CMAKE_CXX_COMPILER_ID STREQUAL GNU AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  add_compile_options(-Werror)
endif()
if(CMAKE_UNITY_BUILD AND CMAKE_CXX_COMPILER_ID STREQUAL GNU)
  # What a file keeps in an anonymous namespace is warned about where the file is included by another.
  add_compile_options($<$<COMPILE_LANGUAGE:CXX>:-Wno-subobject-linkage>)
endif()
# GCC walks everything it has read, the precompiled header too, to free a little of it: 10 to 20 % of its time.
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
  add_compile_options($<$<COMPILE_LANGUAGE:CXX>:--param=ggc-min-heapsize=1000000>)
endif()
if(SHARDWRIGHT_SANITIZE)
  add_compile_options(-fsanitize=${SHARDWRIGHT_SANITIZE} -fno-omit-frame-pointer)
  add_link_options(-fsanitize=${SHARDWRIGHT_SANITIZE})
endif()

find_program(SHARDWRIGHT_CCACHE ccache)
if(SHARDWRIGHT_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${SHARDWRIGHT_CCACHE})
endif()
