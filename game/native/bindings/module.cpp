// The natives of one interpreter. Layer: bindings.
#include "bindings/module.hpp"

#include <vector>

#include "bindings/analyses.hpp"
#include "bindings/game.hpp"
#include "bindings/matches.hpp"
#include "bindings/players.hpp"
#include "builtins/arguments.hpp"
#include "data/packages.hpp"
#include "vm/vm.hpp"

namespace tessera::game {

namespace bindings {

namespace {

/// All games of an interpreter, one for each package that has scripts.
class Module {
 public:
  explicit Module(Runtime& rt) : rt_(rt) {
    Value package = find_package(rt, U"DICE-OF-DOOM");
    if (is_nil(package)) package = make_package(rt, std::string_view("DICE-OF-DOOM"));
    define(package, bind_);
    define(package, native_names_);
    define(package, search_figures_);
    define(package, play_boards_);
    define(package, tree_position_);
    define(package, analyze_position_);
    define(package, count_tree_);
    define(package, begin_analysis_);
    define(package, analysis_result_);
    define(package, cancel_analysis_);
  }

 private:
  struct Description : Builtin {
    Module* module;
  };

  static Module& module_of(Args a) { return *static_cast<const Description&>(builtin_of(running_native(a))).module; }

  void define(Value package, const Description& d) {
    const Value symbol = intern(rt_, package, std::string_view(d.name));
    export_symbol(rt_, package, symbol);
    rt_.heap.write(&rt_.symbol(symbol)->function, make_host_native(rt_, symbol, d));
  }

  Game& game_in(Value package) {
    for (const auto& entry : games_)
      if (entry->package == package) return entry->game;
    games_.push_back(std::make_unique<Entry>(rt_, package));
    return games_.back()->game;
  }

  static Value bind(Runtime& rt, Args a) {
    Value package;
    if (!take_package(rt, a[1], package)) return FAILED;
    Ruleset ruleset;
    TESSERA_TRY(read_ruleset(rt, a[0], ruleset));
    Game& game = module_of(a).game_in(package);
    module_of(a).current_ = &game;
    game.bind(ruleset, package, a[2], {a[3], a[4], a[5]});
    ListBuilder rows(rt);
#define NATIVE(id, properties, needs, name, lambda_list, documentation) \
  if (!is_nil(game.native(Name::id))) rows.add(rt.list({game.symbol(Name::id), game.native(Name::id), game.script(Name::id)}));
#include "bindings/names.def"
    return rows.finish();
  }

  static Value native_names(Runtime& rt, Args a) {
    Value package;
    if (!take_package(rt, a[0], package)) return FAILED;
    ListBuilder rows(rt);
    const auto add = [&](std::string_view name, unsigned properties) {
      if (properties != p_none) rows.add(rt.heap.cons(intern(rt, package, name), property_names(rt, properties)));
    };
#define NATIVE(id, properties, needs, name, lambda_list, documentation) add(name, properties);
#define HELPER(id, properties, name) add(name, properties);
#include "bindings/names.def"
    return rows.finish();
  }

  static Value search_figures(Runtime& rt, Args a) {
    const Game* game = module_of(a).current_;
    if (game == nullptr || game->search == nullptr) return NIL;
    const faithful::Figures& f = game->search->figures;
    const auto n = [](std::uint64_t v) { return Value::fixnum(static_cast<std::int64_t>(v)); };
    return rt.list({n(f.leaves), n(f.nodes), n(f.merged)});
  }

  static Value tree_position(Runtime&, Args a) {
    const Game* game = module_of(a).current_;
    return game == nullptr ? NIL : bindings::tree_position(*game, a);
  }

  static Value analyze_position(Runtime&, Args a) {
    Game* game = module_of(a).current_;
    return game == nullptr ? NIL : module_of(a).players_.analyze(*game, a);
  }

  static Value begin_analysis(Runtime&, Args a) {
    Game* game = module_of(a).current_;
    return game == nullptr ? NIL : module_of(a).analyses_.begin(*game, a);
  }

  static Value analysis_result(Runtime& rt, Args a) { return module_of(a).analyses_.result(rt, a); }
  static Value cancel_analysis(Runtime& rt, Args a) { return module_of(a).analyses_.cancel(rt, a); }

  static Value count_tree(Runtime&, Args a) {
    Game* game = module_of(a).current_;
    return game == nullptr ? NIL : bindings::count_tree(*game, a);
  }

  struct Entry {
    Entry(Runtime& rt, Value p) : package(rt.heap, p), game(rt) {}
    Handle package;
    Game game;
  };

  Runtime& rt_;
  std::vector<std::unique_ptr<Entry>> games_;
  Game* current_ = nullptr;
  Players players_;
  Analyses analyses_;
  const Description bind_{{"BIND-NATIVES", "rules package known misfit by-script idle", bind,
                           "Play by RULES, a property list. KNOWN is a list of pairs (symbol . function): the scripts' functions in "
                           "PACKAGE that do what their natives do. Return a list (symbol native script) for each of them that has a "
                           "native. The other arguments are functions: see native.lisp."},
                          this};
  const Description native_names_{{"NATIVE-NAMES", "package", native_names,
                                   "Return a list (symbol property ...) for each function of the scripts in PACKAGE that natives know: the "
                                   "properties of a game that it is part of, see rules.lisp."},
                                  this};
  const Description search_figures_{{"SEARCH-FIGURES", "", search_figures,
                                     "Return a list of what the last native search did: boards scored, trees whose moves were rated, "
                                     "trees whose rating was known from an equal one; NIL if there was none."},
                                    this};
  const Description play_boards_{
      {"PLAY-BOARDS", "challenger others rules sizes seed first count threads idle", play_boards,
       "Play the boards FIRST to FIRST + COUNT - 1 of the match that the arguments before decide, in every seat: see matches.lisp."},
      this};
  const Description tree_position_{
      {"TREE-POSITION", "tree", tree_position,
       "Return what TREE, whose moves are native, is the tree of: a list (player board spare-dice first-move). NIL for other objects."},
      this};
  const Description analyze_position_{
      {"ANALYZE-POSITION", "board player spare-dice first-move style microseconds threads megabytes rate-all", analyze_position,
       "Return what the stronger player finds, a property list; NIL if it does not take the board. See ANALYSIS in native_player.lisp."},
      this};
  const Description begin_analysis_{
      {"BEGIN-ANALYSIS", "board player spare-dice first-move style microseconds threads megabytes rate-all", begin_analysis,
       "Begin what ANALYZE-POSITION does in a thread of its own. Return a number for it, or NIL: see analyses.lisp."},
      this};
  const Description analysis_result_{{"ANALYSIS-RESULT", "number", analysis_result,
                                      "Return what the search NUMBER has found, once; :PENDING while it goes on; NIL if there is none."},
                                     this};
  const Description cancel_analysis_{{"CANCEL-ANALYSIS", "number", cancel_analysis, "End the search NUMBER. Return true if there was one."},
                                     this};
  const Description count_tree_{{"COUNT-TREE", "board player depth", count_tree,
                                 "Return how many trees lie DEPTH moves below PLAYER's turn on BOARD; NIL if the board cannot be packed."},
                                this};
};

}  // namespace

}  // namespace bindings

void load_natives(const Lisp& lisp) { lisp.keep_alive(std::make_shared<bindings::Module>(lisp.vm())); }

}  // namespace tessera::game
