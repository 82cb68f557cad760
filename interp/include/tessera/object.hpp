// Lisp objects in C++: words, which are valid until Lisp runs, and references, which C++ keeps.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "tessera/export.h"

namespace tessera {

class Lisp;
class Reference;
template <class R> class Result;
template <class T> struct Conversion;

/// A Lisp object as the engine represents it. Collections move objects and happen only while Lisp runs: a Word is valid
/// until the next call, evaluation or `Lisp::collect`. To keep an object longer use an ObjectRef. Making objects does
/// not collect.
enum class Word : std::uint64_t {};

namespace detail {

struct State;
struct Roots;

/// A type that only refers to what another object holds, such as std::string_view or a container of them. One that came
/// from Lisp would refer to nothing.
template <class T>
concept Dangling = !std::is_void_v<T> && Conversion<std::remove_cvref_t<T>>::dangles;

// Overloads with this attribute take Dangling types, to say what to use instead. Older compilers say it later, and at
// greater length.
#if defined(__has_attribute) && __has_attribute(unavailable)
#define TESSERA_DANGLES                                                                                                          \
  __attribute__((                                                                                                                \
      unavailable("tessera: nothing would hold what this std::string_view, pointer, std::span or std::reference_wrapper shows, " \
                  "or what is stored in a number or string by reference. Use std::string, std::vector or the object itself, "    \
                  "also within containers, and numbers by value. (Only the parameter of a function may be a view.)")))
#endif

/// A root that the collector knows, with a count of references to it.
struct Root {
  Word word;
  State* state;  ///< nullptr after the interpreter has ended
  Roots* owner;
  std::uint64_t references;
};

TESSERA_API void release(Root* root) noexcept;
/// Throws the error for reading `root`, which holds no object.
[[noreturn]] TESSERA_API void throw_no_object(const Root* root);

}  // namespace detail

/// A Lisp object that C++ keeps: it stays alive, and valid when the collector moves it. Copies share the object;
/// copying increments a counter. Copies and uses belong to the thread of its interpreter, but a reference may be moved
/// to another thread and end there. It may outlive the interpreter: reading it is a std::logic_error then.
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

  /// False if the reference was given no object.
  explicit operator bool() const { return root_ != nullptr; }
  /// True unless the object is NIL (or there is none).
  bool truth() const;
  /// Returns what PRIN1 prints for the object; abbreviated beyond 16 million characters, as for circular objects.
  /// Throws an Error if a PRINT-OBJECT method of the script signals one.
  std::string text() const;
  /// Returns what PRINC prints for the object: a string without quotes.
  std::string display() const;

  /// Returns the object as a T: see Conversion. Throws an Error, a TYPE-ERROR, if it has another type.
  template <class T> T as() const;
  /// Returns the object as a T, or nothing if it has another type.
  template <class T> std::optional<T> try_as() const;
#ifdef TESSERA_DANGLES
  template <detail::Dangling T> TESSERA_DANGLES T as() const;
  template <detail::Dangling T> TESSERA_DANGLES std::optional<T> try_as() const;
#endif

  /// True if the object can be converted to a T.
  template <class T> bool is() const;
  /// Returns the result of TYPE-OF as text, such as "CONS" or "(STRING 3)".
  std::string type() const;
  /// True if the object is of the Lisp type that `type` denotes, such as "list" or "(or null function)".
  bool is_a(std::string_view type) const;

  /// Returns a part of the object, to be read or assigned: see access.hpp.
  template <class K> Reference operator[](const K& key) const;
  /// Returns the elements of a list or vector. Throws a TYPE-ERROR for other objects.
  std::vector<ObjectRef> elements() const;
  /// Returns the keys and values of a hash table. Throws a TYPE-ERROR for other objects.
  std::vector<std::pair<ObjectRef, ObjectRef>> entries() const;

  /// Calls the object, a function or a symbol that names one: see Lisp::call.
  template <class R = ObjectRef, class... Arguments> R call(Arguments&&... arguments) const;
  /// Calls the object without exceptions for errors: see Lisp::try_call.
  template <class R = ObjectRef, class... Arguments> Result<R> try_call(Arguments&&... arguments) const;

  /// True if both are the same object (EQ).
  friend bool operator==(const ObjectRef& a, const ObjectRef& b) { return a.root_ == b.root_ || (a && b && a.word() == b.word()); }

  /// True if there is an object and its interpreter has not ended.
  bool is_alive() const noexcept { return root_ != nullptr && root_->state != nullptr; }
  /// True if it is an object of that interpreter, which has not ended.
  bool belongs_to(const Lisp& lisp) const noexcept;
  /// Returns the interpreter that owns the object.
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
