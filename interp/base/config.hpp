// Every tunable and debug switch of the engine, with its unit and its reason. Lowest layer.
#pragma once

#include <cstddef>
#include <cstdint>

namespace tessera::config {

// --- collector ------------------------------------------------------------------------------------

/// Bytes that the nursery takes at first before a minor collection is asked for ...
inline constexpr std::size_t nursery_bytes = std::size_t{4} << 20;

/// ... and at most: it grows while much of it survives, so that objects get more time to die.
inline constexpr std::size_t nursery_bytes_most = std::size_t{32} << 20;

/// Percentages of the nursery that survive a collection: from the first on it doubles, below the second it halves, and
/// so it does above the third, where a structure is being built that a larger nursery would only make wait longer.
inline constexpr std::size_t nursery_growth_percent = 8, nursery_shrink_percent = 1, nursery_futile_percent = 50;

/// Bytes that a minor collection may move to old space before the nursery halves: some 2 ms of a pause for each MiB. It doubles only
/// while less than half of that is moved.
inline constexpr std::size_t nursery_promotion_bytes = std::size_t{4} << 20;

/// Bytes of address space kept for the nursery, at most; a heap with a lower limit, or a process that may have less, keeps less.
/// Natives never collect, so one that allocates much runs past `nursery_bytes` into this reserve until the next safepoint.
inline constexpr std::size_t nursery_reserve_bytes = std::size_t{8} << 30;

/// The least that will do.
inline constexpr std::size_t nursery_reserve_least = 4 * nursery_bytes;

/// Objects of more bytes than this are made in old space at once.
inline constexpr std::size_t large_object_bytes = std::size_t{128} << 10;

/// Objects of so many bytes are in large pages: where a program goes through them in steps, each step is another page of the usual size.
inline constexpr std::size_t large_pages_bytes = std::size_t{4} << 20;

/// Bytes and alignment of a block of old space.
inline constexpr std::size_t block_bytes = std::size_t{64} << 10;

/// Old space may grow to this many bytes before the first major collection ...
inline constexpr std::size_t major_first_bytes = std::size_t{48} << 20;

/// ... and afterwards to this percentage of what survived.
inline constexpr std::size_t major_growth_percent = 200;

/// Recorded old-to-young stores that ask for a minor collection.
inline constexpr std::size_t remembered_limit = std::size_t{1} << 16;

/// Default limit of the whole heap, in bytes; an Interpreter may be given another.
inline constexpr std::size_t heap_limit_bytes = std::size_t{8} << 30;

/// The least heap that will do where address space is scarce.
inline constexpr std::size_t heap_least_bytes = 2 * nursery_bytes;

/// Bits of the largest integer: what GMP can still hold, with its temporaries, without giving up the process.
inline constexpr std::uint64_t integer_bits_limit = std::uint64_t{1} << 30;

/// Requests up to this many bytes are granted beyond the heap's limit (see Heap::has_room).
inline constexpr std::size_t small_request_bytes = std::size_t{64} << 10;

// --- virtual machine ------------------------------------------------------------------------------

/// Default limit of the Lisp stack in words of 8 bytes; an Interpreter may be given another. Address space is kept for all of it.
inline constexpr std::size_t stack_limit_words = std::size_t{160} << 20;

/// The same of another thread of Lisp than that which the host has called.
inline constexpr std::size_t thread_stack_words = std::size_t{8} << 20;

/// How long a thread of Lisp may run where others wait for their turns.
inline constexpr int turn_milliseconds = 2;

/// Words kept back so that the handlers of a stack overflow have room to run.
inline constexpr std::size_t stack_red_zone_words = std::size_t{64} << 10;

/// The least stack that will do, in words.
inline constexpr std::size_t stack_least_words = 16 * stack_red_zone_words;

/// The stack's high-water mark rises in steps of this many words (see docs in vm/README.md).
inline constexpr std::size_t stack_step_words = std::size_t{4} << 10;

// Machine code looks up and down once for frames of so many registers; larger ones ask more.
inline constexpr std::size_t usual_frame_words = 64;

/// Nested entries into the VM from C++: macro expanders, print and reader hooks, calls that natives of the host make.
inline constexpr int native_depth_limit = 200;

/// The same for those that the library makes itself: what tells of a failure at the limit above must be able to print.
inline constexpr int own_native_depth_limit = 240;

/// Frames of C++ are so many times as large as usual where AddressSanitizer puts zones between variables.
#ifdef __SANITIZE_ADDRESS__
inline constexpr std::size_t frame_factor = 3;
#else
inline constexpr std::size_t frame_factor = 1;
#endif

/// Bytes of C++ stack that one entry from the host may use at most, compiling included. The compiler's frames, which are many, grow most.
inline constexpr std::size_t cpp_stack_bytes = frame_factor * frame_factor * (std::size_t{4} << 20);

/// Bytes that it may use before the system is asked how much the thread has.
inline constexpr std::size_t cpp_stack_unasked_bytes = std::size_t{32} << 10;

/// Bytes of a thread's stack that are kept for what does not recurse: GMP takes up to 64 KiB at once.
inline constexpr std::size_t cpp_stack_reserve_bytes = frame_factor * (std::size_t{96} << 10);

/// Nesting of forms that the compiler and the analysis take.
inline constexpr int form_depth_limit = 2500;

/// Bytes of C++ stack that the passes behind the analysis may need for each level of it.
inline constexpr std::size_t form_stack_bytes = frame_factor * (std::size_t{1} << 10);

/// Nanoseconds that clean-up forms may go on after an interrupt before another one is handled in their midst.
inline constexpr std::uint64_t cleanup_patience_nanoseconds = 1000000000;

/// Seconds that clean-up forms may go on after a signal has asked the program to end.
inline constexpr unsigned exit_patience_seconds = 5;

/// Safepoints between two looks at the clock, where the host has limited an evaluation's time.
inline constexpr std::uint64_t steps_between_looks = 4096;

/// What the clean-up forms of an evaluation that the host ends may take, all together: safepoints, and nanoseconds.
inline constexpr std::uint64_t cleanup_steps = 100000, cleanup_nanoseconds = 100000000;

/// Elided callees of tail calls that backtraces remember. A power of two.
inline constexpr std::size_t tail_ring_size = 32;

/// Most arguments of one call, and most values of one form.
inline constexpr std::size_t call_arguments_limit = std::size_t{1} << 22;

// --- machine code -----------------------------------------------------------------------------------

/// Bytes of address space for the machine code of one interpreter; functions that find no room stay with the interpreter.
inline constexpr std::size_t machine_code_bytes = std::size_t{64} << 20;

/// Calls and rounds of loops until a function becomes native. To make it costs as much as to interpret it a few hundred times.
inline constexpr unsigned machine_code_threshold = 1000;

/// How often the code of a loop may be left because a value was not as expected, before the loop does without.
inline constexpr int machine_code_patience = 300;

/// How often a loop's code is made anew because calls in it called functions that it did not know, and how many such calls there are before.
inline constexpr int machine_code_renewals = 4;
inline constexpr int machine_code_misses = 30;

/// How often calls have code made that lays out their arguments, each time for another function, before C++ does that.
inline constexpr int machine_code_argument_renewals = 50;

/// How many instructions before a call are looked at for a keyword that it is given.
inline constexpr std::size_t machine_code_keyword_distance = 200;

/// Instructions of the largest loop that has code of its own.
inline constexpr std::size_t machine_code_loop_most = 1000;

/// Instructions of the largest function that becomes native.
inline constexpr std::size_t machine_code_instructions_most = 20000;

// --- debug switches (set by the presets) ------------------------------------------------------------

/// Collect, and so move, at every safepoint.
#ifdef TESSERA_GC_STRESS
inline constexpr bool gc_stress = true;
#else
inline constexpr bool gc_stress = false;
#endif

/// Check the whole heap after each collection.
#ifdef TESSERA_GC_VERIFY
inline constexpr bool gc_verify = true;
#else
inline constexpr bool gc_verify = false;
#endif

/// Verify what the compiler makes, as what is loaded from a file always is. (No `inline`: one program of the tests has a compiler
/// with it on a library without.)
#ifdef TESSERA_VERIFY_CODE
constexpr bool verify_code = true;
#else
constexpr bool verify_code = false;
#endif

}  // namespace tessera::config
