# Installs BUILD under SCRATCH, asks the program there for the native game, builds tests/install with it, and runs that.
function(run expected)
  execute_process(COMMAND ${ARGN} OUTPUT_VARIABLE output ERROR_VARIABLE output RESULT_VARIABLE status)
  if(NOT status EQUAL 0 OR NOT output MATCHES "${expected}")
    message(FATAL_ERROR "${ARGN}: status ${status}, not the output ${expected}:\n${output}")
  endif()
endfunction()

file(REMOVE_RECURSE ${SCRATCH})
run("" ${CMAKE_COMMAND} --install ${BUILD} --prefix ${SCRATCH}/prefix)
set(game ${SCRATCH}/prefix/share/tessera/game)
run("native: neighbors" ${SCRATCH}/prefix/bin/tessera --load ${game}/dice_of_doom_v2.lisp --load ${game}/native.lisp --eval "(native-status)")
run("" ${CMAKE_COMMAND} -S ${CMAKE_CURRENT_LIST_DIR} -B ${SCRATCH}/user -D CMAKE_PREFIX_PATH=${SCRATCH}/prefix -D CMAKE_BUILD_TYPE=${CONFIG}
  -D CMAKE_CXX_COMPILER=${COMPILER} -D "CMAKE_CXX_FLAGS=${FLAGS}")
run("" ${CMAKE_COMMAND} --build ${SCRATCH}/user)
run("^.42 CAUGHT" ${SCRATCH}/user/user)
