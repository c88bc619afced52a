# shardwright_unit_test(NAME SOURCES ... DEPENDS ...): one gtest executable, one ctest entry; `check-unit` runs them all.
# MLIR: the sources include MLIR headers.
function(shardwright_unit_test NAME)
  cmake_parse_arguments(ARG "MLIR" "" "SOURCES;DEPENDS" ${ARGN})
  add_executable(${NAME} ${ARG_SOURCES})
  if(ARG_MLIR)
    shardwright_mlir_target(${NAME})
  endif()
  target_link_libraries(${NAME} PRIVATE ${ARG_DEPENDS} GTest::gtest GTest::gtest_main)
  set_target_properties(${NAME} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/test/unit)
  add_test(NAME unit/${NAME} COMMAND ${NAME})
  set_property(GLOBAL APPEND PROPERTY SHARDWRIGHT_UNIT_TESTS ${NAME})
endfunction()
