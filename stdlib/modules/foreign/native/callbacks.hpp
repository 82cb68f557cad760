// Lisp functions that C calls.
//
// Frames of C cannot be unwound. So a non-local exit from a callback first returns to C, with a value that was agreed
// beforehand; other callbacks of the same call return theirs at once, and the exit goes on when C has returned.
#pragma once

#include <deque>
#include <string>
#include <unordered_map>

#include "calls.hpp"

namespace tessera::foreign {

class Callbacks;

/// One function, and the code by which C calls it. It is never freed, as C may have kept the address.
struct Callback {
  Callback() = default;
  ~Callback();
  Callback(const Callback&) = delete;
  Callback& operator=(const Callback&) = delete;

  ffi_closure* closure = nullptr;
  void* code = nullptr;
  const Signature* signature = nullptr;
  std::shared_ptr<const void> types;             ///< owns `signature`
  std::atomic<const Callbacks*> owner{nullptr};  ///< nullptr once it is freed or the interpreter has ended
  std::shared_ptr<Activity> activity;
  ObjectRef function;
  std::string name;                    ///< for messages
  std::vector<unsigned char> if_left;  ///< the result for C if the function does not return
  Texts texts_if_left, texts;          ///< strings in `if_left`, and in the last result
  std::uint64_t uses = 0;              ///< how many functions it has had
};

class Callbacks {
 public:
  Callbacks(const Lisp& lisp, const Values& values, std::shared_ptr<Activity> activity);
  ~Callbacks();
  Callbacks(const Callbacks&) = delete;
  Callbacks& operator=(const Callbacks&) = delete;

  /// Makes a callback of `function`. `if_left` is NIL for zeros. Returns nullptr if there is no memory for code. `fits`
  /// is false if `if_left` is not of the result's type.
  Callback* make(const Signature& signature, std::shared_ptr<const void> types, Word function, const std::string& name, Word if_left,
                 bool& fits);
  /// Returns the callback with that address, or nullptr.
  Callback* find(std::uint64_t address) const;
  void free(Callback& callback);
  /// Called by libffi.
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
