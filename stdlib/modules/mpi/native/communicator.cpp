// The process's MPI. Compiled for size.
#include "communicator.hpp"

#include <atomic>
#include <cstdlib>
#include <cstring>
#include <limits>

#include "tessera/copying.hpp"

namespace tessera::mpi {

namespace {

/// True while an interpreter of this process uses MPI.
std::atomic<bool>& is_taken() {
  static std::atomic<bool> taken{false};
  return taken;
}

/// Ends MPI when the process ends. The others would wait for ever for one that has failed.
void end_mpi(int status, void* /*unused*/) {
  int is_over = 0, size = 1;
  if (MPI_Finalized(&is_over) != MPI_SUCCESS || is_over != 0) return;
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (status != 0 && size > 1) MPI_Abort(MPI_COMM_WORLD, status);
  MPI_Finalize();
}

}  // namespace

void throw_mpi_error(const std::string& text) { throw Error("mpi:mpi-error", text); }

void check(int code, const char* operation) {
  if (code == MPI_SUCCESS) return;
  char text[MPI_MAX_ERROR_STRING];
  int length = 0;
  MPI_Error_string(code, text, &length);
  throw_mpi_error(std::string(operation) + ": " + std::string(text, static_cast<std::size_t>(length)));
}

void start_mpi() {
  if (is_taken().exchange(true)) throw_mpi_error("another interpreter of this process uses MPI");
  int is_started = 0, is_over = 0, level = 0;
  MPI_Initialized(&is_started);
  MPI_Finalized(&is_over);
  if (is_over != 0) throw_mpi_error("MPI of this process has ended");
  if (is_started == 0) {
    check(MPI_Init_thread(nullptr, nullptr, MPI_THREAD_SERIALIZED, &level), "MPI_Init");
    on_exit(end_mpi, nullptr);
  }
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
}

void release_mpi() noexcept { is_taken() = false; }

Communicator::Communicator(MPI_Comm group) {
  check(MPI_Comm_dup(group, &messages), "MPI_Comm_dup");
  check(MPI_Comm_dup(group, &inner), "MPI_Comm_dup");
  for (const MPI_Comm one : {messages, inner}) MPI_Comm_set_errhandler(one, MPI_ERRORS_RETURN);
  MPI_Comm_rank(messages, &rank);
  MPI_Comm_size(messages, &size);
}

void Communicator::end() {
  check(MPI_Comm_free(&messages), "MPI_Comm_free");
  check(MPI_Comm_free(&inner), "MPI_Comm_free");
}

void wait_for(const Lisp& lisp, MPI_Request& request, const char* operation, bool may_be_left) {
  wait(lisp, may_be_left, [&] {
    int is_done = 0;
    check(MPI_Test(&request, &is_done, MPI_STATUS_IGNORE), operation);
    return is_done != 0;
  });
}

// --- vectors

std::size_t width_of(words::ElementType type) {
  constexpr std::size_t widths[] = {1, 1, 2, 2, 4, 4, 8, 8, 4, 8};
  return widths[static_cast<std::size_t>(type)];
}

MPI_Datatype datatype_of(words::ElementType type) {
  const MPI_Datatype types[] = {MPI_UINT8_T, MPI_INT8_T,   MPI_UINT16_T, MPI_INT16_T, MPI_UINT32_T,
                                MPI_INT32_T, MPI_UINT64_T, MPI_INT64_T,  MPI_FLOAT,   MPI_DOUBLE};
  return types[static_cast<std::size_t>(type)];
}

std::size_t Numbers::bytes() const { return count * width_of(type); }

Numbers numbers_of(Word object) {
  constexpr auto array = static_cast<std::uint64_t>(copying::Type::array),
                 vector = static_cast<std::uint64_t>(copying::Type::specialized_vector);
  const bool is_host =
      words::layout::has_type(object, array) && (copying::subtype_of(words::layout::header(object)) & copying::array_of_host) != 0;
  Numbers found;
  if (!is_host && !words::layout::has_type(object, vector)) return found;
  for (int type = 0; type <= static_cast<int>(words::ElementType::float64) && found.data == nullptr; ++type) {
    found.type = static_cast<words::ElementType>(type);
    found.data = const_cast<void*>(words::get_numbers(object, found.type, found.count));
  }
  return found;
}

Word make_numbers(const Lisp& lisp, words::ElementType type, std::size_t count) {
  constexpr unsigned length_shift = 32;
  if (!words::has_room(lisp.state(), count * width_of(type))) throw std::bad_alloc();
  const std::uint64_t header = words::layout::header(words::numbers(lisp.state(), type, nullptr, 0));
  return copying::make_object(lisp.state(), header | std::uint64_t{count} << length_shift);
}

int checked_count(std::size_t count) {
  if (count > static_cast<std::size_t>(std::numeric_limits<int>::max()))
    throw_mpi_error("a message of " + std::to_string(count) + " elements or bytes is too large: MPI takes less than 2^31");
  return static_cast<int>(count);
}

Elements::Elements(const Lisp& lisp, Word vector, bool is_input) : vector_(lisp.keep(vector)), numbers_(numbers_of(vector)) {
  if (numbers_.count == 0 || words::is_pinned(lisp.state(), vector)) return;
  copy_.resize(numbers_.bytes());
  if (is_input) std::memcpy(copy_.data(), numbers_.data, copy_.size());
}

void Elements::store() {
  if (!copy_.empty()) std::memcpy(numbers_of(vector_.word()).data, copy_.data(), copy_.size());
}

}  // namespace tessera::mpi
