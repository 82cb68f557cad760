// The game's natives in one interpreter: its names, its settings, and the script as fallback. Layer: bindings.
//
// Every native has two paths: its own, for arguments and settings as the scripts make them while nothing that it
// replaces was redefined; and the script's function for everything else. So unsupported cases behave as in the script,
// errors included.
//
// Natives work on Words, by the rules of tessera/native.hpp. A function that may run Lisp says so in its comment.
#pragma once

#include <array>
#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "bindings/rules/ruleset.hpp"
#include "faithful/search.hpp"
#include "tessera/tessera.hpp"

namespace tessera::game::bindings {

enum class Name : std::uint8_t {
#define NATIVE(id, properties, needs, name, lambda_list, documentation) id,
#define HELPER(id, properties, name) id,
#define VARIABLE(id, name) id,
#include "bindings/names.def"
  count
};

/// A set of names.
using Names = std::uint64_t;
static_assert(static_cast<unsigned>(Name::count) <= 64);
template <class... N> constexpr Names names(N... n) { return ((Names{1} << static_cast<unsigned>(n)) | ...); }

/// The arguments of a native in the machine's registers: they stay valid while it runs.
using Args = std::span<const Word>;

/// Lisp functions that natives need, from native.lisp.
struct Helpers {
  ObjectRef naming_argument;  ///< calls a script's function with suspicious arguments: see Game::leave_to_script
  ObjectRef by_script;        ///< computes a cell of a lazy list of moves: see trees.cpp
};

class Game {
 public:
  /// May run Lisp, as `bind` does.
  explicit Game(const Lisp& lisp);
  Game(const Game&) = delete;
  Game& operator=(const Game&) = delete;

  /// Takes over the scripts' names in `package` and plays by `ruleset`. `known` is a list of pairs (name . function):
  /// the functions that do what the natives of those names do. They are the script's; any other function of such a name
  /// is the user's.
  void bind(const Ruleset& ruleset, const std::string& package, const ObjectRef& known, const Helpers& helpers);

  /// The rules of the game. `settings` adds the numbers of players, dice and hexes.
  const Ruleset& ruleset() const { return ruleset_; }
  /// Returns the symbol of `n` in the scripts' package.
  Word symbol(Name n) const { return table()[place(n, column_symbol)]; }
  /// Returns the script's function of that name; `words::undefined_function` if there is none or it is unknown.
  Word script(Name n) const { return table()[place(n, column_script)]; }
  /// Returns the native of that name; NIL if the game has none.
  Word native(Name n) const;
  Word by_script() const { return helpers_.by_script.word(); }
  /// The native for lists of moves; trees.cpp makes closures of it.
  Word lazy_prototype() const { return lazy_prototype_.word(); }

  /// True if each of `ns` still has its native or the script's function.
  bool unchanged(Names ns) const;
  /// Returns a setting's value, or `no_value`.
  Word value(Name n) const { return words::symbol_value(symbol(n)); }
  /// Returns the ruleset with players, dice and size from the scripts' variables, if natives support them.
  std::optional<Ruleset> settings() const;

  /// Calls the script's function in place of its native. If the script signals a TYPE-ERROR and `suspect` is the number
  /// of the suspicious argument, the condition names it.
  Reply leave_to_script(Name n, Args a, int suspect = -1) const;

  words::State& state() const { return lisp.state(); }

  const Lisp lisp;
  std::unique_ptr<faithful::Search> search;  ///< the last one used, which keeps its tables
  /// The results of the script's `attack-odds` beyond *DICE-ODDS*; 0 where it was not called.
  faithful::Chances computed_odds;

 private:
  enum Column { column_symbol, column_script, column_native, columns };

  static constexpr std::size_t place(Name n, Column c) { return static_cast<std::size_t>(n) * columns + c; }
  std::span<const Word> table() const {
    std::span<const Word> rows;
    words::get_simple_vector(table_.word(), rows);
    return rows;
  }
  void set(Name n, Column c, Word w) { words::set_element(state(), table_.word(), place(n, c), w); }
  void bind_name(Name n, std::string_view name, const std::string& package, Word known);
  void make_natives(const std::string& package);

  Ruleset ruleset_;
  ObjectRef table_;  ///< a simple-vector: for each name a row of columns
  Helpers helpers_;
  ObjectRef lazy_prototype_;
};

/// Lets a pending interrupt end a search, which polls a bool.
class Interruption {
 public:
  explicit Interruption(const Lisp& lisp) : lisp_(lisp) {}
  /// Runs what is pending. Returns true if that leaves the native: the search then ends, and `rethrow` continues.
  bool happens() noexcept;
  void rethrow() const {
    if (left_ != nullptr) std::rethrow_exception(left_);
  }

 private:
  Lisp lisp_;
  std::exception_ptr left_;
};

}  // namespace tessera::game::bindings
