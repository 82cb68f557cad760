// Searches in other threads; game/computer/background_analysis.lisp is the interface. Layer: bindings.
//
// Where there are no threads, as in WebAssembly, a search runs when its result is first asked for.
//
// A search has a question and, later, an answer. Neither contains Lisp objects, so the search threads do not touch
// Lisp.
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

/// The waiting questions, and the threads that answer them. Short searches have a thread of their own, with the usual
/// priority: they never wait for long ones.
class Analyses {
 public:
  Analyses() = default;
  ~Analyses();
  Analyses(const Analyses&) = delete;
  Analyses& operator=(const Analyses&) = delete;

  /// Takes the arguments of `read_question`. Returns a number for the search; NIL if the players do not support the
  /// board or too many searches wait. An error if the system provides no thread.
  Word begin(Game& game, Args a);

  /// Returns the result of the search `number`, a property list, once; :PENDING while the search runs; NIL if there is
  /// no such search or it found no answer.
  Word result(const Lisp& lisp, std::int64_t number);

  /// Ends the search `number` and drops its result. Returns whether there was one.
  bool cancel(std::int64_t number);

 private:
  struct Job;
  using JobRef = std::shared_ptr<Job>;

  /// Searches that no thread has begun, and the threads for them.
  struct Queue {
    std::deque<JobRef> waiting;
    std::condition_variable changed;
    std::vector<std::thread> threads;
  };

  void start_threads(Queue& queue);
  void work(Queue& queue);
  double share(const Job& job) const;
  void search_now(const JobRef& job);
  void drop_oldest();
  JobRef find(std::int64_t number) const;

  mutable std::mutex mutex_;
  std::map<std::int64_t, JobRef> jobs_;  ///< searches whose result was not fetched
  Queue long_, short_;
  Players players_;  ///< of the calling thread, for `search_now`
  std::int64_t last_number_ = 0;
  bool ending_ = false;
};

}  // namespace tessera::game::bindings
