// Lisp functions that call C.
#pragma once

#include <atomic>
#include <exception>
#include <memory>
#include <mutex>

#include "signatures.hpp"
#include "values.hpp"

namespace tessera::foreign {

struct Activity;

/// A running call of C, and what its callbacks leave for its end, since frames of C cannot be unwound.
struct Call {
  const Activity* activity = nullptr;  ///< of the calling interpreter
  Call* outer = nullptr;               ///< the call in the same thread that directly contains it, without Lisp in between
  std::exception_ptr failure;
  bool left = false;  ///< a non-local exit is pending
  bool has_ended() const { return left || failure != nullptr; }
};

/// The calls of C of one interpreter. Callbacks share it, and may use it from other threads and after the interpreter
/// has ended.
struct Activity {
  static thread_local Call* innermost;  ///< of this thread, while C runs; each thread of Lisp has its own
  static thread_local int error;        ///< errno after the last call
  std::atomic<bool> has_complaint{false};

  /// Returns the innermost call of this interpreter in this thread; nullptr if Lisp runs there, or another
  /// interpreter's call.
  Call* current() const {
    Call* call = innermost;
    while (call != nullptr && call->activity != this) call = call->outer;
    return call;
  }

  /// Notes an error to signal when this call ends, or the next one.
  void complain(std::string what);
  std::string take_complaint();

 private:
  std::mutex lock_;
  std::string complaint_;
};

/// Lisp functions that call C. Each is a closure with these fields: the signature; the address; the generation of
/// libraries in which the address was found, or -1 if the address is the first argument; and an object by which Lisp
/// finds the address.
class Calls {
 public:
  Calls(const Lisp& lisp, const Values& values, std::shared_ptr<Activity> activity);

  Word make(const Signature& signature, bool by_pointer, Word target) const;
  bool is_caller(Word w) const { return words::is_closure_of(w, prototype_.word()); }
  /// Calls it. Returns its value, or the Lisp function that signals the error.
  Reply call(Word caller, std::span<const Word> arguments) const;
  void set_address(Word caller, std::uint64_t address) const;
  Word target_of(Word caller) const { return words::fields(caller)[3]; }
  /// Notes that a library was closed, so that addresses are looked up again.
  void forget_addresses() { ++generation_; }

 private:
  Reply call_at(void* function, const Signature& signature, Word caller, std::span<const Word> arguments) const;
  bool marshal(const Signature& signature, std::span<const Word> arguments, std::uint64_t* slots, void** places, Texts& texts,
               std::size_t& wrong) const;
  Word perform(void* function, const Signature& signature, void** places) const;

  const Lisp lisp_;
  const Values& values_;
  const std::shared_ptr<Activity> activity_;
  std::int64_t generation_ = 0;
  ObjectRef prototype_, find_and_call_, wrong_count_, refuse_argument_, complain_;
};

}  // namespace tessera::foreign
