// Shared libraries of C, by the dynamic linker.
#pragma once

#include <string>

namespace tessera::foreign {

/// A handle of the library `name`, a file or what the system looks for; nullptr: the process itself. nullptr and `why` if it cannot be had. What is
/// `global` other libraries find as well.
void* open_library(const char* name, bool global, std::string& why);
bool close_library(void* handle, std::string& why);
/// Where the system has found it; "" for the process itself.
std::string file_of_library(void* handle);
/// The address of a symbol in the library, or, for nullptr, in all that are global; nullptr if there is none.
void* find_in_library(void* handle, const char* name);

}  // namespace tessera::foreign
