// The constant variables of the chapter on numbers, and *RANDOM-STATE*. Layer: builtins. Compiled for size.
#include <limits>

#include "builtins/chapters.hpp"
#include "builtins/variables.hpp"
#include "data/numbers/parts.hpp"
#include "data/numbers/random.hpp"
#include "data/symbols/packages.hpp"

namespace tessera {

namespace {

void define_constant(Runtime& rt, const std::string& name, Value value) {
  const Value symbol = rt.cl(name);
  rt.heap.write(&rt.symbol(symbol)->value, value);
  set_flag(rt, symbol, symbol_constant);
}

/// Defines both signs of the float constants whose names begin so.
template <class F> void define_extreme(Runtime& rt, const std::string& what, const std::string& format, F value) {
  define_constant(rt, what + "POSITIVE-" + format, make_float(rt, value));
  define_constant(rt, what + "NEGATIVE-" + format, make_float(rt, -value));
}

template <class F> void define_format(Runtime& rt, const std::string& name) {
  using Limits = std::numeric_limits<F>;
  define_extreme(rt, "MOST-", name, Limits::max());
  define_extreme(rt, "LEAST-", name, Limits::denorm_min());
  define_constant(rt, "LEAST-POSITIVE-NORMALIZED-" + name, make_float(rt, Limits::min()));
  define_constant(rt, "LEAST-NEGATIVE-NORMALIZED-" + name, make_float(rt, -Limits::min()));
  // The least numbers that change 1 when added or subtracted: just above half the distance to 1's neighbours.
  const F one_up = 1 + Limits::epsilon();
  define_constant(rt, name + "-EPSILON", make_float(rt, Limits::epsilon() / 2 * one_up));
  define_constant(rt, name + "-NEGATIVE-EPSILON", make_float(rt, Limits::epsilon() / 4 * one_up));
}

/// Defines the codes for BOOLE, which are truth tables: bit 2*x+y is the result for bits x and y.
void define_boole_codes(Runtime& rt) {
  static constexpr struct {
    const char* name;
    int table;
  } codes[] = {
      {"CLR", 0b0000},   {"SET", 0b1111},   {"1", 0b1100},    {"2", 0b1010},    {"C1", 0b0011},   {"C2", 0b0101},
      {"AND", 0b1000},   {"IOR", 0b1110},   {"XOR", 0b0110},  {"EQV", 0b1001},  {"NAND", 0b0111}, {"NOR", 0b0001},
      {"ANDC1", 0b0010}, {"ANDC2", 0b0100}, {"ORC1", 0b1011}, {"ORC2", 0b1101},
  };
  for (const auto& code : codes) define_constant(rt, std::string("BOOLE-") + code.name, Value::fixnum(code.table));
}

}  // namespace

void install_number_constants(Runtime& rt) {
  define_constant(rt, "MOST-POSITIVE-FIXNUM", Value::fixnum(Value::most_positive_fixnum));
  define_constant(rt, "MOST-NEGATIVE-FIXNUM", Value::fixnum(Value::most_negative_fixnum));
  define_constant(rt, "PI", rt.heap.make_double(3.14159265358979323846));
  for (const char* name : {"SHORT-FLOAT", "SINGLE-FLOAT"}) define_format<float>(rt, name);
  for (const char* name : {"DOUBLE-FLOAT", "LONG-FLOAT"}) define_format<double>(rt, name);
  define_boole_codes(rt);
  const Value variable = rt.sym(Known::random_state_variable);
  rt.heap.write(&rt.symbol(variable)->value, make_random_state(rt, 0));
  set_flag(rt, variable, symbol_special);
}

}  // namespace tessera
