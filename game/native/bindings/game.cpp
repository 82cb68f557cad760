// Names, settings, and the way back to the script. Layer: bindings.
#include "bindings/game.hpp"

#include "bindings/natives.hpp"
#include "data/packages.hpp"

namespace tessera::game::bindings {

Game::Game(Runtime& runtime)
    : rt(runtime),
      lazy_description_{{"MOVES", "", natives::force_moves, "The lazy list of a tree's moves."}, this, Name::count, Needs::nothing},
      table_(rt.heap),
      misfit_(rt.heap),
      by_script_(rt.heap),
      idle_(rt.heap),
      lazy_prototype_(rt.heap) {
  table_ = Value::object(rt.heap.allocate(Type::simple_vector, static_cast<std::size_t>(Name::count) * columns));
  descriptions_ = {
#define NATIVE(id, properties, needs, name, lambda_list, documentation) \
  {{name, lambda_list, natives::id, documentation}, this, Name::id, Needs::needs},
#include "bindings/names.def"
  };
  const Value package = rt.cl_user_package;
  const Value moves = intern(rt, package, std::string_view("MOVES"));
  lazy_prototype_ = make_host_native(rt, moves, lazy_description_);
  // They print as the lazy lists of the library do, which finds what is known of one where `field_value` has it.
  const Value printer = intern(rt, find_package(rt, U"TESSERA-LAZY"), std::string_view("PRINT-LAZY"));
  rt.heap.write(&rt.symbol(moves)->plist, rt.list({rt.sym(Known::pretty_print), printer}));
}

void Game::bind_name(Name n, std::string_view name, Value package, Value known) {
  const Value s = intern(rt, package, name);
  if (symbol(n) != s) set(n, column_native, NIL);
  set(n, column_symbol, s);
  while (known.is_cons() && known.as_cons()->car.as_cons()->car != s) known = known.as_cons()->cdr;
  set(n, column_script, known.is_cons() ? known.as_cons()->car.as_cons()->cdr : rt.undefined_function);
}

void Game::bind(const Ruleset& ruleset, Value package, Value known, const Helpers& helpers) {
  ruleset_ = ruleset;
  misfit_ = helpers.misfit;
  by_script_ = helpers.by_script;
  idle_ = helpers.idle;
#define NATIVE(id, properties, needs, name, lambda_list, documentation) bind_name(Name::id, name, package, known);
#define HELPER(id, properties, name) bind_name(Name::id, name, package, known);
#define VARIABLE(id, name) bind_name(Name::id, name, package, NIL);
#include "bindings/names.def"
  for (const Description& d : descriptions_)
    if (is_nil(at(d.name, column_native))) set(d.name, column_native, make_host_native(rt, symbol(d.name), d));
}

Value Game::native(Name n) const {
  return fulfils(ruleset_, descriptions_[static_cast<std::size_t>(n)].needs) && script(n) != rt.undefined_function ? at(n, column_native)
                                                                                                                   : NIL;
}

bool Game::unchanged(Names ns) const {
  for (; ns != 0; ns &= ns - 1) {
    const Name n{static_cast<std::uint8_t>(std::countr_zero(ns))};
    const Value function = rt.symbol(symbol(n))->function;
    if (function != at(n, column_native) && function != at(n, column_script)) return false;
  }
  return true;
}

std::optional<Ruleset> Game::settings() const {
  const Value size = value(Name::board_size), hexes = value(Name::board_hexnum);
  const Value players = value(Name::num_players), dice = value(Name::max_dice);
  const auto within = [](Value v, std::int64_t low, std::int64_t high) {
    return v.is_fixnum() && v.as_fixnum() >= low && v.as_fixnum() <= high;
  };
  if (!within(size, 1, max_board_size) || !within(players, 2, 26) || !within(dice, 1, 1 << 20)) return std::nullopt;
  const auto n = static_cast<int>(size.as_fixnum());
  if (hexes != Value::fixnum(n * n)) return std::nullopt;
  Ruleset now = ruleset_;
  now.size = n;
  now.players = static_cast<int>(players.as_fixnum());
  now.max_dice = static_cast<int>(dice.as_fixnum());
  return now;
}

Value Game::leave_to_script(Name n, Args a, int misfit) {
  if (misfit < 0) {
    rt.tail_function = script(n);
    rt.tail_arguments.assign(a.values, a.values + a.count);
    return TAIL_CALL;
  }
  const Value arguments = rt.list(std::span(a.values, a.count));
  return rt.tail_call(misfit_, {script(n), symbol(n), rt.make_string(descriptions_[static_cast<std::size_t>(n)].lambda_list),
                                Value::fixnum(misfit), arguments});
}

bool Game::poll() { return poll_interrupts(rt, idle_); }

// The VM looks at the poll word whenever it enters a function in Lisp: call one that does nothing.
bool poll_interrupts(Runtime& rt, Value idle) {
  if ((rt.heap.poll.load(std::memory_order_relaxed) & (poll_interrupt | poll_budget)) == 0) return true;
  return !is_failed(rt.call_lisp(idle, {}));
}

}  // namespace tessera::game::bindings
