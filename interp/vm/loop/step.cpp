// run_instruction: executes a single instruction for which there is no machine code. Compiles the loop's text again,
// for size.
#define TESSERA_STEPPING
#include "vm/loop/loop.cpp"  // NOLINT(bugprone-suspicious-include)
