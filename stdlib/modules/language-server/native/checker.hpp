// The checker: a second interpreter on a thread of its own, which evaluates the parts of a program that diagnostics
// need.
#pragma once

#include <chrono>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace tessera {
class Interpreter;
}

namespace tessera::language_server {

/// A call for the checker.
struct Task {
  std::vector<std::string> files;      ///< compiled files of the library, which are loaded first
  std::string function;                ///< the function to call
  std::vector<std::string> arguments;  ///< its arguments; it returns a string
  std::string folder;                  ///< the only folder that may be read; "": none
  std::chrono::milliseconds time{0};   ///< the time limit
};

/// Programs may only read a folder. Each task has a new interpreter, so that nothing of the last one remains.
class Checker {
 public:
  Checker() = default;
  ~Checker() { end(); }
  Checker(const Checker&) = delete;
  Checker& operator=(const Checker&) = delete;

  void start(Task task);  ///< cancels the current task
  /// Returns the function's result, once; "!" and the reason if it failed or took too long; nothing if it is not done,
  /// or there is no task.
  std::optional<std::string> result();
  bool is_busy();
  void abandon();  ///< drops the result, and cancels the current task
  void end();      ///< the same, and waits for the end of the task

 private:
  void run(const Task& task);
  bool begins(Interpreter* lisp);

  std::thread thread_;
  std::mutex lock_;
  Interpreter* running_ = nullptr;
  bool unwanted_ = false;
  bool busy_ = false;
  std::optional<std::string> result_;
};

}  // namespace tessera::language_server
