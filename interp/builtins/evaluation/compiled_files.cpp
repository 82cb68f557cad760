// Reads compiled files, of which stdlib/compilation/ has the format and the writer. Layer: builtins.
// Compiled for size.
#include <bit>
#include <span>

#include "builtins/arguments.hpp"
#include "builtins/chapters.hpp"
#include "data/numbers/bignums.hpp"
#include "data/symbols/packages.hpp"
#include "runtime/interrupts.hpp"

namespace tessera {

namespace {

/// The operation that each character below 32 represents.
enum class Operation : std::uint8_t {
#define OPERATION(name) name,
#include "builtins/evaluation/file_operations.def"
#undef OPERATION
  count
};
constexpr const char* operation_names[] = {
#define OPERATION(name) #name,
#include "builtins/evaluation/file_operations.def"
#undef OPERATION
};
constexpr unsigned first_small = 32, first_reference = 64, characters = 128;
static_assert(static_cast<unsigned>(Operation::count) <= first_small);

Value operations(Runtime& rt, Args) {
  std::vector<Value> names;
  for (const char* name : operation_names) names.push_back(rt.make_string(name));
  return rt.list(names);
}

/// The state of a reader between two steps, a simple vector in Lisp.
namespace slot {
enum Slot : std::size_t { text, position, table, table_count, stack, depth, waits_for_result, count };
}

class FileReader {
 public:
  FileReader(Runtime& rt, Object* state)
      : rt_(rt),
        state_(state),
        text_(string_view_of(state->slots[slot::text])),
        at_(number_in(slot::position)),
        known_(number_in(slot::table_count)),
        depth_(number_in(slot::depth)) {}

  /// Reads up to the next call, whose function and list of arguments it returns; a third value is true if the function
  /// is a toplevel form. NIL at the end.
  Value step(Value result) {
    if (!is_nil(state_->slots[slot::waits_for_result])) {
      push(result);
      state_->slots[slot::waits_for_result] = NIL;
    }
    for (std::size_t steps = 1; at_ < text_.size(); ++steps) {
      if (steps % 0x8000 == 0 && rt_.interrupt_waits()) return save(), rt_.fail_interrupted();
      const char32_t c = text_[at_++];
      bool good = false;
      if (c >= characters) good = false;
      else if (c >= first_reference) good = push_known((c - first_reference) | number() << 6);
      else if (c >= first_small) good = push(Value::fixnum(c - first_small));
      else if (c == static_cast<unsigned>(Operation::call)) return call(false);
      else if (c == static_cast<unsigned>(Operation::run)) return call(true);
      else good = perform(static_cast<Operation>(c));
      if (failed_) return FAILED;
      if (!good) return damaged();
    }
    save();
    return NIL;
  }

 private:
  std::size_t number_in(slot::Slot s) const { return static_cast<std::size_t>(state_->slots[s].as_fixnum()); }
  void set_number(slot::Slot s, std::size_t n) { state_->slots[s] = Value::fixnum(static_cast<std::int64_t>(n)); }
  void save() {
    set_number(slot::position, at_);
    set_number(slot::table_count, known_);
    set_number(slot::depth, depth_);
  }
  Value damaged() {
    return rt_.fail_simple(Known::simple_error, "the record is damaged at character ~D", {Value::fixnum(static_cast<std::int64_t>(at_))});
  }

  // --- numbers: six bits a character, low ones first; another one follows if 64 is added
  std::uint64_t number() {
    std::uint64_t n = 0;
    for (unsigned shift = 0; at_ < text_.size() && shift < 66; shift += 6) {
      const char32_t c = text_[at_++];
      n |= std::uint64_t{c & 63} << shift;
      if (c < 64) return n;
      if (c >= characters) break;
    }
    return bad_number_ = true, 0;
  }
  /// Takes the characters of a string whose length comes first.
  bool take_characters(StringView& out) {
    const std::uint64_t length = number();
    if (bad_number_ || length > text_.size() - at_) return false;
    out = text_.substr(at_, length);
    at_ += length;
    return true;
  }
  /// Takes a count of things that need at least a character each.
  bool take_count_of(std::uint64_t& n) {
    n = number();
    return !bad_number_ && n <= text_.size();
  }

  // --- the stack, and the table of the objects so far
  Object* array(slot::Slot s) { return state_->slots[s].as_object(); }
  void store(slot::Slot s, std::size_t i, Value v) {
    if (i >= array(s)->length()) {
      Object* larger = rt_.heap.allocate(Type::simple_vector, 2 * (i + 8));
      for (std::size_t k = 0; k < array(s)->length(); ++k) rt_.heap.write(larger, k, array(s)->slots[k]);
      rt_.heap.write(state_, s, Value::object(larger));
    }
    rt_.heap.write(array(s), i, v);
  }
  bool push(Value v) { return store(slot::stack, depth_++, v), true; }
  Value pop() { return array(slot::stack)->slots[--depth_]; }
  bool has(std::uint64_t n) const { return !bad_number_ && depth_ >= n; }
  Value* top(std::size_t n) { return array(slot::stack)->slots + depth_ - n; }
  void know(Value v) { store(slot::table, known_++, v); }
  bool push_new(Value v) { return know(v), push(v); }
  bool is_known(std::uint64_t i) const { return !bad_number_ && i < known_; }
  Value known(std::uint64_t i) { return array(slot::table)->slots[i]; }
  bool push_known(std::uint64_t i) { return is_known(i) && push(known(i)); }

  bool perform(Operation operation) {
    switch (operation) {
      case Operation::nil: return push(NIL);
      case Operation::integer: return push_integer();
      case Operation::bignum: return push_bignum();
      case Operation::ratio:
      case Operation::complex: return push_pair(operation);
      case Operation::single: {
        const auto bits = static_cast<std::uint32_t>(number());
        return !bad_number_ && push(Value::single_float(std::bit_cast<float>(bits)));
      }
      case Operation::dbl: {
        const std::uint64_t bits = number();
        return !bad_number_ && push(rt_.heap.make_double(std::bit_cast<double>(bits)));
      }
      case Operation::character: {
        const std::uint64_t code = number();
        return !bad_number_ && code <= 0x10FFFF && push(Value::character(static_cast<std::uint32_t>(code)));
      }
      case Operation::text: {
        StringView text;
        return take_characters(text) && push(make_string(rt_, text));
      }
      case Operation::string: {
        StringView text;
        return take_characters(text) && push_new(make_string(rt_, text));
      }
      case Operation::codes: return push_string_of_codes();
      case Operation::elements: return push_elements();
      case Operation::package: return note_package();
      case Operation::symbol: return push_symbol();
      case Operation::uninterned: {
        StringView name;
        return take_characters(name) && push_new(make_symbol(rt_, make_string(rt_, name)));
      }
      case Operation::list: return push_list(false, true);
      case Operation::list_with_tail: return push_list(true, true);
      case Operation::fresh_list: return push_list(false, false);
      case Operation::vector: return push_vector();
      case Operation::keep: return has(1) && (know(*top(1)), true);
      case Operation::drop: return has(1) && (pop(), true);
      case Operation::set_car:
      case Operation::set_cdr:
      case Operation::set_element: return set_part(operation);
      default: return false;
    }
  }

  bool push_integer() {
    const std::uint64_t n = number();
    const auto half = static_cast<std::int64_t>(n >> 1);
    return !bad_number_ && push(make_integer(rt_, (n & 1) == 0 ? half : -half - 1));
  }
  bool push_bignum() {
    const bool negative = number() != 0;
    std::uint64_t limbs = 0;
    if (!take_count_of(limbs)) return false;
    Object* o = new_bignum(rt_, static_cast<mp_size_t>(limbs));
    for (std::uint64_t i = 0; i < limbs; ++i) o->data<mp_limb_t>()[i] = number();
    return !bad_number_ && push(settled(o, static_cast<mp_size_t>(limbs), negative));
  }
  /// Makes a ratio or complex number of the two topmost values.
  bool push_pair(Operation operation) {
    if (!has(2)) return false;
    const Value second = pop(), first = pop();
    if (operation == Operation::complex) return is_real(first) && is_real(second) && push(make_complex(rt_, first, second));
    return is_integer(first) && is_integer(second) && integer_sign(second) > 0 && push(make_ratio(rt_, first, second));
  }
  bool push_string_of_codes() {
    std::uint64_t length = 0;
    if (!take_count_of(length)) return false;
    std::u32string codes;
    for (std::uint64_t i = 0; i < length; ++i) codes.push_back(static_cast<char32_t>(number() & 0x1FFFFF));
    for (const char32_t c : codes)
      if (c > 0x10FFFF) return false;
    return !bad_number_ && push_new(make_string(rt_, codes));
  }
  /// Makes a vector of bits or unboxed numbers: its kind and length, and a number for each element, or 64 bits.
  bool push_elements() {
    const std::uint64_t kind = number(), length = number();
    const auto element = static_cast<ElementKind>(kind);
    const bool are_bits = element == ElementKind::bit;
    if (bad_number_ || kind > static_cast<std::uint64_t>(ElementKind::double_float) || (!are_bits && element < ElementKind::u8) ||
        (are_bits ? length / 64 : length) > text_.size())
      return false;
    const Value storage = make_storage(rt_, element, length);
    if (is_failed(storage)) return failed_ = true, false;
    const auto take = [&]<class Word>(Word* words, std::size_t count) {
      for (std::size_t i = 0; i < count && !bad_number_; ++i) words[i] = static_cast<Word>(number());
    };
    visit_words(storage.as_object(), length, take);
    return !bad_number_ && push_new(storage);
  }

  bool note_package() {
    StringView name;
    if (!take_characters(name)) return false;
    const Value package = find_package(rt_, name);
    if (is_nil(package)) {
      const Value text = make_string(rt_, name);
      fail_package(rt_, text, "there is no package named ~S, which it uses", {text});
      return failed_ = true, false;
    }
    return know(package), true;
  }
  bool push_symbol() {
    const std::uint64_t package = number();
    StringView name;
    return take_characters(name) && is_known(package) && has_type(known(package), Type::package) &&
           push_new(intern(rt_, known(package), name));
  }

  /// Makes a list of the topmost values, the last of them its tail if `with_tail`; all its conses are `numbered`.
  bool push_list(bool with_tail, bool numbered) {
    const std::uint64_t n = number();
    if (!has(n + with_tail) || n == 0) return false;
    Value tail = with_tail ? pop() : NIL;
    for (std::uint64_t i = 0; i < n; ++i) tail = rt_.heap.cons(pop(), tail);
    Value rest = tail;
    for (std::uint64_t i = 0; numbered && i < n; ++i, rest = rest.as_cons()->cdr) know(rest);
    return push(tail);
  }
  bool push_vector() {
    const std::uint64_t n = number();
    if (!has(n)) return false;
    Object* o = rt_.heap.allocate(Type::simple_vector, n);
    for (std::uint64_t i = 0; i < n; ++i) rt_.heap.write(o, i, top(n)[i]);
    depth_ -= n;
    return push_new(Value::object(o));
  }

  /// Stores an object in another one, of which it is a part, that was made before it.
  bool set_part(Operation operation) {
    const std::uint64_t whole = number(), index = operation == Operation::set_element ? number() : 0, part = number();
    if (!is_known(whole) || !is_known(part)) return false;
    const Value target = known(whole);
    if (operation == Operation::set_element) {
      ArrayView view;
      if (!view_array(target, view) || index >= view.total || view.storage->type() != Type::simple_vector) return false;
      rt_.heap.write(view.storage, view.offset + index, known(part));
      return true;
    }
    if (!target.is_cons()) return false;
    Cons* c = target.as_cons();
    rt_.heap.write(operation == Operation::set_car ? &c->car : &c->cdr, known(part));
    return true;
  }

  Value call(bool is_toplevel) {
    const std::uint64_t n = is_toplevel ? 0 : number();
    if (!has(n + 1)) return damaged();
    Value arguments = NIL;
    for (std::uint64_t i = 0; i < n; ++i) arguments = rt_.heap.cons(pop(), arguments);
    const Value function = pop();
    save();
    state_->slots[slot::waits_for_result] = boolean(!is_toplevel);
    return rt_.values({function, arguments, boolean(is_toplevel)});
  }

 public:
  /// Calls `f` with a pointer to the words of a vector with `length` elements, and their count.
  template <class F> static void visit_words(Object* o, std::size_t length, F f) {
    switch (kind_bits(element_kind_of_storage(o))) {
      case 1: return f(o->data<std::uint64_t>(), (length + 63) / 64);
      case 8: return f(o->data<std::uint8_t>(), length);
      case 16: return f(o->data<std::uint16_t>(), length);
      case 32: return f(o->data<std::uint32_t>(), length);
      default: return f(o->data<std::uint64_t>(), length);
    }
  }

 private:
  Runtime& rt_;
  Object* state_;
  StringView text_;
  std::size_t at_, known_, depth_;
  bool bad_number_ = false, failed_ = false;
};

Value next_step(Runtime& rt, Args a) {
  if (!has_type(a[0], Type::simple_vector) || a[0].as_object()->length() != slot::count) return rt.fail_type(a[0], Known::simple_vector);
  return FileReader(rt, a[0].as_object()).step(a[1]);
}

/// Returns a string of the elements of a vector of bits or unboxed numbers, and the number of their kind.
Value packed_elements(Runtime& rt, Args a) {
  if (!has_type(a[0], Type::bit_vector) && !has_type(a[0], Type::specialized_vector)) return rt.fail_type(a[0], Known::vector);
  std::basic_string<unsigned char> text;
  InterruptWatch watch(rt);
  FileReader::visit_words(a[0].as_object(), a[0].as_object()->length(), [&]<class Word>(const Word* words, std::size_t count) {
    for (std::uint64_t n : std::span(words, count)) {
      for (; n >= 64; n >>= 6) text += static_cast<unsigned char>(64 | (n & 63));
      text += static_cast<unsigned char>(n);
      if (!watch.passed()) return;
    }
  });
  if (watch.failed()) return FAILED;
  return rt.two_values(make_string(rt, StringView(text.data(), text.size())), Value::fixnum(static_cast<std::int64_t>(element_kind(a[0]))));
}

}  // namespace

template <> std::span<const Builtin> builtins_of<Chapter::compiled_files>() {
  static const Builtin table[] = {
      {"%FILE-OPERATIONS", "", operations,
       "Returns the names of the operations of compiled files, strings, in the order of their characters."},
      {"%PACKED-ELEMENTS", "vector", packed_elements,
       "Returns the text that stands for the elements of VECTOR, which are bits or unboxed numbers; and the number of their kind."},
      {"%NEXT-STEP", "reader result", next_step,
       "Reads on in a compiled file, up to the next call that is to be made. READER is a simple vector: text, position, table of "
       "objects, their count, stack, its depth, and true if RESULT, that of the last call, is awaited. Returns three values: the "
       "function, the list of its arguments, and true if it is a toplevel form; NIL at the end. Signals an ERROR if the file is wrong."},
  };
  return table;
}

}  // namespace tessera
