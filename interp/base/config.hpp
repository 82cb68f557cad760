// Limits that users reach or several files share, and debug switches, each with its unit and reason. A constant that
// one file needs stands in that file. Layer: base.
#pragma once

#include <cstddef>
#include <cstdint>

namespace tessera::config {

/// True where addresses have 32 bits, and address space must not be reserved in plenty.
inline constexpr bool is_narrow = sizeof(void*) == 4;

// --- collector ------------------------------------------------------------------------------------

/// Largest size of the nursery: a minor collection is requested when this many bytes are allocated. If all of them
/// survive, each MiB is 1 to 2 ms of pause.
inline constexpr std::size_t nursery_bytes = std::size_t{2} << 20;

/// Bytes of the objects that stay in the nursery after a collection, so that they get more time to die.
inline constexpr std::size_t survivor_bytes = std::size_t{1} << 19;

/// Maximum address space reserved for the nursery; a heap with a lower limit, or a process with less address space,
/// reserves less. Natives never collect: one that allocates much runs past `nursery_bytes` into this reserve until the
/// next safepoint.
inline constexpr std::size_t nursery_reserve_bytes = std::size_t{is_narrow ? 256 : 8192} << 20;

/// The smallest reserve that suffices.
inline constexpr std::size_t min_nursery_reserve_bytes = 8 * nursery_bytes;

/// Size beyond which objects are allocated in old space.
inline constexpr std::size_t large_object_bytes = std::size_t{128} << 10;

/// Size from which objects are put on huge pages: a program that walks along them touches a new page of the usual size
/// at every step.
inline constexpr std::size_t huge_page_bytes = std::size_t{4} << 20;

/// Bytes and alignment of a block of old space.
inline constexpr std::size_t block_bytes = std::size_t{64} << 10;

/// Smallest size of old space at which a major collection is due.
inline constexpr std::size_t major_first_bytes = std::size_t{48} << 20;

/// Size of old space at which the next major collection is due, in percent of its size after the last one.
inline constexpr std::size_t major_growth_percent = 200;

/// Default limit of the whole heap, in bytes; an Interpreter may be given another.
inline constexpr std::size_t default_heap_bytes = std::size_t{is_narrow ? 1 : 8} << 30;

/// The smallest heap that suffices where address space is scarce.
inline constexpr std::size_t min_heap_bytes = 4 * nursery_bytes;

/// Bits of the largest integer: GMP can still hold it, with its temporaries, without aborting the process.
inline constexpr std::uint64_t max_integer_bits = std::uint64_t{1} << 30;

/// Bytes of the largest request that is granted beyond the heap's limit (see Heap::has_room).
inline constexpr std::size_t small_request_bytes = std::size_t{64} << 10;

// --- virtual machine ------------------------------------------------------------------------------

/// Default limit of the Lisp stack in words of 8 bytes; an Interpreter may be given another. Address space is kept for
/// all of it.
inline constexpr std::size_t default_stack_words = std::size_t{is_narrow ? 4 : 160} << 20;

/// Limit of the Lisp stack of further Lisp threads, in words.
inline constexpr std::size_t thread_stack_words = std::size_t{is_narrow ? 1 : 8} << 20;

/// The time that a Lisp thread may run while others wait for the interpreter lock.
inline constexpr int time_slice_milliseconds = 2;

/// Words reserved for the handlers of a stack overflow.
inline constexpr std::size_t stack_red_zone_words = std::size_t{64} << 10;

/// The smallest stack that suffices, in words.
inline constexpr std::size_t min_stack_words = 16 * stack_red_zone_words;

/// The stack's high-water mark rises in steps of this many words (see vm/README.md). Each collection clears the words
/// above the top up to the mark.
inline constexpr std::size_t stack_step_words = std::size_t{1} << 10;

/// A minor collection is requested when more than so many words of the stack were written since the last one, which
/// has to visit them: a limit on its pause where deep recursion allocates nothing.
inline constexpr std::ptrdiff_t most_unvisited_words = std::ptrdiff_t{1} << 19;

/// The largest frame, in registers, for which machine code checks the stack's end only once.
inline constexpr std::size_t usual_frame_words = 64;

/// Maximum number of nested entries into the VM from C++: macro functions, print and reader hooks, calls from natives
/// of the host.
inline constexpr int max_native_depth = 200;

/// Maximum number of nested entries from the library itself: code that reports a failure at the limit above must be
/// able to print.
inline constexpr int max_library_depth = 240;

/// The factor by which frames of C++ are larger under AddressSanitizer, which puts zones between variables.
#ifdef __SANITIZE_ADDRESS__
inline constexpr std::size_t frame_factor = 3;
#else
inline constexpr std::size_t frame_factor = 1;
#endif

/// Maximum bytes of C++ stack that one entry from the host may use. The factor is squared since the compiler, which
/// needs most, recurses through many frames that AddressSanitizer enlarges more than others.
inline constexpr std::size_t cpp_stack_bytes = frame_factor * frame_factor * (std::size_t{4} << 20);

/// Bytes that an entry may use before the system is asked for the size of the thread's stack.
inline constexpr std::size_t cpp_stack_unasked_bytes = std::size_t{32} << 10;

/// Bytes of a thread's stack reserved for code that does not recurse: GMP takes up to 64 KiB at once.
inline constexpr std::size_t cpp_stack_reserve_bytes = frame_factor * (std::size_t{96} << 10);

/// Deepest nesting of forms that the compiler accepts.
inline constexpr int max_form_depth = 2500;

/// Bytes of C++ stack that the passes after the analysis may need for each level of nesting.
inline constexpr std::size_t form_stack_bytes = frame_factor * (std::size_t{1} << 10);

/// The time that cleanup forms may run after an interrupt before another interrupt is handled within them.
inline constexpr std::uint64_t cleanup_grace_nanoseconds = 1000000000;

/// The time that cleanup forms may run after a signal has asked the program to end.
inline constexpr unsigned exit_grace_seconds = 5;

/// Safepoints that are counted at once. Where no alarm could be set, the clock is read after each such number.
inline constexpr std::uint64_t step_chunk = 4096;

/// Limits of the cleanup forms of an evaluation that the host ends, all together: safepoints and time.
inline constexpr std::uint64_t cleanup_steps = 100000, cleanup_nanoseconds = 100000000;

/// The number of elided callees of tail calls that backtraces remember. A power of two.
inline constexpr std::size_t tail_ring_size = 32;

/// Maximum number of arguments of one call, and of values of one form.
inline constexpr std::size_t max_call_arguments = std::size_t{1} << 22;

// --- machine code -----------------------------------------------------------------------------------

/// Address space for the machine code of one interpreter; when it is full, further functions stay interpreted.
inline constexpr std::size_t machine_code_bytes = std::size_t{64} << 20;

/// Calls and loop rounds before a function is compiled to machine code, which costs as much as interpreting it a few
/// hundred times.
inline constexpr unsigned machine_code_threshold = 1000;

/// Failed guards of a loop before it is deoptimised: it then runs in the function's own code.
inline constexpr int machine_code_side_exits = 300;

/// The number of times that a loop's code is recompiled because it called functions that it did not know, and the
/// number of such calls before each.
inline constexpr int machine_code_recompilations = 4;
inline constexpr int machine_code_misses = 30;

/// The number of times that a call site gets new code that lays out arguments, each time for another function, before
/// it calls C++ for that.
inline constexpr int machine_code_argument_renewals = 50;

/// The number of instructions before a call that are searched for a keyword argument.
inline constexpr std::size_t machine_code_keyword_distance = 200;

/// Instructions of the largest loop that is compiled on its own.
inline constexpr std::size_t max_loop_instructions = 1000;

/// Instructions of the largest function that is compiled to machine code.
inline constexpr std::size_t max_function_instructions = 20000;

// --- debug switches (set by the presets) ------------------------------------------------------------

/// True to collect, and so move objects, at every safepoint.
#ifdef TESSERA_GC_STRESS
inline constexpr bool gc_stress = true;
#else
inline constexpr bool gc_stress = false;
#endif

/// True to check the whole heap after each collection.
#ifdef TESSERA_GC_VERIFY
inline constexpr bool gc_verify = true;
#else
inline constexpr bool gc_verify = false;
#endif

/// Fills the memory of dead objects in builds that collect at every safepoint or check the heap.
inline constexpr int poison_byte = 0xDB;

/// True to verify the compiler's output, as is always done with code loaded from files. (Not `inline`: one test program
/// has a compiler with the check and a library without.)
#ifdef TESSERA_VERIFY_CODE
constexpr bool verify_code = true;
#else
constexpr bool verify_code = false;
#endif

}  // namespace tessera::config
