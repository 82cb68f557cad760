# Debian packages. They run on any machine of the architecture, so they have a build of their own:
#
#     cmake --workflow --preset package      # build/package/*.deb
#
# Name the maintainer: -D CPACK_DEBIAN_PACKAGE_MAINTAINER="Name <address>". CMake reads CXXFLAGS and LDFLAGS of
# dpkg-buildflags when it configures. lintian's remaining tags:
# - malformed-contact: no maintainer was named.
# - maintscript-calls-ldconfig: CPack always writes these scripts.
# - spelling-error-in-binary: the "words" are numbers in the image.
# - exit-in-shared-library: EXIT, which the host permits (`Permissions::quit`).
# - no-symbols-control-file: the library is versioned as a whole; before 1.0 each minor version is a new library.
# - hardening-*: the flags were chosen by measurement.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_VENDOR "The Tessera developers")
set(CPACK_PACKAGE_CONTACT "The Tessera developers")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "")  # each package has its own
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_PRE_BUILD_SCRIPTS ${CMAKE_CURRENT_LIST_DIR}/packages_files.cmake)
set(CPACK_PROJECT_CONFIG_FILE ${CMAKE_CURRENT_LIST_DIR}/packages_check.cmake)
set(CPACK_TESSERA_FOR_THIS_CPU ${TESSERA_GAME_NATIVE_CPU})

set(CPACK_COMPONENTS_ALL program library development game)
set(CPACK_COMPONENTS_GROUPING IGNORE)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON)
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS_POLICY ">=")

# tessera_package(COMPONENT NAME SECTION DEPENDS SUMMARY DESCRIPTION): defines the package NAME with the files of
# COMPONENT and the licence.
macro(tessera_package component name section depends summary description)
  string(TOUPPER ${component} upper)
  set(CPACK_DEBIAN_${upper}_PACKAGE_NAME ${name})
  set(CPACK_DEBIAN_${upper}_PACKAGE_SECTION ${section})
  set(CPACK_DEBIAN_${upper}_PACKAGE_DEPENDS "${depends}")
  set(CPACK_DEBIAN_${upper}_DESCRIPTION "${summary}\n${description}")
  install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/${name} RENAME copyright COMPONENT ${component})
endmacro()
set(library libtessera${TESSERA_LIBRARY_VERSION})
set(this "(= ${PROJECT_VERSION})")
tessera_package(program tessera lisp "" "small Common Lisp dialect to embed: the program"
  "A compiler to bytecode and its machine, a prompt with an editor, a debugger,\nmodules that describe and document the language, and other languages that it\nunderstands: Scheme, Clojure, Arc.")
tessera_package(library ${library} libs "" "small Common Lisp dialect to embed: the shared library"
  "For programs that embed it. What describes and documents the language at run\ntime is in the package tessera.")
file(WRITE ${PROJECT_BINARY_DIR}/triggers "activate-noawait ldconfig\n")
set(CPACK_DEBIAN_LIBRARY_PACKAGE_CONTROL_EXTRA ${PROJECT_BINARY_DIR}/triggers)
set(CPACK_DEBIAN_LIBRARY_PACKAGE_SUGGESTS "tessera ${this}")
set(needed "libgmp-dev, libutf8proc-dev")
if(TESSERA_MACHINE_CODE)
  string(APPEND needed ", libasmjit-dev")
endif()
tessera_package(development libtessera-dev libdevel "${library} ${this}, ${needed}"
  "small Common Lisp dialect to embed: files for building"
  "Headers for C++ and C, the static library, packages for CMake and pkg-config.\nThe package ${library} has the shared library.")
tessera_package(game tessera-game lisp "tessera ${this}" "Dice of Doom and other games in Lisp"
  "They are played at a prompt, Dice of Doom in a browser as well, and their\nscripts can be changed while one plays.")
set(CPACK_DEBIAN_GAME_PACKAGE_SUGGESTS "libpq5, librsvg2-2") # loaded when they are needed
get_property(modules GLOBAL PROPERTY TESSERA_MODULE_PACKAGES)
foreach(module IN LISTS modules)  # modules that need further libraries
  get_property(texts GLOBAL PROPERTY TESSERA_PACKAGE_${module})
  list(GET texts 0 summary)
  list(GET texts 1 description)
  list(APPEND CPACK_COMPONENTS_ALL ${module})
  tessera_package(${module} tessera-${module} lisp "tessera ${this}" "small Common Lisp dialect to embed: ${summary}" "${description}")
endforeach()
include(CPack)
