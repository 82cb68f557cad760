// Names of machine code.
#include "jit/assembler/code_names.hpp"

#include <cstdio>
#include <cstdlib>
#include <string>

#include "platform/processes.hpp"
#include "text/printer.hpp"

namespace tessera {

namespace {

/// Appends a line to the file that perf reads.
void write_for_perf(const char* begin, std::size_t bytes, const std::string& name) {
  std::FILE* const map = std::fopen(("/tmp/perf-" + std::to_string(platform::process_id()) + ".map").c_str(), "a");
  if (map == nullptr) return;
  std::fprintf(map, "%zx %zx %s\n", reinterpret_cast<std::size_t>(begin), bytes, name.c_str());
  std::fclose(map);
}

}  // namespace

CodeNames::CodeNames() {
  const char* const variable = std::getenv("TESSERA_MACHINE_CODE_NAMES");
  if (variable == nullptr) return;
  std::string words(1, ',');
  words.append(variable).push_back(',');
  for_perf_ = words.find(",perf,") != std::string::npos;
  for_gdb_ = words.find(",gdb,") != std::string::npos;
}

void CodeNames::add(Vm& vm, const JitFunction& function, const JitLoop* loop) {
  if (loop == nullptr) add(vm, function.code, "", function.begin, function.bytes);
  else add(vm, function.code, " (loop at " + std::to_string(loop->head) + ")", loop->begin, loop->bytes);
}

void CodeNames::add(Vm& vm, const CallStub& call, const Code* callee) {
  add(vm, callee, " (" + std::to_string(call.count) + " arguments)", call.begin, call.bytes);
}

void CodeNames::add(Vm& vm, const Code* code, const std::string& what, const char* begin, std::size_t bytes) {
  if (!for_perf_ && !for_gdb_) return;
  const std::string name = (is_nil(code->name) ? "LAMBDA" : printed(vm, code->name, true)) + what;
  if (for_perf_) write_for_perf(begin, bytes, name);
  if (for_gdb_) shown_[begin] = std::make_unique<platform::DebuggerEntry>(begin, bytes, name);
}

}  // namespace tessera
