// Reads messages: makes the objects of a message in the heap of an interpreter.
#include <algorithm>
#include <cstring>
#include <new>

#include "message.hpp"
#include "tessera/arrays.hpp"
#include "tessera/tessera.hpp"

namespace tessera::parallel {

namespace {

using namespace copying;
namespace layout = words::layout;
using Part = Message::Part;

bool is_of(Word w, Type type) { return layout::has_type(w, static_cast<std::uint64_t>(type)); }
[[noreturn]] void refuse_message(const char* problem) { throw Error("simple-error", std::string("a message has ") + problem); }

}  // namespace

void Copier::configure(ObjectRef install, ObjectRef make, ObjectRef fill, std::size_t class_length, std::size_t layout_index) {
  constexpr std::size_t least_fields = 2;
  if (class_length < least_fields || layout_index >= class_length) throw Error("simple-error", "there is no such field of classes");
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

void Copier::know(const Entry& entry, Word object) { known_[entry.id] = {lisp_.keep(object), std::nullopt}; }

/// Has Lisp make hash tables and symbols, of a list of what is to be made: a name, or the subtype of a table and its
/// size. Returns them as a simple-vector.
ObjectRef Copier::make_objects(const Message& message) const {
  words::ListBuilder list(state_);
  for (const Part& part : message.parts) {
    if (part.kind == Part::Kind::uninterned)
      list.add(words::string(state_, std::string_view(message.texts).substr(part.start, part.first)));
    else if (part.kind == Part::Kind::table) list.add(words::cons(state_, words::fixnum(part.second), words::fixnum(part.first / 2)));
  }
  ObjectRef made = lisp_.keep(lisp_.funcall(make_.word(), {list.finish()}));
  if (!is_of(made.word(), Type::simple_vector) || layout::length(made.word()) != message.made) refuse_message("tables of a wrong number");
  return made;
}

Word Copier::read(const Message& message) {
  if (!message.plans.empty() || !message.entries.empty()) install(message);
  const ObjectRef made = message.made != 0 ? make_objects(message) : ObjectRef();
  std::vector<Word> tables;
  const Word root = build(message, made ? made.word() : words::nil(), tables);
  if (tables.empty()) return root;
  return lisp_.funcall(fill_.word(), {root, words::list(state_, tables)});
}

/// Makes the objects of the message. `made` are those that Lisp has made, a simple-vector. `tables` gets, for each hash
/// table, a vector of it, and its keys and values in turn; and each queue. Runs no Lisp.
Word Copier::build(const Message& message, Word made, std::vector<Word>& tables) {
  if (!words::has_room(state_, message.bytes())) throw std::bad_alloc();
  const std::vector<Word> parts = make_parts(message, made);
  const std::size_t conses = message.conses.size(), all = conses + message.objects.size();
  std::uint64_t* const room = all != 0 ? make_room(state_, all) : nullptr;
  const Areas areas{reinterpret_cast<std::uint64_t>(room), reinterpret_cast<std::uint64_t>(room + conses), parts};
  const auto copy = [&areas](const std::uint64_t* from, std::size_t count, void* to) {
    for (std::size_t i = 0; i < count; ++i) static_cast<Word*>(to)[i] = areas.word(from[i]);
  };
  copy(message.conses.data(), conses, room);
  fill_objects(message, areas);
  for (std::size_t n = 0; n < parts.size(); ++n) {
    if (message.parts[n].kind != Part::Kind::table) continue;
    std::vector<Word> table(1 + message.parts[n].first, parts[n]);
    copy(message.table_words.data() + message.parts[n].start, message.parts[n].first, table.data() + 1);
    tables.push_back(words::vector(state_, table));
  }
  // From here on nothing fails, as large objects may refer to those in the room.
  for (std::size_t n = 0; n < parts.size(); ++n) {
    if (message.parts[n].kind != Part::Kind::large) continue;
    const Words& object = message.large[message.parts[n].first];
    if (!has_bytes(object[0])) copy(object.data() + 1, length_of(object[0]), layout::contents(parts[n]));
  }
  for (const auto& [object, kept] : message.queues) {
    const Word instance = areas.word(object);
    keep_queue(words::fixnum_value(layout::contents(instance)[1]), kept);
    tables.push_back(instance);
  }
  return areas.word(message.root);
}

/// Makes the objects that are not in the areas of the message. Those with Words are not filled yet.
std::vector<Word> Copier::make_parts(const Message& message, Word made) {
  std::vector<Word> parts;
  parts.reserve(message.parts.size());
  std::size_t made_number = 0;
  for (const Part& part : message.parts) switch (part.kind) {
      case Part::Kind::symbol: parts.push_back(symbol_of(message, part)); break;
      case Part::Kind::uninterned:
      case Part::Kind::table: parts.push_back(layout::contents(made)[made_number++]); break;
      case Part::Kind::shared: parts.push_back(make_shared(message.shared[part.first])); break;
      case Part::Kind::entry: parts.push_back(object_of_entry(message, part)); break;
      case Part::Kind::large: {
        const Words& object = message.large[part.first];
        parts.push_back(make_object(state_, object[0]));
        if (has_bytes(object[0])) std::memcpy(layout::contents(parts.back()), object.data() + 1, content_bytes(object[0]));
      }
    }
  return parts;
}

/// Fills the area of objects. The entries of a message can be exchanged, so a closure is checked against its code, and
/// so is what stands for the elements of an array.
void Copier::fill_objects(const Message& message, const Areas& areas) {
  const std::uint64_t* const from = message.objects.data();
  auto* const to = reinterpret_cast<std::uint64_t*>(areas.objects);
  std::vector<std::pair<const Word*, const std::vector<bool>*>> closures;
  for (std::size_t i = 0; i < message.objects.size();) {
    const std::uint64_t header = from[i];
    const std::size_t size = object_words(header);
    to[i] = header;
    if (has_bytes(header)) {
      std::memcpy(to + i + 1, from + i + 1, (size - 1) * sizeof(Word));
    } else {
      auto* const contents = reinterpret_cast<Word*>(to + i + 1);
      for (std::size_t n = 0; n < length_of(header); ++n) contents[n] = areas.word(from[i + 1 + n]);
      if (type_of(header) == Type::closure) {
        const std::vector<bool>& cells = captures_of(message, from[i + 1]);
        if (length_of(header) <= cells.size()) refuse_message("a function that lacks captured values");
        if (!cells.empty()) closures.emplace_back(contents, &cells);
      } else if (type_of(header) == Type::array && is_made(message, from[i + 1])) {
        refuse_message("an array without elements");
      }
    }
    i += size;
  }
  for (const auto& [contents, cells] : closures)
    for (std::size_t n = 0; n < cells->size(); ++n)
      if ((*cells)[n] && !is_of(contents[1 + n], Type::cell)) refuse_message("a function whose captured values are of a wrong kind");
}

/// True if the reference is to a part that Lisp makes.
bool Copier::is_made(const Message& message, std::uint64_t reference) {
  if ((reference & (7 | Message::part_bit)) != (3 | Message::part_bit)) return false;
  const Part::Kind kind = message.parts[reference >> 4].kind;
  return kind != Part::Kind::large && kind != Part::Kind::shared;
}

/// Returns what functions with the code, a reference, must have captured.
const std::vector<bool>& Copier::captures_of(const Message& message, std::uint64_t code) {
  const Part* const part = is_made(message, code) ? &message.parts[code >> 4] : nullptr;
  if (part == nullptr || part->kind != Part::Kind::entry || part->type != Type::code) refuse_message("a function without code");
  Known& known = known_.at(message.entries[part->first]->id);
  if (!known.captures) known.captures = verified_captures(state_, known.object.word());
  return *known.captures;
}

Word Copier::symbol_of(const Message& message, const Part& part) {
  constexpr std::size_t most = 100'000;
  const std::string_view names = std::string_view(message.texts).substr(part.start, part.first + std::size_t{part.second});
  std::string key = std::to_string(part.first);
  key.append(" ").append(names);
  if (const auto known = interned_.find(key); known != interned_.end() && !words::is_nil(layout::contents(known->second.word())[1]))
    return known->second.word();
  const std::string_view package = names.substr(0, part.first), name = names.substr(part.first);
  const Word symbol = words::symbol(state_, package, name);
  std::string home = "COMMON-LISP", found;
  if (!words::is_immediate(symbol)) words::get_symbol(state_, symbol, home, found);
  if (home != package)
    throw Error("simple-error", "the symbol " + std::string(package) + "::" + std::string(name) +
                                    " of another interpreter would be one of the package " + home + " here");
  if (interned_.size() >= most) interned_.clear();
  interned_[key] = lisp_.keep(symbol);
  return symbol;
}

/// Returns the object of an entry. It has the type that it had where it was sent.
Word Copier::object_of_entry(const Message& message, const Part& part) const {
  const auto found = part.first < message.entries.size() ? known_.find(message.entries[part.first]->id) : known_.end();
  const Word object = found != known_.end() ? found->second.object.word() : words::nil();
  const bool is_function = part.type == Type::closure || part.type == Type::native;
  if (is_of(object, part.type) || (is_function && (is_of(object, Type::closure) || is_of(object, Type::native)))) return object;
  refuse_message("an entry of a wrong type");
}

// --- shared vectors

Word Copier::make_shared_vector(words::ElementType type, std::size_t length) {
  const std::size_t width = width_of(type);
  if (length > SIZE_MAX / 2 / width) throw std::bad_alloc();
  return make_shared({std::make_shared<SharedMemory>(account_, length * width), type});
}

Word Copier::make_shared(const Message::Shared& shared) {
  if (shared_.size() >= most_shared_) {
    std::erase_if(shared_, [](const auto& one) { return one.second.expired(); });
    most_shared_ = std::max<std::size_t>(64, 2 * shared_.size());
  }
  shared_[reinterpret_cast<std::uint64_t>(shared.memory->data)] = shared.memory;
  const std::size_t length[] = {shared.memory->bytes / width_of(shared.type)};
  return detail::array_in_place(state_, shared.type, shared.memory->data, length, shared.memory);
}

}  // namespace tessera::parallel
