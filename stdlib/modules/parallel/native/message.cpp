// Writes and reads messages: message.hpp describes them.
#include "message.hpp"

#include <algorithm>
#include <cstring>

#include "tessera/tessera.hpp"

namespace tessera::parallel {

namespace {

using namespace copying;
namespace layout = words::layout;
using Kind = Message::Kind;

constexpr std::uint64_t exit_token_header = 12;  // of the types that cannot be sent, the one with a message of its own

std::uint64_t head(Kind kind, std::uint64_t count) { return static_cast<std::uint64_t>(kind) | count << 8; }
Kind kind_of(std::uint64_t head) { return static_cast<Kind>(head & 0xFF); }
std::size_t words_of_bytes(std::size_t bytes) { return (bytes + 7) / 8; }
std::uint64_t bits(Word w) { return static_cast<std::uint64_t>(w); }
bool is_object(Word w) { return (bits(w) & 7) == 3; }
bool is_of(Word w, Type type) { return layout::has_type(w, static_cast<std::uint64_t>(type)); }

/// Returns the words of the item at `item`.
std::size_t item_words(const std::uint64_t* item) {
  const std::size_t count = item[0] >> 8;
  switch (kind_of(item[0])) {
    case Kind::list: return count + 2;
    case Kind::bytes:
    case Kind::words: return 2 + words_of_bytes(content_bytes(item[1]));
    case Kind::symbol: return 2 + words_of_bytes((item[1] & 0xFFFFFFFF) + (item[1] >> 32));
    case Kind::uninterned: return 1 + words_of_bytes(count);
    case Kind::table: return 2 + count;
    case Kind::entry: return 1;
  }
  return 1;
}

void add_bytes(std::vector<std::uint64_t>& words, const void* data, std::size_t size) {
  const std::size_t at = words.size();
  words.resize(at + words_of_bytes(size));
  if (size != 0) std::memcpy(words.data() + at, data, size);
}

/// True if calls of the instance go to the closure, which has captured it: for generic functions.
bool is_callable_pair(Word instance, Word closure) {
  return is_of(instance, Type::instance) && is_of(closure, Type::closure) && layout::length(instance) > 1 && layout::length(closure) > 1 &&
         layout::contents(instance)[1] == closure && layout::contents(closure)[1] == instance;
}

/// True for a class, whose second field has all classes that it belongs to, itself first or last.
bool is_own_ancestor(Word instance) {
  const Word ancestors = layout::contents(instance)[2];
  if (!is_of(ancestors, Type::simple_vector) || layout::length(ancestors) == 0) return false;
  return layout::contents(ancestors)[0] == instance || layout::contents(ancestors)[layout::length(ancestors) - 1] == instance;
}

}  // namespace

// --- numbers

void Copier::Numbers::clear() {
  constexpr std::size_t least = 32, most = 1024;
  count_ = last_ = 0;
  if (groups_.empty() || groups_.size() > most) groups_ = std::vector<Group>(least);
  else std::fill(groups_.begin(), groups_.end(), Group());
}

/// Returns the group of a place, which is not 0, and adds it if need be.
Copier::Numbers::Group& Copier::Numbers::group_at(std::uint64_t place) {
  const auto position_of = [this](std::uint64_t sought) {
    const std::size_t mask = groups_.size() - 1;
    std::size_t i = sought * 0x9E3779B97F4A7C15U >> 32 & mask;
    while (groups_[i].place != 0 && groups_[i].place != sought) i = (i + 1) & mask;
    return i;
  };
  last_ = position_of(place);
  if (groups_[last_].place == place) return groups_[last_];
  if (++count_ * 2 > groups_.size()) {
    std::vector<Group> old(groups_.size() * 2);
    old.swap(groups_);
    for (const Group& group : old)
      if (group.place != 0) groups_[position_of(group.place)] = group;
    last_ = position_of(place);
  }
  groups_[last_].place = place;
  return groups_[last_];
}

std::uint32_t Copier::Numbers::find_or_add(Word w, std::uint32_t number, bool& added) {
  const std::uint64_t place = bits(w) >> 7;
  Group& group = groups_[last_].place == place ? groups_[last_] : group_at(place);
  std::uint32_t& known = group.numbers[bits(w) >> 4 & 7];
  added = known == 0;
  if (added) known = number + 1;
  return known - 1;
}

// --- writing

std::shared_ptr<Message> Copier::write(Word object, std::vector<Word>& entries, std::vector<Word>* symbols) {
  auto message = std::make_shared<Message>();
  numbers_.clear();
  found_.clear();
  checked_.clear();
  queue_class_ = words::nil();
  next_ = 0;
  entries_ = &entries;
  symbols_ = symbols;
  message->root = refer(object);
  for (std::size_t i = 0; i < found_.size(); ++i) {
    const Found found = found_[i];
    if (found.conses != 0) write_list(found, *message);
    else write_object(found.object, *message);
  }
  message->objects = next_;
  message->bytes = message->words.size() * 8 + next_ * 16;
  if (found_.capacity() > 1 << 16) std::vector<Found>().swap(found_);
  return message;
}

/// Returns the word that refers to `w` in the message: the same one, for an immediate.
std::uint64_t Copier::refer(Word w) {
  if (words::is_immediate(w)) return bits(w);
  while (is_of(w, Type::string) && subtype_of(layout::header(w)) == widened_string) w = layout::contents(w)[0];
  bool added = false;
  const std::uint32_t number = numbers_.find_or_add(w, next_, added);
  const std::uint64_t reference = std::uint64_t{number} << 3 | (bits(w) & 7);
  if (!added) return reference;
  if (next_ >= UINT32_MAX - 1) throw Error("simple-error", "an object of more than 4294967294 parts cannot be sent to another interpreter");
  ++next_;
  Found found{w, 0};
  if (words::is_cons(w)) {
    found.conses = 1;
    for (Word rest = words::cdr(w); words::is_cons(rest); rest = words::cdr(rest), ++next_, ++found.conses) {
      numbers_.find_or_add(rest, next_, added);
      if (!added) break;
    }
  }
  found_.push_back(found);
  return reference;
}

void Copier::write_list(const Found& found, Message& message) {
  message.words.push_back(head(Kind::list, found.conses));
  Word rest = found.object;
  for (std::uint32_t i = 0; i < found.conses; ++i, rest = words::cdr(rest)) message.words.push_back(refer(words::car(rest)));
  message.words.push_back(refer(rest));
}

void Copier::write_object(Word object, Message& message) {
  const std::uint64_t header = layout::header(object);
  if (has_bytes(header) && type_of(header) <= Type::specialized_vector) {
    message.words.push_back(head(Kind::bytes, 0));
    message.words.push_back(header);
    add_bytes(message.words, layout::contents(object), content_bytes(header));
    return;
  }
  const Word first = length_of(header) > 1 ? layout::contents(object)[1] : words::nil();
  switch (type_of(header)) {
    case Type::symbol: return write_symbol(object, message);
    case Type::package:
    case Type::code:
    case Type::native: return write_entry(object, message);
    case Type::closure:
      return length_of(header) == 1 || is_callable_pair(first, object) ? write_entry(object, message) : write_contents(object, message);
    case Type::instance: {
      const bool is_class = length_of(header) == class_length_ + 1 && is_own_ancestor(object);
      if (is_class || is_callable_pair(object, first)) return write_entry(object, message);
      check_class(object, message);
      return write_contents(object, message);
    }
    case Type::simple_vector: return is_layout(object) ? write_entry(object, message) : write_contents(object, message);
    case Type::array:
      if ((subtype_of(header) & array_of_host) != 0) refuse(object);
      return write_contents(object, message);
    case Type::ratio:
    case Type::complex:
    case Type::cell:
    case Type::random_state:
    case Type::pathname: return write_contents(object, message);
    case Type::hash_table: {
      std::vector<Word> parts;
      words::get_entries(object, parts);
      message.words.push_back(head(Kind::table, parts.size()));
      message.words.push_back(header);
      for (const Word part : parts) message.words.push_back(refer(part));
      ++message.made;
      return;
    }
    default: refuse(object);
  }
}

/// Refuses instances of the classes of the library that refer to something of their interpreter. Notes queues.
void Copier::check_class(Word instance, Message& message) {
  static constexpr std::string_view bound[] = {
      "TESSERA:WEAK-POINTER", "PARALLEL:FUTURE", "PARALLEL:CHANNEL", "MP:LOCK",    "MP:CONDITION-VARIABLE", "MP:SEMAPHORE", "MP:BARRIER",
      "MP:MAILBOX",           "MP:PROCESS",      "MP:%QUEUE",        "MP:%WAITER",
  };
  const Word its_class = layout::contents(instance)[0];
  const bool is_new = std::find(checked_.rbegin(), checked_.rend(), its_class) == checked_.rend();
  if (is_new && is_of(its_class, Type::instance) && layout::length(its_class) == class_length_ + 1 &&
      is_of(layout::contents(its_class)[1], Type::symbol)) {
    std::string package, name;
    words::get_symbol(state_, layout::contents(its_class)[1], package, name);
    if (std::ranges::find(bound, package + ":" + name) != std::end(bound)) refuse(instance);
    if (package == "PARALLEL" && name == "QUEUE") queue_class_ = its_class;
  }
  if (is_new) checked_.push_back(its_class);
  if (its_class != queue_class_) return;
  bool added = false;
  message.queues.emplace_back(numbers_.find_or_add(instance, 0, added), queue(words::fixnum_value(layout::contents(instance)[1])));
}

void Copier::write_contents(Word object, Message& message) {
  message.words.push_back(head(Kind::words, 0));
  message.words.push_back(layout::header(object));
  for (std::size_t i = 0; i < layout::length(object); ++i) message.words.push_back(refer(layout::contents(object)[i]));
}

void Copier::write_symbol(Word symbol, Message& message) {
  std::string package, name;
  words::get_symbol(state_, symbol, package, name);
  const Word home = layout::contents(symbol)[1], properties = layout::contents(symbol)[6];
  if (words::is_nil(home)) {
    if (!words::is_nil(properties)) return write_entry(symbol, message);  // it may stand for a SETF function
    message.words.push_back(head(Kind::uninterned, name.size()));
    add_bytes(message.words, name.data(), name.size());
    ++message.made;
    return;
  }
  if (package != "COMMON-LISP" && package != "KEYWORD" && package != "TESSERA" && package != "COMMON-LISP-USER") refer(home);
  if (symbols_ != nullptr) symbols_->push_back(symbol);
  message.words.push_back(head(Kind::symbol, 0));
  message.words.push_back(package.size() | std::uint64_t{name.size()} << 32);
  add_bytes(message.words, (package + name).data(), package.size() + name.size());
}

/// True for the layout, of the instances of a class by DEFCLASS, that is in force.
bool Copier::is_layout(Word vector) const {
  const Word* const parts = layout::contents(vector);
  if (layout::length(vector) != 4 || !is_of(parts[0], Type::instance) || layout::length(parts[0]) != class_length_ + 1) return false;
  const Word current = layout::contents(parts[0])[1 + layout_index_];
  return current == vector ||
         (is_of(current, Type::simple_vector) && layout::length(current) == 4 && layout::contents(current)[3] == vector);
}

void Copier::write_entry(Word object, Message& message) {
  message.words.push_back(head(Kind::entry, entries_->size() << 8 | (layout::header(object) >> 8 & 0xFF)));
  entries_->push_back(object);
}

void Copier::refuse(Word object) const {
  if (is_object(object) && (layout::header(object) >> 8 & 0xFF) == exit_token_header)
    throw Error("simple-error",
                "a function that leaves a block, a tagbody or a catch of the function around it cannot be sent to another interpreter");
  throw Error("simple-error",
              lisp_.call<std::string>("tessera::%text-in-short", lisp_.keep(object)) + " cannot be sent to another interpreter");
}

// --- reading

void Copier::configure(ObjectRef install, ObjectRef make, ObjectRef fill, std::size_t class_length, std::size_t layout_index) {
  if (layout_index >= class_length) throw Error("simple-error", "there is no such field of classes");
  install_ = std::move(install);
  make_ = std::move(make);
  fill_ = std::move(fill);
  class_length_ = class_length;
  layout_index_ = layout_index;
}

/// Makes the definitions and the entries that the message needs, as far as they are unknown here. Runs Lisp.
void Copier::install(const Message& message) {
  for (const auto& plan : message.plans) {
    if (plan->id == last_plan_) continue;
    last_plan_ = 0;
    for (const auto& definition : plan->definitions) {
      if (const auto found = defined_.find(definition->key); found != defined_.end() && found->second == definition->id) continue;
      const Word description = read(*definition->body);
      lisp_.funcall(install_.word(), {description, words::nil()});
      defined_[definition->key] = definition->id;
    }
    last_plan_ = plan->id;
  }
  for (const auto& entry : message.entries)
    if (!known_.contains(entry->id)) {
      const Word description = read(*entry->body);
      learn(entry);
      know(*entry, lisp_.funcall(install_.word(), {description, words::fixnum(entry->id)}));
    }
}

void Copier::know(const Entry& entry, Word object) { known_[entry.id] = lisp_.keep(object); }

Word Copier::read(const Message& message) {
  if (!message.plans.empty() || !message.entries.empty()) install(message);
  ObjectRef made;
  if (message.made != 0) {  // Lisp makes hash tables and symbols, of a list of what is to be made: a name, or the subtype of a table
    words::ListBuilder list(state_);
    for (const std::uint64_t *item = message.words.data(), *end = item + message.words.size(); item != end; item += item_words(item)) {
      if (kind_of(item[0]) == Kind::uninterned)
        list.add(words::string(state_, std::string_view(reinterpret_cast<const char*>(item + 1), item[0] >> 8)));
      else if (kind_of(item[0]) == Kind::table)
        list.add(words::cons(state_, words::fixnum(static_cast<std::int64_t>(subtype_of(item[1]))),
                             words::fixnum(static_cast<std::int64_t>(item[0] >> 9))));
    }
    made = lisp_.keep(lisp_.funcall(make_.word(), {list.finish()}));
    if (!is_of(made.word(), Type::simple_vector) || layout::length(made.word()) != message.made)
      throw Error("simple-error", "a message has tables of a wrong number");
  }
  if (!words::has_room(state_, message.bytes)) throw std::bad_alloc();
  std::vector<Word> tables;
  const Word root = build(message, made ? made.word() : words::nil(), tables);
  if (tables.empty()) return root;
  return lisp_.funcall(fill_.word(), {root, words::list(state_, tables)});
}

Word Copier::symbol_of(const std::uint64_t* item) {
  constexpr std::size_t most = 100'000;
  const std::size_t package = item[1] & 0xFFFFFFFF, name = item[1] >> 32;
  const std::string_view names(reinterpret_cast<const char*>(item + 2), package + name);
  std::string key = std::to_string(package);
  key.append(" ").append(names);
  if (const auto known = interned_.find(key); known != interned_.end() && !words::is_nil(layout::contents(known->second.word())[1]))
    return known->second.word();
  const Word symbol = words::symbol(state_, names.substr(0, package), names.substr(package));
  std::string home = "COMMON-LISP", found;
  if (!words::is_immediate(symbol)) words::get_symbol(state_, symbol, home, found);
  if (home != names.substr(0, package))
    throw Error("simple-error", "the symbol " + std::string(names.substr(0, package)) + "::" + std::string(names.substr(package)) +
                                    " of another interpreter would be one of the package " + home + " here");
  if (interned_.size() >= most) interned_.clear();
  interned_[key] = lisp_.keep(symbol);
  return symbol;
}

/// Returns the object of an item of the kind `entry`. It has the type that it had where it was sent.
Word Copier::object_of_entry(const Message& message, std::size_t count) const {
  const auto type = static_cast<Type>(count & 0xFF);
  const auto found = count >> 8 < message.entries.size() ? known_.find(message.entries[count >> 8]->id) : known_.end();
  const Word object = found != known_.end() ? found->second.word() : words::nil();
  const bool is_function = type == Type::closure || type == Type::native;
  if (is_of(object, type) || (is_function && (is_of(object, Type::closure) || is_of(object, Type::native)))) return object;
  throw Error("simple-error", "a message has an entry of a wrong type");
}

/// Makes the objects of the message. `made` are those that Lisp has made, a simple-vector. `tables` gets, for each hash
/// table, a vector of it, and its keys and values in turn; and each queue. Runs no Lisp.
Word Copier::build(const Message& message, Word made, std::vector<Word>& tables) {
  const std::uint64_t* const begin = message.words.data();
  const std::uint64_t* const end = begin + message.words.size();
  objects_.resize(message.objects);
  std::size_t number = 0, made_number = 0;
  for (const std::uint64_t* item = begin; item != end; item += item_words(item)) {
    const std::size_t count = item[0] >> 8;
    switch (kind_of(item[0])) {
      case Kind::list: {
        Word rest = words::nil();
        for (std::size_t i = count; i-- > 0;) {
          const Word car = static_cast<Word>(item[1 + i]);
          rest = words::cons(state_, words::is_immediate(car) ? car : words::nil(), rest);
          objects_[number + i] = rest;
        }
        number += count - 1;
        break;
      }
      case Kind::bytes:
        objects_[number] = make_object(state_, item[1]);
        std::memcpy(layout::contents(objects_[number]), item + 2, content_bytes(item[1]));
        break;
      case Kind::words: objects_[number] = make_object(state_, item[1]); break;
      case Kind::symbol: objects_[number] = symbol_of(item); break;
      case Kind::uninterned:
      case Kind::table: objects_[number] = layout::contents(made)[made_number++]; break;
      case Kind::entry: objects_[number] = object_of_entry(message, count); break;
    }
    ++number;
  }
  const auto object_of = [this](std::uint64_t w) {
    return words::is_immediate(static_cast<Word>(w)) ? static_cast<Word>(w) : objects_[w >> 3];
  };
  number = 0;
  for (const std::uint64_t* item = begin; item != end; item += item_words(item)) {
    const std::size_t count = item[0] >> 8;
    if (kind_of(item[0]) == Kind::list) {
      for (std::size_t i = 0; i < count; ++i)
        if (!words::is_immediate(static_cast<Word>(item[1 + i]))) layout::pair(objects_[number + i])[0] = object_of(item[1 + i]);
      number += count - 1;
      layout::pair(objects_[number])[1] = object_of(item[1 + count]);
    } else if (kind_of(item[0]) == Kind::words) {
      Word* const contents = layout::contents(objects_[number]);
      for (std::size_t i = 0; i < length_of(item[1]); ++i) contents[i] = object_of(item[2 + i]);
    } else if (kind_of(item[0]) == Kind::table) {
      std::vector<Word> parts{objects_[number]};
      for (std::size_t i = 0; i < count; ++i) parts.push_back(object_of(item[2 + i]));
      tables.push_back(words::vector(state_, parts));
    }
    ++number;
  }
  for (const auto& [object, kept] : message.queues) {
    keep_queue(words::fixnum_value(layout::contents(objects_[object])[1]), kept);
    tables.push_back(objects_[object]);
  }
  const Word root = object_of(message.root);
  if (objects_.capacity() > 1 << 16) std::vector<Word>().swap(objects_);
  return root;
}

}  // namespace tessera::parallel
