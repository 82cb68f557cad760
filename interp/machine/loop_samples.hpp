// What the values of a loop probably are, by what stands in the frame and behind it when the loop has become hot. Layer: machine.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "machine/loop_program.hpp"

namespace tessera {

enum class Guess : std::uint8_t { none, fixnum, floating, other };

/// For each of the instructions `body`, in order, what its operands were guessed to be. Nothing is run: numbers are computed by kind alone,
/// and what a call gives is not guessed. `live`: the registers at `base` that may be looked at. Neither these nor the program are needed any more
/// when it has been made, and no object is kept.
class LoopSamples {
 public:
  /// What a CALL probably calls, or UNBOUND.
  struct Called {
    std::size_t instruction;
    Value function;
  };
  /// `called`: where to put what is called.
  LoopSamples(const LoopProgram& program, const std::vector<std::size_t>& body, const Value* base, RegisterSet live,
              std::vector<Called>* called = nullptr);
  /// What the register was where the first instruction begins.
  Guess at_first(std::size_t reg) const { return first_[reg].guess; }
  /// A fixnum that is not negative, and may grow before it is not narrow (see IntegerBounds) any more.
  bool is_small_at_first(std::size_t reg) const { return first_[reg].is_small; }
  bool is_at_first(std::size_t reg, Type type) const { return first_[reg].type == type; }
  Guess of(std::size_t instruction, std::size_t reg) const;
  /// What elements the register's value has, if it is a specialized vector.
  std::optional<Element> elements(std::size_t instruction, std::size_t reg) const;
  bool is_string(std::size_t instruction, std::size_t reg) const;
  /// Of what the instruction gives.
  Guess result(std::size_t instruction) const;
  /// How often the register is used as a number of floating point, and how often in another way.
  unsigned floating_uses(std::size_t reg) const { return floating_[reg]; }
  unsigned general_uses(std::size_t reg) const { return general_[reg]; }

 private:
  struct Seen {
    std::uint32_t instruction;
    std::uint16_t reg;
    Guess guess;
    std::optional<Element> elements;
    bool is_string;
  };
  const Seen* seen(std::size_t instruction, std::size_t reg) const;
  Value computed(std::size_t at) const;
  Value combined(Op op, Value x, Value y) const;
  Value combined_kind(const Instruction* i) const;

  // While the instructions are followed.
  const LoopProgram* program_;
  const Value* base_;
  std::vector<Value> samples_;

  struct First {
    Guess guess = Guess::none;
    bool is_small = false;
    std::optional<Type> type;
  };
  std::array<First, register_set_size> first_{};
  std::vector<Seen> seen_, given_;
  unsigned floating_[register_set_size] = {}, general_[register_set_size] = {};
};

Guess guess_of(Value v);

}  // namespace tessera
