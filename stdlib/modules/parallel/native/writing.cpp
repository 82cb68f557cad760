// Writes messages: copies objects to the areas of a message, and what these refer to, until nothing is left.
#include <algorithm>
#include <cstring>

#include "message.hpp"
#include "tessera/tessera.hpp"

namespace tessera::parallel {

namespace {

using namespace copying;
namespace layout = words::layout;
using Part = Message::Part;

constexpr std::uint64_t exit_token_header = 12;  // of the types that cannot be sent, the one with a message of its own
constexpr std::uint32_t known_part = 0x80000000;
constexpr std::size_t large_words = 8192;

std::uint64_t bits(Word w) { return static_cast<std::uint64_t>(w); }
bool is_object(Word w) { return (bits(w) & 7) == 3; }
bool is_of(Word w, Type type) { return layout::has_type(w, static_cast<std::uint64_t>(type)); }

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

std::shared_ptr<Message> Copier::write(Word object, std::vector<Word>& entries, std::vector<Word>* symbols) {
  auto message = std::make_shared<Message>();
  references_.clear();
  runs_.clear();
  checked_.clear();
  queue_class_ = words::nil();
  scanned_objects_ = scanned_tables_ = scanned_large_ = 0;
  message_ = message.get();
  entries_ = &entries;
  symbols_ = symbols;
  message->root = refer(object);
  while (scan_some()) {}
  message->charge = Charge(account_, message->bytes());
  return message;
}

/// Returns the word that refers to `w` in the message: the same one, for an immediate.
std::uint64_t Copier::refer(Word w) {
  if (words::is_immediate(w)) return bits(w);
  while (is_of(w, Type::string) && subtype_of(layout::header(w)) == widened_string) w = layout::contents(w)[0];
  std::uint32_t& place = references_.at(w);
  if (place != 0) return reference(w, place);
  if (words::is_cons(w)) {
    const std::uint32_t known = place = next_reference(message_->conses);
    add_list(w);
    return reference(w, known);
  }
  const std::uint32_t known = add_object(w);
  references_.at(w) = known;
  if (!words::is_nil(queue_class_) && is_of(w, Type::instance) && layout::contents(w)[0] == queue_class_ && layout::length(w) > 1)
    message_->queues.emplace_back(reference(w, known), queue(words::fixnum_value(layout::contents(w)[1])));
  return reference(w, known);
}

std::uint64_t Copier::reference(Word w, std::uint32_t known) const {
  if ((known & known_part) != 0) return std::uint64_t{known ^ known_part} << 4 | Message::part_bit | 3;
  return std::uint64_t{known - 1} << 4 | (bits(w) & 7);
}

/// Returns what is known of the next object in the area, from then on.
std::uint32_t Copier::next_reference(const Words& area) const {
  const std::size_t number = area.size() / 2 + 1;
  if (number >= known_part) throw Error("simple-error", "an object of more than 32 GB cannot be sent to another interpreter");
  return static_cast<std::uint32_t>(number);
}

/// Adds the conses of a list up to one that has been added before. The first has its reference.
void Copier::add_list(Word list) {
  Words& conses = message_->conses;
  Run run{conses.size(), 0, false};
  bool has_cars = false;
  for (Word rest = list;;) {
    std::uint64_t* const pair = conses.add(2);
    const Word car = words::car(rest), next = words::cdr(rest);
    pair[0] = bits(car);
    has_cars |= !words::is_immediate(car);
    if (!words::is_cons(next)) {
      pair[1] = bits(next);
      run.has_tail = !words::is_immediate(next);
      break;
    }
    std::uint32_t& known = references_.at(next);
    const bool is_new = known == 0;
    if (is_new) known = next_reference(conses);
    pair[1] = reference(next, known);
    if (!is_new) break;
    rest = next;
  }
  run.end = conses.size();
  if (has_cars || run.has_tail) runs_.push_back(run);
}

/// Replaces words of the heap by references, in one list or object. False: there are none left.
bool Copier::scan_some() {
  if (!runs_.empty()) {
    const Run run = runs_.back();
    runs_.pop_back();
    scan_run(run);
  } else if (Words& objects = message_->objects; scanned_objects_ < objects.size()) {
    const std::uint64_t header = objects[scanned_objects_];
    const std::size_t begin = scanned_objects_ + 1;
    scanned_objects_ += object_words(header);
    if (!has_bytes(header)) scan_words(objects, begin, begin + length_of(header));
  } else if (const std::size_t size = message_->table_words.size(); scanned_tables_ < size) {
    const std::size_t begin = std::exchange(scanned_tables_, size);
    scan_words(message_->table_words, begin, size);
  } else if (scanned_large_ < message_->large.size()) {
    const std::size_t n = scanned_large_++;
    Words object = std::move(message_->large[n]);  // as others may be added
    if (!has_bytes(object[0])) scan_words(object, 1, 1 + length_of(object[0]));
    message_->large[n] = std::move(object);
  } else {
    return false;
  }
  return true;
}

void Copier::scan_run(const Run& run) {
  const Words& conses = message_->conses;
  const auto scan = [&](std::size_t i) {
    const std::uint64_t word = conses[i];
    if (words::is_immediate(static_cast<Word>(word))) return;
    const std::uint64_t found = refer(static_cast<Word>(word));
    conses[i] = found;
  };
  for (std::size_t i = run.begin; i < run.end; i += 2) scan(i);
  if (run.has_tail) scan(run.end - 1);
}

void Copier::scan_words(const Words& area, std::size_t begin, std::size_t end) {
  for (std::size_t i = begin; i < end; ++i) {
    const std::uint64_t word = area[i];
    if (words::is_immediate(static_cast<Word>(word))) continue;
    const std::uint64_t found = refer(static_cast<Word>(word));
    area[i] = found;
  }
}

/// Adds an object that is not a cons. Returns what is known of it.
std::uint32_t Copier::add_object(Word object) {
  const std::uint64_t header = layout::header(object);
  if (has_bytes(header) && type_of(header) <= Type::specialized_vector) return add_contents(object);
  const Word first = length_of(header) > 1 ? layout::contents(object)[1] : words::nil();
  switch (type_of(header)) {
    case Type::symbol: return add_symbol(object);
    case Type::package:
    case Type::code:
    case Type::native: return add_entry(object);
    case Type::closure: return length_of(header) == 1 || is_callable_pair(first, object) ? add_entry(object) : add_contents(object);
    case Type::instance: {
      if ((length_of(header) == class_length_ + 1 && is_own_ancestor(object)) || is_callable_pair(object, first)) return add_entry(object);
      check_class(object);
      return add_contents(object);
    }
    case Type::simple_vector: return is_layout(object) ? add_entry(object) : add_contents(object);
    case Type::array: return (subtype_of(header) & array_of_host) != 0 ? add_shared(object) : add_contents(object);
    case Type::ratio:
    case Type::complex:
    case Type::cell:
    case Type::random_state:
    case Type::pathname: return add_contents(object);
    case Type::hash_table: return add_table(object);
    default: refuse(object);
  }
}

std::uint32_t Copier::add_contents(Word object) {
  const std::uint64_t header = layout::header(object) & ~weak_bit;
  const std::size_t size = object_words(header);
  const auto copy = [&](Words& area) {
    std::uint64_t* const to = area.add(size);
    std::memcpy(to, layout::contents(object) - 1, size * sizeof(Word));
    to[0] = header;
  };
  if (size > large_words) {
    message_->large.emplace_back();
    copy(message_->large.back());
    return add_part({.kind = Part::Kind::large, .first = static_cast<std::uint32_t>(message_->large.size() - 1)});
  }
  const std::uint32_t known = next_reference(message_->objects);
  copy(message_->objects);
  return known;
}

std::uint32_t Copier::add_part(const Part& part) {
  if (message_->parts.size() >= known_part) throw Error("simple-error", "an object of so many parts cannot be sent to another interpreter");
  message_->parts.push_back(part);
  return static_cast<std::uint32_t>(message_->parts.size() - 1) | known_part;
}

/// Refuses instances of the classes of the library that refer to something of their interpreter, and of classes below
/// them. Notes the class of queues.
void Copier::check_class(Word instance) {
  const Word its_class = layout::contents(instance)[0];
  if (!checked_.empty() && checked_.back() == its_class) return;
  if (std::find(checked_.rbegin(), checked_.rend(), its_class) != checked_.rend()) return;
  if (is_class(its_class)) {
    if (name_of_class(its_class) == "PARALLEL:QUEUE") queue_class_ = its_class;
    if (is_bound(its_class)) refuse(instance);
    const Word ancestors = layout::contents(its_class)[2];
    if (is_of(ancestors, Type::simple_vector))
      for (std::size_t i = 0; i < layout::length(ancestors); ++i)
        if (is_class(layout::contents(ancestors)[i]) && is_bound(layout::contents(ancestors)[i])) refuse(instance);
  }
  checked_.push_back(its_class);
}

bool Copier::is_class(Word w) const {
  return is_of(w, Type::instance) && layout::length(w) == class_length_ + 1 && is_of(layout::contents(w)[1], Type::symbol);
}

std::string Copier::name_of_class(Word its_class) const {
  std::string package, name;
  words::get_symbol(state_, layout::contents(its_class)[1], package, name);
  return package + ":" + name;
}

/// True for a class whose instances belong to their interpreter.
bool Copier::is_bound(Word its_class) const {
  static constexpr std::string_view bound[] = {
      "TESSERA:WEAK-POINTER", "PARALLEL:FUTURE", "PARALLEL:CHANNEL", "MP:LOCK",    "MP:CONDITION-VARIABLE", "MP:SEMAPHORE", "MP:BARRIER",
      "MP:MAILBOX",           "MP:PROCESS",      "MP:%QUEUE",        "MP:%WAITER", "MPI:COMMUNICATOR",      "MPI:REQUEST",
  };
  return std::find(std::begin(bound), std::end(bound), name_of_class(its_class)) != std::end(bound);
}

std::uint32_t Copier::add_symbol(Word symbol) {
  std::string package, name;
  words::get_symbol(state_, symbol, package, name);
  const Word home = layout::contents(symbol)[1], properties = layout::contents(symbol)[6];
  const std::uint64_t start = message_->texts.size();
  if (words::is_nil(home)) {
    if (!words::is_nil(properties)) return add_entry(symbol);  // it may stand for a SETF function
    message_->texts += name;
    ++message_->made;
    return add_part({.kind = Part::Kind::uninterned, .first = static_cast<std::uint32_t>(name.size()), .start = start});
  }
  if (package != "COMMON-LISP" && package != "KEYWORD" && package != "TESSERA" && package != "COMMON-LISP-USER") refer(home);
  if (symbols_ != nullptr) symbols_->push_back(symbol);
  message_->texts += package;
  message_->texts += name;
  return add_part({.kind = Part::Kind::symbol,
                   .first = static_cast<std::uint32_t>(package.size()),
                   .second = static_cast<std::uint32_t>(name.size()),
                   .start = start});
}

std::uint32_t Copier::add_table(Word table) {
  std::vector<Word> found;
  words::get_entries(table, found);
  const std::uint64_t start = message_->table_words.size();
  if (!found.empty()) std::memcpy(message_->table_words.add(found.size()), found.data(), found.size() * sizeof(Word));
  ++message_->made;
  return add_part({.kind = Part::Kind::table,
                   .first = static_cast<std::uint32_t>(found.size()),
                   .second = static_cast<std::uint32_t>(subtype_of(layout::header(table))),
                   .start = start});
}

std::uint32_t Copier::add_entry(Word object) {
  entries_->push_back(object);
  return add_part(
      {.kind = Part::Kind::entry, .type = type_of(layout::header(object)), .first = static_cast<std::uint32_t>(entries_->size() - 1)});
}

/// Adds an array whose elements are outside of the heap: those that interpreters share can be sent.
std::uint32_t Copier::add_shared(Word array) {
  const Word* const fields = layout::contents(array);
  const std::uint64_t storage = layout::header(fields[0]);
  const auto type = static_cast<words::ElementType>(subtype_of(storage));
  const std::size_t width = width_of(type);
  const auto found = shared_.find(static_cast<std::uint64_t>(words::fixnum_value(fields[1])) * width);
  const auto memory = found != shared_.end() ? found->second.lock() : nullptr;
  if (memory == nullptr || static_cast<std::size_t>(words::fixnum_value(fields[2])) * width != memory->bytes) refuse(array);
  message_->shared.push_back({memory, type});
  return add_part({.kind = Part::Kind::shared, .first = static_cast<std::uint32_t>(message_->shared.size() - 1)});
}

/// True for the layout, of the instances of a class by DEFCLASS, that is in force.
bool Copier::is_layout(Word vector) const {
  const Word* const parts = layout::contents(vector);
  if (layout::length(vector) != 4 || !is_of(parts[0], Type::instance) || layout::length(parts[0]) != class_length_ + 1) return false;
  const Word current = layout::contents(parts[0])[1 + layout_index_];
  return current == vector ||
         (is_of(current, Type::simple_vector) && layout::length(current) == 4 && layout::contents(current)[3] == vector);
}

void Copier::refuse(Word object) const {
  if (is_object(object) && (layout::header(object) >> 8 & 0xFF) == exit_token_header)
    throw Error("simple-error",
                "a function that leaves a block, a tagbody or a catch of the function around it cannot be sent to another interpreter");
  throw Error("simple-error",
              lisp_.call<std::string>("tessera::%text-in-short", lisp_.keep(object)) + " cannot be sent to another interpreter");
}

}  // namespace tessera::parallel
