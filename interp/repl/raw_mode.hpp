// The terminal's raw mode, left on every way out of the process. Layer: repl.
#pragma once

#include <csignal>

namespace tessera::raw_mode {

/// Have the terminal hand over each key as it is pressed. While it does, signals that end or stop the process put the terminal back
/// first. False if standard input is no terminal. What was typed ahead is kept.
bool enter();
/// Put the terminal back as `enter` found it. Nothing if that has been done.
void leave();
/// Stop the process as Ctrl-Z does, with the terminal as `enter` found it; raw again when it goes on.
void suspend();

/// True once after the window's size may have changed or the process was stopped: all is to be drawn anew.
bool take_redraw();
/// What a wait for keys blocks outside of itself, so that none of these signals comes just before it.
sigset_t awaited_signals();

}  // namespace tessera::raw_mode
