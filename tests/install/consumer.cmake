# Builds consumer/ with the Tessera that KIND names, runs it, and checks its compiler options and linked libraries.
include(${CMAKE_CURRENT_LIST_DIR}/run.cmake)
set(build ${SCRATCH}/${KIND})
file(REMOVE_RECURSE ${build})
run("" ${CMAKE_COMMAND} -S ${CMAKE_CURRENT_LIST_DIR}/consumer -B ${build} ${as_here} -D KIND=${KIND} -D CMAKE_PREFIX_PATH=${prefix}
  -D CMAKE_EXPORT_COMPILE_COMMANDS=ON -D TESSERA=${SOURCE} ${OPTIONS})
set(ENV{BUILT} ${BUILD})
run("" ${CMAKE_COMMAND} --build ${build} --parallel 2 --target user tessera_modules)
run("^.42 CAUGHT" ${build}/user)

# The only include path is that of the public headers, and no macro is defined.
file(READ ${build}/compile_commands.json commands)
if(NOT commands MATCHES "\"command\": \"([^\n]*)/consumer/user\\.cpp\"")
  message(FATAL_ERROR "user.cpp is not in compile_commands.json.")
endif()
string(REGEX MATCHALL "(-I|-isystem )[^ ]+|-D[^ ]+" seen "${CMAKE_MATCH_1}")
list(FILTER seen EXCLUDE REGEX "^(-I|-isystem )(${prefix}/include|${SOURCE}/interp/include|${build}/tessera/interp/include)$|^-DNDEBUG$")
if(seen)
  message(FATAL_ERROR "The host is compiled with ${seen}.")
endif()

# Only the C++ runtime, GMP and utf8proc are linked.
execute_process(COMMAND readelf -d ${build}/user OUTPUT_VARIABLE dynamic COMMAND_ERROR_IS_FATAL ANY)
string(REGEX MATCHALL "NEEDED[^\n]*\\[[^]]+" needed "${dynamic}")
list(TRANSFORM needed REPLACE ".*\\[" "")
list(FILTER needed EXCLUDE REGEX "^lib(tessera|gmp|utf8proc|stdc\\+\\+|gcc_s|c|m|asan|ubsan|tsan)\\.so|^ld-linux")
if(needed)
  message(FATAL_ERROR "The host needs ${needed}.")
endif()

if(KIND MATCHES "^(subdirectory|fetched)$")
  run("" ${CMAKE_COMMAND} --install ${build} --prefix ${build}/prefix)
  if(EXISTS ${build}/prefix)
    message(FATAL_ERROR "Tessera installs itself with the host.")
  endif()
endif()
