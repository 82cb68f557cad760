// The VM's data about machine code: execution counts, and addresses of machine code. Layer: vm.
#pragma once

#ifdef TESSERA_MACHINE_CODE

#include <algorithm>
#include <iterator>

#include "vm/jit/jit_compiler.hpp"

namespace tessera {

class Vm;

/// Counts calls and rounds of loops until their code is hot; then `code_compiler` compiles it. Machine code accesses
/// the public fields by their offsets (jit/assembler/field_offsets.cpp).
class JitState {
 public:
  using Maker = std::unique_ptr<JitCompiler> (*)(Vm&);
  /// Makes functions be compiled after `threshold` calls and rounds of loops, by the compiler that `make` makes.
  void use(Maker make, std::uint16_t threshold);
  /// Returns the compiler, which is made on first use; nullptr if there is none.
  JitCompiler* compiler(Vm& vm);
  /// Returns the number of rounds after which a loop is compiled for the values in its registers.
  unsigned loop_rounds() const { return threshold_ / 4 + 1u; }
  /// Returns the machine code of the function as text; "" if it has none.
  std::string listing(const Code* code) const { return code_compiler == nullptr ? "" : code_compiler->listing(code); }
  JitStatistics statistics() const { return code_compiler == nullptr ? JitStatistics{} : code_compiler->statistics(); }

  /// True if a test requests a random side exit of a loop here.
  bool takes_random_exit();
  void exit_at_random() { random_exits_ = 1; }

  /// Counts a run of the code at `pc`. Returns true once it is hot.
  bool becomes_hot(const Instruction* pc) { return TESSERA_UNLIKELY(--heat_[heat_index(pc)] == 0); }
  /// Begins to count again.
  void reset_heat(const Instruction* pc) { heat_[heat_index(pc)] = threshold_; }

  SharedStubs links;
  std::unique_ptr<JitCompiler> code_compiler;  ///< the compiler; null before any code becomes hot

  /// A cache of the addresses where machine code resumes at instructions after returns.
  struct ResumeEntry {
    const Instruction* pc;
    const void* address;
  };
  static constexpr std::size_t resume_entries = 128;
  ResumeEntry resume_cache[resume_entries];
  ResumeEntry& resume_entry(const Instruction* pc) {
    return resume_cache[reinterpret_cast<std::uintptr_t>(pc) / sizeof *pc % resume_entries];
  }
  /// Empties the cache, after machine code was freed and at the start.
  void forget_resume_entries() {
    std::fill(std::begin(resume_cache), std::end(resume_cache), ResumeEntry{in_machine_code(nullptr), nullptr});
  }

 private:
  static constexpr std::size_t heat_counters = 512;  ///< the number of counters, which instructions share
  static std::size_t heat_index(const Instruction* pc) { return (reinterpret_cast<std::uintptr_t>(pc) >> 3) % heat_counters; }

  std::uint16_t heat_[heat_counters] = {};  ///< counts left until the code is hot
  std::uint16_t threshold_ = 0;
  std::uint32_t random_exits_ = 0;  ///< the state of a pseudo-random generator; 0: takes_random_exit is always false
  Maker make_ = nullptr;
};

}  // namespace tessera

#endif
