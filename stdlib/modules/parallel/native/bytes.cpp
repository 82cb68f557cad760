// Messages as bytes: a head of four words, the entries of all parts, each after those that it needs, the plans, and the
// message itself. Everything is a row of words.
#include "bytes.hpp"

#include <cstring>
#include <unordered_map>

#include "tessera/module.hpp"
#include "tessera/tessera.hpp"

namespace tessera::parallel {

namespace {

using namespace copying;
using Part = Message::Part;
using Entries = std::vector<std::shared_ptr<const Entry>>;

constexpr unsigned origin_shift = 40;
constexpr std::size_t head_words = 4, part_words = 3;

/// A number for this build of Tessera: others may have other objects in memory.
std::uint64_t stamp() {
  std::uint64_t sum = 0xCBF29CE484222325;
  for (const char c : std::string_view(TESSERA_BUILD)) sum = (sum ^ static_cast<unsigned char>(c)) * 0x100000001B3;
  return sum;
}

[[noreturn]] void refuse(const char* problem) { throw Error("simple-error", std::string("the bytes of a message have ") + problem); }

/// Returns the number that all processes know something by, which this one, `origin`, knows by `id`; and the reverse.
std::uint64_t public_id(std::int64_t id, std::int64_t origin) {
  return static_cast<std::uint64_t>(id == 0 || id >> origin_shift != 0 ? id : id | (origin + 1) << origin_shift);
}
std::int64_t own_id(std::uint64_t id, std::int64_t origin) {
  const auto given = static_cast<std::int64_t>(id);
  return given >> origin_shift == origin + 1 ? given & ((std::int64_t{1} << origin_shift) - 1) : given;
}

class Writer {
 public:
  explicit Writer(std::int64_t origin) : origin_(origin) {}

  std::vector<std::uint8_t> write(const Message& message) {
    collect(message);
    for (const auto& plan : message.plans)
      for (const auto& definition : plan->definitions) collect(*definition);
    add(stamp());
    add(0);  // the number of words
    add(entries_.size());
    add(message.plans.size());
    for (const Entry* const entry : entries_) {
      add(public_id(entry->id, origin_));
      add(public_id(entry->key, origin_));
      add_message(*entry->body);
    }
    for (const auto& plan : message.plans) {
      add(public_id(plan->id, origin_));
      add_numbers(plan->definitions);
    }
    add_message(message);
    const std::uint64_t words = bytes_.size() / sizeof(std::uint64_t);
    std::memcpy(bytes_.data() + sizeof(words), &words, sizeof(words));
    return std::move(bytes_);
  }

 private:
  void collect(const Message& message) {
    for (const auto& entry : message.entries) collect(*entry);
  }
  /// Notes the entry after those that it needs. Recurses no deeper than entries are nested, which COMPLETE-MESSAGE
  /// limits.
  void collect(const Entry& entry) {
    if (numbers_.contains(&entry)) return;
    collect(*entry.body);
    numbers_[&entry] = entries_.size();
    entries_.push_back(&entry);
  }
  void add(std::uint64_t word) { add_bytes(&word, sizeof(word)); }
  void add_bytes(const void* data, std::size_t size) {
    constexpr std::size_t word = sizeof(std::uint64_t);
    const std::size_t at = bytes_.size();
    bytes_.resize(at + (size + word - 1) / word * word);
    if (size != 0) std::memcpy(bytes_.data() + at, data, size);
  }
  void add_words(const Words& words) {
    add(words.size());
    add_bytes(words.data(), words.size() * sizeof(std::uint64_t));
  }
  void add_numbers(const Entries& entries) {
    add(entries.size());
    for (const auto& entry : entries) add(numbers_.at(entry.get()));
  }
  void add_message(const Message& m) {
    if (!m.shared.empty()) throw Error("simple-error", "a vector by MAKE-SHARED-VECTOR cannot be sent to another process");
    if (!m.queues.empty()) throw Error("simple-error", "a queue of the module parallel cannot be sent to another process");
    add(m.root);
    add_words(m.conses);
    add_words(m.objects);
    add(m.parts.size());
    for (const Part& part : m.parts) {
      add(static_cast<std::uint64_t>(part.kind) | static_cast<std::uint64_t>(part.type) << 8);
      add(part.first | std::uint64_t{part.second} << 32);
      add(part.start);
    }
    add(m.texts.size());
    add_bytes(m.texts.data(), m.texts.size());
    add_words(m.table_words);
    add(m.large.size());
    for (const Words& object : m.large) add_words(object);
    add_numbers(m.entries);
  }

  const std::int64_t origin_;
  std::vector<std::uint8_t> bytes_;
  std::vector<const Entry*> entries_;
  std::unordered_map<const Entry*, std::size_t> numbers_;
};

/// Checks that the words of a message refer to its own objects.
class Checker {
 public:
  explicit Checker(const Message& message) : m_(message), begins_(message.objects.size()) {}

  void check() {
    for (std::size_t i = 0; i < m_.objects.size();) {
      begins_[i] = true;
      i += checked_size(m_.objects[i], m_.objects.size() - i);
    }
    for (const Words& object : m_.large)
      if (object.size() == 0 || checked_size(object[0], object.size()) != object.size()) refuse("a large object of a wrong size");
    for (const Part& part : m_.parts) check_part(part);
    check_word(m_.root);
    check_words(m_.conses, 0, m_.conses.size());
    check_words(m_.table_words, 0, m_.table_words.size());
    for (std::size_t i = 0; i < m_.objects.size(); i += object_words(m_.objects[i])) check_object(m_.objects, i);
    for (const Words& object : m_.large) check_object(object, 0);
  }

 private:
  /// Returns the words of an object that COPIER adds with its contents, of which `room` are there.
  static std::size_t checked_size(std::uint64_t header, std::size_t room) {
    switch (type_of(header)) {
      case Type::ratio:
      case Type::complex:
      case Type::simple_vector:
      case Type::array:
      case Type::instance:
      case Type::closure:
      case Type::cell:
      case Type::random_state:
      case Type::pathname:
      case Type::bignum:
      case Type::double_float:
      case Type::string:
      case Type::bit_vector:
      case Type::specialized_vector: break;
      default: refuse("an object of a type that is not sent");
    }
    const std::size_t size = object_words(header);
    if (size > room) refuse("an object that is longer than its area");
    return size;
  }
  void check_part(const Part& part) const {
    const std::uint64_t names = std::uint64_t{part.first} + part.second;
    bool is_right = false;
    switch (part.kind) {
      case Part::Kind::symbol:
      case Part::Kind::uninterned: is_right = part.start <= m_.texts.size() && names <= m_.texts.size() - part.start; break;
      case Part::Kind::table:
        is_right = part.first % 2 == 0 && part.start <= m_.table_words.size() && part.first <= m_.table_words.size() - part.start;
        break;
      case Part::Kind::large: is_right = part.first < m_.large.size(); break;
      case Part::Kind::entry: is_right = part.first < m_.entries.size(); break;
      case Part::Kind::shared: break;
    }
    if (!is_right) refuse("a part that is not there");
  }
  void check_word(std::uint64_t word) const {
    if (words::is_immediate(static_cast<Word>(word))) return;
    const std::uint64_t unit = word >> 4;
    bool is_right = false;
    switch (word & 0xF) {
      case 1: is_right = unit < m_.conses.size() / 2; break;
      case 3: is_right = unit < m_.objects.size() / 2 && begins_[2 * unit]; break;
      case 3 | Message::part_bit: is_right = unit < m_.parts.size(); break;
      default: break;
    }
    if (!is_right) refuse("a reference to something else");
  }
  void check_words(const Words& words, std::size_t begin, std::size_t end) const {
    for (std::size_t i = begin; i < end; ++i) check_word(words[i]);
  }
  void check_object(const Words& area, std::size_t at) const {
    const std::uint64_t header = area[at];
    if (has_bytes(header)) return;
    const std::size_t length = length_of(header);
    check_words(area, at + 1, at + 1 + length);
    // Only what came as an entry is a class, or the layout of one.
    if (type_of(header) == Type::instance && (length == 0 || !is_entry(area[at + 1]))) refuse("an instance without a class");
    constexpr std::size_t array_fields = 4;
    if (type_of(header) == Type::array && (length < array_fields || words::is_immediate(static_cast<Word>(area[at + 1]))))
      refuse("an array without elements");
  }
  bool is_entry(std::uint64_t word) const {
    return (word & 0xF) == (3 | Message::part_bit) && m_.parts[word >> 4].kind == Part::Kind::entry;
  }

  const Message& m_;
  std::vector<bool> begins_;
};

class Reader {
 public:
  Reader(std::span<const std::uint8_t> bytes, std::int64_t origin, const std::shared_ptr<Account>& account)
      : bytes_(bytes), origin_(origin), account_(account) {}

  std::shared_ptr<Message> read() {
    if (bytes_.size() < head_words * sizeof(std::uint64_t) || next() != stamp())
      throw Error("simple-error", "these are not the bytes of a message that this build of Tessera has made");
    if (next() * sizeof(std::uint64_t) != bytes_.size()) refuse("a wrong length");
    const std::size_t entries = next(), plans = next();
    for (std::size_t i = 0; i < entries; ++i) {
      const std::int64_t id = own_id(next(), origin_), key = own_id(next(), origin_);
      auto body = read_message();
      entries_.push_back(std::make_shared<const Entry>(Entry{id, key, std::move(body)}));
    }
    std::vector<std::shared_ptr<const Plan>> all;
    for (std::size_t i = 0; i < plans; ++i) {
      const std::int64_t id = own_id(next(), origin_);
      all.push_back(std::make_shared<const Plan>(Plan{id, read_entries()}));
    }
    auto message = read_message();
    message->plans = std::move(all);
    if (at_ != bytes_.size()) refuse("more than a message");
    return message;
  }

 private:
  std::uint64_t next() {
    std::uint64_t word = 0;
    std::memcpy(&word, take(sizeof(word)), sizeof(word));
    return word;
  }
  const std::uint8_t* take(std::size_t size) {
    const std::size_t padded = (size + 7) & ~std::size_t{7};
    if (padded < size || padded > bytes_.size() - at_) refuse("an early end");
    at_ += padded;
    return bytes_.data() + at_ - padded;
  }
  /// Returns a count of things of so many words, which are there.
  std::size_t count(std::size_t words) {
    const std::uint64_t n = next();
    if (n > (bytes_.size() - at_) / (words * sizeof(std::uint64_t))) refuse("an early end");
    return n;
  }
  void read_words(Words& words) {
    const std::size_t n = count(1);
    if (n != 0) std::memcpy(words.add(n), take(n * sizeof(std::uint64_t)), n * sizeof(std::uint64_t));
  }
  Entries read_entries() {
    Entries found;
    for (std::size_t n = count(1); n > 0; --n) {
      const std::uint64_t number = next();
      if (number >= entries_.size()) refuse("an entry that is not there");
      found.push_back(entries_[number]);
    }
    return found;
  }
  Part read_part() {
    const std::uint64_t kind = next(), counts = next(), start = next();
    if ((kind & 0xFF) > static_cast<std::uint64_t>(Part::Kind::entry)) refuse("a part of an unknown kind");
    return {.kind = static_cast<Part::Kind>(kind & 0xFF),
            .type = static_cast<Type>(kind >> 8 & 0xFF),
            .first = static_cast<std::uint32_t>(counts),
            .second = static_cast<std::uint32_t>(counts >> 32),
            .start = start};
  }
  std::shared_ptr<Message> read_message() {
    auto m = std::make_shared<Message>();
    m->root = next();
    read_words(m->conses);
    read_words(m->objects);
    for (std::size_t n = count(part_words); n > 0; --n) {
      m->parts.push_back(read_part());
      m->made += m->parts.back().kind == Part::Kind::table || m->parts.back().kind == Part::Kind::uninterned ? 1 : 0;
    }
    const std::size_t texts = next();
    const std::uint8_t* const text = take(texts);
    m->texts.assign(reinterpret_cast<const char*>(text), texts);
    read_words(m->table_words);
    for (std::size_t n = count(1); n > 0; --n) read_words(m->large.emplace_back());
    m->entries = read_entries();
    for (const auto& entry : m->entries) m->depth = std::max(m->depth, entry->body->depth + 1);
    if (m->conses.size() % 2 != 0) refuse("half a cons");
    Checker(*m).check();
    m->charge = Charge(account_, m->bytes());
    return m;
  }

  const std::span<const std::uint8_t> bytes_;
  const std::int64_t origin_;
  const std::shared_ptr<Account>& account_;
  std::size_t at_ = 0;
  Entries entries_;
};

}  // namespace

std::vector<std::uint8_t> bytes_of(const Message& message, std::int64_t origin) { return Writer(origin).write(message); }

std::shared_ptr<Message> message_of(std::span<const std::uint8_t> bytes, std::int64_t origin, const std::shared_ptr<Account>& account) {
  return Reader(bytes, origin, account).read();
}

}  // namespace tessera::parallel
