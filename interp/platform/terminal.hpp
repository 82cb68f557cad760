// The terminal of the standard input and output. Layer: platform.
#pragma once

#include "platform/waiting.hpp"

namespace tessera::platform {

bool is_terminal(int fd);
/// Sets the size of the terminal's window. False if it is unknown.
bool window_size(int& columns, int& rows);

/// Switches the terminal to raw mode: each key arrives as it is pressed. Signals that end or stop the process restore
/// the mode first. Returns false if standard input is not a terminal. Keeps type-ahead.
bool enter_raw_mode();
/// Restores the mode that `enter_raw_mode` found, unless that has been done. Every exit of the process does so.
void leave_raw_mode();
/// Stops the process as Ctrl-Z does, in the mode that `enter_raw_mode` found; returns to raw mode when the process
/// continues.
void stop_process();
/// True once after the window's size may have changed or the process was stopped: the screen must be redrawn.
bool take_redraw();

/// Holds back, in this thread and while this object exists, the signals that end a wait for keys: none of them arrives
/// between a check for what it did and the wait.
class TerminalSignals {
 public:
  TerminalSignals();
  ~TerminalSignals() { let_in(); }
  TerminalSignals(const TerminalSignals&) = delete;
  TerminalSignals& operator=(const TerminalSignals&) = delete;
  /// Waits like `wait_for_files`. A signal, even one that was held back, ends the wait.
  int wait(std::span<WaitFile> files, std::uint64_t nanoseconds) const;
  void let_in() const;     ///< until `hold_back`
  void hold_back() const;  ///< again

 private:
  alignas(8) unsigned char before_[128] = {};  ///< the system's signal mask
};

}  // namespace tessera::platform
