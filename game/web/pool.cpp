// Further interpreters, which make pages, too. Layer: web.
#include "pool.hpp"

#include <chrono>
#include <memory>
#include <system_error>

#include "encoding.hpp"
#include "limits.hpp"
#include "tessera/threads.hpp"

namespace tessera::web {

namespace {

constexpr std::chrono::seconds pause_after_failure{5};
constexpr std::chrono::milliseconds pause_between_cancellations{10};

}  // namespace

Pool::Pool(std::size_t count, Work work) : work_(std::move(work)), running_(count), living_(count) {
  const BlockedSignals blocked;
  try {
    while (threads_.size() < count) threads_.emplace_back([this, number = threads_.size()] { live(number); });
  } catch (const std::system_error& e) {
    report("The system gives " + std::to_string(threads_.size()) + " further threads for interpreters: " + e.code().message());
    const std::lock_guard lock(mutex_);
    living_ -= count - threads_.size();
  }
}

Pool::~Pool() {
  std::unique_lock lock(mutex_);
  ending_ = true;
  changed_.notify_all();
  const auto ended = [this] { return living_ == 0; };
  for (auto time = limits::stop_time; !changed_.wait_for(lock, time, ended); time = pause_between_cancellations)
    for (const Interpreter* lisp : running_)
      if (lisp != nullptr) lisp->cancel();
  lock.unlock();
  for (std::thread& thread : threads_) thread.join();
}

/// Makes an interpreter and lets it work until it ends. Returns why it has ended.
std::string Pool::run(std::size_t number) {
  const auto note = [this, number](const Interpreter* lisp) {
    const std::lock_guard lock(mutex_);
    running_[number] = lisp;
  };
  try {
    const Interpreter lisp(work_.options);
    note(&lisp);
    const std::shared_ptr<void> at_end(nullptr, [&note](void*) { note(nullptr); });
    work_.prepare(lisp, number + 1);
    for (const std::string& file : work_.files) lisp.load(file);
    lisp.eval(work_.form);
    return "it has returned";
  } catch (const std::exception& e) { return e.what(); }
}

void Pool::live(std::size_t number) {
  for (std::unique_lock lock(mutex_); !ending_;) {
    lock.unlock();
    const std::string problem = run(number);
    lock.lock();
    if (ending_) break;
    report("Interpreter " + std::to_string(number + 1) + " of the web server has ended and is replaced: " + problem);
    work_.failed(number + 1);
    changed_.wait_for(lock, pause_after_failure, [this] { return ending_; });
  }
  const std::lock_guard lock(mutex_);
  if (--living_ == 0) changed_.notify_all();
}

}  // namespace tessera::web
