// The process's MPI: its start and end, communicators, errors, and waiting.
#pragma once

#include <mpi.h>

#include <chrono>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include "tessera/tessera.hpp"

namespace tessera::mpi {

/// Throws an MPI-ERROR unless `code` is that of a success.
void check(int code, const char* operation);
[[noreturn]] void throw_mpi_error(const std::string& text);

/// Starts MPI unless it runs. It ends with the process: if that fails, all other processes are aborted. Throws if
/// another interpreter of the process uses MPI.
void start_mpi();
/// Lets another interpreter use MPI.
void release_mpi() noexcept;

/// A group of processes. Two communicators of MPI keep the messages of programs from those of collective operations
/// and from the elements of large vectors.
struct Communicator {
  MPI_Comm messages = MPI_COMM_NULL, inner = MPI_COMM_NULL;
  int rank = 0, size = 0;

  /// Makes duplicates of `group`, to which all its processes must take part.
  explicit Communicator(MPI_Comm group);
  Communicator(const Communicator&) = delete;
  Communicator& operator=(const Communicator&) = delete;
  /// Ends the communicator: all its processes must take part.
  void end();
};

/// Waits until `is_done()`: first busily, then with pauses, in which other Lisp processes run. Serves interrupts and
/// time limits if the wait `may_be_left`.
template <class F> void wait(const Lisp& lisp, bool may_be_left, const F& is_done) {
  using namespace std::chrono;
  constexpr microseconds busy{100}, shortest{20}, longest{1000};
  for (const auto end = steady_clock::now() + busy; steady_clock::now() < end;) {
    if (is_done()) return;
    std::this_thread::yield();
  }
  for (microseconds pause = shortest; !is_done(); pause = std::min(longest, pause * 3 / 2)) {
    lisp.release_while([pause] { std::this_thread::sleep_for(pause); });
    if (may_be_left && lisp.poll_is_due()) lisp.poll();
  }
}

/// Waits for a request of MPI, which is complete then.
void wait_for(const Lisp& lisp, MPI_Request& request, const char* operation, bool may_be_left);

/// A vector of numbers of Lisp.
struct Numbers {
  words::ElementType type = words::ElementType::u8;
  void* data = nullptr;  ///< null: the object is not such a vector
  std::size_t count = 0;
  std::size_t bytes() const;
};
/// Returns the elements of a simple vector of numbers, valid until Lisp runs.
Numbers numbers_of(Word object);
MPI_Datatype datatype_of(words::ElementType type);
std::size_t width_of(words::ElementType type);
/// Returns a new vector of zeros.
Word make_numbers(const Lisp& lisp, words::ElementType type, std::size_t count);
/// Returns `count` as MPI takes it.
int checked_count(std::size_t count);

/// The elements of a vector of Lisp at an address that collections do not change: in place if they are pinned, or else
/// in a copy.
class Elements {
 public:
  Elements() = default;
  /// `is_input`: whether a copy must have the elements.
  Elements(const Lisp& lisp, Word vector, bool is_input);
  void* data() { return copy_.empty() ? numbers_.data : copy_.data(); }
  std::size_t count() const { return numbers_.count; }
  words::ElementType type() const { return numbers_.type; }
  /// Stores a copy of the elements into the vector.
  void store();
  const ObjectRef& vector() const { return vector_; }

 private:
  ObjectRef vector_;
  Numbers numbers_;
  std::vector<std::uint8_t> copy_;
};

}  // namespace tessera::mpi
