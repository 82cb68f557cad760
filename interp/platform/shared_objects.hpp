// Loads code while the program runs. Layer: platform.
#pragma once

#include <string>

namespace tessera::platform {

/// Loads the shared object `path` (absolute) into the process for good, with all that it needs. nullptr, and the reason
/// in `why`, on failure.
void* open_shared_object(const std::string& path, std::string& why);

/// Returns the address of the symbol `name` of `object`, or nullptr.
void* find_in_shared_object(void* object, const char* name);

/// Returns the folder of the program's file with a final slash; "" if unknown.
std::string program_folder();

/// Returns the folder of the shared library that contains this code, with a final slash; "" if the program contains it.
std::string library_folder();

}  // namespace tessera::platform
