# Run by cpack before it packs. As Debian requires, compresses manual pages, adds a changelog to each package, and
# removes the compiler's name from all files.
file(GLOB_RECURSE pages ${CPACK_TEMPORARY_DIRECTORY}/*.[1-9])
list(FILTER pages INCLUDE REGEX "/share/man/")
foreach(page IN LISTS pages)
  execute_process(COMMAND gzip -9n ${page} COMMAND_ERROR_IS_FATAL ANY)
endforeach()

set(maintainer ${CPACK_PACKAGE_CONTACT})
if(CPACK_DEBIAN_PACKAGE_MAINTAINER)
  set(maintainer ${CPACK_DEBIAN_PACKAGE_MAINTAINER})
endif()
string(TIMESTAMP now "%a, %d %b %Y %H:%M:%S +0000" UTC)  # or $SOURCE_DATE_EPOCH
file(GLOB_RECURSE licences ${CPACK_TEMPORARY_DIRECTORY}/*/copyright)
foreach(licence IN LISTS licences)
  string(REGEX REPLACE "copyright$" "changelog" changelog ${licence})
  file(WRITE ${changelog} "tessera (${CPACK_PACKAGE_VERSION}) unstable; urgency=medium\n\n  * Version ${CPACK_PACKAGE_VERSION}.\n\n"
    " -- ${maintainer}  ${now}\n")
  execute_process(COMMAND gzip -9n ${changelog} COMMAND_ERROR_IS_FATAL ANY)
endforeach()

file(GLOB_RECURSE compiled ${CPACK_TEMPORARY_DIRECTORY}/*/tessera ${CPACK_TEMPORARY_DIRECTORY}/*.so* ${CPACK_TEMPORARY_DIRECTORY}/*.a)
foreach(file IN LISTS compiled)
  if(NOT IS_SYMLINK ${file})
    execute_process(COMMAND strip --strip-debug --remove-section=.comment --enable-deterministic-archives ${file} COMMAND_ERROR_IS_FATAL ANY)
  endif()
endforeach()
