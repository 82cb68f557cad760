// Functions of Lisp that C calls.
//
// What C has on the stack cannot be unwound. A function of Lisp that is left, be it by an error that a handler further out takes, returns to C all the
// same, with a value that was given beforehand; other callbacks of that call give theirs at once, and the script goes on where it was leaving for
// when C has returned.
#pragma once

#include <deque>
#include <string>
#include <unordered_map>

#include "calls.hpp"

namespace tessera::foreign {

class Callbacks;

/// One function, and the code by which C calls it. Its memory is never given back: C may have kept the address.
struct Callback {
  Callback() = default;
  ~Callback();
  Callback(const Callback&) = delete;
  Callback& operator=(const Callback&) = delete;

  ffi_closure* closure = nullptr;
  void* code = nullptr;
  const Signature* signature = nullptr;
  std::shared_ptr<const void> types;             ///< what `signature` is a part of
  std::atomic<const Callbacks*> owner{nullptr};  ///< nobody, once it was freed or the interpreter has ended
  std::shared_ptr<Activity> activity;
  ObjectRef function;
  std::string name;                    ///< for messages
  std::vector<unsigned char> if_left;  ///< what C gets if the function does not return
  Texts texts_if_left, texts;          ///< of that, and of its last result
  std::uint64_t uses = 0;              ///< how many functions it has stood for
};

class Callbacks {
 public:
  Callbacks(const Lisp& lisp, const Values& values, std::shared_ptr<Activity> activity);
  ~Callbacks();
  Callbacks(const Callbacks&) = delete;
  Callbacks& operator=(const Callbacks&) = delete;

  /// Have C call `function`. `if_left`: NIL for zeros. nullptr: the system gives no memory for code. False in `fits`: `if_left` is not a value of the
  /// result's type.
  Callback* make(const Signature& signature, std::shared_ptr<const void> types, Word function, const std::string& name, Word if_left,
                 bool& fits);
  /// The one with that address; nullptr.
  Callback* find(std::uint64_t address) const;
  void free(Callback& callback);
  /// What libffi calls.
  void run(Callback& callback, Call& call, void* result, void** arguments) const;

 private:
  std::unique_ptr<Callback> fresh();
  Word call_lisp(const Callback& callback, void** arguments) const;
  void give(Callback& callback, Word value, void* result) const;

  const Lisp lisp_;
  const Values& values_;
  const std::shared_ptr<Activity> activity_;
  std::unordered_map<std::uint64_t, std::unique_ptr<Callback>> known_;
  std::deque<std::unique_ptr<Callback>> freed_;
  ObjectRef refuse_result_;
};

}  // namespace tessera::foreign
