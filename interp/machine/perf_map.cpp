// A line for each function that becomes machine code.
#include "machine/perf_map.hpp"

#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <string>

#include "text/printer.hpp"

namespace tessera {

void note_for_perf(Vm& vm, const MachineFunction& function, const MachineLoop* loop) {
  if (std::getenv("TESSERA_PERF_MAP") == nullptr) return;
  std::FILE* const map = std::fopen(("/tmp/perf-" + std::to_string(::getpid()) + ".map").c_str(), "a");
  if (map == nullptr) return;
  const Value name = function.code->name;
  std::fprintf(map, "%zx %zx %s%s\n", reinterpret_cast<std::size_t>(loop == nullptr ? function.begin : loop->begin),
               loop == nullptr ? function.bytes : loop->bytes, (is_nil(name) ? "LAMBDA" : printed(vm, name, true)).c_str(),
               loop == nullptr ? "" : (" (loop at " + std::to_string(loop->head) + ")").c_str());
  std::fclose(map);
}

}  // namespace tessera
