// Names, settings, and the fallback to the script. Layer: bindings.
#include "bindings/game.hpp"

#include <bit>

#include "bindings/natives.hpp"
#include "bindings/trees/trees.hpp"

namespace tessera::game::bindings {

namespace {

/// The description of a native.
struct Description {
  Name name;
  Needs needs;
  const char *symbol, *lambda_list;
  Reply (*function)(Game&, Args);
  const char* documentation;
};

constexpr Description descriptions[] = {
#define NATIVE(id, properties, needs, name, lambda_list, documentation) \
  {Name::id, Needs::needs, name, lambda_list, natives::id, documentation},
#include "bindings/names.def"
};

/// Returns a symbol's name for the reader.
std::string qualified(const std::string& package, std::string_view name) {
  std::string text = "|";
  for (const char c : package) text += (c == '|' || c == '\\') ? std::string{'\\', c} : std::string{c};
  return text + "|::" + std::string(name);
}

}  // namespace

Game::Game(const Lisp& l)
    : lisp(l), table_(l.keep(words::vector(l.state(), std::vector<Word>(static_cast<std::size_t>(Name::count) * columns, words::nil())))) {
  lazy_prototype_ = lisp.make_function(
      "moves", [this](Self self) { return force_moves(*this, self.word()); }, "The lazy list of a tree's moves.");
  lisp.call("tessera-lazy:declare-native-lazy", lisp.symbol("moves"));
}

void Game::bind_name(Name n, std::string_view name, const std::string& package, Word known) {
  const Word s = words::symbol(state(), package, name);
  if (symbol(n) != s) set(n, column_native, words::nil());
  set(n, column_symbol, s);
  while (words::is_cons(known) && words::car(words::car(known)) != s) known = words::cdr(known);
  set(n, column_script, words::is_cons(known) ? words::cdr(words::car(known)) : words::undefined_function(state()));
}

void Game::make_natives(const std::string& package) {
  for (const Description& d : descriptions) {
    if (!words::is_nil(table()[place(d.name, column_native)])) continue;
    const auto call = [this, function = d.function](const Arguments& a) { return function(*this, a.words()); };
    set(d.name, column_native, lisp.make_function(qualified(package, d.symbol), d.lambda_list, call, d.documentation).word());
  }
}

void Game::bind(const Ruleset& ruleset, const std::string& package, const ObjectRef& known, const Helpers& helpers) {
  ruleset_ = ruleset;
  helpers_ = helpers;
#define NATIVE(id, properties, needs, name, lambda_list, documentation) bind_name(Name::id, name, package, known.word());
#define HELPER(id, properties, name) bind_name(Name::id, name, package, known.word());
#define VARIABLE(id, name) bind_name(Name::id, name, package, words::nil());
#include "bindings/names.def"
  make_natives(package);
}

Word Game::native(Name n) const {
  const bool there = fulfils(ruleset_, descriptions[static_cast<std::size_t>(n)].needs) && script(n) != words::undefined_function(state());
  return there ? table()[place(n, column_native)] : words::nil();
}

bool Game::unchanged(Names ns) const {
  const std::span<const Word> rows = table();
  for (; ns != 0; ns &= ns - 1) {
    const Word* const row = &rows[static_cast<std::size_t>(std::countr_zero(ns)) * columns];
    const Word function = words::symbol_function(row[column_symbol]);
    if (function != row[column_native] && function != row[column_script]) return false;
  }
  return true;
}

std::optional<Ruleset> Game::settings() const {
  const std::span<const Word> rows = table();
  const auto said = [&rows](Name n) { return words::symbol_value(rows[place(n, column_symbol)]); };
  const Word size = said(Name::board_size), hexes = said(Name::board_hexnum);
  const Word players = said(Name::num_players), dice = said(Name::max_dice);
  const auto within = [](Word w, std::int64_t low, std::int64_t high) {
    return words::is_fixnum(w) && words::fixnum_value(w) >= low && words::fixnum_value(w) <= high;
  };
  if (!within(size, 1, max_board_size) || !within(players, 2, 26) || !within(dice, 1, 1 << 20)) return std::nullopt;
  const auto n = static_cast<int>(words::fixnum_value(size));
  if (hexes != words::fixnum(n * n)) return std::nullopt;
  Ruleset now = ruleset_;
  now.size = n;
  now.players = static_cast<int>(words::fixnum_value(players));
  now.max_dice = static_cast<int>(words::fixnum_value(dice));
  if (now.has_holes) {
    Word holes = said(Name::holes);
    for (; words::is_cons(holes); holes = words::cdr(holes)) {
      if (!within(words::car(holes), 0, n * n - 1)) return std::nullopt;
      now.holes |= single<Holes>(static_cast<int>(words::fixnum_value(words::car(holes))));
    }
    if (!words::is_nil(holes)) return std::nullopt;
  }
  if (!now.ends_by_share || words::is_nil(said(Name::winning_hexes))) return now;
  if (!within(said(Name::winning_hexes), 1, n * n)) return std::nullopt;
  now.winning_hexes = static_cast<int>(words::fixnum_value(said(Name::winning_hexes)));
  return now;
}

Reply Game::leave_to_script(Name n, Args a, int suspect) const {
  if (suspect < 0) return Reply::tail_call(lisp, script(n), a);
  const Word lambda_list = words::string(state(), descriptions[static_cast<std::size_t>(n)].lambda_list);
  return Reply::tail_call(lisp, helpers_.naming_argument.word(),
                          {script(n), symbol(n), lambda_list, words::fixnum(suspect), words::list(state(), a)});
}

bool Interruption::happens() noexcept {
  if (left_ != nullptr) return true;
  try {
    lisp_.poll();
  } catch (const Unwinding&) { left_ = std::current_exception(); } catch (const std::exception&) {
    left_ = std::current_exception();
  }
  return left_ != nullptr;
}

}  // namespace tessera::game::bindings
