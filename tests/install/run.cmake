# For the scripts here: `run`, and the options that configure another project like this tree.
function(run expected)
  execute_process(COMMAND ${ARGN} OUTPUT_VARIABLE output ERROR_VARIABLE output RESULT_VARIABLE status)
  if(NOT status EQUAL 0 OR NOT output MATCHES "${expected}")
    message(FATAL_ERROR "${ARGN}: status ${status}, not the output ${expected}:\n${output}")
  endif()
endfunction()

set(prefix ${SCRATCH}/prefix)
set(as_here -G ${GENERATOR} -D CMAKE_BUILD_TYPE=${CONFIG} -D CMAKE_CXX_COMPILER=${COMPILER} -D CMAKE_C_COMPILER=${C_COMPILER}
  -D "CMAKE_CXX_FLAGS=${FLAGS}" -D "CMAKE_C_FLAGS=${FLAGS}")
