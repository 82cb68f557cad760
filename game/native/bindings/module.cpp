// The natives of one interpreter. Layer: bindings.
#include "bindings/module.hpp"

#include <list>
#include <vector>

#include "bindings/game.hpp"
#include "bindings/matches.hpp"
#include "bindings/players.hpp"
#include "bindings/trees/analyses.hpp"
#include "tessera/package.hpp"

namespace tessera::game {

namespace bindings {

namespace {

/// The games of an interpreter, one for each package with scripts.
class DiceBindings : FunctionPackage {
 public:
  explicit DiceBindings(const Lisp& lisp) : FunctionPackage(lisp, "DICE-OF-DOOM") {
    define_binding();
    define_looks();
    define_analyses();
    define_matches(*this);
    export_functions();
  }

 private:
  /// Defines a function that uses the game bound last; it returns NIL if there is none.
  template <class F>
  void define_for_game(const std::string& name, std::string_view lambda_list, F function, std::string_view documentation) const {
    const auto ask = [this, function](const Arguments& a) { return current_ == nullptr ? words::nil() : function(*current_, a.words()); };
    define(name, lambda_list, ask, documentation);
  }

  void define_binding();
  void define_looks();
  void define_analyses();

  Game& game_in(const std::string& package) {
    for (const auto& entry : games_)
      if (entry->package == package) return entry->game;
    games_.push_back(std::make_unique<Entry>(lisp_, package));
    return games_.back()->game;
  }

  /// Returns the result of BIND-NATIVES: a list (symbol native script) for each function that has a native.
  Word rows(const Game& game) const {
    words::ListBuilder rows(lisp_.state());
    const auto add = [&](Name n) {
      if (!words::is_nil(game.native(n))) rows.add(words::list(lisp_.state(), {game.symbol(n), game.native(n), game.script(n)}));
    };
#define NATIVE(id, properties, needs, name, lambda_list, documentation) add(Name::id);
#include "bindings/names.def"
    return rows.finish();
  }

  struct Entry {
    Entry(const Lisp& lisp, std::string p) : package(std::move(p)), game(lisp) {}
    std::string package;
    Game game;
  };

  std::vector<std::unique_ptr<Entry>> games_;
  Game* current_ = nullptr;
  Players players_;
  Analyses analyses_;
};

std::string package_name(const Lisp& lisp, const ObjectRef& package) { return lisp.call<std::string>("package-name", package); }

void DiceBindings::define_binding() {
  define(
      "bind-natives", "rules package known naming-argument by-script",
      [this](const ObjectRef& rules, const ObjectRef& package, const ObjectRef& known, const ObjectRef& naming_argument,
             const ObjectRef& by_script) {
        Ruleset ruleset;
        read_ruleset(lisp_, rules.word(), ruleset);
        const std::string name = package_name(lisp_, package);
        Game& game = game_in(name);
        current_ = &game;
        game.bind(ruleset, name, known, {naming_argument, by_script});
        return rows(game);
      },
      "Plays by RULES, a property list. KNOWN is a list of pairs (symbol . function): the scripts' functions in PACKAGE that do what their "
      "natives do. Returns a list (symbol native script) for each of them that has a native. The other arguments are functions: see "
      "native.lisp.");
  define(
      "native-names", "package",
      [this](const ObjectRef& package) {
        const std::string package_is = package_name(lisp_, package);
        words::ListBuilder rows(lisp_.state());
        const auto add = [&](std::string_view name, unsigned properties) {
          const Word symbol = words::symbol(lisp_.state(), package_is, name);
          if (properties != p_none) rows.add(words::cons(lisp_.state(), symbol, property_names(lisp_, properties)));
        };
#define NATIVE(id, properties, needs, name, lambda_list, documentation) add(name, properties);
#define HELPER(id, properties, name) add(name, properties);
#include "bindings/names.def"
        return rows.finish();
      },
      "Returns a list (symbol property ...) for each function of the scripts in PACKAGE that natives know: the properties of a game that it "
      "is part of, see versions.lisp.");
}

void DiceBindings::define_looks() {
  define(
      "search-figures", "",
      [this] {
        if (current_ == nullptr || current_->search == nullptr) return words::nil();
        const faithful::Figures& f = current_->search->figures;
        return lisp_.word(std::list<std::uint64_t>{f.leaves, f.nodes, f.merged});
      },
      "Returns a list of what the last native search did: boards scored, trees whose moves were rated, trees whose rating was known from an "
      "equal one; NIL if there was none.");
  define_for_game(
      "tree-position", "tree", [](const Game& game, Args a) { return tree_position(game, a); },
      "Returns the position of TREE, whose moves are native: a list (player board spare-dice first-move). NIL for other objects.");
  define_for_game(
      "count-tree", "board player depth", [](Game& game, Args a) { return count_tree(game, a); },
      "Returns how many trees lie DEPTH moves below PLAYER's turn on BOARD; NIL if the board cannot be packed.");
}

void DiceBindings::define_analyses() {
  constexpr std::string_view question = "board player spare-dice first-move style microseconds threads megabytes rate-all nodes depth";
  define_for_game(
      "analyze-position", question, [this](Game& game, Args a) { return players_.analyze(game, a); },
      "Returns what the stronger player finds, a property list; NIL if it does not support the board. See ANALYSIS in strong_player.lisp.");
  define_for_game(
      "begin-analysis", question, [this](Game& game, Args a) { return analyses_.begin(game, a); },
      "Begins the search of ANALYZE-POSITION in another thread. Returns its number, or NIL: see background_analysis.lisp.");
  define(
      "analysis-result", "number", [this](Word number) { return analyses_.result(lisp_, lisp_.try_as<std::int64_t>(number).value_or(0)); },
      "Returns what the search NUMBER has found, once; :PENDING while it goes on; NIL if there is none.");
  define(
      "cancel-analysis", "number", [this](Word number) { return analyses_.cancel(lisp_.try_as<std::int64_t>(number).value_or(0)); },
      "Ends the search NUMBER. Returns true if there was one.");
}

}  // namespace

}  // namespace bindings

void load_natives(const Lisp& lisp) { lisp.keep_alive(std::make_shared<bindings::DiceBindings>(lisp)); }

}  // namespace tessera::game
