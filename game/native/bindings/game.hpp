// The game's natives in one interpreter: its names, its settings, and the script behind them. Layer: bindings.
//
// Every native has two ways: its own, for arguments and settings as the scripts make them while nothing that it stands
// for was redefined; and the script's function, for all else. So what the natives do not cover is right by itself,
// errors included.
//
// They work on Words, by the rules of tessera/native.hpp. Where a function here may run Lisp, its comment says so.
#pragma once

#include <array>
#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "bindings/ruleset.hpp"
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

/// The arguments of a native, where the machine has them: they stay right as long as it runs.
using Args = std::span<const Word>;

/// Functions in Lisp that natives need; native.lisp has them.
struct Helpers {
  ObjectRef misfit;     ///< calls a script's function with arguments that do not look right: see Game::leave_to_script
  ObjectRef by_script;  ///< computes a cell of a lazy list of moves: see trees.cpp
};

class Game {
 public:
  /// May run Lisp, as `bind` does.
  explicit Game(const Lisp& lisp);
  Game(const Game&) = delete;
  Game& operator=(const Game&) = delete;

  /// Take over the scripts' names in the package of that name, and play by `ruleset`. `known` is a list of pairs (name . function): the
  /// functions that do what the natives of those names do. They are the script's; whatever else stands at a name is the user's.
  void bind(const Ruleset& ruleset, const std::string& package, const ObjectRef& known, const Helpers& helpers);

  /// What the game is played by. How many players there are, how many dice and hexes, `settings` tells.
  const Ruleset& ruleset() const { return ruleset_; }
  /// The symbol that `n` is in the scripts' package.
  Word symbol(Name n) const { return table()[place(n, column_symbol)]; }
  /// The script's function of that name; `words::undefined_function` where it has none, or none that is known.
  Word script(Name n) const { return table()[place(n, column_script)]; }
  /// The native of that name, or NIL if the game has none.
  Word native(Name n) const;
  Word by_script() const { return helpers_.by_script.word(); }
  /// The native that makes moves lists; trees.cpp makes closures of it.
  Word lazy_prototype() const { return lazy_prototype_.word(); }

  /// True if each of `ns` has its native or the script's function still.
  bool unchanged(Names ns) const;
  /// A setting's value, or `no_value`.
  Word value(Name n) const { return words::symbol_value(symbol(n)); }
  /// The ruleset with players, dice and size as the scripts' variables say now, if there can be a native for them.
  std::optional<Ruleset> settings() const;

  /// The script's function called in place of its native. If the script finds fault, and `misfit` is the number of
  /// the argument that does not look right, the condition names it.
  Reply leave_to_script(Name n, Args a, int misfit = -1) const;

  words::State& state() const { return lisp.state(); }

  const Lisp lisp;
  std::unique_ptr<faithful::Search> search;  ///< the last one used: it keeps its tables
  /// What the script's `attack-odds` has said beyond *DICE-ODDS*; 0 where it was not asked.
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

/// Lets a search, which asks by a bool whether it is to stop, be left by what waits to be done: an interrupt.
class Interruption {
 public:
  explicit Interruption(const Lisp& lisp) : lisp_(lisp) {}
  /// Do what waits. True if that leaves the native: then the search ends, and `rethrow` goes on.
  bool happens() noexcept;
  void rethrow() const {
    if (left_ != nullptr) std::rethrow_exception(left_);
  }

 private:
  Lisp lisp_;
  std::exception_ptr left_;
};

}  // namespace tessera::game::bindings
