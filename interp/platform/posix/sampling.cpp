// Samples by SIGPROF, sent to one thread. Layer: platform.
#include "platform/sampling.hpp"

#include <chrono>

#include "tessera/threads.hpp"

#if defined(__linux__) && (defined(__x86_64__) || defined(__aarch64__))
#include <signal.h>
#include <sys/syscall.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

namespace tessera::platform {

namespace {

int this_thread() { return static_cast<int>(syscall(SYS_gettid)); }

/// Returns the processor time of the thread, also if it has ended: 0. The clock's number is the kernel's.
std::uint64_t thread_nanoseconds(int thread) {
  constexpr unsigned of_thread = 6;
  timespec t{};
  if (clock_gettime(static_cast<clockid_t>(~static_cast<unsigned>(thread) << 3 | of_thread), &t) != 0) return 0;
  return static_cast<std::uint64_t>(t.tv_sec) * 1'000'000'000 + static_cast<std::uint64_t>(t.tv_nsec);
}

/// Sends SIGPROF with the pointer to the thread, unless it has ended.
void send(int thread, void* pointer) {
  siginfo_t info{};
  info.si_signo = SIGPROF;
  info.si_code = SI_QUEUE;
  info.si_pid = getpid();
  info.si_value.sival_ptr = pointer;
  syscall(SYS_rt_tgsigqueueinfo, getpid(), thread, SIGPROF, &info);
}

}  // namespace

void SamplingClock::handle(int, void* info, void* context) {
  const auto& received = *static_cast<const siginfo_t*>(info);
  if (received.si_code != SI_QUEUE || received.si_pid != getpid()) return;
  auto& clock = *static_cast<SamplingClock*>(received.si_value.sival_ptr);
  const mcontext_t& registers = static_cast<const ucontext_t*>(context)->uc_mcontext;
#if defined(__aarch64__)
  const auto instruction = registers.pc, frame = registers.regs[19];
#else
  const auto instruction = registers.gregs[REG_RIP], frame = registers.gregs[REG_RBX];
#endif
  if (clock.thread_.load() != this_thread()) return;
  clock.sampled({reinterpret_cast<const char*>(instruction), reinterpret_cast<void*>(frame), clock.due_.exchange(0)});
}

/// The handler stays, since a late signal would end the process.
bool SamplingClock::set_handler() {
  struct sigaction before {};
  sigaction(SIGPROF, nullptr, &before);
  const auto handler = reinterpret_cast<void (*)(int, siginfo_t*, void*)>(&SamplingClock::handle);
  if ((before.sa_flags & SA_SIGINFO) != 0) return before.sa_sigaction == handler;
  if (before.sa_handler != SIG_DFL && before.sa_handler != SIG_IGN) return false;
  struct sigaction handling {};
  handling.sa_sigaction = handler;
  handling.sa_flags = SA_SIGINFO | SA_RESTART;
  return sigaction(SIGPROF, &handling, nullptr) == 0;
}

bool SamplingClock::is_available() { return set_handler(); }
void SamplingClock::follow_this_thread() {
  sigset_t sampling;
  sigemptyset(&sampling);
  sigaddset(&sampling, SIGPROF);
  pthread_sigmask(SIG_UNBLOCK, &sampling, nullptr);  // Lisp's own threads block all signals
  thread_ = this_thread();
}

void SamplingClock::tick(std::uint64_t interval) {
  int thread = 0;
  std::uint64_t last = 0;
  std::unique_lock lock(mutex_);
  while (!ended_.wait_for(lock, std::chrono::nanoseconds(interval), [this] { return end_; })) {
    const int followed = thread_.load();
    const std::uint64_t now = thread_nanoseconds(followed);
    if (followed != thread) last = now;
    thread = followed;
    if (now < last + interval) continue;
    due_ += static_cast<std::uint32_t>((now - last) / interval);
    last = now - (now - last) % interval;
    send(thread, this);
  }
}

}  // namespace tessera::platform

#else

namespace tessera::platform {

bool SamplingClock::is_available() { return false; }
void SamplingClock::follow_this_thread() {}
void SamplingClock::tick(std::uint64_t) {}

}  // namespace tessera::platform

#endif

namespace tessera::platform {

SamplingClock::~SamplingClock() { stop(); }

void SamplingClock::start(std::uint64_t interval_nanoseconds) {
  stop();
  follow_this_thread();
  end_ = false;
  const BlockedSignals blocked;
  ticker_ = std::thread([this, interval_nanoseconds] { tick(interval_nanoseconds); });
}

void SamplingClock::stop() {
  if (!is_running()) return;
  {
    const std::lock_guard lock(mutex_);
    end_ = true;
  }
  ended_.notify_one();
  ticker_.join();
  thread_ = 0;
}

}  // namespace tessera::platform
