// Messages: objects on the way from one interpreter to another.
//
// A message is a row of 64-bit words, and belongs to no heap. Each object in it is an item that begins with a word: the
// kind of the item in its low 8 bits, a count in the others. Objects are numbered in the order of the items; a word
// that refers to one has its number in the place of its address, and the same tag.
//
//   list        count cars and a tail: so many conses, each with a number
//   bytes       a header and the contents: strings, bignums, vectors of numbers
//   words       a header and the contents, which are words
//   symbol      the lengths of both names (32 bits each), and their characters
//   uninterned  count bytes: the name
//   table       count keys and values in turn, after the header
//   entry       the object that an entry of the message stands for; its number, and its type in the low 8 bits
//
// What is not data (code, classes, generic functions, packages) is an *entry*: a message of its own, of which Lisp
// makes the object, once in each interpreter.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "tessera/copying.hpp"

namespace tessera::parallel {

struct Message;
template <class T> class QueueOf;
using Queue = QueueOf<const Message>;

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

struct Message {
  enum class Kind : std::uint8_t { list, bytes, words, symbol, uninterned, table, entry };
  std::vector<std::uint64_t> words;
  std::uint64_t root = 0;   ///< the object itself
  std::size_t objects = 0;  ///< how many have numbers
  std::size_t bytes = 0;    ///< that the objects will take, roughly
  std::size_t made = 0;     ///< how many are tables or uninterned symbols
  std::vector<std::shared_ptr<const Entry>> entries;
  std::vector<std::shared_ptr<const Plan>> plans;
  std::vector<std::pair<std::uint32_t, std::shared_ptr<Queue>>> queues;  ///< the numbers of objects that refer to queues
};

/// The copier of one interpreter.
class Copier {
 public:
  explicit Copier(const Lisp& lisp) : lisp_(lisp), state_(lisp.state()) {}
  Copier(const Copier&) = delete;
  Copier& operator=(const Copier&) = delete;

  /// Returns the message of an object. `entries` gets the objects that are to be entries of it, in order; `symbols`,
  /// unless it is null, the symbols. Throws an Error that names what cannot be sent. Runs no Lisp.
  std::shared_ptr<Message> write(Word object, std::vector<Word>& entries, std::vector<Word>* symbols);
  /// Returns a copy of the object. Runs Lisp, if the message needs more than data.
  Word read(const Message& message);

  /// Sets the functions of Lisp that `read` calls, and what it has to know of classes.
  void configure(ObjectRef install, ObjectRef make, ObjectRef fill, std::size_t class_length, std::size_t layout_index);
  /// Says that the object of `entry` is `object`, from which the entry was made.
  void know(const Entry& entry, Word object);
  /// Return the queue with that number; keep a queue, as an object that refers to it was made.
  std::function<std::shared_ptr<Queue>(std::int64_t)> queue;
  std::function<void(std::int64_t, std::shared_ptr<Queue>)> keep_queue;
  /// Has `learn` called with each entry that is read, before its object is made.
  std::function<void(const std::shared_ptr<const Entry>&)> learn = [](const auto&) {};

 private:
  /// Numbers of the objects of one message, by address. What is sent was often made in a row, so a group of the hash
  /// table is for eight neighbours in memory.
  class Numbers {
   public:
    void clear();
    /// Returns the number of `w`, if it has one, or else makes `number` its number.
    std::uint32_t find_or_add(Word w, std::uint32_t number, bool& added);

   private:
    struct Group {
      std::uint64_t place = 0;
      std::uint32_t numbers[8] = {};  ///< 1 more than the number; 0: none
    };
    Group& group_at(std::uint64_t place);
    std::vector<Group> groups_;
    std::size_t count_ = 0, last_ = 0;  ///< groups in use; the one used last
  };
  struct Found {
    Word object;
    std::uint32_t conses;
  };

  std::uint64_t refer(Word w);
  void write_list(const Found& found, Message& message);
  void write_object(Word object, Message& message);
  void check_class(Word instance, Message& message);
  void write_contents(Word object, Message& message);
  void write_symbol(Word symbol, Message& message);
  bool is_layout(Word vector) const;
  void write_entry(Word object, Message& message);
  [[noreturn]] void refuse(Word object) const;

  void install(const Message& message);
  Word build(const Message& message, Word made, std::vector<Word>& tables);
  Word symbol_of(const std::uint64_t* item);
  Word object_of_entry(const Message& message, std::size_t count) const;

  const Lisp lisp_;
  detail::State& state_;
  ObjectRef install_, make_, fill_;
  std::size_t class_length_ = 0, layout_index_ = 0;
  // while writing
  Numbers numbers_;
  std::vector<Found> found_;
  std::vector<Word>* entries_ = nullptr;
  std::vector<Word>* symbols_ = nullptr;
  std::vector<Word> checked_;  ///< classes whose instances may be sent
  Word queue_class_ = words::nil();
  std::uint32_t next_ = 0;
  // for reading
  std::unordered_map<std::int64_t, ObjectRef> known_;       ///< objects of entries
  std::unordered_map<std::int64_t, std::int64_t> defined_;  ///< keys of definitions to the entries that are in force
  std::unordered_map<std::string, ObjectRef> interned_;     ///< symbols by package and name
  std::int64_t last_plan_ = 0;
  std::vector<Word> objects_;
};

}  // namespace tessera::parallel
