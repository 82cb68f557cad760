// run_instruction: a single instruction, for machine code that has none of its own for it. The same text as the loop's.
// Compiled for size.
#define TESSERA_STEPPING
#include "vm/loop/loop.cpp"  // NOLINT(bugprone-suspicious-include)
