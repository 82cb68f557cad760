# The program `tessera`: scripts and the REPL.
add_executable(tessera_program repl/main.cpp repl/options.cpp repl/terminal.cpp repl/raw_mode.cpp repl/history_file.cpp
  repl/uncaught.cpp)
set_target_properties(tessera_program PROPERTIES OUTPUT_NAME tessera)
target_link_libraries(tessera_program PRIVATE tessera_static tessera_inside tessera_warnings)
tessera_carry_runtime(tessera_program)
tessera_host_modules(tessera_program)
if(TESSERA_HAS_PACKED_RELOCATIONS)
  target_link_options(tessera_program PRIVATE "-Wl,-z,pack-relative-relocs")
endif()
# Modules in Lisp, compiled by it: stdlib/modules.lisp.
set(lisp_modules warnings debugger assist editor explore definitions display swank filling json jupyter language-server analysis tour ext sockets foreign gray mp mop asdf continuations scheme arc clojure-base clojure-core clojure documentation)
list(TRANSFORM lisp_modules REPLACE "(.+)" "${PROJECT_BINARY_DIR}/modules/\\1.tfasl")
file(GLOB asdf_patches CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/stdlib/modules/asdf/patches/*.patch)
add_custom_command(OUTPUT ${lisp_modules}
  COMMAND ${CMAKE_COMMAND} -E make_directory ${PROJECT_BINARY_DIR}/modules
  COMMAND tessera_program ${PROJECT_SOURCE_DIR}/stdlib/compile-modules.lisp ${PROJECT_SOURCE_DIR}/stdlib ${PROJECT_BINARY_DIR}/modules ${docstrings}
  DEPENDS tessera_program tessera_module_swank-native tessera_module_language-server-native ${docstrings} ${stdlib_sources} ${asdf_patches}
  COMMENT "Compiling the library's modules" VERBATIM)
add_custom_target(tessera_lisp_modules ALL DEPENDS ${lisp_modules})
add_dependencies(tessera_modules tessera_lisp_modules)
foreach(name swank language-server foreign)
  add_subdirectory(${PROJECT_SOURCE_DIR}/stdlib/modules/${name}/native modules/${name})
endforeach()
if(TESSERA_JUPYTER)
  add_subdirectory(${PROJECT_SOURCE_DIR}/stdlib/modules/jupyter/native modules/jupyter)
endif()
