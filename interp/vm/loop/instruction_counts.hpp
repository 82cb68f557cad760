// Execution counts of instructions, in builds with TESSERA_COUNT_INSTRUCTIONS. Layer: vm.
#pragma once

#ifdef TESSERA_COUNT_INSTRUCTIONS

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <vector>

#include "compiler/instructions.hpp"

namespace tessera {

/// A table that is printed on the error output when the VM ends, the most frequent instruction first.
struct InstructionCounts {
  std::uint64_t of[static_cast<std::size_t>(Op::count)] = {};

  ~InstructionCounts() {
    std::uint64_t total = 0;
    std::vector<std::size_t> order;
    for (std::size_t op = 0; op < std::size(of); ++op) {
      total += of[op];
      if (of[op] != 0) order.push_back(op);
    }
    std::sort(order.begin(), order.end(), [this](std::size_t a, std::size_t b) { return of[a] > of[b]; });
    for (std::size_t op : order)
      std::fprintf(stderr, "%16llu %5.1f%% %s\n", static_cast<unsigned long long>(of[op]),
                   100.0 * static_cast<double>(of[op]) / static_cast<double>(total), instruction_facts[op].name);
  }
};

}  // namespace tessera

#endif
