// Messages: objects on the way from one interpreter to another.
//
// A message belongs to no heap. It has the objects as memory has them, in two areas: conses, and objects with headers.
// So a reader gets one piece of memory, and copies both areas there. A word that refers to an object of the message has
// the object's distance from the start of its area, and the same tag. Other objects are *parts*, made one by one; a
// word that refers to a part has its number instead, and `part_bit`. Kinds of parts:
//
//   symbol, uninterned   of their names
//   table                a hash table, of its keys and values
//   large                an object that is too large for the nursery
//   shared               a vector in memory that interpreters share
//   entry                what is not data (code, classes, generic functions, packages): the object of an *entry* of the
//                        message. That is a message of its own, of which Lisp makes the object, once in each
//                        interpreter.
#pragma once

#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "tessera/copying.hpp"

namespace tessera::parallel {

struct Message;
template <class T> class QueueOf;
using Queue = QueueOf<const Message>;

/// Counts the bytes that messages and shared vectors of a program and its workers hold, which no heap does.
struct Account {
  std::atomic<std::size_t> bytes{0};
  std::size_t limit = 0;
};
/// Bytes that are counted as long as this exists.
class Charge {
 public:
  Charge() = default;
  /// Throws std::bad_alloc if that is more than the limit.
  Charge(std::shared_ptr<Account> account, std::size_t bytes);
  Charge(const Charge&) = delete;
  Charge& operator=(const Charge&) = delete;
  Charge& operator=(Charge&& other) noexcept {
    std::swap(account_, other.account_);
    std::swap(bytes_, other.bytes_);
    return *this;
  }
  ~Charge() {
    if (account_ != nullptr) account_->bytes -= bytes_;
  }

 private:
  std::shared_ptr<Account> account_;
  std::size_t bytes_ = 0;
};

/// What Lisp makes an object of, or a definition.
struct Entry {
  std::int64_t id;                      ///< unique in the process
  std::int64_t key = 0;                 ///< of a definition: what it defines; a later one of the same key replaces it
  std::shared_ptr<const Message> body;  ///< a list, for the function INSTALL of the receiver
};
/// The definitions that the code in a message needs, in order.
struct Plan {
  std::int64_t id;
  std::vector<std::shared_ptr<const Entry>> definitions;
};

/// A row of words that grows without being cleared.
class Words {
 public:
  Words() = default;
  Words(Words&& other) noexcept { swap(other); }
  Words& operator=(Words&& other) noexcept {
    swap(other);
    return *this;
  }
  ~Words() { std::free(data_); }

  std::uint64_t* data() const { return data_; }
  std::size_t size() const { return size_; }
  std::uint64_t& operator[](std::size_t i) const { return data_[i]; }
  /// Adds `count` words, which are not set. Returns the first.
  std::uint64_t* add(std::size_t count) {
    if (count > capacity_ - size_) grow(count);
    size_ += count;
    return data_ + size_ - count;
  }

 private:
  void swap(Words& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    std::swap(capacity_, other.capacity_);
  }
  void grow(std::size_t count);
  std::uint64_t* data_ = nullptr;
  std::size_t size_ = 0, capacity_ = 0;
};

/// Returns the bytes of an element.
inline std::size_t width_of(words::ElementType type) {
  constexpr std::size_t widths[] = {1, 1, 2, 2, 4, 4, 8, 8, 4, 8};
  return widths[static_cast<std::size_t>(type)];
}
/// The elements of vectors that several interpreters share.
struct SharedMemory {
  SharedMemory(std::shared_ptr<Account> account, std::size_t bytes);
  ~SharedMemory() { std::free(data); }
  SharedMemory(const SharedMemory&) = delete;
  SharedMemory& operator=(const SharedMemory&) = delete;
  const std::size_t bytes;
  Charge charge;
  void* const data;
};

struct Message {
  struct Part {
    enum class Kind : std::uint8_t { symbol, uninterned, table, large, shared, entry };
    Kind kind;
    copying::Type type = copying::Type::symbol;  ///< of an entry: that of the object
    /// Of a symbol the lengths of its package and name; of a table the number of words, and its subtype; of others the
    /// number in `large`, `shared` or `entries`.
    std::uint32_t first = 0, second = 0;
    std::uint64_t start = 0;  ///< in `texts` or `table_words`
  };
  struct Shared {
    std::shared_ptr<SharedMemory> memory;
    words::ElementType type;
  };
  static constexpr std::uint64_t part_bit = 8;

  std::uint64_t root = 0;  ///< the object itself
  Words conses, objects;
  std::vector<Part> parts;
  std::string texts;         ///< names of symbols
  Words table_words;         ///< keys and values of tables in turn
  std::vector<Words> large;  ///< objects with their headers
  std::vector<Shared> shared;
  std::size_t made = 0;  ///< how many are tables or uninterned symbols
  std::vector<std::shared_ptr<const Entry>> entries;
  std::vector<std::shared_ptr<const Plan>> plans;
  std::vector<std::pair<std::uint64_t, std::shared_ptr<Queue>>> queues;  ///< objects that refer to queues
  std::size_t depth = 0;                                                 ///< of entries in entries
  Charge charge;

  /// Returns the bytes that the objects take, roughly.
  std::size_t bytes() const;
};

/// A table of references by the address of objects. What is sent was often made in a row, so there is a page for each
/// kilobyte of memory.
class References {
 public:
  void clear();
  /// Returns the place of the reference to `w`, which is 0 if it is new. Valid until the next call.
  std::uint32_t& at(Word w) {
    const std::uint64_t address = static_cast<std::uint64_t>(w);
    if (const std::uint64_t page = address >> page_bits; page != last_page_) turn_to(page);
    return pages_[last_].references[address >> 4 & (per_page - 1)];
  }

 private:
  static constexpr unsigned page_bits = 10;
  static constexpr std::size_t per_page = std::size_t{1} << (page_bits - 4);
  struct Page {
    std::uint32_t references[per_page] = {};
  };
  struct Place {
    std::uint64_t page = 0;  ///< 0: none
    std::uint32_t index = 0;
  };
  void turn_to(std::uint64_t page);
  Place& place_of(std::uint64_t page);
  std::vector<Place> places_;
  std::vector<Page> pages_;
  std::uint64_t last_page_ = 0;
  std::size_t last_ = 0;
};

/// Tells the memory that interpreters share by the address of its elements.
using SharedVectors = std::unordered_map<std::uint64_t, std::weak_ptr<SharedMemory>>;

/// The copier of one interpreter.
class Copier {
 public:
  Copier(const Lisp& lisp, std::shared_ptr<Account> account) : lisp_(lisp), state_(lisp.state()), account_(std::move(account)) {}
  Copier(const Copier&) = delete;
  Copier& operator=(const Copier&) = delete;

  /// Returns the message of an object. `entries` gets the objects that are to be entries of it, in order; `symbols`,
  /// unless it is null, the symbols. Throws an Error that names what cannot be sent. Runs no Lisp.
  std::shared_ptr<Message> write(Word object, std::vector<Word>& entries, std::vector<Word>* symbols);
  /// Returns a copy of the object. Runs Lisp, if the message needs more than data. Throws an Error if the message was
  /// tampered with.
  Word read(const Message& message);

  /// Sets the functions of Lisp that `read` calls, and what it has to know of classes.
  void configure(ObjectRef install, ObjectRef make, ObjectRef fill, std::size_t class_length, std::size_t layout_index);
  /// Says that the object of `entry` is `object`, from which the entry was made.
  void know(const Entry& entry, Word object);
  /// Returns a new vector in memory that interpreters share, of zeros.
  Word make_shared_vector(words::ElementType type, std::size_t length);
  /// Return the queue with that number; keep a queue, as an object that refers to it was made.
  std::function<std::shared_ptr<Queue>(std::int64_t)> queue;
  std::function<void(std::int64_t, std::shared_ptr<Queue>)> keep_queue;
  /// Has `learn` called with each entry that is read, before its object is made.
  std::function<void(const std::shared_ptr<const Entry>&)> learn = [](const auto&) {};

 private:
  /// The conses of a list, of which the cars, and the tail unless it is known, are still the words of the heap.
  struct Run {
    std::size_t begin, end;
    bool has_tail;
  };
  struct Known {
    ObjectRef object;
    std::optional<std::vector<bool>> captures;  ///< of verified code: whether each captured value is a cell
  };
  /// The bases of addresses for what `read` makes.
  struct Areas {
    std::uint64_t conses, objects;
    const std::vector<Word>& parts;
    Word word(std::uint64_t reference) const {
      if (words::is_immediate(static_cast<Word>(reference))) return static_cast<Word>(reference);
      if ((reference & 7) == 1) return static_cast<Word>(conses + reference);
      if ((reference & Message::part_bit) == 0) return static_cast<Word>(objects + reference);
      return parts[reference >> 4];
    }
  };

  std::uint64_t refer(Word w);
  std::uint64_t reference(Word w, std::uint32_t known) const;
  std::uint32_t next_reference(const Words& area) const;
  void add_list(Word list);
  std::uint32_t add_object(Word object);
  std::uint32_t add_contents(Word object);
  std::uint32_t add_part(const Message::Part& part);
  std::uint32_t add_symbol(Word symbol);
  std::uint32_t add_table(Word table);
  std::uint32_t add_entry(Word object);
  std::uint32_t add_shared(Word array);
  bool scan_some();
  void scan_run(const Run& run);
  void scan_words(const Words& area, std::size_t begin, std::size_t end);
  void check_class(Word instance);
  bool is_class(Word w) const;
  std::string name_of_class(Word its_class) const;
  bool is_bound(Word its_class) const;
  bool is_layout(Word vector) const;
  [[noreturn]] void refuse(Word object) const;

  void install(const Message& message);
  ObjectRef make_objects(const Message& message) const;
  Word build(const Message& message, Word made, std::vector<Word>& tables);
  std::vector<Word> make_parts(const Message& message, Word made);
  void fill_objects(const Message& message, const Areas& areas);
  Word make_shared(const Message::Shared& shared);
  Word symbol_of(const Message& message, const Message::Part& part);
  Word object_of_entry(const Message& message, const Message::Part& part) const;
  static bool is_made(const Message& message, std::uint64_t reference);
  const std::vector<bool>& captures_of(const Message& message, std::uint64_t code);

  const Lisp lisp_;
  detail::State& state_;
  const std::shared_ptr<Account> account_;
  ObjectRef install_, make_, fill_;
  std::size_t class_length_ = 0, layout_index_ = 0;
  SharedVectors shared_;
  std::size_t most_shared_ = 64;  ///< before those that have ended are removed
  // while writing
  References references_;
  Message* message_ = nullptr;
  std::vector<Run> runs_;  ///< that are to be scanned
  std::size_t scanned_objects_ = 0, scanned_tables_ = 0, scanned_large_ = 0;
  std::vector<Word>* entries_ = nullptr;
  std::vector<Word>* symbols_ = nullptr;
  std::vector<Word> checked_;  ///< classes whose instances may be sent
  Word queue_class_ = words::nil();
  // for reading
  std::unordered_map<std::int64_t, Known> known_;           ///< objects of entries
  std::unordered_map<std::int64_t, std::int64_t> defined_;  ///< keys of definitions to the entries that are in force
  std::unordered_map<std::string, ObjectRef> interned_;     ///< symbols by package and name
  std::int64_t last_plan_ = 0;
};

}  // namespace tessera::parallel
