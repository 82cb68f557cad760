// Tessera for C: tessera.h over tessera.hpp.
#include <cstdlib>
#include <cstring>

#include "tessera/tessera.h"
#include "tessera/tessera.hpp"

using tessera::ObjectRef;

struct tessera_interpreter {
  tessera::Interpreter lisp;
  std::string error_class, message, backtrace;
  ObjectRef condition;
  bool unwinding = false;
  bool failing = false;  ///< the function that runs has called tessera_fail
};

struct tessera_object {
  ObjectRef object;
  tessera_interpreter* of;
};

namespace {

tessera_object* reference(tessera_interpreter* of, ObjectRef object) { return new tessera_object{std::move(object), of}; }

// What is passed in may be what an error said: it is copied before.
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

/// Do `action`, and give back its result; `failed` after an exception, of which the interpreter keeps what it says.
template <class Action, class Result> Result guarded(tessera_interpreter* lisp, Result failed, Action action) {
  forget_error(lisp);
  try {
    return action();
  } catch (const tessera::Unwinding&) {
    lisp->unwinding = true;
    note_error(lisp, "", "The script leaves the function that made this call.");
  } catch (const tessera::Error& e) {
    note_error(lisp, e.condition_class().c_str(), e.what());
    lisp->backtrace = e.backtrace();
    lisp->condition = e.condition();
  } catch (const std::bad_alloc&) {
    note_error(lisp, "STORAGE-CONDITION", "There is not enough memory.");
  } catch (const std::exception& e) { note_error(lisp, "ERROR", e.what()); }
  return failed;
}

template <class Action> tessera_object* guarded_object(tessera_interpreter* lisp, Action action) {
  return guarded(lisp, static_cast<tessera_object*>(nullptr), [&] { return reference(lisp, action()); });
}

std::vector<ObjectRef> objects(tessera_object* const* references, std::size_t count) {
  std::vector<ObjectRef> found;
  for (std::size_t i = 0; i < count; ++i) found.push_back(references[i] == nullptr ? ObjectRef() : references[i]->object);
  return found;
}

char* text_of(const std::string& text) {
  auto* copy = static_cast<char*>(std::malloc(text.size() + 1));
  if (copy != nullptr) std::memcpy(copy, text.c_str(), text.size() + 1);
  return copy;
}

/// Call a function of C with what Lisp gave.
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

}  // namespace

extern "C" {

tessera_interpreter* tessera_new(const tessera_options* given) {
  try {
    tessera::Options options = given != nullptr && given->sandboxed != 0 ? tessera::Options::sandboxed() : tessera::Options();
    if (given != nullptr) options.limits = {given->step_limit, std::chrono::nanoseconds(given->nanosecond_limit)};
    if (given != nullptr && given->heap_limit_bytes != 0) options.heap_limit_bytes = given->heap_limit_bytes;
    if (given != nullptr && given->stack_limit_words != 0) options.stack_limit_words = given->stack_limit_words;
    return new tessera_interpreter{tessera::Interpreter(options), "", "", "", ObjectRef()};
  } catch (const std::exception&) { return nullptr; }
}

void tessera_free(tessera_interpreter* lisp) { delete lisp; }
const char* tessera_version(void) { return tessera::Interpreter::version(); }

tessera_object* tessera_eval(tessera_interpreter* lisp, const char* source, const char* name) {
  const std::string text = source, file = name == nullptr ? "eval" : name;
  return guarded_object(lisp, [&] { return lisp->lisp.eval(text, file); });
}

int tessera_load(tessera_interpreter* lisp, const char* path) {
  const std::string file = path;
  return guarded(lisp, 0, [&] { return lisp->lisp.load(file), 1; });
}

tessera_object* tessera_call(tessera_interpreter* lisp, const char* name, size_t count, tessera_object* const* arguments) {
  return guarded_object(lisp, [&] { return lisp->lisp.apply(lisp->lisp.function<void()>(name).object(), objects(arguments, count)); });
}

tessera_object* tessera_apply(tessera_interpreter* lisp, tessera_object* function, size_t count, tessera_object* const* arguments) {
  return guarded_object(lisp, [&] { return lisp->lisp.apply(function->object, objects(arguments, count)); });
}

void tessera_interrupt(tessera_interpreter* lisp) { lisp->lisp.interrupt(); }
void tessera_cancel(tessera_interpreter* lisp) { lisp->lisp.cancel(); }

const char* tessera_error_class(const tessera_interpreter* lisp) { return lisp->error_class.c_str(); }
const char* tessera_error_message(const tessera_interpreter* lisp) { return lisp->message.c_str(); }
const char* tessera_error_backtrace(const tessera_interpreter* lisp) { return lisp->backtrace.c_str(); }
tessera_object* tessera_error_condition(tessera_interpreter* lisp) { return lisp->condition ? reference(lisp, lisp->condition) : nullptr; }
int tessera_is_unwinding(const tessera_interpreter* lisp) { return lisp->unwinding ? 1 : 0; }

int tessera_define(tessera_interpreter* lisp, const char* name, const char* lambda_list, tessera_function function, void* data) {
  return guarded(lisp, 0, [&] {
    const auto call = [lisp, function, data](const tessera::Arguments& given) { return call_function(lisp, function, data, given); };
    lisp->lisp.define(name, lambda_list, call, "");
    return 1;
  });
}

tessera_object* tessera_fail(tessera_interpreter* lisp, const char* condition_class, const char* message) {
  const std::string name = condition_class, text = message;
  forget_error(lisp);
  note_error(lisp, name.c_str(), text.c_str());
  lisp->failing = true;
  return nullptr;
}

tessera_object* tessera_keep(tessera_object* object) {
  return object == nullptr ? nullptr : reference(object->of, object->object);  // what is lent may be on the stack
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
  const std::string copy(text, size);
  return guarded_object(lisp, [&] { return lisp->lisp.make(copy); });
}
tessera_object* tessera_symbol(tessera_interpreter* lisp, const char* name) {
  return guarded_object(lisp, [&] { return lisp->lisp.symbol(name); });
}
tessera_object* tessera_list(tessera_interpreter* lisp, size_t count, tessera_object* const* elements) {
  return guarded_object(lisp, [&] {
    const std::vector<ObjectRef> found = objects(elements, count);
    return lisp->lisp.make(std::list<ObjectRef>(found.begin(), found.end()));
  });
}

int tessera_get_integer(tessera_object* object, long long* n) {
  return guarded(object->of, 0, [&] {
    const auto found = object->object.try_as<long long>();
    if (found) *n = *found;
    return found ? 1 : 0;
  });
}

int tessera_get_double(tessera_object* object, double* d) {
  return guarded(object->of, 0, [&] {
    const auto found = object->object.try_as<double>();
    if (found) *d = *found;
    return found ? 1 : 0;
  });
}

char* tessera_get_string(tessera_object* object, size_t* size) {
  return guarded(object->of, static_cast<char*>(nullptr), [&]() -> char* {
    const auto found = object->object.try_as<std::string>();
    if (!found) return nullptr;
    if (size != nullptr) *size = found->size();
    return text_of(*found);
  });
}

int tessera_is_true(tessera_object* object) {
  return guarded(object->of, 0, [&] { return object->object.truth() ? 1 : 0; });
}

long long tessera_length(tessera_object* object) {
  return guarded(object->of, -1LL, [&] {
    const tessera::words::Elements elements(object->object.lisp().state(), object->object.word());
    return elements.ok() ? static_cast<long long>(elements.size()) : -1LL;
  });
}

tessera_object* tessera_element(tessera_object* object, size_t i) {
  return guarded(object->of, static_cast<tessera_object*>(nullptr), [&]() -> tessera_object* {
    tessera::words::Elements elements(object->object.lisp().state(), object->object.word());
    if (!elements.ok() || i >= elements.size()) return nullptr;
    for (std::size_t k = 0; k < i; ++k) elements.next();
    return reference(object->of, object->object.lisp().keep(elements.next()));
  });
}

char* tessera_text(tessera_object* object) {
  return guarded(object->of, static_cast<char*>(nullptr), [&] { return text_of(object->object.text()); });
}

void tessera_free_text(char* text) { std::free(text); }

}  // extern "C"
