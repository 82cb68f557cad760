// What only macros can do for the instruction loop: find the code of an instruction, and go on elsewhere. Layer: vm.
// They use the loop's locals by these names, as nothing else does:
//   R     the frame's registers
//   pc    the next instruction
//   K     the constants of the frame's function
//   i     the instruction that runs, as it was decoded. Behind a call of another function everything reads it at pc[-1] instead: then
//         it needs no machine register that outlives calls, of which there are few
//   op    its number, a constant, inside of its CASE
//   place, go_on, attend, failed    where GO_ON, POLL and failures lead
// None may have its address taken: then all stay in machine registers. What is no control flow is an inline function (fast_paths.hpp) or
// one out of line that returns a Place. Only loop.cpp includes this.
#pragma once

#if defined(__GNUC__) && !defined(TESSERA_SWITCH_DISPATCH) && !defined(TESSERA_STEPPING)
#define TESSERA_THREADED 1
#pragma GCC diagnostic ignored "-Wpedantic"
#endif

#ifdef TESSERA_COUNT_INSTRUCTIONS
#define COUNT() ++instruction_counts_.of[i.op]
#else
#define COUNT() static_cast<void>(0)
#endif

// --- dispatch: where an instruction's code begins, and its end, which goes on with the next; a label's address or a switch
#ifdef TESSERA_THREADED
#define DISPATCH()
#define CASE(name) L_##name : if constexpr ([[maybe_unused]] constexpr Op op = Op::name; true)
#define NEXT()          \
  do {                  \
    i = *pc++;          \
    COUNT();            \
    goto* labels[i.op]; \
  } while (false)
#else
#define DISPATCH() \
  dispatch:        \
  i = *pc++;       \
  COUNT();         \
  switch (static_cast<Op>(i.op))
#define CASE(name) \
  case Op::name:   \
    if constexpr ([[maybe_unused]] constexpr Op op = Op::name; true)
#ifdef TESSERA_STEPPING
#define NEXT() \
  return { R, pc }
#else
#define NEXT() goto dispatch
#endif
#endif

// --- other ways on
// At the Place that a function gives: nowhere, then this run of the loop ends.
#define GO_ON(place_) \
  do {                \
    place = place_;   \
    goto go_on;       \
  } while (false)
// There, where it is somewhere.
#define RESUME(place_)                                              \
  do {                                                              \
    const Place resumed = place_;                                   \
    R = resumed.base;                                               \
    pc = resumed.pc;                                                \
    if (TESSERA_UNLIKELY(R < clean_)) clean_ = R;                   \
    if (TESSERA_LIKELY(R[-2].is_object())) K = constants_of(R[-2]); \
    NEXT();                                                         \
  } while (false)
// A safepoint.
#define POLL() \
  if (TESSERA_UNLIKELY(heap.poll.load(std::memory_order_relaxed) != 0)) goto attend
// What is executed often becomes machine code: calls and rounds of loops are counted, by where they go. See machine_code.hpp. Before the
// safepoint: where steps are limited one always waits there.
// One instruction alone does neither: machine code looks where it has led.
#if defined(TESSERA_STEPPING) || !defined(TESSERA_MACHINE_CODE)
#define COUNT_HEAT() static_cast<void>(0)
#define IN_MACHINE_CODE(condition, address) static_cast<void>(0)
#else
#define COUNT_HEAT() \
  if (TESSERA_UNLIKELY(--heat_[heat_index(pc)] == 0)) GO_ON(warm({R, pc}))
#define IN_MACHINE_CODE(condition, address) \
  if (condition) GO_ON(run_machine_code(R, address))
#endif
// By a jump. Backwards it is a round of a loop: a safepoint.
#define JUMP(offset)                  \
  do {                                \
    const std::ptrdiff_t by = offset; \
    pc += by;                         \
    if (by < 0) {                     \
      COUNT_HEAT();                   \
      POLL();                         \
    }                                 \
    NEXT();                           \
  } while (false)
#define JUMP_IF(condition, offset) \
  do {                             \
    if (condition) JUMP(offset);   \
    NEXT();                        \
  } while (false)
// With the first instruction of `callee`, whose frame is at R.
#define BEGIN(callee, prologue)                                                          \
  do {                                                                                   \
    const Prologue* const before = prologue;                                             \
    K = constants_of(callee);                                                            \
    pc = first_instruction(before);                                                      \
    IN_MACHINE_CODE(before->machine_code != nullptr, before->machine_code);              \
    if (TESSERA_UNLIKELY(R + before->registers > checked_)) GO_ON(begin_frame({R, pc})); \
    COUNT_HEAT();                                                                        \
    POLL();                                                                              \
    NEXT();                                                                              \
  } while (false)

// --- what instructions end with
#define DO(statement) \
  {                   \
    statement;        \
    NEXT();           \
  }
// R[a] := the value, for which no other function was called
#define PUT(value)  \
  {                 \
    R[i.a] = value; \
    NEXT();         \
  }
// the same if the fast path gives one
#define TRY(fast_path) \
  if (const fast::Result quick = fast_path; TESSERA_LIKELY(quick.ok != 0)) PUT(quick.value)
// R[a] := what a function of other layers says, unless it fails
#define GENERAL(value)                                      \
  {                                                         \
    save({R, pc});                                          \
    const Value computed = value;                           \
    if (TESSERA_UNLIKELY(is_failed(computed))) goto failed; \
    R[pc[-1].a] = computed;                                 \
    NEXT();                                                 \
  }
// the same where there is no value to be put anywhere
#define CHECKED(value)                                   \
  {                                                      \
    save({R, pc});                                       \
    if (TESSERA_UNLIKELY(is_failed(value))) goto failed; \
    NEXT();                                              \
  }
// R[a] := what a function says that cannot fail
#define COMPUTED(value)           \
  {                               \
    save({R, pc});                \
    const Value computed = value; \
    R[pc[-1].a] = computed;       \
    NEXT();                       \
  }

// --- what several instructions do
#define NUMBERS(operation, general)        \
  {                                        \
    const Value x = R[i.b], y = R[i.c];    \
    TRY(fast::of_fixnums(operation, x, y)) \
    TRY(fast::of_doubles(operation, x, y)) \
    GENERAL(general(*this, x, y))          \
  }
#define INTEGERS(operation, general)       \
  {                                        \
    const Value x = R[i.b], y = R[i.c];    \
    TRY(fast::of_fixnums(operation, x, y)) \
    GENERAL(general(*this, x, y))          \
  }
// Several operations at once; else the instructions behind the operand word do it one after the other.
#define TOGETHER(fast_path)                                                  \
  if (const fast::Result quick = fast_path; TESSERA_LIKELY(quick.ok != 0)) { \
    R[i.a] = quick.value;                                                    \
    pc += opcodes::passed_by(op);                                            \
    NEXT();                                                                  \
  }
#define SEVERAL(operations, ...)                                \
  {                                                             \
    if (TESSERA_LIKELY(fast::all_fixnums(__VA_ARGS__))) {       \
      TOGETHER(fast::of_known_fixnums(operations, __VA_ARGS__)) \
    } else {                                                    \
      TOGETHER(fast::of_doubles(operations, __VA_ARGS__))       \
    }                                                           \
    ++pc;                                                       \
    NEXT();                                                     \
  }
// jump by the 16-bit offset in c if whether x stands in the relation to y is `sense`
#define COMPARE(x, y, relation, sense)                                                                     \
  {                                                                                                        \
    const Value left = x, right = y;                                                                       \
    if (TESSERA_LIKELY(fast::all_fixnums(left, right)))                                                    \
      JUMP_IF(relation(fast::signed_bits(left), fast::signed_bits(right)) == (sense), i.signed_c());       \
    if (TESSERA_LIKELY(fast::all_doubles(left, right)))                                                    \
      JUMP_IF(relation(left.as_immediate_double(), right.as_immediate_double()) == (sense), i.signed_c()); \
    save({R, pc});                                                                                         \
    const int order = fast::order(*this, left, right, relation);                                           \
    if (order == fast::incomparable) goto failed;                                                          \
    JUMP_IF((order != fast::unordered && relation(order, 0)) == (sense), pc[-1].signed_c());               \
  }
#define PARITY(sense)                                                                     \
  {                                                                                       \
    const Value x = R[i.a];                                                               \
    if (TESSERA_LIKELY(x.is_fixnum())) JUMP_IF(fast::is_odd(x) == (sense), i.signed_c()); \
    if (!is_integer(x)) GO_ON(wrong_type({R, pc}, x, Known::integer));                    \
    JUMP_IF(integer_odd(x) == (sense), pc[-1].signed_c());                                \
  }
#define SAME_CHARACTER(sense)                                                                                                             \
  {                                                                                                                                       \
    const Value x = R[i.a], y = R[i.b];                                                                                                   \
    if (TESSERA_UNLIKELY(!x.is_character() || !y.is_character())) GO_ON(wrong_type({R, pc}, x.is_character() ? y : x, Known::character)); \
    JUMP_IF((x == y) == (sense), i.signed_c());                                                                                           \
  }

// --- calls
// of a closure that takes just the arguments of `window`, which becomes its frame; a return goes to pc
#define ENTER(callee, window, prologue) \
  do {                                  \
    R = push_frame(callee, window, pc); \
    BEGIN(callee, prologue);            \
  } while (false)
// the same in this frame's place, where the arguments are already
#define ENTER_HERE(callee, prologue) \
  do {                               \
    note_tail_call(R, callee);       \
    R[-2] = callee;                  \
    BEGIN(callee, prologue);         \
  } while (false)
// of a native that takes as many arguments as `window` has; go on behind this if it is none
#define CALL_NATIVE(callee, window, count)                                                           \
  if (TESSERA_LIKELY(is_native_for(callee, count))) {                                                \
    save({R, pc});                                                                                   \
    const Value given = call_native(callee, window, count);                                          \
    if (TESSERA_UNLIKELY(!is_plain(given))) GO_ON(leave_native({R, pc}, {window, pc[-1].b}, given)); \
    *(window) = given;                                                                               \
    NEXT();                                                                                          \
  }
// to the call that entered this frame: its value, with value_count as it is
#define RETURN_VALUES(value)                                                            \
  {                                                                                     \
    R[-2] = value;                                                                      \
    IN_MACHINE_CODE(TESSERA_UNLIKELY(is_machine_return(R[-1])), machine_return(R[-1])); \
    RESUME(caller_of(R));                                                               \
  }
#define RETURN(value)    \
  {                      \
    value_count = 1;     \
    RETURN_VALUES(value) \
  }
