// Calls of C by Lisp.
#pragma once

#include <atomic>
#include <exception>
#include <memory>
#include <mutex>

#include "signatures.hpp"
#include "values.hpp"

namespace tessera::foreign {

struct Activity;

/// A call of C that is under way: what callbacks within it leave for its end, as nothing can unwind what C has on the stack.
struct Call {
  const Activity* activity = nullptr;  ///< of the interpreter that calls
  Call* outer = nullptr;               ///< the call in the same thread within which it runs, if no Lisp runs in between
  std::exception_ptr failure;
  bool left = false;  ///< the script leaves for a point further out
  bool has_ended() const { return left || failure != nullptr; }
};

/// What one interpreter does in C. Callbacks share it, and may see it from other threads, and when the interpreter has ended.
struct Activity {
  static thread_local Call* innermost;  ///< of all calls in this thread, while C runs: threads of Lisp have one each
  static thread_local int error;        ///< errno as C has left it
  std::atomic<bool> has_complaint{false};

  /// The innermost call of this interpreter in this thread; nullptr if Lisp runs there, or another's.
  Call* current() const {
    Call* call = innermost;
    while (call != nullptr && call->activity != this) call = call->outer;
    return call;
  }

  /// Note what is to be signalled when the call ends, or the next one.
  void complain(std::string what);
  std::string take_complaint();

 private:
  std::mutex lock_;
  std::string complaint_;
};

/// Functions of Lisp that call C. Each is a closure, whose fields are: the signature; the function's address; the generation of libraries in which
/// that was found, or -1 if the address is an argument, the first; and who knows where it is, for Lisp.
class Calls {
 public:
  Calls(const Lisp& lisp, const Values& values, std::shared_ptr<Activity> activity);

  Word make(const Signature& signature, bool by_pointer, Word target) const;
  bool is_caller(Word w) const { return words::is_closure_of(w, prototype_.word()); }
  /// Call it: its value, or who signals what is wrong.
  Reply call(Word caller, std::span<const Word> arguments) const;
  void set_address(Word caller, std::uint64_t address) const;
  Word target_of(Word caller) const { return words::fields(caller)[3]; }
  /// A library was closed: where functions are has to be found again.
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
