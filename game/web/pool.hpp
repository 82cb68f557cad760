// Further interpreters, which make pages, too. Layer: web.
#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "tessera/tessera.hpp"

namespace tessera::web {

/// Interpreters on threads of their own. Each loads the same files and evaluates a form, which serves until the server
/// ends. One that fails is replaced.
class Pool {
 public:
  struct Work {
    Options options;
    std::vector<std::string> files;
    std::string form;
    std::function<void(const Lisp&, std::size_t)> prepare;  ///< called with each interpreter and its number, from 1 on
    std::function<void(std::size_t)> failed;                ///< called with the number of one that has ended too early
  };

  Pool(std::size_t count, Work work);
  /// Waits for what they do, for a short time, and ends them.
  ~Pool();
  Pool(const Pool&) = delete;
  Pool& operator=(const Pool&) = delete;

 private:
  void live(std::size_t number);
  std::string run(std::size_t number);

  const Work work_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<const Interpreter*> running_;
  std::size_t living_ = 0;
  bool ending_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace tessera::web
