// The terminal beneath the prompt: raw mode, keys, the window's size, and the file of the history. Layer: repl.
#pragma once

#include "vm/vm.hpp"

namespace tessera {

/// True if standard input and output are a terminal that understands control sequences.
bool terminal_is_capable();
/// Define the natives %TERMINAL-... and those for the history's file, for the prompt's editor (stdlib/modules/editor/).
void install_terminal(Runtime& rt);

}  // namespace tessera
