// What the instruction loop is made of: dispatch, operands, calls, fast paths that several instructions share. Layer: vm.
// clang-format off
// Only loop.cpp includes it.
#pragma once

#if defined(__GNUC__) && !defined(TESSERA_SWITCH_DISPATCH)
#define TESSERA_THREADED 1
#pragma GCC diagnostic ignored "-Wpedantic"
#endif

// Machine state lives in locals: R (registers), pc (next instruction), K (constants). None may have its address taken:
// then all stay in machine registers. `SAVE` shows them to the rest of the VM before anything that may look at the stack:
// natives, allocation, failures.
#define SAVE() (base_ = R, pc_ = pc)
#define A (i.a)
#define B (i.b)
#define C (i.c)
// The instruction from memory once more. Behind a call of another function everything reads it there: then what was decoded needs
// no machine register that outlives calls, of which there are few.
#define AGAIN (pc[-1])
#define OPCODE (static_cast<Op>(AGAIN.op))
#define RELOAD_K() (K = code_of(as<Closure>(R[-2]))->constants)

#ifdef TESSERA_COUNT_INSTRUCTIONS
#define TESSERA_COUNT() (++instruction_counts_.of[i.op])
#else
#define TESSERA_COUNT() static_cast<void>(0)
#endif

#ifdef TESSERA_THREADED
#define TESSERA_FALLTHROUGH static_cast<void>(0)
#define CASE(name) L_##name
#define NEXT()              \
  do {                      \
    i = *pc++;              \
    TESSERA_COUNT();        \
    goto* labels[i.op];     \
  } while (false)
#else
#define TESSERA_FALLTHROUGH [[fallthrough]]
#define CASE(name) case Op::name
#define NEXT() goto dispatch
#endif

// Go on at the place that a function gives: nowhere, then this run of the loop ends.
#define GO_ON(place_) \
  do {                \
    place = place_;   \
    goto go_on;       \
  } while (false)

// `failure` is pending: what its handler returns becomes the value of register `dest_`, if that is not negative.
#define FAIL(operation_, dest_) GO_ON(signal_failure({R, pc}, dest_, operation_))

// R[a] := what a call gives
#define RESULT(call)             \
  do {                           \
    const Value given = call;    \
    R[AGAIN.a] = given;          \
  } while (false)

// R[a] := what a function of the data layer says, in the name of `operation`
#define GENERAL(value, operation)                                     \
  do {                                                                \
    SAVE();                                                           \
    const Value computed = value;                                     \
    if (TESSERA_UNLIKELY(is_failed(computed))) FAIL(operation, AGAIN.a); \
    R[AGAIN.a] = computed;                                           \
    NEXT();                                                           \
  } while (false)

// A jump that is taken is a safepoint: it may go backwards.
#define JUMP_IF(condition, offset)                                                             \
  do {                                                                                         \
    if (condition) {                                                                           \
      pc += offset;                                                                            \
      if (TESSERA_UNLIKELY(heap.poll.load(std::memory_order_relaxed) != 0)) goto poll;         \
    }                                                                                          \
    NEXT();                                                                                    \
  } while (false)

// a fixnum comparison with a general fallback, jumping by the 16-bit offset in C
#define COMPARE_JUMP(left, right, relation, sense, general)                                                     \
  do {                                                                                                    \
    const Value x = (left), y = (right);                                                                  \
    if (TESSERA_LIKELY(Value::both_fixnums(x, y)))                                                        \
      JUMP_IF((static_cast<std::int64_t>(x.bits()) relation static_cast<std::int64_t>(y.bits())) == (sense), i.signed_c()); \
    if (TESSERA_LIKELY(Value::all_immediate_doubles(x, y, y)))                                            \
      JUMP_IF((x.as_immediate_double() relation y.as_immediate_double()) == (sense), i.signed_c());       \
    SAVE();                                                                                               \
    const int result = general;                                                                           \
    if (result == 3) FAIL(operation_name(*this, OPCODE), -1);                                \
    JUMP_IF((result != 2 && (result relation 0)) == (sense), AGAIN.signed_c());                               \
  } while (false)
#define COMPARE(relation, sense) COMPARE_JUMP(R[A], R[B], relation, sense, number_compare(*this, x, y))
#define COMPARE_IMMEDIATE(relation, sense) \
  COMPARE_JUMP(R[A], Value::fixnum(i.signed_b()), relation, sense, number_compare(*this, x, y))
// number_equal says 1 for equal: turned so that `result == 0` holds then
#define EQUAL_GENERAL equality_result(number_equal(*this, x, y))

#define ARITHMETIC(builtin_overflow, double_op, general, symbol_name)                                      \
  do {                                                                                                     \
    const Value x = R[B], y = R[C];                                                                        \
    std::int64_t result;                                                                                   \
    if (TESSERA_LIKELY(Value::both_fixnums(x, y) && !builtin_overflow)) {                                  \
      R[A] = Value::from_bits(static_cast<std::uint64_t>(result));                                         \
      NEXT();                                                                                              \
    }                                                                                                      \
    if (TESSERA_LIKELY(Value::all_immediate_doubles(x, y, y))) {                                           \
      const double d = x.as_immediate_double() double_op y.as_immediate_double();                          \
      if (TESSERA_LIKELY(Value::double_is_immediate(d))) {                                                 \
        R[A] = Value::immediate_double(d);                                                                 \
        NEXT();                                                                                            \
      }                                                                                                    \
    }                                                                                                      \
    GENERAL(general(*this, x, y), symbol_name);                                                                                                \
  } while (false)

// Several operations on operands that are all fixnums or all doubles: `overflows` computes the bits `integer` and says whether they
// are wrong, `real` is the double. Else the instructions behind the operand word, `singly` of them, do it one after the other.
#define SEVERAL(all_fixnums, overflows, all_doubles, real, singly)                         \
  do {                                                                                     \
    if (TESSERA_LIKELY(all_fixnums)) {                                                     \
      std::int64_t integer;                                                                \
      if (TESSERA_LIKELY(!(overflows))) {                                                  \
        R[A] = Value::from_bits(static_cast<std::uint64_t>(integer));                      \
        pc += 1 + (singly);                                                                \
        NEXT();                                                                            \
      }                                                                                    \
    } else if (all_doubles) {                                                              \
      const double d = real;                                                               \
      if (TESSERA_LIKELY(Value::double_is_immediate(d))) {                                 \
        R[A] = Value::immediate_double(d);                                                 \
        pc += 1 + (singly);                                                                \
        NEXT();                                                                            \
      }                                                                                    \
    }                                                                                      \
    ++pc;                                                                                  \
    NEXT();                                                                                \
  } while (false)
#define REAL(v) (v).as_immediate_double()

// (x inner y) outer z
#define FUSED(inner_overflows, outer_overflows, real)                                      \
  do {                                                                                     \
    const Value x = R[B], y = R[C], z = R[pc->a];                                          \
    std::int64_t inner;                                                                    \
    SEVERAL(Value::all_fixnums(x, y, z), inner_overflows || outer_overflows,               \
            Value::all_immediate_doubles(x, y, z), real, 2);                               \
  } while (false)
#define INNER_ADD __builtin_add_overflow(SIGNED(x), SIGNED(y), &inner)
#define INNER_SUB __builtin_sub_overflow(SIGNED(x), SIGNED(y), &inner)
#define INNER_MUL __builtin_mul_overflow(x.as_fixnum(), SIGNED(y), &inner)
#define OUTER_ADD __builtin_add_overflow(inner, SIGNED(z), &integer)
#define OUTER_SUB __builtin_sub_overflow(inner, SIGNED(z), &integer)
#define OUTER_RSUB __builtin_sub_overflow(SIGNED(z), inner, &integer)
#define OUTER_MUL __builtin_mul_overflow(inner, z.as_fixnum(), &integer)

// x * y outer v * w, and that last z
#define DOT(outer_overflows, real)                                                         \
  do {                                                                                     \
    const Value x = R[B], y = R[C], v = R[pc->a], w = R[pc->b];                            \
    std::int64_t inner, second;                                                            \
    SEVERAL(Value::all_fixnums(x, y, v) && w.is_fixnum(), INNER_MUL || SECOND_MUL || outer_overflows(integer), \
            Value::all_immediate_doubles(x, y, v) && w.is_immediate_double(), real, 3);    \
  } while (false)
#define DOT_AND(outer_overflows, last_overflows, real)                                     \
  do {                                                                                     \
    const Value x = R[B], y = R[C], v = R[pc->a], w = R[pc->b], z = R[pc->c];              \
    std::int64_t inner, second, sum;                                                       \
    SEVERAL(Value::all_fixnums(x, y, v) && Value::both_fixnums(w, z),                      \
            INNER_MUL || SECOND_MUL || outer_overflows(sum) || last_overflows,             \
            Value::all_immediate_doubles(x, y, v) && Value::all_immediate_doubles(w, z, z), real, 4); \
  } while (false)
#define SECOND_MUL __builtin_mul_overflow(v.as_fixnum(), SIGNED(w), &second)
#define OUTER_ADD_PRODUCTS(into) __builtin_add_overflow(inner, second, &into)
#define OUTER_SUB_PRODUCTS(into) __builtin_sub_overflow(inner, second, &into)
#define LAST_ADD __builtin_add_overflow(sum, SIGNED(z), &integer)
#define LAST_SUB __builtin_sub_overflow(sum, SIGNED(z), &integer)

// x * y * v outer z
#define PRODUCT_AND(outer_overflows, real)                                                 \
  do {                                                                                     \
    const Value x = R[B], y = R[C], v = R[pc->a], z = R[pc->b];                            \
    std::int64_t first, inner;                                                             \
    SEVERAL(Value::all_fixnums(x, y, v) && z.is_fixnum(), FIRST_MUL || THIRD_MUL || outer_overflows, \
            Value::all_immediate_doubles(x, y, v) && z.is_immediate_double(), real, 3);    \
  } while (false)
#define FIRST_MUL __builtin_mul_overflow(x.as_fixnum(), SIGNED(y), &first)
#define THIRD_MUL __builtin_mul_overflow(first, v.as_fixnum(), &inner)

// R[A] := `fast` (raw bits) of two fixnums, else what the function of the data layer says
#define INTEGER_OPERATION(condition, fast, general)                                        \
  do {                                                                                     \
    const Value x = R[B], y = R[C];                                                        \
    if (TESSERA_LIKELY(Value::both_fixnums(x, y) && (condition))) {                        \
      R[A] = Value::from_bits(static_cast<std::uint64_t>(fast));                           \
      NEXT();                                                                              \
    }                                                                                      \
    GENERAL(general, operation_name(*this, OPCODE));                                                                                \
  } while (false)

// MIN and MAX: the one of R[B] and R[C] that stands in the relation to the other
#define EXTREME(relation, wanted)                                                          \
  do {                                                                                     \
    const Value x = R[B], y = R[C];                                                        \
    if (TESSERA_LIKELY(Value::both_fixnums(x, y))) {                                       \
      R[A] = SIGNED(y) relation SIGNED(x) ? y : x;                                         \
      NEXT();                                                                              \
    }                                                                                      \
    GENERAL(number_extreme(*this, x, y, wanted), operation_name(*this, OPCODE));                                                                                \
  } while (false)

#define PARITY_JUMP(sense)                                                                 \
  do {                                                                                     \
    const Value x = R[A];                                                                  \
    bool odd = (x.bits() & 2) != 0;                                                        \
    if (TESSERA_UNLIKELY(!x.is_fixnum())) {                                                \
      SAVE();                                                                              \
      if (!is_integer(x)) {                                                                \
        fail_type(x, Known::integer);                                                      \
        FAIL(cl((sense) ? "ODDP" : "EVENP"), -1);                                          \
      }                                                                                    \
      odd = integer_odd(x);                                                                \
    }                                                                                      \
    JUMP_IF(odd == (sense), AGAIN.signed_c());                                                 \
  } while (false)

#define CHARACTER_JUMP(sense)                                                              \
  do {                                                                                     \
    const Value x = R[A], y = R[B];                                                        \
    if (TESSERA_UNLIKELY(!x.is_character() || !y.is_character())) {                        \
      SAVE();                                                                              \
      fail_type(x.is_character() ? y : x, Known::character);                               \
      FAIL(cl("CHAR="), -1);                                                               \
    }                                                                                      \
    JUMP_IF((x == y) == (sense), i.signed_c());                                            \
  } while (false)

#define SIGNED(v) static_cast<std::int64_t>((v).bits())

// Give the value to the call that entered this frame, and go on behind that.
#define RETURN_VALUE(v)                                                                          \
  do {                                                                                           \
    const Value returned = v;                                                                    \
    pc = instruction_pointer(R[-1]);                                                             \
    Value* const place = R - 2;                                                                  \
    R = place - pc[-1].a;                                                                        \
    *place = returned;                                                                           \
    if (TESSERA_UNLIKELY(R - 2 < clean_)) clean_ = R - 2;                                        \
    const Value caller = R[-2];                                                                  \
    if (TESSERA_LIKELY(caller.is_object())) K = code_of(as<Closure>(caller))->constants;         \
    NEXT();                                                                                      \
  } while (false)

// The window becomes the frame of `fn`.
#define PUSH_FRAME() (window[0] = fn, window[1] = raw_pointer(pc), R = window + 2)
// Go on with the instructions of `fn`, whose frame is R = window + 2.
#define ENTER(entry)                                                                             \
  do {                                                                                           \
    K = code_of(as<Closure>(fn))->constants;                                                     \
    pc = first_instruction(entry);                                                               \
    if (TESSERA_UNLIKELY(R + (entry)->registers > checked_)) {                                   \
      if (!make_room(R, (entry)->registers)) goto overflow;                                      \
    }                                                                                            \
    if (TESSERA_UNLIKELY(heap.poll.load(std::memory_order_relaxed) != 0)) goto poll;             \
    NEXT();                                                                                      \
  } while (false)

// Call `fn` with the `nargs` arguments of `window`; a return goes to pc.
#define CALL_IN_WINDOW(f_, window_, nargs_) \
  do {                                      \
    fn = (f_);                              \
    window = (window_);                     \
    nargs = (nargs_);                       \
    goto call;                              \
  } while (false)
#define TAIL_CALL_IN_WINDOW(f_, window_, nargs_) \
  do {                                           \
    fn = (f_);                                   \
    window = (window_);                          \
    nargs = (nargs_);                            \
    goto tail_call;                              \
  } while (false)
