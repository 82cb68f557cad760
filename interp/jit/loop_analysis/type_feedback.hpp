// Type feedback: the probable types of the values of a loop, from one look at the frame when the loop has become hot.
// Layer: jit.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "data/sequences/arrays.hpp"
#include "jit/loop_analysis/loop_program.hpp"

namespace tessera {

enum class PredictedType : std::uint8_t { none, fixnum, floating, other };

/// The probable kinds of the operands of the instructions `body`. Each register has a *sample*: the object that it held
/// in the frame, or a stand-in of its kind. Instructions are not executed: they are followed with samples, taking
/// elements out of conses, vectors and instances; results of calls are unknown. `live`: the registers at `base` that
/// may be read. After construction the feedback refers to neither the program nor the frame, and keeps no object alive.
class TypeFeedback {
 public:
  /// The function that a CALL probably calls, or UNBOUND.
  struct Called {
    std::size_t instruction;
    Value function;
  };
  /// Follows the instructions `body` once. `called`: receives the callees of CALLs.
  TypeFeedback(const LoopProgram& program, const std::vector<std::size_t>& body, const Value* base, RegisterSet live,
               std::vector<Called>* called = nullptr);
  /// Returns the kind of the register's value before the first instruction.
  PredictedType at_first(std::size_t reg) const { return first_[reg].predicted; }
  /// True if the value there is a natural number that can double and stay narrow (see IntegerBounds).
  bool is_small_at_first(std::size_t reg) const { return first_[reg].is_small; }
  bool is_at_first(std::size_t reg, Type type) const { return first_[reg].type == type; }
  std::optional<NumberVector> vector_at_first(std::size_t reg) const { return first_[reg].vector; }
  PredictedType of(std::size_t instruction, std::size_t reg) const;
  /// Returns the representation of the register's value, if it is a vector of unboxed numbers.
  std::optional<NumberVector> vector(std::size_t instruction, std::size_t reg) const;
  bool is_string(std::size_t instruction, std::size_t reg) const;
  /// Returns the kind of the instruction's result.
  PredictedType result(std::size_t instruction) const;
  /// Returns the number of uses of the register as a double.
  unsigned floating_uses(std::size_t reg) const { return floating_[reg]; }
  unsigned general_uses(std::size_t reg) const { return general_[reg]; }

 private:
  struct OperandSample {
    std::uint32_t instruction;
    std::uint16_t reg;
    PredictedType predicted;
    std::optional<NumberVector> vector;
    bool is_string;
  };
  const OperandSample* sample_at(std::size_t instruction, std::size_t reg) const;
  Value sample_result(std::size_t at) const;
  Value sample_of_captured(std::size_t at, std::size_t n, Value callee) const;
  Value combined(Op op, Value x, Value y) const;
  Value combined_kind(const Instruction* i) const;

  // Used only during construction.
  const LoopProgram* program_;
  const Value* base_;
  std::vector<Value> samples_;

  struct First {
    PredictedType predicted = PredictedType::none;
    bool is_small = false;
    std::optional<Type> type;
    std::optional<NumberVector> vector;
  };
  std::array<First, register_set_size> first_{};
  std::vector<OperandSample> operands_, results_;
  unsigned floating_[register_set_size] = {}, general_[register_set_size] = {};
};

PredictedType predicted_type(Value v);

}  // namespace tessera
