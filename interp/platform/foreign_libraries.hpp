// Shared libraries of other languages, for calls of foreign functions. Layer: platform.
#pragma once

#include <string>

namespace tessera::platform {

/// Opens the library `name`, a file or a name that the system looks up; nullptr opens the process itself. Returns its
/// handle, or nullptr and `why`. Other libraries see the symbols of a `global` library.
void* open_library(const char* name, bool global, std::string& why);
bool close_library(void* handle, std::string& why);
/// Returns the file of the library; "" for the process itself.
std::string file_of_library(void* handle);
/// Returns the address of a symbol in the library, or in all global ones if the handle is nullptr; nullptr if there is
/// none.
void* find_in_library(void* handle, const char* name);

}  // namespace tessera::platform
