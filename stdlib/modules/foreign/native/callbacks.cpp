// Closures of libffi that call Lisp.
#include "callbacks.hpp"

#include <cxxabi.h>

#include <bit>
#include <cerrno>
#include <cstring>

namespace tessera::foreign {

namespace {

constexpr std::size_t few = 8;            ///< more arguments need a vector
constexpr std::size_t small_result = 64;  ///< larger results need a vector
/// A freed callback is used again after so many others were freed, so that most wrong calls are detected.
constexpr std::size_t remembered = 64;

/// Callbacks of ended interpreters. They live as long as the process.
void bury(std::vector<std::unique_ptr<Callback>> callbacks) {
  static std::mutex lock;
  static auto& graves = *new std::vector<std::unique_ptr<Callback>>;
  const std::lock_guard guard(lock);
  for (auto& callback : callbacks) graves.push_back(std::move(callback));
}

bool is_small_integer(const Type& type) {
  return type.kind != ValueKind::single_float && type.kind != ValueKind::double_float && type.kind != ValueKind::structure &&
         type.kind != ValueKind::none && type.ffi->size < sizeof(ffi_arg);
}

/// Widens the value at `place` as libffi wants results: integers fill a word.
void widen(const Type& type, void* place) {
  if (!is_small_integer(type)) return;
  ffi_arg wide = 0;
  const bool negative =
      type.kind == ValueKind::s8 || type.kind == ValueKind::s16 || type.kind == ValueKind::s32 || type.kind == ValueKind::boolean;
  std::int64_t n = 0;
  switch (type.ffi->size) {
    case 1: n = negative ? std::int64_t{*static_cast<std::int8_t*>(place)} : std::int64_t{*static_cast<std::uint8_t*>(place)}; break;
    case 2: n = negative ? std::int64_t{*static_cast<std::int16_t*>(place)} : std::int64_t{*static_cast<std::uint16_t*>(place)}; break;
    default: n = negative ? std::int64_t{*static_cast<std::int32_t*>(place)} : std::int64_t{*static_cast<std::uint32_t*>(place)}; break;
  }
  wide = static_cast<ffi_arg>(n);
  std::memcpy(place, &wide, sizeof wide);
}

/// Marks the time in which Lisp runs while C waits.
class Suspended {
 public:
  Suspended() : innermost_(std::exchange(Activity::innermost, nullptr)), error_(errno) {}
  ~Suspended() {
    Activity::innermost = innermost_;
    Activity::error = error_;
    errno = error_;
  }
  Suspended(const Suspended&) = delete;
  Suspended& operator=(const Suspended&) = delete;

 private:
  Call* const innermost_;
  const int error_;
};

void enter(ffi_cif*, void* result, void** arguments, void* user) {
  Callback& callback = *static_cast<Callback*>(user);
  if (!callback.if_left.empty()) std::memcpy(result, callback.if_left.data(), callback.if_left.size());
  const Callbacks* const owner = callback.owner;
  Call* const call = callback.activity->current();
  if (owner == nullptr) callback.activity->complain("the callback " + callback.name + " was called after it had been freed");
  else if (call == nullptr)
    callback.activity->complain("the callback " + callback.name + " was called while no function of C was called in the thread of Lisp");
  else if (!call->has_ended()) owner->run(callback, *call, result, arguments);
}

}  // namespace

Callback::~Callback() {
  if (closure != nullptr) ffi_closure_free(closure);
}

Callbacks::Callbacks(const Lisp& lisp, const Values& values, std::shared_ptr<Activity> activity)
    : lisp_(lisp), values_(values), activity_(std::move(activity)), refuse_result_(lisp.symbol("foreign::%refuse-result")) {}

Callbacks::~Callbacks() {
  std::vector<std::unique_ptr<Callback>> left;
  for (auto& [address, callback] : known_) left.push_back(std::move(callback));
  for (auto& callback : freed_) left.push_back(std::move(callback));
  for (const auto& callback : left) {
    callback->owner = nullptr;
    callback->function = ObjectRef();
  }
  bury(std::move(left));
}

std::unique_ptr<Callback> Callbacks::fresh() {
  if (freed_.size() > remembered) {
    auto used = std::move(freed_.front());
    freed_.pop_front();
    return used;
  }
  auto made = std::make_unique<Callback>();
  made->closure = static_cast<ffi_closure*>(ffi_closure_alloc(sizeof(ffi_closure), &made->code));
  return made->closure == nullptr ? nullptr : std::move(made);
}

Callback* Callbacks::make(const Signature& signature, std::shared_ptr<const void> types, Word function, const std::string& name,
                          Word if_left, bool& fits) {
  fits = true;
  auto callback = fresh();
  if (callback == nullptr) return nullptr;
  callback->signature = &signature;
  callback->types = std::move(types);
  callback->name = name;
  callback->texts_if_left.clear();
  callback->texts.clear();
  ++callback->uses;
  callback->if_left.assign(signature.result->kind == ValueKind::none ? 0 : signature.room, 0);
  if (!words::is_nil(if_left) && signature.result->kind != ValueKind::none) {
    fits = values_.store(*signature.result, if_left, callback->if_left.data(), callback->texts_if_left);
    widen(*signature.result, callback->if_left.data());
  }
  const bool prepared = fits && ffi_prep_closure_loc(callback->closure, const_cast<ffi_cif*>(&signature.cif), enter, callback.get(),
                                                     callback->code) == FFI_OK;
  if (!prepared) return freed_.push_back(std::move(callback)), nullptr;
  callback->function = lisp_.keep(function);
  callback->activity = activity_;
  callback->owner = this;
  Callback* const made = callback.get();
  known_[reinterpret_cast<std::uintptr_t>(made->code)] = std::move(callback);
  return made;
}

Callback* Callbacks::find(std::uint64_t address) const {
  const auto found = known_.find(address);
  return found == known_.end() ? nullptr : found->second.get();
}

void Callbacks::free(Callback& callback) {
  const auto found = known_.find(reinterpret_cast<std::uintptr_t>(callback.code));
  callback.owner = nullptr;
  callback.function = ObjectRef();
  freed_.push_back(std::move(found->second));
  known_.erase(found);
}

Word Callbacks::call_lisp(const Callback& callback, void** arguments) const {
  const std::vector<const Type*>& types = callback.signature->parameters;
  Word few_values[few];
  std::vector<Word> more;
  if (types.size() > few) more.resize(types.size());
  Word* const values = types.size() > few ? more.data() : few_values;
  for (std::size_t i = 0; i < types.size(); ++i) values[i] = values_.load(*types[i], arguments[i]);
  return lisp_.funcall(callback.function.word(), std::span<const Word>(values, types.size()));
}

void Callbacks::give(Callback& callback, Word value, void* result) const {
  const Type& type = *callback.signature->result;
  callback.texts.clear();
  alignas(16) unsigned char small[small_result] = {};
  std::vector<unsigned char> large;
  const std::size_t room = callback.signature->room;
  if (room > small_result) large.resize(room);
  unsigned char* const place = room > small_result ? large.data() : small;
  if (!values_.store(type, value, place, callback.texts)) {
    lisp_.funcall(refuse_result_.word(),
                  {words::string(lisp_.state(), callback.name), value, words::string(lisp_.state(), type.lisp_type)});
    return;
  }
  widen(type, place);
  std::memcpy(result, place, room);
}

void Callbacks::run(Callback& callback, Call& call, void* result, void** arguments) const {
  const Suspended suspended;
  const std::uint64_t use = callback.uses;
  try {
    const Word value = call_lisp(callback, arguments);
    if (callback.owner == this && callback.uses == use && callback.signature->result->kind != ValueKind::none)
      give(callback, value, result);
#ifdef __GLIBCXX__
  } catch (const abi::__forced_unwind&) {  // the thread is being ended
    throw;
#endif
  } catch (const Unwinding&) { call.left = true; } catch (...) {
    call.failure = std::current_exception();
  }
}

}  // namespace tessera::foreign
