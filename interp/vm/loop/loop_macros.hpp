// Macros of the instruction loop: finding the code of an instruction, and continuing elsewhere. Layer: vm.
// Only loop.cpp includes this. The macros use the loop's locals by these names, which nothing else has:
//   vm    the VmState
//   R     the frame's registers
//   pc    the next instruction
//   K     the constants of the frame's function
//   i     the running instruction, decoded. After a call of another function it is read at pc[-1] instead, so that it
//         needs none of the few machine registers that outlive calls
//   op    its number, a constant, inside of its CASE
//   at, go_on, attend, failed    the targets of GO_ON, POLL and failures
// The address of none of them may be taken, so that all stay in machine registers. Everything but control flow is an
// inline function (fast_paths.hpp), or an out-of-line function that returns a ResumePoint.
#pragma once

#if defined(__GNUC__) && !defined(TESSERA_SWITCH_DISPATCH) && !defined(TESSERA_STEPPING)
#define TESSERA_THREADED 1
#pragma GCC diagnostic ignored "-Wpedantic"
#endif

#ifdef TESSERA_COUNT_INSTRUCTIONS
#define COUNT() ++vm.instruction_counts.of[i.op]
#else
#define COUNT() static_cast<void>(0)
#endif

// --- dispatch: the beginning of an instruction's code, and its end, which continues with the next; by label addresses
// or a switch
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

// --- continuing elsewhere
// Continues at the ResumePoint that a function returns; if its base is nullptr, this run of the loop ends.
#define GO_ON(point) \
  do {               \
    at = point;      \
    goto go_on;      \
  } while (false)
// Checks that opcodes.def declares the failure of the instruction; comes before each failure.
#define MAY_FAIL() static_assert(opcodes::may_fail(op), "opcodes.def does not say in whose name the instruction fails")
#define FAIL()   \
  do {           \
    MAY_FAIL();  \
    goto failed; \
  } while (false)
#define WRONG_TYPE(datum, type)                         \
  do {                                                  \
    MAY_FAIL();                                         \
    GO_ON(wrong_type(vm, {R, pc}, datum, Known::type)); \
  } while (false)
// Continues at the ResumePoint, in bytecode.
#define RESUME(point)                                               \
  do {                                                              \
    const ResumePoint resumed = point;                              \
    R = resumed.base;                                               \
    pc = resumed.pc;                                                \
    if (TESSERA_UNLIKELY(R < vm.stack.clean)) vm.stack.clean = R;   \
    if (TESSERA_LIKELY(R[-2].is_object())) K = constants_of(R[-2]); \
    NEXT();                                                         \
  } while (false)
// Handles pending requests at a safepoint.
#define POLL() \
  if (TESSERA_UNLIKELY(vm.heap.poll.load(std::memory_order_relaxed) != 0)) goto attend
// Counts calls and rounds of loops by their targets, so that hot code is compiled. Comes before POLL, which always
// jumps to `attend` while steps are limited. Does nothing in run_instruction, which machine code calls.
#if defined(TESSERA_STEPPING) || !defined(TESSERA_MACHINE_CODE)
#define COUNT_HEAT() static_cast<void>(0)
#define IN_MACHINE_CODE(condition, address) static_cast<void>(0)
#else
#define COUNT_HEAT() \
  if (vm.jit.becomes_hot(pc)) GO_ON(compile_hot_code(vm, {R, pc}))
#define IN_MACHINE_CODE(condition, address) \
  if (condition) GO_ON(run_machine_code(vm, R, address))
#endif
// Jumps. A jump backwards is a round of a loop, and a safepoint.
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
// Begins `callee`, whose frame is at R.
#define BEGIN(callee, prologue)                                                                      \
  do {                                                                                               \
    const Prologue* const before = prologue;                                                         \
    K = constants_of(callee);                                                                        \
    pc = first_instruction(before);                                                                  \
    IN_MACHINE_CODE(before->machine_code != nullptr, before->machine_code);                          \
    if (TESSERA_UNLIKELY(R + before->registers > vm.stack.checked)) GO_ON(begin_frame(vm, {R, pc})); \
    COUNT_HEAT();                                                                                    \
    POLL();                                                                                          \
    NEXT();                                                                                          \
  } while (false)

// --- ends of instructions
#define DO(statement) \
  {                   \
    statement;        \
    NEXT();           \
  }
// Sets R[a] to the value; no out-of-line function may have been called.
#define PUT(value)  \
  {                 \
    R[i.a] = value; \
    NEXT();         \
  }
// Sets R[a] and ends the instruction if the fast path applies.
#define TRY(fast_path) \
  if (const fast::Result quick = fast_path; TESSERA_LIKELY(quick.ok != 0)) PUT(quick.value)
// Sets R[a] to the result of a function of other layers, unless it fails.
#define GENERAL(value)                                 \
  {                                                    \
    vm.save({R, pc});                                  \
    const Value computed = value;                      \
    if (TESSERA_UNLIKELY(is_failed(computed))) FAIL(); \
    R[pc[-1].a] = computed;                            \
    NEXT();                                            \
  }
// Calls a function of other layers for its effect.
#define CHECKED(value)                              \
  {                                                 \
    vm.save({R, pc});                               \
    if (TESSERA_UNLIKELY(is_failed(value))) FAIL(); \
    NEXT();                                         \
  }
// Sets R[a] to the result of a function that cannot fail.
#define COMPUTED(value)           \
  {                               \
    vm.save({R, pc});             \
    const Value computed = value; \
    R[pc[-1].a] = computed;       \
    NEXT();                       \
  }

// --- common kinds of instructions
#define NUMBERS(operation, general)        \
  {                                        \
    const Value x = R[i.b], y = R[i.c];    \
    TRY(fast::of_fixnums(operation, x, y)) \
    TRY(fast::of_doubles(operation, x, y)) \
    GENERAL(general(vm, x, y))             \
  }
#define INTEGERS(operation, general)       \
  {                                        \
    const Value x = R[i.b], y = R[i.c];    \
    TRY(fast::of_fixnums(operation, x, y)) \
    GENERAL(general(vm, x, y))             \
  }
// Executes several operations at once; if the fast path does not apply, the instructions after the operand word execute
// them one by one.
#define TOGETHER(fast_path)                                                  \
  if (const fast::Result quick = fast_path; TESSERA_LIKELY(quick.ok != 0)) { \
    R[i.a] = quick.value;                                                    \
    pc += opcodes::passed_by(op);                                            \
    NEXT();                                                                  \
  }
#define SEVERAL(...)                                                        \
  {                                                                         \
    if (TESSERA_LIKELY(fast::all_fixnums(__VA_ARGS__))) {                   \
      TOGETHER(fast::of_known_fixnums(opcodes::Formula<op>(), __VA_ARGS__)) \
    } else {                                                                \
      TOGETHER(fast::of_doubles(opcodes::Formula<op>(), __VA_ARGS__))       \
    }                                                                       \
    ++pc;                                                                   \
    NEXT();                                                                 \
  }
// Jumps by the 16-bit offset in c if (x relation y) == sense.
#define COMPARE(x, y, relation, sense)                                                                     \
  {                                                                                                        \
    const Value left = x, right = y;                                                                       \
    if (TESSERA_LIKELY(fast::all_fixnums(left, right)))                                                    \
      JUMP_IF(relation(fast::signed_bits(left), fast::signed_bits(right)) == (sense), i.signed_c());       \
    if (TESSERA_LIKELY(fast::all_doubles(left, right)))                                                    \
      JUMP_IF(relation(left.as_immediate_double(), right.as_immediate_double()) == (sense), i.signed_c()); \
    vm.save({R, pc});                                                                                      \
    const Order order = fast::order(vm, left, right, relation);                                            \
    if (order == Order::failed) FAIL();                                                                    \
    JUMP_IF((order != Order::unordered && relation(order, Order::equal)) == (sense), pc[-1].signed_c());   \
  }
#define PARITY(sense)                                                                     \
  {                                                                                       \
    const Value x = R[i.a];                                                               \
    if (TESSERA_LIKELY(x.is_fixnum())) JUMP_IF(fast::is_odd(x) == (sense), i.signed_c()); \
    if (!is_integer(x)) WRONG_TYPE(x, integer);                                           \
    JUMP_IF(integer_odd(x) == (sense), pc[-1].signed_c());                                \
  }
#define SAME_CHARACTER(sense)                                                                                      \
  {                                                                                                                \
    const Value x = R[i.a], y = R[i.b];                                                                            \
    if (TESSERA_UNLIKELY(!x.is_character() || !y.is_character())) WRONG_TYPE(x.is_character() ? y : x, character); \
    JUMP_IF((x == y) == (sense), i.signed_c());                                                                    \
  }

// --- calls
// Calls a closure that takes exactly the arguments of `window`, which becomes its frame; it returns to pc.
#define ENTER(callee, window, prologue) \
  do {                                  \
    R = push_frame(callee, window, pc); \
    BEGIN(callee, prologue);            \
  } while (false)
// Calls the closure in place of this frame, whose registers have the arguments already.
#define ENTER_HERE(callee, prologue) \
  do {                               \
    vm.tail_calls.note(R, callee);   \
    R[-2] = callee;                  \
    BEGIN(callee, prologue);         \
  } while (false)
// Calls a native function that takes as many arguments as `window` has; else continues after this.
#define CALL_NATIVE(callee, window, count)                                                                  \
  if (TESSERA_LIKELY(is_native_for(callee, count))) {                                                       \
    vm.save({R, pc});                                                                                       \
    const Value given = call_native(vm, callee, window, count);                                             \
    if (TESSERA_UNLIKELY(!vm.is_plain(given))) GO_ON(leave_native(vm, {R, pc}, {window, pc[-1].b}, given)); \
    *(window) = given;                                                                                      \
    NEXT();                                                                                                 \
  }
// Returns the value to the caller, with the number of values unchanged.
#define RETURN_VALUES(value)                                                            \
  {                                                                                     \
    R[-2] = value;                                                                      \
    IN_MACHINE_CODE(TESSERA_UNLIKELY(is_machine_return(R[-1])), machine_return(R[-1])); \
    RESUME(caller_of(R));                                                               \
  }
#define RETURN(value)    \
  {                      \
    vm.mv.count = 1;     \
    RETURN_VALUES(value) \
  }
