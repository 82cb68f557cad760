// A second interpreter, in a thread of its own, that does what must be evaluated of a program to say what is wrong with it.
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

/// What it is asked to do.
struct Task {
  std::vector<std::string> files;      ///< compiled ones of the library, which are loaded first
  std::string function;                ///< of strings, called with
  std::vector<std::string> arguments;  ///< these; it returns a string
  std::string folder;                  ///< the only one that may be read; "": none
  std::chrono::milliseconds time{0};   ///< how long it may take
};

/// Its programs have no permission but to read in a folder. Each task has an interpreter of its own, so that nothing is left of the last.
class Checker {
 public:
  Checker() = default;
  ~Checker() { end(); }
  Checker(const Checker&) = delete;
  Checker& operator=(const Checker&) = delete;

  void start(Task task);  ///< what is under way is ended
  /// What the function returned, once; "!" and the reason if it failed, or took too long. None: it is not done, or there was nothing to do.
  std::optional<std::string> result();
  bool is_busy();
  void abandon();  ///< nobody wants the result any more; what is under way ends soon
  void end();      ///< the same, and waits for that

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
