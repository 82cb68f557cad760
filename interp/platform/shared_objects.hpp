// Code that is loaded while the program runs. Layer: platform.
#pragma once

#include <string>

namespace tessera::platform {

/// Load the shared object `path` (absolute) into the process, where it stays; all that it needs must be there. nullptr, and `why`, if
/// it cannot be loaded.
void* open_shared_object(const std::string& path, std::string& why);

/// The address of what `object` calls `name`, or nullptr.
void* find_in_shared_object(void* object, const char* name);

/// The folder of the program's file with a final slash; "" if the system does not tell.
std::string program_folder();

/// The folder of the shared library that this code is a part of, with a final slash; "" if it is a part of the program.
std::string library_folder();

}  // namespace tessera::platform
