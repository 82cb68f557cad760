// Natives at the machine's own speed: for functions that go over large structures, make many objects, or run for long.
//
// A parameter of type Word is any object as the machine has it, and words.hpp says what can be done with it, at the price of a load or a
// store. The collector moves objects, but only where Lisp runs. So the rules are:
//   1. A Word is right until Lisp runs: in `eval`, `call`, `apply`, `load`, `funcall`, `poll`, a Function, what prints (`text`), and
//      what those run. Making and looking, all of words.hpp, and conversions run nothing. (The same goes for what points into an object.)
//   2. What is needed afterwards is an ObjectRef (`lisp.keep(word)`, `ref.word()`), or is looked at anew in the native's Arguments or Self,
//      which stand where the collector finds them. Words that `is_immediate` tells of stay as they are.
//   3. What runs for more than some milliseconds calls `lisp.poll()` now and then. What calls itself on the depth of data asks
//      `lisp.has_stack()`, what makes millions of objects `words::has_room`.
//   4. Unwinding and other exceptions pass through: an object whose destructor puts things in order is enough.
// A library without NDEBUG checks that words it is handed have not outlived a collection.
//
//     // (sum-of-tree '(1 (2 3) 4)): the integers in a tree of conses
//     std::int64_t sum(const tessera::Lisp& lisp, tessera::Word tree) {
//       if (!lisp.has_stack()) throw tessera::Error("storage-condition", "the tree is too deep");
//       std::int64_t total = 0;
//       for (; words::is_cons(tree); tree = words::cdr(tree)) total += sum(lisp, words::car(tree));
//       return words::is_fixnum(tree) ? words::fixnum_value(tree) : total;
//     }
//     lisp.define("sum-of-tree", sum);
//
// A native that can do only a part of what a function in Lisp does gives back a Reply, and leaves all else to it in tail position:
//
//     lisp.define("area", [script = lisp.keep(...)](const tessera::Lisp& lisp, const tessera::Arguments& a) -> tessera::Reply {
//       if (a.size() != 1 || !words::is_fixnum(a.words()[0])) return tessera::Reply::tail_call(lisp, script.word(), a.words());
//       return words::fixnum(...);
//     });
//
// Closures: functions that share what they do and differ in the objects that they hold, as light as Lisp's own. A counter:
//
//     auto count = lisp.make_function("counter", [](const tessera::Lisp& lisp, tessera::Self self) {
//       const Word next = words::fixnum(words::fixnum_value(self.fields()[0]) + 1);
//       words::set_field(lisp.state(), self.word(), 0, next);
//       return next;
//     });
//     const Word start[] = {words::fixnum(0)};
//     Word counter = words::closure(lisp.state(), count.word(), start);            // (funcall counter) => 1, 2, 3 ...
//
// A lazy list is such a closure without parameters that gives back NIL or a cons of an element and the next one. If its first field is
// `no_value()` until the list is known, and then the list, (tessera-lazy:declare-native-lazy 'NAME) has it print as a lazy list does.
#pragma once

#include "tessera/function.hpp"

namespace tessera {

/// A parameter of a native that is none for Lisp: the function object that is running.
class Self {
 public:
  explicit Self(const Word* place) : place_(place) {}
  /// Right as long as the native runs.
  Word word() const { return *place_; }
  /// What it holds, if it is a closure; until Lisp runs.
  std::span<const Word> fields() const { return words::fields(*place_); }

 private:
  const Word* place_;
};

/// What a native gives back that may leave its work to another function.
class TESSERA_API Reply {
 public:
  Reply(Word value) : value_(value) {}  // NOLINT: a word is a reply
  /// Have `function`, or the function of a symbol, called with `arguments` in the native's place, in tail position. To be given back at
  /// once: nothing is called meanwhile.
  [[nodiscard]] static Reply tail_call(const Lisp& lisp, Word function, std::span<const Word> arguments);
  [[nodiscard]] static Reply tail_call(const Lisp& lisp, Word function, std::initializer_list<Word> arguments) {
    return tail_call(lisp, function, std::span(arguments.begin(), arguments.size()));
  }

 private:
  friend detail::Returned<Reply>;
  Word value_;
};

namespace detail {

template <> struct Parameter<Self> {
  static constexpr bool is_argument = false, is_optional = false, is_rest = false;
  std::optional<Self> held;
  bool take(const Lisp&, std::span<const Word> arguments, std::size_t) {
    return held.emplace(arguments.data() - 2), true;  // where the machine has what it calls
  }
  Self give() { return *held; }
};

template <> struct Returned<Reply> {
  static Word word(const Lisp&, Reply outcome) { return outcome.value_; }
};

}  // namespace detail

}  // namespace tessera
