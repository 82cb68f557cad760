# Read by cpack. Refuses to package a game that was compiled for this machine's processor only: it would stop with
# SIGILL on others.
if(CPACK_TESSERA_FOR_THIS_CPU AND NOT CPACK_TESSERA_ANYWAY)
  message(FATAL_ERROR "The game is compiled for this machine's processor. For packages: cmake --workflow --preset package")
endif()
