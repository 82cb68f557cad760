// The terminal below the prompt: raw mode, keys, window size, history file. Layer: repl.
#pragma once

#include "vm/vm.hpp"

namespace tessera {

/// True if standard input and output are a terminal that understands control sequences.
bool terminal_is_capable();
/// Defines the native functions %TERMINAL-... and the functions of the history file, for the prompt's editor
/// (stdlib/modules/editor/).
void install_terminal(Runtime& rt);

}  // namespace tessera
