// Describes generated code to the system's debugger (gdb). Layer: platform.
#pragma once

#include <cstddef>
#include <memory>
#include <string>

namespace tessera::platform {

/// While it lives, debuggers show the code by its name, and unwind its frames as those of `UnwindTable`
/// (platform/code.hpp).
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
