// Matches between engines, for game/matches.lisp. Layer: bindings.
#include "bindings/matches.hpp"

#include <stdexcept>
#include <thread>

#include "bindings/boards.hpp"
#include "bindings/ruleset.hpp"
#include "builtins/arguments.hpp"
#include "matches/match.hpp"

namespace tessera::game::bindings {

namespace {

/// Reads the integers of a list one after the other; each has to lie in its range.
class Integers {
 public:
  explicit Integers(Value list) : rest_(list) {}
  std::int64_t next(std::int64_t low, std::int64_t high) {
    good_ = good_ && rest_.is_cons();
    if (!good_) return low;
    const Value v = rest_.as_cons()->car;
    rest_ = rest_.as_cons()->cdr;
    good_ = v.is_fixnum() && v.as_fixnum() >= low && v.as_fixnum() <= high;
    return good_ ? v.as_fixnum() : low;
  }
  bool good() const { return good_ && is_nil(rest_); }

 private:
  Value rest_;
  bool good_ = true;
};

constexpr std::int64_t most = std::int64_t{1} << 52;

bool read_engine(Value v, matches::EngineSpec& spec) {
  Integers in(v);
  spec.kind = static_cast<matches::EngineSpec::Kind>(in.next(0, 2));
  spec.level = static_cast<int>(in.next(1, 1000));
  spec.seconds = static_cast<double>(in.next(1, most)) * 1e-6;
  spec.nodes = static_cast<std::uint64_t>(in.next(1, most));
  spec.style = static_cast<multi::Style>(in.next(0, 2));
  spec.turns = static_cast<int>(in.next(1, multi::most_turns));
  return in.good();
}

bool read_sizes(Value v, Rules& rules) {
  Integers in(v);
  rules.size = static_cast<int>(in.next(1, max_board_size));
  rules.players = static_cast<int>(in.next(2, multi::most_players));
  rules.max_dice = static_cast<int>(in.next(1, multi::most_dice));
  return in.good();
}

Value to_list(Runtime& rt, const matches::MatchResult& result) {
  ListBuilder boards(rt);
  for (const matches::BoardResult& board : result.boards) {
    ListBuilder games(rt);
    for (const int winners : board.winners) games.add(Value::fixnum(winners));
    boards.add(games.finish());
  }
  ListBuilder list(rt);
  list.add(boards.finish());
  for (const matches::Thinking& t : {result.challenger, result.others}) {
    list.add(Value::fixnum(static_cast<std::int64_t>(t.moves)));
    list.add(Value::fixnum(static_cast<std::int64_t>(t.seconds * 1e6)));
  }
  return list.finish();
}

}  // namespace

Value play_boards(Runtime& rt, Args a) {
  matches::Match match;
  const Value integer = rt.sym(Known::integer), list = rt.sym(Known::list);
  if (!read_engine(a[0], match.challenger)) return rt.fail_type(a[0], list);
  if (!read_engine(a[1], match.others)) return rt.fail_type(a[1], list);
  TESSERA_TRY(read_rules(rt, a[2], match.rules));
  if (!read_sizes(a[3], match.rules)) return rt.fail_type(a[3], list);
  int seed = 0, first = 0, count = 0, threads = 0;
  if (!take_integer(a[4], 0, 1 << 30, seed)) return rt.fail_type(a[4], integer);
  if (!take_integer(a[5], 0, 1 << 30, first)) return rt.fail_type(a[5], integer);
  if (!take_integer(a[6], 0, 1 << 30, count)) return rt.fail_type(a[6], integer);
  if (!take_integer(a[7], 0, 256, threads)) return rt.fail_type(a[7], integer);
  if (threads == 0) threads = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
  match.seed = static_cast<std::uint64_t>(seed);
  const Handle idle(rt.heap, a[8]);
  bool left = false;
  try {
    const auto result = matches::play_boards(match, first, count, threads, [&] {
      left = left || !poll_interrupts(rt, idle);
      return !left;
    });
    return left ? FAILED : to_list(rt, result);
  } catch (const std::bad_alloc&) { return rt.fail_heap(); } catch (const std::exception& e) {
    return rt.fail_simple(Known::simple_error, "A match cannot be played: ~A", {rt.make_string(e.what())});
  }
}

}  // namespace tessera::game::bindings
