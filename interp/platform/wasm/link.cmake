# tessera_link_for_pages(TARGET LEVEL [EXPORTS]): how a program for WebAssembly is linked: with emscripten's files, a
# memory that grows, and host.js. LEVEL is the option for optimising the whole. With EXPORTS, a page can call the
# functions of tessera/tessera.h.
set(TESSERA_C_HEADER ${CMAKE_CURRENT_LIST_DIR}/../../include/tessera/tessera.h CACHE INTERNAL "")
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${TESSERA_C_HEADER})

function(tessera_link_for_pages target level)
  target_link_options(${target} PRIVATE ${level} -sALLOW_MEMORY_GROWTH=1 -sMAXIMUM_MEMORY=2147483648 -sTOTAL_STACK=8388608
    -sEXIT_RUNTIME=1 -sNODEJS_CATCH_EXIT=0 -sNODEJS_CATCH_REJECTION=0 -sWASM_BIGINT=1 -lnodefs.js
    "SHELL:--pre-js ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/host.js")
  if(ARGC GREATER 2)
    file(STRINGS ${TESSERA_C_HEADER} functions REGEX "^TESSERA_API")
    list(TRANSFORM functions REPLACE "^[^(]* [*]*(tessera_[a-z_]+)[(].*" "_\\1")
    list(JOIN functions "," functions)
    target_link_options(${target} PRIVATE "-sEXPORTED_FUNCTIONS=_main,_malloc,_free,${functions}"
      -sEXPORTED_RUNTIME_METHODS=FS,UTF8ToString)
  endif()
  set_property(TARGET ${target} APPEND PROPERTY LINK_DEPENDS ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/host.js)
endfunction()
