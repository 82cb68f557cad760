// The natives of the module mpi, in the package MPI-NATIVE. Ranks and communicators are numbers there.
#include "tessera/module.hpp"

#include <cstring>
#include <deque>
#include <unordered_map>

#include "communicator.hpp"
#include "tessera/arrays.hpp"
#include "tessera/package.hpp"

namespace tessera::mpi {

namespace {

/// The head of a message with a vector. Other messages are bytes of the module parallel, which begin otherwise. The
/// elements follow in the same message, or, if there is a tag, in one of their own with that tag.
struct VectorHead {
  static constexpr std::uint64_t sign = 0x7465737365726131;
  std::uint64_t begin = sign, type = 0, count = 0;
  std::int64_t tag = -1;
};
constexpr std::size_t inline_bytes = 4096;                  ///< vectors that are longer have a message of their own
constexpr int most_tag = 32767, collective_tag = most_tag;  ///< what every MPI has

/// Something that MPI is doing, and the memory that it uses meanwhile, even if nobody waits for it any more.
struct Transfer {
  std::vector<std::uint8_t> head;
  Elements elements, result;
  MPI_Request requests[2] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL};
};

/// A message that is to be received.
struct Receipt {
  std::int64_t source, tag, communicator;
  ObjectRef into;
  ObjectRef result;  ///< once it is there: see `received`
  std::shared_ptr<const Error> problem;
  bool is_done() const { return result || problem != nullptr; }
};

using Rank = Bounded<-1, std::int64_t{1} << 30>;
using Tag = Bounded<-1, most_tag>;

class Bindings : FunctionPackage {
 public:
  explicit Bindings(const Lisp& lisp) : FunctionPackage(lisp, "MPI-NATIVE") {
    define_communicators();
    define_sending();
    define_receiving();
    define_reductions();
    export_functions();
  }
  ~Bindings();

 private:
  void define_communicators();
  void define_sending();
  void define_receiving();
  void define_reductions();

  Communicator& at(std::int64_t number);
  std::int64_t add(MPI_Comm group);
  void barrier(const Communicator& c);
  static bool test(Transfer& transfer);
  std::int64_t add(std::shared_ptr<Transfer> transfer);
  void finish(std::int64_t number);
  std::int64_t send(Word object, std::int64_t rank, std::int64_t tag, const Communicator& c);
  void receive_some();
  std::shared_ptr<Receipt> start_receiving(std::int64_t source, std::int64_t tag, std::int64_t c, const ObjectRef& into);
  Word received(const Receipt& receipt) const;
  Word take(MPI_Message& message, const MPI_Status& status, const Communicator& c, Word into);
  Word take_vector(const VectorHead& head, std::span<const std::uint8_t> rest, int source, const Communicator& c, Word into);
  Word reduce(Word vector, std::int64_t operation, std::int64_t root, const Communicator& c);
  bool probe(std::int64_t source, std::int64_t tag, const Communicator& c, MPI_Message* message, MPI_Status& status);
  Word list_of(Word object, const MPI_Status& status) const {
    return words::list(lisp_.state(),
                       {object, words::fixnum(status.MPI_SOURCE), words::fixnum(status.MPI_TAG == collective_tag ? 0 : status.MPI_TAG)});
  }

  std::vector<std::unique_ptr<Communicator>> communicators_;  ///< the first is of all processes
  std::unordered_map<std::int64_t, std::shared_ptr<Transfer>> transfers_;
  std::int64_t last_transfer_ = 0, last_tag_ = 0;
  std::size_t most_transfers_ = 64;             ///< before those that are done are removed
  std::vector<std::shared_ptr<Receipt>> open_;  ///< what is to be received, in the order in which it takes messages
  std::unordered_map<std::int64_t, std::shared_ptr<Receipt>> receipts_;
  std::int64_t last_receipt_ = 0;
};

/// Gives what is still being sent a second. If nobody receives it, the process cannot end in peace.
Bindings::~Bindings() {
  if (communicators_.empty()) return;
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(1);
  std::size_t left = 0;
  do {
    left = 0;
    try {
      for (const auto& [number, transfer] : transfers_) left += test(*transfer) ? 0 : 1;
    } catch (const Error&) { left = transfers_.size(); }
    if (left != 0) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  } while (left != 0 && std::chrono::steady_clock::now() < end);
  if (left != 0) MPI_Abort(MPI_COMM_WORLD, 1);
  release_mpi();
}

Communicator& Bindings::at(std::int64_t number) {
  if (communicators_.empty()) {
    start_mpi();
    communicators_.push_back(std::make_unique<Communicator>(MPI_COMM_WORLD));
  }
  if (number < 0 || number >= static_cast<std::int64_t>(communicators_.size()) ||
      communicators_[static_cast<std::size_t>(number)] == nullptr)
    throw_mpi_error("the communicator was freed");
  return *communicators_[static_cast<std::size_t>(number)];
}

std::int64_t Bindings::add(MPI_Comm group) {
  communicators_.push_back(std::make_unique<Communicator>(group));
  return static_cast<std::int64_t>(communicators_.size()) - 1;
}

void Bindings::barrier(const Communicator& c) {
  MPI_Request request = MPI_REQUEST_NULL;
  check(MPI_Ibarrier(c.inner, &request), "MPI_Ibarrier");
  wait_for(lisp_, request, "MPI_Ibarrier", true);
}

void Bindings::define_communicators() {
  define(
      "rank", "communicator", [this](std::int64_t c) { return at(c).rank; }, "Returns this process's rank.");
  define(
      "size", "communicator", [this](std::int64_t c) { return at(c).size; }, "Returns the number of ranks.");
  define(
      "barrier", "communicator", [this](std::int64_t c) { barrier(at(c)); }, "Waits until all ranks are here.");
  // All ranks are there after a barrier, which interrupts can end; the rest takes no time.
  define(
      "dup", "communicator",
      [this](std::int64_t c) {
        barrier(at(c));
        return add(at(c).messages);
      },
      "Returns a new communicator of the same ranks.");
  define(
      "split", "communicator color key",
      [this](std::int64_t c, std::optional<Bounded<0, std::numeric_limits<int>::max()>> color, Bounded<-(1 << 30), 1 << 30> key) {
        barrier(at(c));
        MPI_Comm part = MPI_COMM_NULL;
        check(MPI_Comm_split(at(c).messages, color ? static_cast<int>(color->value) : MPI_UNDEFINED, static_cast<int>(key.value), &part),
              "MPI_Comm_split");
        if (part == MPI_COMM_NULL) return words::nil();
        const std::int64_t number = add(part);
        MPI_Comm_free(&part);
        return words::fixnum(number);
      },
      "Returns a new communicator of the ranks with the same COLOR, in the order of KEY; NIL if COLOR is NIL.");
  define(
      "free", "communicator",
      [this](std::int64_t c) {
        if (c == 0) throw_mpi_error("the communicator of all processes cannot be freed");
        barrier(at(c));
        at(c).end();
        communicators_[static_cast<std::size_t>(c)] = nullptr;
      },
      "Ends a communicator.");
}

// --- messages

bool Bindings::test(Transfer& transfer) {
  int is_done = 0;
  check(MPI_Testall(2, transfer.requests, &is_done, MPI_STATUSES_IGNORE), "MPI_Testall");
  return is_done != 0;
}

/// Keeps what MPI is doing until it is complete. Returns its number.
std::int64_t Bindings::add(std::shared_ptr<Transfer> transfer) {
  if (transfers_.size() >= most_transfers_) {
    std::erase_if(transfers_, [](const auto& one) { return test(*one.second); });
    most_transfers_ = std::max<std::size_t>(64, 2 * transfers_.size());
  }
  transfers_[++last_transfer_] = std::move(transfer);
  return last_transfer_;
}

/// Waits until the transfer is complete.
void Bindings::finish(std::int64_t number) {
  const auto found = transfers_.find(number);
  if (found == transfers_.end()) return;
  const std::shared_ptr<Transfer> transfer = found->second;
  wait(lisp_, true, [&] {
    receive_some();  // the receiver may be waiting for somebody to receive what it sends
    return test(*transfer);
  });
  transfers_.erase(number);
}

/// Starts to send a vector of numbers, and returns the number of the transfer.
std::int64_t Bindings::send(Word object, std::int64_t rank, std::int64_t tag, const Communicator& c) {
  const auto transfer = std::make_shared<Transfer>();
  const Numbers numbers = numbers_of(object);
  VectorHead head{.type = static_cast<std::uint64_t>(numbers.type), .count = numbers.count};
  const bool is_apart = numbers.bytes() > inline_bytes;
  if (is_apart) head.tag = last_tag_ = (last_tag_ + 1) % collective_tag;
  const auto* const first = reinterpret_cast<const std::uint8_t*>(&head);
  transfer->head.assign(first, first + sizeof(head));
  const auto* const elements = static_cast<const std::uint8_t*>(numbers.data);
  if (!is_apart) transfer->head.insert(transfer->head.end(), elements, elements + numbers.bytes());
  check(MPI_Isend(transfer->head.data(), checked_count(transfer->head.size()), MPI_BYTE, static_cast<int>(rank), static_cast<int>(tag),
                  tag == collective_tag ? c.inner : c.messages, &transfer->requests[0]),
        "MPI_Isend");
  if (is_apart) {
    transfer->elements = Elements(lisp_, object, true);
    check(MPI_Isend(transfer->elements.data(), checked_count(numbers.count), datatype_of(numbers.type), static_cast<int>(rank),
                    static_cast<int>(head.tag), c.inner, &transfer->requests[1]),
          "MPI_Isend");
  }
  return add(transfer);
}

/// True if there is a message. Then it is `message`, which only its receiver sees, unless that is null.
bool Bindings::probe(std::int64_t source, std::int64_t tag, const Communicator& c, MPI_Message* message, MPI_Status& status) {
  const int from = source < 0 ? MPI_ANY_SOURCE : static_cast<int>(source), with = tag < 0 ? MPI_ANY_TAG : static_cast<int>(tag);
  const MPI_Comm group = tag == collective_tag ? c.inner : c.messages;
  int is_there = 0;
  if (message == nullptr) check(MPI_Iprobe(from, with, group, &is_there, &status), "MPI_Iprobe");
  else check(MPI_Improbe(from, with, group, &is_there, message, &status), "MPI_Improbe");
  return is_there != 0;
}

std::shared_ptr<Receipt> Bindings::start_receiving(std::int64_t source, std::int64_t tag, std::int64_t c, const ObjectRef& into) {
  at(c);
  return open_.emplace_back(std::make_shared<Receipt>(Receipt{source, tag, c, into, {}, nullptr}));
}

/// Receives what is there for open receipts.
void Bindings::receive_some() {
  for (std::size_t i = 0; i < open_.size();) {
    const std::shared_ptr<Receipt> receipt = open_[i];
    try {
      MPI_Status status{};
      MPI_Message message = MPI_MESSAGE_NULL;
      const Communicator& c = at(receipt->communicator);
      if (!probe(receipt->source, receipt->tag, c, &message, status)) {
        ++i;
        continue;
      }
      open_.erase(open_.begin() + static_cast<std::ptrdiff_t>(i));
      receipt->result = lisp_.keep(take(message, status, c, receipt->into.word()));
    } catch (const Error& e) {
      receipt->problem = failure(e);
      std::erase(open_, receipt);
    } catch (const std::bad_alloc&) { receipt->problem = failure("storage-condition", "there is no memory for a message, which is lost"); }
  }
}

/// Returns the result of a receipt that is done: a list of a vector or of T and bytes, the source, and the tag.
Word Bindings::received(const Receipt& receipt) const {
  if (receipt.problem != nullptr) throw Error(*receipt.problem);
  return receipt.result.word();
}

/// Receives a message. Returns a list of the vector, or of bytes for READ-BYTES as one element more; the source; the
/// tag.
Word Bindings::take(MPI_Message& message, const MPI_Status& status, const Communicator& c, Word into) {
  int count = 0;
  MPI_Get_count(&status, MPI_BYTE, &count);
  const ObjectRef kept = lisp_.keep(into);
  std::vector<std::uint8_t> bytes(static_cast<std::size_t>(count));
  MPI_Request request = MPI_REQUEST_NULL;
  check(MPI_Imrecv(bytes.data(), count, MPI_BYTE, &message, &request), "MPI_Imrecv");
  wait_for(lisp_, request, "MPI_Imrecv", false);
  VectorHead head;
  if (bytes.size() >= sizeof(head)) std::memcpy(&head, bytes.data(), sizeof(head));
  if (bytes.size() >= sizeof(head) && head.begin == VectorHead::sign)
    return list_of(take_vector(head, std::span<const std::uint8_t>(bytes).subspan(sizeof(head)), status.MPI_SOURCE, c, kept.word()),
                   status);
  const ObjectRef all = lisp_.make(in_place(std::move(bytes)));
  return words::cons(lisp_.state(), words::t(), list_of(all.word(), status));
}

Word Bindings::take_vector(const VectorHead& head, std::span<const std::uint8_t> rest, int source, const Communicator& c, Word into) {
  if (head.type > static_cast<std::uint64_t>(words::ElementType::float64)) throw_mpi_error("a vector of an unknown type");
  const auto type = static_cast<words::ElementType>(head.type);
  const std::size_t bytes = head.count * width_of(type);
  if (head.count >> 31 != 0 || (head.tag < 0 && rest.size() != bytes)) throw_mpi_error("a vector of a wrong length");
  const Numbers given = numbers_of(into);
  const bool is_new = words::is_nil(into), fits = is_new || (given.data != nullptr && given.type == type && given.count >= head.count);
  const bool is_lost = !fits || (is_new && !words::has_room(lisp_.state(), bytes));
  Elements elements;
  std::vector<std::uint8_t> lost;  // as somebody may wait until it is received
  if (is_lost) lost.resize(bytes);
  else elements = Elements(lisp_, is_new ? make_numbers(lisp_, type, head.count) : into, !is_new);
  void* const target = is_lost ? lost.data() : elements.data();
  if (head.tag < 0) {
    if (bytes != 0) std::memcpy(target, rest.data(), bytes);
  } else {
    MPI_Request request = MPI_REQUEST_NULL;
    check(MPI_Irecv(target, static_cast<int>(head.count), datatype_of(type), source, static_cast<int>(head.tag), c.inner, &request),
          "MPI_Irecv");
    wait_for(lisp_, request, "MPI_Irecv", false);
  }
  if (!fits)
    throw_mpi_error("the vector after :INTO cannot take " + std::to_string(head.count) + " elements of the type " + words::type_name(type) +
                    ", and the message is lost");
  if (is_lost) throw Error("storage-condition", "the heap has no room for a message of " + std::to_string(bytes) + " bytes, which is lost");
  elements.store();
  return elements.vector().word();
}

void Bindings::define_sending() {
  define(
      "number-vector-p", "object", [](Word object) { return numbers_of(object).data != nullptr; },
      "True if OBJECT is sent without a copy: a simple vector of unboxed numbers.");
  define(
      "send-numbers", "vector rank tag communicator",
      [this](Word vector, Rank rank, Tag tag, std::int64_t c) {
        if (numbers_of(vector).data == nullptr) lisp_.throw_type_error(vector, "(simple-array number (*))");
        return send(vector, rank.value, tag.value, at(c));
      },
      "Starts to send VECTOR, a vector of numbers. Returns the number of the request.");
  define(
      "send-bytes", "bytes rank tag communicator",
      [this](Word bytes, Rank rank, Tag tag, std::int64_t c) {
        Communicator& group = at(c);
        const auto transfer = std::make_shared<Transfer>();
        if (numbers_of(bytes).type != words::ElementType::u8) lisp_.throw_type_error(bytes, "(vector (unsigned-byte 8))");
        transfer->elements = Elements(lisp_, bytes, true);
        check(MPI_Isend(transfer->elements.data(), checked_count(transfer->elements.count()), MPI_BYTE, static_cast<int>(rank.value),
                        static_cast<int>(tag.value), tag.value == collective_tag ? group.inner : group.messages, &transfer->requests[0]),
              "MPI_Isend");
        return add(transfer);
      },
      "Starts to send BYTES by MESSAGE-BYTES. Returns the number of the request.");
  define(
      "test", "request",
      [this](std::int64_t number) {
        const auto found = transfers_.find(number);
        if (found == transfers_.end()) return true;
        if (!test(*found->second)) return false;
        transfers_.erase(number);
        return true;
      },
      "True if REQUEST is complete.");
  define(
      "wait", "request", [this](std::int64_t number) { finish(number); }, "Waits until REQUEST is complete.");
}

void Bindings::define_receiving() {
  define(
      "probe", "source tag communicator wait",
      [this](Rank source, Tag tag, std::int64_t c, bool waits) {
        MPI_Status status{};
        const Communicator& group = at(c);
        bool is_there = false;
        const auto ask = [&] {
          receive_some();
          return is_there = probe(source.value, tag.value, group, nullptr, status);
        };
        if (waits) wait(lisp_, true, ask);
        else ask();
        return is_there ? list_of(words::nil(), status) : words::nil();
      },
      "Returns a list of NIL and the source and tag of the next message, or NIL if there is none.");
  define(
      "receive", "source tag communicator into",
      [this](Rank source, Tag tag, std::int64_t c, const ObjectRef& into) {
        const auto receipt = start_receiving(source.value, tag.value, c, into);
        const std::shared_ptr<void> closing(nullptr, [&](void*) { std::erase(open_, receipt); });  // if the wait is left
        wait(lisp_, true, [&] { return receive_some(), receipt->is_done(); });
        return received(*receipt);
      },
      "Waits for a message. Returns a list of its vector, or of T and bytes; its source; its tag.");
  define(
      "start-receiving", "source tag communicator into",
      [this](Rank source, Tag tag, std::int64_t c, const ObjectRef& into) {
        receipts_[++last_receipt_] = start_receiving(source.value, tag.value, c, into);
        return last_receipt_;
      },
      "Returns the number of a receipt, which gets the next message.");
  define(
      "finish-receiving", "receipt wait",
      [this](std::int64_t number, bool waits) {
        const auto found = receipts_.find(number);
        if (found == receipts_.end()) throw_mpi_error("there is no such request");
        const std::shared_ptr<Receipt> receipt = found->second;
        const auto ask = [&] { return receive_some(), receipt->is_done(); };
        if (waits) wait(lisp_, true, ask);
        else if (!ask()) return words::nil();
        receipts_.erase(number);
        return received(*receipt);
      },
      "Returns what RECEIVE does for a receipt, and ends it; NIL if nothing is there and WAIT is NIL.");
}

// --- reductions

Word Bindings::reduce(Word vector, std::int64_t operation, std::int64_t root, const Communicator& c) {
  const MPI_Op operations[] = {MPI_SUM, MPI_PROD, MPI_MIN, MPI_MAX, MPI_BAND, MPI_BOR, MPI_BXOR};
  const Numbers numbers = numbers_of(vector);
  if (numbers.data == nullptr) lisp_.throw_type_error(vector, "(simple-array number (*))");
  const bool has_result = root < 0 || root == c.rank;
  const auto reduction = std::make_shared<Transfer>();
  Elements &input = reduction->elements, &output = reduction->result;
  input = Elements(lisp_, vector, true);
  if (has_result) output = Elements(lisp_, make_numbers(lisp_, numbers.type, numbers.count), false);
  const int count = checked_count(numbers.count);
  const MPI_Datatype type = datatype_of(numbers.type);
  const MPI_Op op = operations[operation];
  MPI_Request& request = reduction->requests[0];
  if (root < 0) check(MPI_Iallreduce(input.data(), output.data(), count, type, op, c.inner, &request), "MPI_Iallreduce");
  else check(MPI_Ireduce(input.data(), output.data(), count, type, op, static_cast<int>(root), c.inner, &request), "MPI_Ireduce");
  finish(add(reduction));
  if (!has_result) return words::nil();
  output.store();
  return output.vector().word();
}

void Bindings::define_reductions() {
  define(
      "reduce-numbers", "vector operation root communicator",
      [this](Word vector, Bounded<0, 6> operation, Rank root, std::int64_t c) {
        return reduce(vector, operation.value, root.value, at(c));
      },
      "Combines the VECTORs of all ranks by the operation with that number. Returns the result in ROOT, or in all ranks if ROOT is -1.");
}

}  // namespace

}  // namespace tessera::mpi

static void load_mpi(const tessera::Lisp& lisp) {
  tessera::require_permission(lisp, &tessera::Permissions::network);
  lisp.keep_alive(std::make_shared<tessera::mpi::Bindings>(lisp));
}
TESSERA_MODULE(load_mpi)
