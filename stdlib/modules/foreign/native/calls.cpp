// Calls C: converts arguments, calls libffi, converts the result.
#include "calls.hpp"

#include <bit>
#include <cerrno>
#include <vector>

namespace tessera::foreign {

namespace {

constexpr std::size_t few = 12;           ///< more arguments need a vector
constexpr std::size_t small_result = 64;  ///< larger results need a vector
constexpr std::int64_t by_argument = -1;  ///< in place of a generation

Word as_fixnum(const void* aligned) { return words::fixnum(static_cast<std::int64_t>(reinterpret_cast<std::uintptr_t>(aligned))); }

const Signature& signature_of(std::span<const Word> fields) {
  return *reinterpret_cast<const Signature*>(static_cast<std::uintptr_t>(words::fixnum_value(fields[0])));
}

/// Marks the time in which C runs in this thread, also if it throws a C++ exception.
class Running {
 public:
  Running(const Activity& activity, Call& call) : outer_(Activity::innermost) {
    call.activity = &activity;
    call.outer = outer_;
    Activity::innermost = &call;
    errno = Activity::error;
  }
  ~Running() {
    Activity::error = errno;
    Activity::innermost = outer_;
  }
  Running(const Running&) = delete;
  Running& operator=(const Running&) = delete;

 private:
  Call* const outer_;
};

/// Returns where a result begins that libffi has widened to a word.
const void* place_of_result(const Type& type, const void* result) {
  if constexpr (std::endian::native == std::endian::big) {
    if (type.kind != ValueKind::structure && type.kind != ValueKind::single_float && type.ffi->size < sizeof(ffi_arg))
      return static_cast<const char*>(result) + sizeof(ffi_arg) - type.ffi->size;
  }
  return result;
}

}  // namespace

thread_local Call* Activity::innermost = nullptr;
thread_local int Activity::error = 0;

void Activity::complain(std::string what) {
  const std::lock_guard guard(lock_);
  complaint_ = std::move(what);
  has_complaint = true;
}

std::string Activity::take_complaint() {
  const std::lock_guard guard(lock_);
  has_complaint = false;
  return std::exchange(complaint_, {});
}

Calls::Calls(const Lisp& lisp, const Values& values, std::shared_ptr<Activity> activity)
    : lisp_(lisp), values_(values), activity_(std::move(activity)) {
  prototype_ = lisp_.make_function("foreign::foreign-function",
                                   [this](Self self, const Arguments& arguments) { return call(self.word(), arguments.words()); });
  find_and_call_ = lisp_.symbol("foreign::%find-and-call");
  wrong_count_ = lisp_.symbol("foreign::%wrong-count");
  refuse_argument_ = lisp_.symbol("foreign::%refuse-argument");
  complain_ = lisp_.symbol("foreign::%complain");
}

Word Calls::make(const Signature& signature, bool by_pointer, Word target) const {
  const Word fields[] = {as_fixnum(&signature), words::fixnum(0), words::fixnum(by_pointer ? by_argument : by_argument - 1), target};
  return words::closure(lisp_.state(), prototype_.word(), fields);
}

void Calls::set_address(Word caller, std::uint64_t address) const {
  words::set_field(lisp_.state(), caller, 1, words::fixnum(static_cast<std::int64_t>(address)));
  words::set_field(lisp_.state(), caller, 2, words::fixnum(generation_));
}

Reply Calls::call(Word caller, std::span<const Word> arguments) const {
  const std::span<const Word> fields = words::fields(caller);
  const Signature& signature = signature_of(fields);
  const std::int64_t generation = words::fixnum_value(fields[2]);
  if (generation == generation_)
    return call_at(reinterpret_cast<void*>(static_cast<std::uintptr_t>(words::fixnum_value(fields[1]))), signature, caller, arguments);
  if (generation != by_argument) {
    std::vector<Word> all{caller};
    all.insert(all.end(), arguments.begin(), arguments.end());
    return Reply::tail_call(lisp_, find_and_call_.word(), all);
  }
  std::uint64_t address = 0;
  if (arguments.empty()) return Reply::tail_call(lisp_, wrong_count_.word(), {caller, words::nil()});
  if (!values_.get_address(arguments[0], address) || address == 0)
    return Reply::tail_call(lisp_, refuse_argument_.word(),
                            {caller, words::fixnum(-1), arguments[0], words::string(lisp_.state(), "foreign:pointer")});
  return call_at(reinterpret_cast<void*>(address), signature, caller, arguments.subspan(1));
}

Reply Calls::call_at(void* function, const Signature& signature, Word caller, std::span<const Word> arguments) const {
  const std::size_t count = signature.parameters.size();
  if (arguments.size() != count)
    return Reply::tail_call(lisp_, wrong_count_.word(),
                            {caller, words::fixnum(static_cast<std::int64_t>(count)), words::list(lisp_.state(), arguments)});
  Texts texts;
  std::uint64_t slots[few];
  void* places[few];
  std::vector<std::uint64_t> more_slots;
  std::vector<void*> more_places;
  if (count > few) {
    more_slots.resize(count);
    more_places.resize(count);
  }
  void** const all_places = count > few ? more_places.data() : places;
  std::size_t wrong = 0;
  if (!marshal(signature, arguments, count > few ? more_slots.data() : slots, all_places, texts, wrong))
    return Reply::tail_call(lisp_, refuse_argument_.word(),
                            {caller, words::fixnum(static_cast<std::int64_t>(wrong)), arguments[wrong],
                             words::string(lisp_.state(), signature.parameters[wrong]->lisp_type)});
  const Word value = perform(function, signature, all_places);
  if (__builtin_expect(activity_->has_complaint.load(std::memory_order_relaxed), 0))
    return Reply::tail_call(lisp_, complain_.word(), {words::string(lisp_.state(), activity_->take_complaint()), value});
  return value;
}

bool Calls::marshal(const Signature& signature, std::span<const Word> arguments, std::uint64_t* slots, void** places, Texts& texts,
                    std::size_t& wrong) const {
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const Type& type = *signature.parameters[i];
    wrong = i;
    if (type.kind == ValueKind::structure) {  // libffi copies it, from where it is
      places[i] = const_cast<void*>(values_.bytes_of(type, arguments[i]));
      if (places[i] == nullptr) return false;
    } else {
      places[i] = &slots[i];
      if (!values_.store(type, arguments[i], places[i], texts)) return false;
    }
  }
  return true;
}

Word Calls::perform(void* function, const Signature& signature, void** places) const {
  alignas(16) unsigned char small[small_result];
  std::vector<unsigned char> large;
  void* result = small;
  if (signature.room > small_result) {
    large.resize(signature.room);
    result = large.data();
  }
  Call call;
  {
    const Running running(*activity_, call);
    ffi_call(const_cast<ffi_cif*>(&signature.cif), reinterpret_cast<void (*)()>(function), result, places);
  }
  if (__builtin_expect(call.has_ended(), 0)) {
    if (call.failure != nullptr) std::rethrow_exception(call.failure);
    throw Unwinding();
  }
  if (signature.result->kind == ValueKind::none) detail::return_values(lisp_.state(), {});
  return values_.load(*signature.result, place_of_result(*signature.result, result));
}

}  // namespace tessera::foreign
