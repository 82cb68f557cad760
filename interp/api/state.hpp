// What an Interpreter consists of. Layer: api.
#pragma once

#include <array>
#include <memory>
#include <string>
#include <typeindex>
#include <unordered_map>
#include <vector>

#include "api/foreign.hpp"
#include "api/natives.hpp"
#include "api/roots.hpp"
#include "tessera/tessera.hpp"
#include "vm/threads.hpp"
#include "vm/vm.hpp"

namespace tessera::detail {

/// Symbols whose home is COMMON-LISP-USER by the names that C++ has called them by: what is called again need not be looked for in the
/// package. A symbol that has left the package has lost that home.
class CalledNames {
 public:
  /// The symbol as which `name` was noted, or UNBOUND.
  Value find(Vm& vm, std::string_view name) const;
  void note(const Lisp& lisp, std::string_view name, Value symbol);

 private:
  struct Entry {
    std::string name;
    ObjectRef symbol;
  };
  static std::size_t place(std::string_view name) {
    const auto letter = [&](std::size_t i) { return static_cast<unsigned char>(name[i]); };
    return (name.size() + 7U * letter(0) + 5U * letter(name.size() / 2) + 3U * letter(name.size() - 1)) % size;
  }

  static constexpr std::size_t size = 128;
  std::array<Entry, size> entries_;
};

/// The machine, and what C++ has to do with it. Lives until its Interpreter has ended and no call is in it.
struct State {
  explicit State(const Options& options);
  ~State() {
    vm.threads().end_all();
    roots.release()->end();
  }
  /// Its Interpreter has ended, and no call is in it: delete it.
  void end();
  State(const State&) = delete;
  State& operator=(const State&) = delete;

  const std::unique_ptr<Vm> machine;
  Vm& vm = *machine;
  const Permissions permissions;
  std::unique_ptr<Roots> roots = std::make_unique<Roots>();
  Natives natives;
  Foreigners foreigners;
  CalledNames called_names;
  std::vector<std::weak_ptr<const Error::Told>> untold;  ///< errors whose backtraces may be asked for
  std::vector<std::shared_ptr<void>> kept;
  std::size_t used_after_collection = 0;  ///< bytes of the heap, when last there was little room for C++
  std::size_t made_bytes = 0;             ///< about what C++ has made of large objects since it was last looked at
  std::size_t calls = 0;                  ///< of C++ that are in the machine
  bool doomed = false;                    ///< its Interpreter has ended while some were
  bool in_stream = false;                 ///< a function of the host runs that stands for a stream
};

constexpr Word word_of(Value v) { return static_cast<Word>(v.bits()); }
constexpr Value value_of(Word w) { return Value::from_bits(static_cast<std::uint64_t>(w)); }
/// The same of a word that somebody has kept: asserts that it has not outlived a collection.
inline Value current(const State& state, Word w) {
  TESSERA_ASSERT(state.vm.heap.may_be_current(value_of(w)));
  static_cast<void>(state);
  return value_of(w);
}
inline std::span<const Value> values_of(std::span<const Word> words) {
  return {reinterpret_cast<const Value*>(words.data()), words.size()};
}
/// The function of a symbol that has one; everything else is the machine's matter.
Value function_of(const Vm& vm, Value f);

/// Call a Lisp function of the host's side, "%HOST-...", with Values.
Value call_own(State& state, std::string_view name, std::initializer_list<Value> arguments);
/// Throw what the failure is for C++ that the machine has just returned with.
[[noreturn]] void throw_failure(State& state);
/// As Lisp::call does, but an unhandled condition goes to whatever debugger Lisp has.
Value call_with_debugger(const Lisp& lisp, std::string_view name, const std::vector<ObjectRef>& arguments);

}  // namespace tessera::detail
