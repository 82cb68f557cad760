// Raw mode of the terminal, which every exit of the process leaves. Layer: repl.
#pragma once

#include <csignal>

namespace tessera::raw_mode {

/// Switches the terminal to raw mode: each key arrives as it is pressed. Signals that end or stop the process restore
/// the mode first. Returns false if standard input is not a terminal. Keeps type-ahead.
bool enter();
/// Restores the mode that `enter` found, unless that has been done.
void leave();
/// Stops the process as Ctrl-Z does, in the mode that `enter` found; returns to raw mode when the process continues.
void suspend();

/// True once after the window's size may have changed or the process was stopped: the screen must be redrawn.
bool take_redraw();
/// Returns the signals that are blocked except during a wait for keys, so that none of them arrives just before the
/// wait.
sigset_t awaited_signals();

}  // namespace tessera::raw_mode
