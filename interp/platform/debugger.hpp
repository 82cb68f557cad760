// What a debugger of the system's (gdb) is told of code that is made while the program runs. Layer: platform.
#pragma once

#include <cstddef>
#include <memory>
#include <string>

namespace tessera::platform {

/// As long as this lives, debuggers know the code by its name, and unwind frames of it as those of `UnwindTable` (platform/code.hpp).
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
