// The natives of game/solving/. Layer: solving.
#include "solving/module.hpp"

#include <list>
#include <optional>
#include <variant>

#include "search/borrowed.hpp"
#include "solving/chance_values.hpp"
#include "solving/proof_writer.hpp"
#include "solving/prover.hpp"
#include "solving/result_table.hpp"
#include "tessera/package.hpp"

namespace tessera::game {

namespace solving {

namespace {

using Integers = std::vector<std::int64_t>;
using List = std::list<std::int64_t>;

/// A position as Lisp passes it, in one list: size, most dice, player, dice taken, 1 at the beginning of a turn or 0,
/// and for each hex its owner and dice.
struct Question {
  Rules rules;
  int player = 0, spare = 0;
  bool first = true;
  std::vector<Hex> board;
  int most_dice = 0;

  explicit Question(const Integers& in) {
    constexpr std::size_t before_board = 5;
    if (in.size() < before_board) fail("A position has a size, dice, a player, dice taken, and a board");
    const auto number = [&](std::size_t i, int low, int high) {
      if (in[i] < low || in[i] > high) fail("The solver takes boards of up to 8x8 hexes of two players with 1 to 5 dice on each");
      return static_cast<int>(in[i]);
    };
    rules.size = number(0, 1, 8);
    rules.max_dice = most_dice = number(1, 1, 5);
    player = number(2, 0, 1);
    spare = number(3, 0, 5 * 64);
    first = number(4, 0, 1) == 1;
    if (in.size() != before_board + 2 * static_cast<std::size_t>(rules.size * rules.size))
      fail("The board does not have the size of its game");
    for (std::size_t i = before_board; i < in.size(); i += 2) board.push_back({number(i, 0, 1), number(i + 1, 1, 5)});
    for (const Hex& hex : board) most_dice = std::max(most_dice, hex.dice);
  }

  /// Returns the list for a state of this game.
  template <class P> List list_of(const State<P>& s) const {
    List list{rules.size, rules.max_dice, s.player, s.spare, s.first ? 1 : 0};
    for (int pos = 0; pos < rules.size * rules.size; ++pos) list.insert(list.end(), {s.board.owner_at(pos), s.board.dice_at(pos)});
    return list;
  }
  template <class P> State<P> state() const {
    return {pack<P>(board), static_cast<std::int16_t>(player), static_cast<std::int16_t>(spare), first};
  }
  /// Calls `f.template operator()<P>()` with the type for the board.
  template <class F> void with_type(F&& f) const {
    with_position(rules.size, 2, most_dice, [&]<class P>() {
      if constexpr (P::owner_bits == 1 && P::max_dice <= 5 && sizeof(typename P::Bits) <= 8) f.template operator()<P>();
    });
  }
};

/// The limits of a search, whose clock also runs what is pending in Lisp.
struct LispClock : Clock {
  LispClock(const Lisp& l, double seconds) : lisp(l), begin(seconds_now(false)), end(begin + seconds) {}
  bool expired() override {
    lisp.poll();
    return seconds_now(false) >= end;
  }
  const Lisp& lisp;
  const double begin, end;
};

/// A table T<P> of all boards of one size, where the position type P has room for their dice.
template <template <class> class T> class BoardTable {
 public:
  /// Keeps the table that `make.operator()<P>(size, dice)` returns. Throws an Error if there are too many such boards.
  template <class F> void set(std::int64_t size, std::int64_t dice, const F& make) {
    const bool few = dice <= FewDice::max_dice;
    if (size < 1 || size > BoardNumbers<FewDice>::most_size || dice < 1 || dice > MoreDice::max_dice || (size == 3 && !few))
      fail("There are tables for boards of up to 3x3 hexes with up to 3 dice, and up to 2x2 with up to 5");
    const int s = static_cast<int>(size), d = static_cast<int>(dice);
    if (few) table_ = make.template operator()<FewDice>(s, d);
    else table_ = make.template operator()<MoreDice>(s, d);
    size_ = s;
    dice_ = d;
  }
  /// Calls `f(table, state)` with the state that `q` asks about. Throws an Error if `operation` did not make a table of
  /// such boards.
  template <class F> auto look_up(const Question& q, const char* operation, const F& f) const {
    if (q.rules.size != size_ || q.most_dice != dice_) fail(std::string(operation) + " has not been called for boards like this one");
    return std::visit([&]<class P>(const T<P>& table) { return f(table, q.state<P>()); }, *table_);
  }
  /// Returns `f(table)`.
  template <class F> auto visit(const F& f) const { return std::visit(f, *table_); }

 private:
  using FewDice = Position<Bits32, 1, 3>;
  using MoreDice = Position<Bits32, 1, 5>;
  std::optional<std::variant<T<FewDice>, T<MoreDice>>> table_;
  int size_ = 0, dice_ = 0;
};

/// The solver of an interpreter: its tables.
class Solver : FunctionPackage {
 public:
  explicit Solver(const Lisp& lisp) : FunctionPackage(lisp, "DICE-OF-DOOM-SOLVING") {
    define_proofs();
    define_results();
    define_chances();
    export_functions();
  }

 private:
  /// The proof numbers of the last game. Games with other settings have a new table.
  struct Memory {
    explicit Memory(std::size_t m) : megabytes(m), table(m) {}
    std::size_t megabytes;
    Rules rules;
    ProofTable table;
  };

  Borrowed<Memory> memory_for(const Question& q, std::int64_t megabytes) {
    const auto wanted = static_cast<std::size_t>(std::clamp<std::int64_t>(megabytes, 1, 1 << 16));
    if (memory_ == nullptr || memory_->megabytes != wanted) {
      memory_.reset();
      memory_ = std::make_unique<Memory>(wanted);
    } else if (!(memory_->rules == q.rules)) {
      memory_->table.clear();
    }
    memory_->rules = q.rules;
    return Borrowed<Memory>(memory_);
  }

  /// Calls `f(prover, state)` with a prover of the claim that PLAYER wins or, unless WIN, at least ties.
  template <class F>
  void with_prover(const Question& q, std::int64_t player, bool win, double seconds, std::int64_t megabytes, const F& f) {
    q.with_type([&]<class P>() {
      Borrowed<Memory> memory = memory_for(q, megabytes);
      LispClock clock(lisp_, seconds);
      Prover<P> prover(q.rules, {static_cast<int>(player & 1), win}, memory->table, clock);
      f(prover, q.state<P>());
    });
  }

  void define_proofs();
  void define_results();
  void define_chances();

  std::unique_ptr<Memory> memory_;
  BoardTable<ResultTable> results_;
  BoardTable<ChanceValues> chances_;
};

void Solver::define_proofs() {
  define(
      "prove", "position player win seconds megabytes",
      [this](const Integers& position, std::int64_t player, bool win, double seconds, std::int64_t megabytes) {
        const Question q(position);
        List answer;
        with_prover(q, player, win, seconds, megabytes, [&](auto& prover, const auto& state) {
          const ProofNumbers n = prover.prove(state);
          answer = {n.is_proved() ? 1 : n.is_refuted() ? 0 : -1, n.proof, n.disproof, static_cast<std::int64_t>(prover.nodes())};
        });
        return answer;
      },
      "Proves that PLAYER wins or, unless WIN, at least ties. Returns a list: 1, proved; 0, refuted; -1, not known after "
      "SECONDS; the proof numbers; the number of positions searched.");
  define(
      "successors", "position player win megabytes",
      [this](const Integers& position, std::int64_t player, bool win, std::int64_t megabytes) {
        const Question q(position);
        std::list<List> successors;
        with_prover(q, player, win, 0, megabytes, [&](auto& prover, const auto& state) {
          prover.for_each_successor(state, [&](const auto& successor, const ProofNumbers& n) {
            List& one = successors.emplace_back(q.list_of(successor));
            one.insert(one.begin(), {n.proof, n.disproof});
          });
        });
        return successors;
      },
      "Returns a list (proof disproof . position) for each move in POSITION, with the proof numbers that PROVE has found so far.");
  define(
      "proof-text", "position player win seconds megabytes most",
      [this](const Integers& position, std::int64_t player, bool win, double seconds, std::int64_t megabytes, std::int64_t most) {
        const Question q(position);
        std::tuple<int, std::string, std::int64_t> answer{3, "", 0};
        with_prover(q, player, win, seconds, megabytes, [&](auto& prover, const auto& state) {
          ProofWriter writer(prover, static_cast<std::size_t>(std::max<std::int64_t>(most, 1)));
          const auto result = writer.write(state);
          answer = {static_cast<int>(result), writer.text(), static_cast<std::int64_t>(writer.positions())};
        });
        return answer;
      },
      "Returns three values: 0, the moves of a proof are written; 1, the claim is false; 2, it is not known after SECONDS; 3, there are "
      "more positions than MOST, or too many moves; the moves; the number of positions.");
}

void Solver::define_results() {
  define(
      "tabulate", "size dice",
      [this](std::int64_t size, std::int64_t dice) {
        results_.set(size, dice, [this]<class P>(int s, int d) { return ResultTable<P>(s, d, [this] { lisp_.poll(); }); });
        return results_.visit([](const auto& table) {
          std::list<List> rows;
          rows.push_back({static_cast<std::int64_t>(table.bytes()), static_cast<std::int64_t>(table.unlike_images())});
          for (const ResultCount& c : table.counts())
            rows.push_back(
                {c.dice, static_cast<std::int64_t>(c.boards), static_cast<std::int64_t>(c.wins), static_cast<std::int64_t>(c.ties)});
          return rows;
        });
      },
      "Computes the results of all boards. Returns a list: (bytes boards-with-unlike-images), and (dice boards wins ties) for each number of dice.");
  define(
      "tabulated-result", "position",
      [this](const Integers& position) {
        const Question q(position);
        return results_.look_up(q, "TABULATE-RESULTS", [&q](const auto& table, const auto& state) {
          int dice = q.spare;
          for (const Hex& hex : q.board) dice += hex.dice;
          if (dice > q.rules.max_dice * q.rules.size * q.rules.size || q.first != (q.spare == 0))
            fail("The table has no position with so many dice taken");
          return table.result(state);
        });
      },
      "Returns the result of POSITION for the player to move: 1, a win; 0, a tie; -1, a loss.");
}

void Solver::define_chances() {
  define(
      "compute-chances", "size dice error odds",
      [this](std::int64_t size, std::int64_t dice, double error, const std::vector<std::vector<double>>& odds) {
        std::list<double> widths;
        chances_.set(size, dice, [&]<class P>(int s, int d) {
          ChanceValues<P> values(s, d, multi::Odds::from_table(odds));
          double earlier = 2;
          do {
            if (widths.size() % 50 == 49) earlier = widths.back();
            widths.push_back(values.improve(error, [this] { lisp_.poll(); }));
          } while (widths.back() > error && (widths.size() % 50 != 49 || widths.back() < earlier));
          return values;
        });
        return widths;
      },
      "Computes the chances to win on all boards until all bounds are within ERROR, or nothing improves. Returns the largest difference "
      "after each iteration.");
  define(
      "chance-bounds", "position",
      [this](const Integers& position) {
        const Question q(position);
        const Bounds b = chances_.look_up(q, "COMPUTE-CHANCES", [](const auto& values, const auto& state) { return values.value(state); });
        return std::list<double>{b.low, b.high};
      },
      "Returns the list of the bounds of the chance to win of the player to move in POSITION.");
}

}  // namespace

}  // namespace solving

void load_solver(const Lisp& lisp) { lisp.keep_alive(std::make_shared<solving::Solver>(lisp)); }

}  // namespace tessera::game
