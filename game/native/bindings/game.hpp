// The game's natives in one interpreter: its names, its settings, and the script behind them. Layer: bindings.
//
// Every native has two ways: its own, for arguments and settings as the scripts make them while nothing that it stands
// for was redefined; and the script's function, for all else. So what the natives do not cover is right by itself,
// errors included.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string_view>

#include "bindings/ruleset.hpp"
#include "builtins/registry.hpp"
#include "faithful/search.hpp"

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

/// Functions in Lisp that natives need; native.lisp has them.
struct Helpers {
  Value misfit;     ///< calls a script's function with arguments that do not look right: see Game::leave_to_script
  Value by_script;  ///< computes a cell of a lazy list of moves: see trees.cpp
  Value idle;       ///< does nothing
};

class Game {
 public:
  explicit Game(Runtime& rt);

  /// Take over the scripts' names in `package`, and play by `ruleset`. `known` is a list of pairs (name . function): the functions
  /// that do what the natives of those names do. They are the script's; whatever else stands at a name is the user's.
  void bind(const Ruleset& ruleset, Value package, Value known, const Helpers& helpers);

  /// What the game is played by. How many players there are, how many dice and hexes, `settings` tells.
  const Ruleset& ruleset() const { return ruleset_; }
  /// The symbol that `n` is in the scripts' package.
  Value symbol(Name n) const { return at(n, column_symbol); }
  /// The script's function of that name; the runtime's undefined function where it has none, or none that is known.
  Value script(Name n) const { return at(n, column_script); }
  /// The native of that name, or NIL if the game has none.
  Value native(Name n) const;
  Value by_script() const { return by_script_; }
  /// The native that makes moves lists; trees.cpp has copies of it with state.
  Value lazy_prototype() const { return lazy_prototype_; }

  /// True if each of `ns` has its native or the script's function still.
  bool unchanged(Names ns) const;
  /// A setting's value, or UNBOUND.
  Value value(Name n) const { return rt.symbol(symbol(n))->value; }
  /// The ruleset with players, dice and size as the scripts' variables say now, if there can be a native for them.
  std::optional<Ruleset> settings() const;

  /// Have the script's function called in place of its native. If the script finds fault, and `misfit` is the number of
  /// the argument that does not look right, the condition names it.
  Value leave_to_script(Name n, Args a, int misfit = -1);

  /// Let an interrupt that waits be signalled. False if that leaves the native.
  bool poll();

  Runtime& rt;
  std::unique_ptr<faithful::Search> search;  ///< the last one used: it keeps its tables
  /// What the script's `attack-odds` has said beyond *DICE-ODDS*; 0 where it was not asked.
  faithful::Chances computed_odds;

 private:
  enum Column { column_symbol, column_script, column_native, columns };
  struct Description : Builtin {
    Game* game;
    Name name;
    Needs needs;
  };
  friend Game& game_of(Args a);

  static std::size_t place(Name n, Column c) { return static_cast<std::size_t>(n) * columns + c; }
  Value at(Name n, Column c) const { return table_.get().as_object()->slots[place(n, c)]; }
  void set(Name n, Column c, Value v) { rt.heap.write(table_.get().as_object(), place(n, c), v); }
  void bind_name(Name n, std::string_view name, Value package, Value known);

  Ruleset ruleset_;
  std::vector<Description> descriptions_;
  Description lazy_description_;
  Handle table_;  ///< a simple-vector: for each name a row of columns
  Handle misfit_, by_script_, idle_, lazy_prototype_;
};

/// Let an interrupt that waits be signalled; `idle` is a function in Lisp that does nothing. False if that leaves the native.
bool poll_interrupts(Runtime& rt, Value idle);

/// The game whose native was called with `a`.
inline Game& game_of(Args a) { return *static_cast<const Game::Description&>(builtin_of(running_native(a))).game; }

}  // namespace tessera::game::bindings
