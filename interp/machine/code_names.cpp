// Names of machine code.
#include "machine/code_names.hpp"

#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <string>

#include "text/printer.hpp"

namespace tessera {

namespace {

// A line for each in a file that only grows.
void write_for_perf(const char* begin, std::size_t bytes, const std::string& name) {
  std::FILE* const map = std::fopen(("/tmp/perf-" + std::to_string(::getpid()) + ".map").c_str(), "a");
  if (map == nullptr) return;
  std::fprintf(map, "%zx %zx %s\n", reinterpret_cast<std::size_t>(begin), bytes, name.c_str());
  std::fclose(map);
}

}  // namespace

CodeNames::CodeNames() {
  const char* const variable = std::getenv("TESSERA_MACHINE_CODE_NAMES");
  if (variable == nullptr) return;
  const std::string words = "," + std::string(variable) + ",";
  for_perf_ = words.find(",perf,") != std::string::npos;
  for_gdb_ = words.find(",gdb,") != std::string::npos;
}

void CodeNames::add(Vm& vm, const MachineFunction& function, const MachineLoop* loop) {
  if (!for_perf_ && !for_gdb_) return;
  const Value lisp_name = function.code->name;
  std::string name = is_nil(lisp_name) ? "LAMBDA" : printed(vm, lisp_name, true);
  if (loop != nullptr) name += " (loop at " + std::to_string(loop->head) + ")";
  const char* const begin = loop == nullptr ? function.begin : loop->begin;
  const std::size_t bytes = loop == nullptr ? function.bytes : loop->bytes;
  if (for_perf_) write_for_perf(begin, bytes, name);
  if (for_gdb_) shown_[begin] = std::make_unique<platform::DebuggerEntry>(begin, bytes, name);
}

}  // namespace tessera
