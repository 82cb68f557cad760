// Describes generated code to the system's debugger (gdb). Layer: platform.
#pragma once

#include <cstddef>
#include <memory>
#include <string>

namespace tessera::platform {

/// Shows debuggers the code by its name, with unwind information as in `UnwindTable` (platform/code.hpp), for the
/// lifetime of this object.
class DebuggerEntry {
 public:
  DebuggerEntry(const void* begin, std::size_t bytes, const std::string& name);
  ~DebuggerEntry();
  DebuggerEntry(const DebuggerEntry&) = delete;
  DebuggerEntry& operator=(const DebuggerEntry&) = delete;

 private:
  struct Registered;
  std::unique_ptr<Registered> registered_;
};

}  // namespace tessera::platform
