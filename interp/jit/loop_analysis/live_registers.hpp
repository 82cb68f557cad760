// Liveness of a frame's registers, for each instruction of a function. Layer: jit.
#pragma once

#include <bit>
#include <cstdint>
#include <vector>

#include "compiler/instructions.hpp"

namespace tessera {

/// A set of a frame's registers; functions with more registers than fit are not analysed.
using RegisterSet = std::uint64_t;
inline constexpr std::size_t register_set_size = 64;
constexpr RegisterSet only(std::size_t reg) { return RegisterSet{1} << reg; }
constexpr bool contains(RegisterSet set, std::size_t reg) { return (set >> reg & 1) != 0; }

/// The registers of a set, for a range-based loop.
struct EachOf {
  RegisterSet set;
  struct Iterator {
    RegisterSet rest;
    std::size_t operator*() const { return static_cast<std::size_t>(std::countr_zero(rest)); }
    void operator++() { rest &= rest - 1; }
    bool operator!=(const Iterator& other) const { return rest != other.rest; }
  };
  Iterator begin() const { return {set}; }
  Iterator end() const { return {0}; }
};

/// Returns the registers that the instruction reads, its operand words included.
RegisterSet registers_read(const Instruction* instruction);
/// Returns the registers that the instruction writes when it continues, or skips the next ones.
RegisterSet registers_written(const Instruction* instruction);

/// The instructions that may follow instruction `at` within the function: at most three. Exits that land elsewhere are
/// not included.
class Successors {
 public:
  Successors(const Instruction* instructions, std::size_t at) : Successors(instructions[at], at) {}
  Successors(const Instruction& instruction, std::size_t at);
  const std::size_t* begin() const { return to_; }
  const std::size_t* end() const { return to_ + count_; }

 private:
  void add(std::ptrdiff_t to) { to_[count_++] = static_cast<std::size_t>(to); }
  std::size_t to_[3];
  std::size_t count_ = 0;
};

/// Returns the registers that are live before each instruction: those that some path reads before it writes them, or
/// that are in `shown`, for debuggers. In a function where exits land, all registers are live.
std::vector<RegisterSet> live_registers(const Instruction* instructions, std::size_t count, const std::vector<RegisterSet>& shown);

/// Returns the registers of variables that debuggers show, before each of `count` instructions and after the last,
/// dead variables included.
std::vector<RegisterSet> shown_registers(const Code* code, std::size_t count);

}  // namespace tessera
