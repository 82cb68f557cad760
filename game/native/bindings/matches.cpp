// Matches between engines, for game/experiments/matches.lisp. Layer: bindings.
#include "bindings/matches.hpp"

#include <stdexcept>
#include <thread>

#include "bindings/boards.hpp"
#include "bindings/game.hpp"
#include "matches/match.hpp"

namespace tessera::game::bindings {

namespace {

/// Reads the integers of a list one after the other and checks their ranges.
class Integers {
 public:
  explicit Integers(Word list) : rest_(list) {}
  std::int64_t next(std::int64_t low, std::int64_t high) {
    good_ = good_ && words::is_cons(rest_);
    if (!good_) return low;
    const Word v = words::car(rest_);
    rest_ = words::cdr(rest_);
    good_ = words::is_fixnum(v) && words::fixnum_value(v) >= low && words::fixnum_value(v) <= high;
    return good_ ? words::fixnum_value(v) : low;
  }
  bool good() const { return good_ && words::is_nil(rest_); }
  bool has_more() const { return good_ && words::is_cons(rest_); }

 private:
  Word rest_;
  bool good_ = true;
};

constexpr std::int64_t most = std::int64_t{1} << 52;

/// Size, players, dice, the hexes that win, or 0, and the holes.
struct Sizes {
  int size = 0, players = 0, max_dice = 0, winning_hexes = 0;
  Holes holes{};

  void put(Rules& rules) const {
    rules.size = size;
    rules.players = players;
    rules.max_dice = max_dice;
    rules.winning_hexes = winning_hexes;
    rules.holes = holes;
  }
};

/// The number of a board, or of boards.
using Count = Bounded<0, 1 << 30>;

Word to_list(words::State& state, const matches::MatchResult& result) {
  words::ListBuilder boards(state);
  for (const matches::BoardResult& board : result.boards) {
    words::ListBuilder games(state);
    for (const int winners : board.winners) games.add(words::fixnum(winners));
    boards.add(games.finish());
  }
  words::ListBuilder list(state);
  list.add(boards.finish());
  for (const matches::Thinking& t : {result.challenger, result.others}) {
    list.add(words::fixnum(static_cast<std::int64_t>(t.moves)));
    list.add(words::fixnum(static_cast<std::int64_t>(t.seconds * 1e6)));
  }
  return list.finish();
}

Word play(const Lisp& lisp, const matches::Match& match, int first, int count, int threads) {
  Interruption interruption(lisp);
  try {
    const auto result = matches::play_boards(match, first, count, threads, [&] { return !interruption.happens(); });
    interruption.rethrow();
    return to_list(lisp.state(), result);
  } catch (const Error&) { throw; } catch (const std::bad_alloc&) {
    throw;
  } catch (const std::exception& e) { throw Error("simple-error", std::string("A match cannot be played: ") + e.what()); }
}

}  // namespace

}  // namespace tessera::game::bindings

namespace tessera {

using game::bindings::Integers;

template <> struct Conversion<game::matches::EngineSpec> {
  static std::optional<game::matches::EngineSpec> from(const Lisp&, Word w) {
    using namespace game;
    Integers in(w);
    matches::EngineSpec spec;
    spec.kind = static_cast<matches::EngineSpec::Kind>(in.next(0, 2));
    spec.level = static_cast<int>(in.next(1, 1000));
    spec.seconds = static_cast<double>(in.next(1, bindings::most)) * 1e-6;
    spec.nodes = static_cast<std::uint64_t>(in.next(1, bindings::most));
    spec.style = static_cast<multi::Style>(in.next(0, 2));
    spec.turns = static_cast<int>(in.next(1, multi::max_turns));
    if (in.has_more()) {  // what is added to the linear weights, in millionths
      const auto network = std::make_shared<multi::Network>(multi::fitted_network);
      for (float& weight : network->linear) weight += static_cast<float>(in.next(-bindings::most, bindings::most)) * 1e-6F;
      spec.network = network;
    }
    return in.good() ? std::optional(spec) : std::nullopt;
  }
  static std::string expected(const Lisp&) { return "list"; }
};

template <> struct Conversion<game::bindings::Sizes> {
  static std::optional<game::bindings::Sizes> from(const Lisp&, Word w) {
    Integers in(w);
    game::bindings::Sizes sizes;
    sizes.size = static_cast<int>(in.next(1, game::max_board_size));
    sizes.players = static_cast<int>(in.next(2, game::multi::max_players));
    sizes.max_dice = static_cast<int>(in.next(1, game::multi::dice_limit));
    sizes.winning_hexes = static_cast<int>(in.next(0, sizes.size * sizes.size));
    while (in.has_more()) sizes.holes |= game::single<game::Holes>(static_cast<int>(in.next(0, sizes.size * sizes.size - 1)));
    return in.good() ? std::optional(sizes) : std::nullopt;
  }
  static std::string expected(const Lisp&) { return "list"; }
};

}  // namespace tessera

namespace tessera::game::bindings {

// An engine is a list of integers (kind level microseconds nodes style turns change*): changes of the linear weights in
// millionths. `rules` is a property list, sizes are (size players max-dice winning-hexes hole*). The result is a list
// (boards challenger-moves challenger-microseconds others-moves others-microseconds); a board is a list that holds for
// each game 0 if the challenger lost it, else how many share the win.
void define_matches(const FunctionPackage& natives) {
  const auto play_boards = [](const Lisp& l, const matches::EngineSpec& challenger, const matches::EngineSpec& others, Word rules,
                              const Sizes& sizes, Count seed, Count first, Count count, Bounded<0, 256> threads) {
    matches::Match match;
    match.challenger = challenger;
    match.others = others;
    read_rules(l, rules, match.rules);
    sizes.put(match.rules);
    match.seed = static_cast<std::uint64_t>(seed.value);
    const auto all = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
    return play(l, match, static_cast<int>(first.value), static_cast<int>(count.value),
                threads.value == 0 ? all : static_cast<int>(threads.value));
  };
  natives.define(
      "play-boards", "challenger others rules sizes seed first count threads", play_boards,
      "Plays the boards FIRST to FIRST + COUNT - 1 of the match that the arguments before decide, in every seat: see matches.lisp.");
  const auto play_greedily = [](const Lisp& l, Word board, Word properties, const Sizes& sizes, Count seed, Bounded<0, 10000> games) {
    Rules rules;
    read_rules(l, properties, rules);
    sizes.put(rules);
    HexBoard hexes;
    if (!read_board(board, rules, hexes)) throw Error("simple-error", "The board does not have the size and the holes of its game");
    for (const Hex& hex : hexes.span())
      if (!hex.is_hole() && (hex.player >= rules.players || hex.dice > multi::dice_limit))
        throw Error("simple-error", "The board has players or dice that its game does not have");
    const std::vector<double> wins = matches::play_greedily(matches::setting_of(rules), {hexes.span().begin(), hexes.span().end()},
                                                            static_cast<int>(games.value), static_cast<std::uint64_t>(seed.value));
    words::ListBuilder list(l.state());
    for (const double won : wins) list.add(words::single_float(static_cast<float>(won)));
    return list.finish();
  };
  natives.define("play-greedily", "board rules sizes seed games", play_greedily,
                 "Plays GAMES games from BOARD between greedy players. Returns the list of the players' wins, shared ones in parts.");
}

}  // namespace tessera::game::bindings
