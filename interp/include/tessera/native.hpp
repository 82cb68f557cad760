// Fast native functions: for functions that traverse large structures, make many objects, or run for long.
//
// A parameter of type Word is any object as the engine represents it; the functions of words.hpp work on words at the
// price of a load or a store. The collector moves objects, but only while Lisp runs. So the rules are:
//   1. A Word is valid until Lisp runs: in `eval`, `call`, `apply`, `load`, `funcall`, `poll`, a Function, printing
//      (`text`), and whatever these run. The same holds for pointers into objects. Functions of words.hpp and
//      conversions run no Lisp.
//   2. To keep an object across such a call, hold it in an ObjectRef (`lisp.keep(word)`, `ref.word()`), or read it
//      again from the Arguments or Self of the native function, which the collector updates. Words for which
//      `is_immediate` is true never change.
//   3. Code that runs for more than a few milliseconds calls `lisp.poll()` regularly. Code that recurses on the depth
//      of data asks `lisp.has_stack()`, and code that makes millions of objects `words::has_room`.
//   4. Let Unwinding and other exceptions pass; use destructors for cleanup.
// A library built without NDEBUG checks that the words it receives have not outlived a collection.
//
//     // (sum-of-tree '(1 (2 3) 4)): sums the integers in a tree of conses
//     std::int64_t sum(const tessera::Lisp& lisp, tessera::Word tree) {
//       if (!lisp.has_stack()) throw tessera::Error("storage-condition", "the tree is too deep");
//       std::int64_t total = 0;
//       for (; words::is_cons(tree); tree = words::cdr(tree)) total += sum(lisp, words::car(tree));
//       return words::is_fixnum(tree) ? words::fixnum_value(tree) : total;
//     }
//     lisp.define("sum-of-tree", sum);
//
// A native function that handles only some cases of a Lisp function returns a Reply, and leaves the rest to that
// function in tail position:
//
//     lisp.define("area", [script = lisp.keep(...)](const Lisp& lisp, const Arguments& a) -> tessera::Reply {
//       if (a.size() != 1 || !words::is_fixnum(a.words()[0])) return Reply::tail_call(lisp, script.word(), a.words());
//       return words::fixnum(...);
//     });
//
// Closures: functions that share code and differ in the objects that they hold, as cheap as Lisp's own. A counter:
//
//     auto count = lisp.make_function("counter", [](const tessera::Lisp& lisp, tessera::Self self) {
//       const Word next = words::fixnum(words::fixnum_value(self.fields()[0]) + 1);
//       words::set_field(lisp.state(), self.word(), 0, next);
//       return next;
//     });
//     const Word start[] = {words::fixnum(0)};
//     Word counter = words::closure(lisp.state(), count.word(), start);            // (funcall counter) => 1, 2, 3 ...
//
// A lazy list is such a closure without parameters; it returns NIL or a cons of an element and the next closure. If its
// first field is `no_value()` until the list is known, and then the list, (tessera-lazy:declare-native-lazy 'NAME)
// makes it print as a lazy list.
#pragma once

#include "tessera/function.hpp"

namespace tessera {

/// A parameter that Lisp does not see: the function object that is running.
class Self {
 public:
  explicit Self(const Word* place) : place_(place) {}
  /// Returns the word, valid while the native function runs.
  Word word() const { return *place_; }
  /// Returns the fields of a closure; valid until Lisp runs.
  std::span<const Word> fields() const { return words::fields(*place_); }

 private:
  const Word* place_;
};

/// The result of a native function that may leave its work to another function.
class TESSERA_API Reply {
 public:
  Reply(Word value) : value_(value) {}  // NOLINT: a word converts to a reply
  /// Has Lisp call `function`, or the function of a symbol, with `arguments` in place of the native function, in tail
  /// position. Return the reply at once, without calling anything in between.
  [[nodiscard]] static Reply tail_call(const Lisp& lisp, Word function, std::span<const Word> arguments);
  [[nodiscard]] static Reply tail_call(const Lisp& lisp, Word function, std::initializer_list<Word> arguments) {
    return tail_call(lisp, function, std::span(arguments.begin(), arguments.size()));
  }

 private:
  friend detail::ReturnConversion<Reply>;
  Word value_;
};

namespace detail {

template <> struct Parameter<Self> {
  static constexpr bool is_argument = false, is_optional = false, is_rest = false;
  std::optional<Self> held;
  bool convert(const Lisp&, std::span<const Word> arguments, std::size_t) {
    return held.emplace(arguments.data() - 2), true;  // where the engine keeps the callee
  }
  Self get() { return *held; }
};

template <> struct ReturnConversion<Reply> {
  static Word convert(const Lisp&, Reply outcome) { return outcome.value_; }
};

}  // namespace detail

}  // namespace tessera
