// Standard functions that have instructions of their own. Layer: compiler.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "compiler/code.hpp"
#include "data/objects/kinds.hpp"

namespace tessera {

/// A standard function with instructions, and how the generator makes them of a call.
struct Primitive {
  enum class Shape : std::uint8_t {
    quotient,           ///< floor, truncate: binary if one value is wanted, else a call
    unary,              ///< op R[a] R[b]
    binary,             ///< op R[a] R[b] R[c]
    ternary,            ///< op R[a] R[b] R[c], where R[a] is the first operand and then the value
    arithmetic,         ///< + - *: binary, with an immediate form for ADD and SUB, folded over more arguments
    successor,          ///< 1+ and 1-: immediate
    compare,            ///< a jump instruction, as a test or for T and NIL
    negated,            ///< /=, atom ...: a jump instruction of the opposite sense
    sign,               ///< zerop, plusp, minusp: compare with immediate 0
    kind_p,             ///< type predicates: compare with a mask of kinds
    null,               ///< null, not
    nested,             ///< caddr and such: two instructions, or three
    list,               ///< LIST
    list_star,          ///< chain of CONS
    store_value_first,  ///< (f value object index): ASET
    store_value_last,   ///< (f object index value) or (f object value): SETCAR, SVSET, CHARSET
    table_get,          ///< (f key table) or (f key table default) if one value is wanted, else a call
    table_put,          ///< (f key table value) or (f key table default value)
    instance_ref,       ///< constant slot number
    instance_set,
    instance_p,  ///< constant class
  };
  const char* name;
  std::uint16_t min_args, max_args;
  Shape shape;
  Op op;
  Op second = Op::MOVE;  ///< the immediate form, or the second instruction
  std::int16_t immediate = 0;
  KindMask mask = 0;    ///< kind_p
  Op third = Op::MOVE;  ///< nested: MOVE for none
};

std::span<const Primitive> primitives();
/// Returns the kinds for which the type predicate `name`, one of the table, is true.
KindMask kinds_of_predicate(std::string_view name);
/// Returns the primitive for a call of the global function `symbol` with `count` arguments, or nullptr.
const Primitive* find_primitive(Runtime& rt, Value symbol, std::size_t count);

}  // namespace tessera
