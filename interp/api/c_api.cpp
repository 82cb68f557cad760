// The C interface: implements tessera.h with tessera.hpp.
#include <cxxabi.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <list>
#include <stdexcept>

#include "tessera/tessera.h"
#include "tessera/tessera.hpp"

using tessera::ObjectRef;

struct tessera_interpreter {
  tessera::Interpreter lisp;
  std::string error_class, message, backtrace;
  ObjectRef condition;
  bool unwinding = false;
  bool failing = false;   ///< the running function has called tessera_fail
  std::size_t calls = 0;  ///< C calls running in it
  bool freed = false;     ///< it was freed during a call
};

struct tessera_object {
  ObjectRef object;
  tessera_interpreter* of;
};

namespace {

tessera_object* reference(tessera_interpreter* of, ObjectRef object) { return new tessera_object{std::move(object), of}; }

/// Clears the last error. Callers copy an argument first that may be its text.
void forget_error(tessera_interpreter* lisp) {
  lisp->error_class.clear();
  lisp->message.clear();
  lisp->backtrace.clear();
  lisp->condition = ObjectRef();
  lisp->unwinding = false;
}

void note_error(tessera_interpreter* lisp, const char* error_class, const char* message) {
  lisp->error_class = error_class;
  lisp->message = message;
}

/// A call that may run C functions. If one of them frees the interpreter, the outermost call does so at its end.
class CallScope {
 public:
  explicit CallScope(tessera_interpreter* lisp) : lisp_(lisp) { ++lisp->calls; }
  ~CallScope() {
    if (--lisp_->calls == 0 && lisp_->freed) delete lisp_;
  }
  CallScope(const CallScope&) = delete;
  CallScope& operator=(const CallScope&) = delete;

 private:
  tessera_interpreter* lisp_;
};

/// Runs `action` and returns its result; after an exception, stores its description and returns `failed`.
template <class Action, class Result> Result guarded(tessera_interpreter* lisp, Result failed, Action action) {
  if (lisp == nullptr) return failed;
  const CallScope inside(lisp);
  forget_error(lisp);
  try {
    return action();
#ifdef __GLIBCXX__
#ifdef __GLIBCXX__
  } catch (const abi::__forced_unwind&) {  // the thread is ending
    throw;
#endif
#endif
  } catch (const tessera::Unwinding&) {
    lisp->unwinding = true;
    note_error(lisp, "", "the script leaves the function that made this call");
  } catch (const tessera::Error& e) {
    note_error(lisp, e.condition_class().c_str(), e.what());
    lisp->backtrace = e.backtrace();
    lisp->condition = e.condition();
  } catch (const std::bad_alloc&) { note_error(lisp, "STORAGE-CONDITION", "out of memory"); } catch (const std::exception& e) {
    note_error(lisp, "ERROR", e.what());
    if (const auto error = lisp->lisp.error_of(std::current_exception())) lisp->backtrace = error->backtrace();
  } catch (...) { note_error(lisp, "ERROR", "an exception that is not a std::exception"); }
  return failed;
}

template <class Action> tessera_object* guarded_object(tessera_interpreter* lisp, Action action) {
  return guarded(lisp, static_cast<tessera_object*>(nullptr), [&] { return reference(lisp, action()); });
}

/// Returns the interpreter of an object; nullptr if there is no object or its interpreter has ended.
tessera_interpreter* interpreter_of(const tessera_object* object) {
  return object != nullptr && object->object.is_alive() ? object->of : nullptr;
}

/// Returns the object to pass to Lisp. Throws if there is none.
const ObjectRef& given(const tessera_object* object) {
  if (object == nullptr) throw std::invalid_argument("tessera: NULL is not an object");
  return object->object;
}

/// Returns a text to pass to Lisp. Throws if there is none.
std::string_view given(const char* text) {
  if (text == nullptr) throw std::invalid_argument("tessera: NULL is not a text");
  return text;
}
std::string_view given(const std::optional<std::string>& text) { return given(text ? text->c_str() : nullptr); }

/// Returns a copy of a text that may be that of the last error; nothing for NULL.
std::optional<std::string> copy_of(const char* text) { return text == nullptr ? std::nullopt : std::optional<std::string>(text); }

std::vector<ObjectRef> objects(tessera_object* const* references, std::size_t count) {
  if (references == nullptr && count > 0) throw std::invalid_argument("tessera: NULL is not an array of objects");
  std::vector<ObjectRef> found;
  for (std::size_t i = 0; i < count; ++i) found.push_back(given(references[i]));
  return found;
}

char* text_of(const std::string& text) {
  auto* copy = static_cast<char*>(std::malloc(text.size() + 1));
  if (copy != nullptr) std::memcpy(copy, text.c_str(), text.size() + 1);
  return copy;
}

tessera::Limits limits_of(unsigned long long steps, unsigned long long nanoseconds) {
  constexpr auto longest = static_cast<unsigned long long>(std::chrono::nanoseconds::max().count());
  return {steps, std::chrono::nanoseconds(static_cast<std::int64_t>(std::min(nanoseconds, longest)))};
}

/// Calls a C function with arguments from Lisp.
ObjectRef call_function(tessera_interpreter* lisp, tessera_function function, void* data, const tessera::Arguments& given) {
  std::vector<tessera_object> lent;
  lent.reserve(given.size());
  std::vector<tessera_object*> arguments;
  for (std::size_t i = 0; i < given.size(); ++i) {
    lent.push_back({given[i], lisp});
    arguments.push_back(&lent.back());
  }
  lisp->failing = false;
  tessera_object* const result = function(lisp, data, arguments.size(), arguments.data());
  ObjectRef value = result == nullptr ? ObjectRef() : result->object;
  tessera_release(result);
  if (std::exchange(lisp->failing, false)) throw tessera::Error(lisp->error_class, lisp->message);
  return value;
}

// --- options

using tessera::Permissions;

struct Flag {
  tessera_permission bit;
  bool Permissions::*permission;
};
constexpr Flag flags[] = {
#define TESSERA_PERMISSION(member, constant, bit, default_value, noun) {TESSERA_##constant, &Permissions::member},
#include "tessera/permissions.def"
#undef TESSERA_PERMISSION
};

unsigned bits_of(const Permissions& p) {
  unsigned bits = 0;
  if (p.files != Permissions::Files::none) bits |= TESSERA_READ_FILES;
  if (p.files == Permissions::Files::write) bits |= TESSERA_WRITE_FILES;
  for (const Flag& f : flags)
    if (p.*f.permission) bits |= f.bit;
  return bits;
}

/// Sets the permissions of `bits`. Writing implies reading.
void set_bits(Permissions& p, unsigned bits) {
  const bool reads = (bits & TESSERA_READ_FILES) != 0, writes = (bits & TESSERA_WRITE_FILES) != 0;
  p.files = !reads ? Permissions::Files::none : writes ? Permissions::Files::write : Permissions::Files::read;
  for (const Flag& f : flags) p.*f.permission = (bits & f.bit) != 0;
}

tessera::Callback<void(std::string_view)> sink(void (*write)(void*, const char*, std::size_t), void* data) {
  if (write == nullptr) return {};
  return [write, data](std::string_view text) { write(data, text.data(), text.size()); };
}

tessera::Options options_of(const tessera_options& given) {
  tessera::Options options = given.sandboxed != 0 ? tessera::Options::sandboxed() : tessera::Options();
  unsigned permitted = given.permit;
  if ((permitted & TESSERA_WRITE_FILES) != 0) permitted |= TESSERA_READ_FILES;
  set_bits(options.permissions, (bits_of(options.permissions) | permitted) & ~given.forbid);
  if (given.folder != nullptr) options.permissions.folder = given.folder;
  options.limits = limits_of(given.step_limit, given.nanosecond_limit);
  if (given.heap_limit_bytes != 0) options.heap_limit_bytes = given.heap_limit_bytes;
  if (given.stack_limit_words != 0) options.stack_limit_words = given.stack_limit_words;
  options.output = sink(given.output, given.stream_data);
  options.error_output = sink(given.error_output, given.stream_data);
  if (given.input != nullptr)
    options.input = [read = given.input, data = given.stream_data] {
      std::size_t size = 0;
      const char* const text = read(data, &size);
      return text == nullptr ? std::string() : std::string(text, size);
    };
  if (given.image_path != nullptr) options.image_path = given.image_path;
  return options;
}

}  // namespace

extern "C" {

tessera_interpreter* tessera_new(const tessera_options* given) {
  const tessera_options options = given == nullptr ? tessera_options{} : *given;
  try {
    return new tessera_interpreter{tessera::Interpreter(options_of(options)), "", "", "", ObjectRef()};
  } catch (const std::exception& e) {
    const std::string_view why = e.what();
    if (options.error_buffer != nullptr && options.error_buffer_size > 0)
      options.error_buffer[why.copy(options.error_buffer, options.error_buffer_size - 1)] = 0;
    return nullptr;
  }
}

unsigned tessera_permissions(const tessera_interpreter* lisp) { return lisp == nullptr ? 0U : bits_of(lisp->lisp.permissions()); }

void tessera_set_limits(tessera_interpreter* lisp, unsigned long long steps, unsigned long long nanoseconds) {
  if (lisp != nullptr) lisp->lisp.set_limits(limits_of(steps, nanoseconds));
}

char* tessera_self_check(tessera_interpreter* lisp) {
  return guarded(lisp, static_cast<char*>(nullptr), [&] { return text_of(lisp->lisp.self_check()); });
}

int tessera_poll(tessera_interpreter* lisp) {
  return guarded(lisp, 0, [&] { return lisp->lisp.poll(), 1; });
}

int tessera_poll_is_due(const tessera_interpreter* lisp) { return lisp != nullptr && lisp->lisp.poll_is_due() ? 1 : 0; }

void tessera_free(tessera_interpreter* lisp) {
  if (lisp == nullptr || lisp->calls == 0) return delete lisp;
  lisp->freed = true;
  lisp->lisp.cancel();
}

const char* tessera_version(void) { return tessera::Interpreter::version(); }

tessera_object* tessera_eval(tessera_interpreter* lisp, const char* source, const char* name) {
  const std::optional<std::string> text = copy_of(source), file = copy_of(name == nullptr ? "eval" : name);
  return guarded_object(lisp, [&] { return lisp->lisp.eval(given(text), *file); });
}

int tessera_load(tessera_interpreter* lisp, const char* path) {
  const std::optional<std::string> file = copy_of(path);
  return guarded(lisp, 0, [&] { return lisp->lisp.load(given(file)), 1; });
}

tessera_object* tessera_call(tessera_interpreter* lisp, const char* name, size_t count, tessera_object* const* arguments) {
  return guarded_object(lisp,
                        [&] { return lisp->lisp.apply(lisp->lisp.function<void()>(given(name)).object(), objects(arguments, count)); });
}

tessera_object* tessera_apply(tessera_interpreter* lisp, tessera_object* function, size_t count, tessera_object* const* arguments) {
  return guarded_object(lisp, [&] { return lisp->lisp.apply(given(function), objects(arguments, count)); });
}

void tessera_interrupt(tessera_interpreter* lisp) {
  if (lisp != nullptr) lisp->lisp.interrupt();
}
void tessera_cancel(tessera_interpreter* lisp) {
  if (lisp != nullptr) lisp->lisp.cancel();
}

const char* tessera_error_class(const tessera_interpreter* lisp) { return lisp == nullptr ? "" : lisp->error_class.c_str(); }
const char* tessera_error_message(const tessera_interpreter* lisp) { return lisp == nullptr ? "" : lisp->message.c_str(); }
const char* tessera_error_backtrace(const tessera_interpreter* lisp) { return lisp == nullptr ? "" : lisp->backtrace.c_str(); }
tessera_object* tessera_error_condition(tessera_interpreter* lisp) {
  return lisp != nullptr && lisp->condition ? reference(lisp, lisp->condition) : nullptr;
}
int tessera_is_unwinding(const tessera_interpreter* lisp) { return lisp != nullptr && lisp->unwinding ? 1 : 0; }

int tessera_define(tessera_interpreter* lisp, const char* name, const char* lambda_list, tessera_function function, void* data) {
  return guarded(lisp, 0, [&] {
    if (function == nullptr) throw std::invalid_argument("tessera: NULL is not a function");
    const auto call = [lisp, function, data](const tessera::Arguments& given) { return call_function(lisp, function, data, given); };
    lisp->lisp.define(given(name), given(lambda_list), call, "");
    return 1;
  });
}

tessera_object* tessera_fail(tessera_interpreter* lisp, const char* condition_class, const char* message) {
  if (lisp == nullptr) return nullptr;
  const std::string name = condition_class == nullptr ? "simple-error" : condition_class, text = message == nullptr ? "" : message;
  forget_error(lisp);
  note_error(lisp, name.c_str(), text.c_str());
  lisp->failing = true;
  return nullptr;
}

tessera_object* tessera_keep(tessera_object* object) {
  return object == nullptr ? nullptr : reference(object->of, object->object);  // a lent object may be on the stack
}

void tessera_release(tessera_object* object) { delete object; }

tessera_object* tessera_nil(tessera_interpreter* lisp) {
  return guarded_object(lisp, [&] { return lisp->lisp.make(nullptr); });
}
tessera_object* tessera_integer(tessera_interpreter* lisp, long long n) {
  return guarded_object(lisp, [&] { return lisp->lisp.make(n); });
}
tessera_object* tessera_double(tessera_interpreter* lisp, double d) {
  return guarded_object(lisp, [&] { return lisp->lisp.make(d); });
}
tessera_object* tessera_string(tessera_interpreter* lisp, const char* text, size_t size) {
  if (text == nullptr && size > 0) return guarded_object(lisp, [&] { return lisp->lisp.make(given(text)); });
  const std::string copy(size == 0 ? "" : text, size);
  return guarded_object(lisp, [&] { return lisp->lisp.make(copy); });
}
tessera_object* tessera_symbol(tessera_interpreter* lisp, const char* name) {
  return guarded_object(lisp, [&] { return lisp->lisp.symbol(given(name)); });
}
tessera_object* tessera_list(tessera_interpreter* lisp, size_t count, tessera_object* const* elements) {
  return guarded_object(lisp, [&] {
    const std::vector<ObjectRef> found = objects(elements, count);
    return lisp->lisp.make(std::list<ObjectRef>(found.begin(), found.end()));
  });
}

int tessera_get_integer(tessera_object* object, long long* n) {
  return guarded(interpreter_of(object), 0, [&] {
    const auto found = object->object.try_as<long long>();
    if (found && n != nullptr) *n = *found;
    return found ? 1 : 0;
  });
}

int tessera_get_double(tessera_object* object, double* d) {
  return guarded(interpreter_of(object), 0, [&] {
    const auto found = object->object.try_as<double>();
    if (found && d != nullptr) *d = *found;
    return found ? 1 : 0;
  });
}

char* tessera_get_string(tessera_object* object, size_t* size) {
  return guarded(interpreter_of(object), static_cast<char*>(nullptr), [&]() -> char* {
    const auto found = object->object.try_as<std::string>();
    if (!found) return nullptr;
    if (size != nullptr) *size = found->size();
    return text_of(*found);
  });
}

int tessera_is_true(tessera_object* object) {
  return guarded(interpreter_of(object), 0, [&] { return object->object.truth() ? 1 : 0; });
}

long long tessera_length(tessera_object* object) {
  return guarded(interpreter_of(object), -1LL, [&] {
    const tessera::words::Elements elements(object->object.lisp().state(), object->object.word());
    return elements.ok() ? static_cast<long long>(elements.size()) : -1LL;
  });
}

tessera_object* tessera_element(tessera_object* object, size_t i) {
  return guarded(interpreter_of(object), static_cast<tessera_object*>(nullptr), [&]() -> tessera_object* {
    tessera::words::Elements elements(object->object.lisp().state(), object->object.word());
    if (!elements.ok() || i >= elements.size()) return nullptr;
    for (std::size_t k = 0; k < i; ++k) elements.next();
    return reference(object->of, object->object.lisp().keep(elements.next()));
  });
}

char* tessera_text(tessera_object* object) {
  return guarded(interpreter_of(object), static_cast<char*>(nullptr), [&] { return text_of(object->object.text()); });
}

void tessera_free_text(char* text) { std::free(text); }

}  // extern "C"
