# The version and the git revision as C++ strings, in OUTPUT, for one target. In a script of its own that runs with every
# build, and writes only when something changed: `cmake -D... -P` of this file.
if(CMAKE_SCRIPT_MODE_FILE)
  cmake_minimum_required(VERSION 3.25)
  set(revision "")
  find_program(git git)
  if(git)
    execute_process(COMMAND ${git} -C ${ROOT} log -1 --format=%h\ of\ %cs OUTPUT_VARIABLE revision
      OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  endif()
  if(revision)
    set(revision " (${revision})")
  endif()
  file(CONFIGURE OUTPUT ${OUTPUT} @ONLY CONTENT
"// Written by cmake/ShardwrightRevision.cmake.
#define SHARDWRIGHT_VERSION \"@VERSION@\"
#define SHARDWRIGHT_REVISION \"@revision@\"
#define SHARDWRIGHT_COMPILER \"@COMPILER@\"
")
  return()
endif()

function(shardwright_revision TARGET OUTPUT ROOT)
  string(STRIP "${CMAKE_CXX_COMPILER_ID} ${CMAKE_CXX_COMPILER_VERSION} ${CMAKE_CXX_FLAGS}" compiler)
  string(APPEND compiler ", ${CMAKE_SYSTEM_PROCESSOR}")
  add_custom_target(${TARGET}-revision BYPRODUCTS ${OUTPUT} COMMENT "" VERBATIM
    COMMAND ${CMAKE_COMMAND} -DROOT=${ROOT} -DOUTPUT=${OUTPUT} -DVERSION=${PROJECT_VERSION} -DCOMPILER=${compiler}
      -P ${CMAKE_CURRENT_FUNCTION_LIST_FILE})
  add_dependencies(${TARGET} ${TARGET}-revision)
endfunction()
