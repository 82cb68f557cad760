# Installation by components: the program with its Lisp modules; the shared library; for embedders the headers, the
# static library and the CMake and pkg-config packages. C++ modules are added by program.cmake, the game by
# game/CMakeLists.txt.
include(CMakePackageConfigHelpers)
set(package ${CMAKE_INSTALL_LIBDIR}/cmake/tessera)
write_basic_package_version_file(${CMAKE_CURRENT_BINARY_DIR}/tesseraConfigVersion.cmake COMPATIBILITY ${version_compatibility})

if(TESSERA_PROGRAM)
  install(TARGETS tessera_program RUNTIME COMPONENT program)
  install(FILES repl/tessera.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT program)
  install(FILES ${lisp_modules} DESTINATION ${CMAKE_INSTALL_LIBDIR}/tessera COMPONENT program)
endif()
# The library's sources, which editors open: cmake --install BUILD --component sources
install(DIRECTORY ${PROJECT_SOURCE_DIR}/stdlib ${PROJECT_SOURCE_DIR}/interp DESTINATION ${CMAKE_INSTALL_DATADIR}/tessera COMPONENT sources
  EXCLUDE_FROM_ALL FILES_MATCHING PATTERN "*.lisp" PATTERN "*.cpp" PATTERN "*.def" PATTERN node_modules EXCLUDE)

set_target_properties(tessera_headers PROPERTIES EXPORT_NAME headers)
install(TARGETS tessera_static tessera_shared tessera_headers EXPORT tesseraTargets
  ARCHIVE COMPONENT development LIBRARY COMPONENT library NAMELINK_COMPONENT development)
install(EXPORT tesseraTargets NAMESPACE tessera:: DESTINATION ${package} COMPONENT development)
install(FILES cmake/tesseraConfig.cmake cmake/modules.cmake cmake/module_symbols.list cmake/module_exports.map
  ${CMAKE_CURRENT_BINARY_DIR}/tesseraConfigVersion.cmake DESTINATION ${package} COMPONENT development)
install(FILES platform/posix/unwinder.cpp DESTINATION ${package} COMPONENT development)  # for modules.cmake
file(GLOB public_headers CONFIGURE_DEPENDS include/tessera/*.hpp include/tessera/*.h include/tessera/*.def)
install(FILES ${public_headers} ${build_header} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/tessera COMPONENT development)

# The header that names the folder of the modules, whose prefix is known when Tessera is installed.
install(CODE "set(TESSERA_INSTALLED_MODULES \"\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_LIBDIR}/tessera/\")
  configure_file(\"${CMAKE_CURRENT_SOURCE_DIR}/include/tessera/installed.hpp.in\"
    \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_INCLUDEDIR}/tessera/installed.hpp\" @ONLY)" COMPONENT development)

file(RELATIVE_PATH prefix_from_pkgconfig /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)  # relative, so that the tree can be moved
set(assembler_library)
if(TESSERA_MACHINE_CODE)
  set(assembler_library "-lasmjit ")
endif()
foreach(name tessera tessera-static)  # two packages, as `pkg-config --static` cannot choose libtessera.a where both libraries are
  configure_file(cmake/${name}.pc.in ${name}.pc @ONLY)
  install(FILES ${CMAKE_CURRENT_BINARY_DIR}/${name}.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT development)
endforeach()
