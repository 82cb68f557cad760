// The natives of the module foreign, in the package FOREIGN.
#include "tessera/module.hpp"
#include "tessera/package.hpp"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <new>

#include "callbacks.hpp"
#include "calls.hpp"
#include "memory.hpp"
#include "platform/foreign_libraries.hpp"

namespace tessera::foreign {

namespace {

constexpr std::uint64_t largest_memory = std::uint64_t{1} << 40;  ///< no process has more

void* pointer_of(std::uint64_t address) { return reinterpret_cast<void*>(address); }
std::uint64_t address_of(const void* place) { return reinterpret_cast<std::uintptr_t>(place); }

/// The types that an interpreter has used. Callbacks need them after it has ended.
struct UsedTypes {
  Types types;
  Signatures signatures;
};

/// The module's state for one interpreter.
class ForeignBindings : FunctionPackage {
 public:
  explicit ForeignBindings(const Lisp& lisp)
      : FunctionPackage(lisp, "FOREIGN"),
        activity_(std::make_shared<Activity>()),
        values_(lisp),
        calls_(lisp, values_, activity_),
        callbacks_(lisp, values_, activity_),
        memory_(lisp, values_) {
    define_types();
    define_libraries();
    define_calls();
    define_callbacks();
    define_memory();
    define_copies();
    define_errors();
  }

 private:
  void define_types();
  void define_libraries();
  void define_calls();
  void define_callbacks();
  void define_memory();
  void define_copies();
  void define_errors();

  const Type& type(Word description);
  const Signature& signature(Word result, Word parameters, std::int64_t fixed);
  Word layout(Word description);

  const std::shared_ptr<Activity> activity_;
  const std::shared_ptr<UsedTypes> used_types_ = std::make_shared<UsedTypes>();
  Values values_;
  Calls calls_;
  Callbacks callbacks_;
  Memory memory_;
};

const Type& ForeignBindings::type(Word description) {
  Word wrong{};
  const Type* const found = used_types_->types.find(lisp_.state(), description, wrong);
  if (found == nullptr) lisp_.throw_type_error(wrong, "foreign::foreign-type");
  return *found;
}

const Signature& ForeignBindings::signature(Word result, Word parameters, std::int64_t fixed) {
  const Type& given = type(result);
  std::vector<const Type*> taken;
  words::Elements elements(lisp_.state(), parameters);
  if (!elements.ok()) lisp_.throw_type_error(parameters, "list");
  for (std::size_t i = 0; i < elements.size(); ++i) {
    const Word description = elements.next();
    taken.push_back(&type(description));
    if (taken.back()->kind == ValueKind::none) lisp_.throw_type_error(description, "foreign::foreign-type");
  }
  const Signature* const found = used_types_->signatures.find(&given, taken, fixed);
  if (found == nullptr) throw Error("simple-error", "libffi cannot call functions of such types");
  return *found;
}

/// Returns a list of the size and the alignment.
Word ForeignBindings::layout(Word description) {
  const Type& found = type(description);
  if (found.kind == ValueKind::none) return words::nil();
  words::ListBuilder list(lisp_.state());
  list.add(words::fixnum(static_cast<std::int64_t>(found.ffi->size)));
  list.add(words::fixnum(found.ffi->alignment));
  return list.finish();
}

void ForeignBindings::define_types() {
  define(
      "%use-pointer", "null", [this](const ObjectRef& null) { values_.set_null_pointer(null); },
      "Makes NULL, the null pointer, the pattern of new pointers.");
  define(
      "%type-number", "name",
      [](const std::string& name) {
        const std::int64_t number = number_of_type(name);
        return number < 0 ? std::optional<std::int64_t>() : number;
      },
      "Returns the number that %GET and %SET take for the type of the keyword NAME; or NIL.");
  define(
      "%layout", "type", [this](Word description) { return layout(description); },
      "Returns a list of the size and the alignment of TYPE; NIL of :VOID.");
}

void ForeignBindings::define_libraries() {
  define(
      "%open-library", "name global",
      [this](const std::optional<std::string>& name, bool global) {
        std::string why;
        void* const handle = platform::open_library(name ? name->c_str() : nullptr, global, why);
        return handle == nullptr ? words::string(lisp_.state(), why) : words::unsigned_integer(lisp_.state(), address_of(handle));
      },
      "Returns the handle of the shared library NAME, or of the process for NIL; or a string that tells why it cannot be opened.");
  define(
      "%close-library", "handle",
      [this](std::uint64_t handle) {
        std::string why;
        calls_.forget_addresses();
        return platform::close_library(pointer_of(handle), why) ? words::t() : words::string(lisp_.state(), why);
      },
      "Closes the library. Returns T, or a string that tells why it cannot be closed.");
  define(
      "%library-file", "handle", [](std::uint64_t handle) { return platform::file_of_library(pointer_of(handle)); },
      "Returns the name of the file where the library was found.");
  define(
      "%find-symbol", "handle name",
      [](std::uint64_t handle, const std::string& name) { return address_of(platform::find_in_library(pointer_of(handle), name.c_str())); },
      "Returns the address of the symbol NAME in the library, in all that are global for 0; 0 if there is none.");
}

void ForeignBindings::define_calls() {
  define(
      "%make-caller", "result parameters fixed by-pointer target",
      [this](Word result, Word parameters, std::optional<std::int64_t> fixed, bool by_pointer, Word target) {
        return calls_.make(signature(result, parameters, fixed.value_or(-1)), by_pointer, target);
      },
      "Returns a function that calls C. FIXED of the PARAMETERS are named, unless it is NIL. It takes the function's address as its first "
      "argument if BY-POINTER is true, and else asks %FIND-AND-CALL for TARGET.");
  define(
      "%call", "caller &rest arguments",
      [this](const Lisp& lisp, const Arguments& arguments) {
        const std::span<const Word> words = arguments.words();
        if (words.empty() || !calls_.is_caller(words[0])) lisp.throw_type_error(words.empty() ? words::nil() : words[0], "foreign::caller");
        return calls_.call(words[0], words.subspan(1));
      },
      "Calls CALLER, which %MAKE-CALLER has made, as FUNCALL does.");
  define(
      "%set-address", "caller address", [this](Word caller, std::uint64_t address) { calls_.set_address(caller, address); },
      "Makes ADDRESS that of the function that CALLER calls, until a library is closed.");
  define(
      "%caller-target", "caller", [this](Word caller) { return calls_.is_caller(caller) ? calls_.target_of(caller) : words::nil(); },
      "Returns the TARGET of a caller; NIL of other objects.");
}

void ForeignBindings::define_callbacks() {
  define(
      "%make-callback", "function name result parameters if-left",
      [this](Word function, const std::string& name, Word result, Word parameters, Word if_left) {
        const Signature& found = signature(result, parameters, -1);
        bool fits = true;
        const Callback* const made = callbacks_.make(found, used_types_, function, name, if_left, fits);
        if (!fits) lisp_.throw_type_error(if_left, found.result->lisp_type);
        if (made == nullptr) throw Error("storage-condition", "the system gives no memory for a callback's code");
        return values_.pointer(made->code);
      },
      "Returns a pointer by which C calls FUNCTION.");
  define(
      "%set-callback", "address function",
      [this](std::uint64_t address, const ObjectRef& function) {
        Callback* const found = callbacks_.find(address);
        if (found != nullptr) found->function = function;
        return found != nullptr;
      },
      "Makes the callback at ADDRESS call FUNCTION. Returns false if there is none.");
  define(
      "%free-callback", "address",
      [this](std::uint64_t address) {
        Callback* const found = callbacks_.find(address);
        if (found != nullptr) callbacks_.free(*found);
        return found != nullptr;
      },
      "Frees the callback at ADDRESS, which then calls nothing. Returns false if there is none.");
}

void ForeignBindings::define_memory() {
  define(
      "%allocate", "size",
      [this](std::uint64_t size) {
        void* const place = size > largest_memory ? nullptr : std::calloc(1, size == 0 ? 1 : size);
        if (place == nullptr) throw std::bad_alloc();
        return values_.pointer(place);
      },
      "Returns a pointer to SIZE octets of memory, all zero.");
  define(
      "%free", "address", [](std::uint64_t address) { std::free(pointer_of(address)); }, "Gives memory back.");
  define(
      "%get", "place number offset", [this](Word place, Word number, Word offset) { return memory_.get(place, number, offset); },
      "Returns the value of the type NUMBER that stands OFFSET octets after PLACE.");
  define(
      "%set", "place number offset value",
      [this](Word place, Word number, Word offset, Word value) { return memory_.set(place, number, offset, value); },
      "Stores VALUE as one of the type NUMBER, OFFSET octets after PLACE. Returns it.");
}

void ForeignBindings::define_copies() {
  define(
      "%copy-from-vector", "vector start end pointer",
      [this](Word vector, std::int64_t start, std::optional<std::int64_t> end, Word pointer) {
        return memory_.copy_from(vector, start, end.value_or(-1), pointer);
      },
      "Copies elements of a vector of numbers to where POINTER leads.");
  define(
      "%copy-to-vector", "vector start end pointer",
      [this](Word vector, std::int64_t start, std::optional<std::int64_t> end, Word pointer) {
        return memory_.copy_to(vector, start, end.value_or(-1), pointer);
      },
      "Copies from where POINTER leads to elements of a vector of numbers.");
  define(
      "%vector-address", "vector", [this](Word vector) { return memory_.address_of(vector); },
      "Returns a pointer to the elements of VECTOR, a vector of numbers that the collector does not move.");
  define(
      "%move", "from to count", [this](Word from, Word to, std::uint64_t count) { return memory_.move(from, to, count); },
      "Copies COUNT octets, which may overlap.");
  define(
      "%fill", "pointer octet count",
      [this](Word pointer, std::uint8_t octet, std::uint64_t count) { return memory_.fill(pointer, octet, count); },
      "Stores OCTET in COUNT places.");
  define(
      "%text", "pointer size bytes",
      [this](Word pointer, std::optional<std::uint64_t> size, bool bytes) { return memory_.text(pointer, size, bytes); },
      "Returns the string of SIZE octets, or up to a 0 for NIL; in UTF-8, or of one octet for each character if BYTES is true.");
  define(
      "%allocate-text", "string",
      [this](const std::string& text) {
        char* const place = static_cast<char*>(std::malloc(text.size() + 1));
        if (place == nullptr) throw std::bad_alloc();
        std::memcpy(place, text.c_str(), text.size() + 1);
        return std::tuple(lisp_.keep(values_.pointer(place)), static_cast<std::int64_t>(text.size()));
      },
      "Returns a pointer to STRING in UTF-8, with a 0 after it, and how many octets stand before that.");
}

void ForeignBindings::define_errors() {
  define(
      "%errno", "", [] { return Activity::error; }, "Returns errno as the last call of C has left it.");
  define(
      "%set-errno", "number", [](int number) { return Activity::error = number; }, "Makes NUMBER the errno that the next call of C finds.");
  define(
      "%error-text", "number",
      [](int number) {
        char text[256] = "";
        return std::string(strerror_r(number, text, sizeof text));
      },
      "Returns the system's words for its error NUMBER.");
}

void load_foreign(const Lisp& lisp) {
  require_permission(lisp, &Permissions::shared_objects);
  lisp.keep_alive(std::make_shared<ForeignBindings>(lisp));
}

}  // namespace

}  // namespace tessera::foreign

TESSERA_MODULE(tessera::foreign::load_foreign)
