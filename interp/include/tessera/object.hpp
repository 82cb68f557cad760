// Objects of Lisp in C++: words, which are right until Lisp runs, and references, which C++ keeps.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "tessera/export.h"

namespace tessera {

class Lisp;

/// An object of Lisp as the machine has it. A collection moves objects, and one may take place whenever Lisp runs: a Word is right until
/// the next call, evaluation or `Lisp::collect`, and no longer. What is to last is an ObjectRef. Making objects does not collect.
enum class Word : std::uint64_t {};

namespace detail {

struct State;
struct Roots;

/// A place that the collector knows; references to the same one are counted.
struct Root {
  Word word;
  State* state;  ///< nullptr once the interpreter has ended
  Roots* owner;
  std::uint64_t references;
};

TESSERA_API void release(Root* root) noexcept;
/// Throw what it is to look at the object of `root`, which has none.
[[noreturn]] TESSERA_API void throw_no_object(const Root* root);

}  // namespace detail

/// A Lisp object that C++ keeps: it stays alive, and right when the collector moves it. Copies share the object; to copy one costs an
/// addition. Belongs to the thread of its interpreter. It may outlive that: to look at it is a std::logic_error then.
class TESSERA_API ObjectRef {
 public:
  ObjectRef() = default;
  ObjectRef(const ObjectRef& other) noexcept : root_(other.root_) {
    if (root_ != nullptr) ++root_->references;
  }
  ObjectRef(ObjectRef&& other) noexcept : root_(std::exchange(other.root_, nullptr)) {}
  ObjectRef& operator=(ObjectRef other) noexcept {
    std::swap(root_, other.root_);
    return *this;
  }
  ~ObjectRef() {
    if (root_ != nullptr && --root_->references == 0) detail::release(root_);
  }

  /// False of a reference that was given no object.
  explicit operator bool() const { return root_ != nullptr; }
  /// True unless the object is NIL (or there is none).
  bool truth() const;
  /// The object as PRIN1 prints it; in short if that would take more than 16 million characters, as of circular objects.
  /// Throws an Error where a PRINT-OBJECT method of the script signals one.
  std::string text() const;
  /// The object as PRINC prints it: a string without quotes.
  std::string display() const;

  /// The object as a T: see Conversion. Throws an Error, a TYPE-ERROR, if it is none.
  template <class T> T as() const;
  /// The same, or nothing if it is none.
  template <class T> std::optional<T> try_as() const;

  /// Call the object, a function or a symbol that names one: see Lisp::call.
  template <class R = ObjectRef, class... Arguments> R call(Arguments&&... arguments) const;

  /// The same object, as EQ tells.
  friend bool operator==(const ObjectRef& a, const ObjectRef& b) { return a.root_ == b.root_ || (a && b && a.word() == b.word()); }

  /// True if there is an object, and its interpreter has not ended.
  bool is_alive() const noexcept { return root_ != nullptr && root_->state != nullptr; }
  /// True if it is an object of that interpreter, which has not ended.
  bool belongs_to(const Lisp& lisp) const noexcept;
  /// The interpreter whose object it is.
  Lisp lisp() const;
  Word word() const { return state(), root_->word; }

 private:
  friend class Lisp;
  explicit ObjectRef(detail::Root* root) : root_(root) {}
  detail::State& state() const {
    if (root_ == nullptr || root_->state == nullptr) detail::throw_no_object(root_);
    return *root_->state;
  }
  detail::Root* root_ = nullptr;
};

}  // namespace tessera
