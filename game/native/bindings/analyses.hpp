// Searches that go on while Lisp does something else: game/computer/background_analysis.lisp is their face. Layer: bindings.
//
// A search is a question and, later, an answer; neither holds anything of Lisp's, so the threads that search need nothing of it.
#pragma once

#include <condition_variable>
#include <deque>
#include <map>
#include <mutex>
#include <thread>
#include <variant>
#include <vector>

#include "bindings/players.hpp"

namespace tessera::game::bindings {

/// Questions that wait for an answer, and the threads that find it.
class Analyses {
 public:
  Analyses() = default;
  ~Analyses();
  Analyses(const Analyses&) = delete;
  Analyses& operator=(const Analyses&) = delete;

  /// Arguments: those of `read_question`. A number for the search; NIL if the players do not take the board, or too many
  /// searches wait. An error if the system gives no thread.
  Word begin(Game& game, Args a);

  /// Argument: a number. What was found, a property list, once; :PENDING if the search goes on; NIL if there is no such search,
  /// or the players did not take the board after all.
  Word result(const Lisp& lisp, std::int64_t number);

  /// Argument: a number. The search ends, and its result is dropped. True if there was one.
  bool cancel(std::int64_t number);

 private:
  struct Job;
  using JobRef = std::shared_ptr<Job>;

  void start_threads();
  void work();
  double time_for(const Job& job) const;
  void drop_oldest();
  JobRef find(std::int64_t number) const;

  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::map<std::int64_t, JobRef> jobs_;  ///< all whose result was not asked for
  std::deque<JobRef> waiting_;           ///< those that no thread has begun with
  std::vector<std::thread> threads_;
  std::int64_t last_number_ = 0;
  bool ending_ = false;
};

}  // namespace tessera::game::bindings
