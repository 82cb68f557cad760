// A host of Dice of Doom: C++ draws the board and asks the player, Lisp has the rules and decides for the computer.
//
//     game_host FOLDER      the folder with dice_of_doom_v2.lisp; moves are read from the input, and the computer plays
//                           on when that ends
//
// A game tree is (PLAYER BOARD MOVES), a board is a vector of hexes (PLAYER DICE), a move is (ACTION TREE), an action
// is (FROM TO) or NIL.
#include <iostream>
#include <tessera/tessera.hpp>
#include <vector>

namespace {

using Hex = std::pair<int, int>;  // a player and the number of dice
using Board = std::vector<Hex>;
using Action = std::optional<std::pair<int, int>>;   // an attack, or the end of the turn
using Move = std::pair<Action, tessera::ObjectRef>;  // and the resulting tree

class Game {
 public:
  explicit Game(const std::string& folder) {
    lisp_.load(folder + "/dice_of_doom_v2.lisp");
    lisp_.eval("(setf *board-size* 3 *board-hexnum* 9 *ai-level* 3)");
    moves_of_ = lisp_.function<std::vector<Move>(tessera::ObjectRef)>("moves-of");
    decide_ = lisp_.function<tessera::ObjectRef(tessera::ObjectRef)>("handle-computer");
    lisp_.eval("(defun moves-of (tree) (take-all (third tree)))");
  }

  void play(const Board& board) {
    tree_ = lisp_.call("game-tree", board, 0, 0, true);
    for (std::vector<Move> moves = look(); !moves.empty(); moves = look()) tree_ = player_ == 0 ? ask(moves) : decide();
    const auto winners = lisp_.call<std::vector<int>>("winners", board_);
    std::cout << (winners.size() == 1 ? std::string("The winner is ") + letter(winners[0]) : "The game is a tie") << ".\n";
  }

 private:
  static char letter(int player) { return static_cast<char>('a' + player); }

  /// Takes the tree apart, draws its board and returns its moves.
  std::vector<Move> look() {
    std::tie(player_, board_, std::ignore) = tree_.as<std::tuple<int, Board, tessera::ObjectRef>>();
    std::size_t size = 0;
    while (size * size < board_.size()) ++size;
    for (std::size_t i = 0; i < board_.size(); ++i) {
      if (i % size == 0) std::cout << '\n' << std::string(2 * (size - i / size), ' ');
      std::cout << ' ' << letter(board_[i].first) << std::string(static_cast<std::size_t>(board_[i].second), '*')
                << std::string(static_cast<std::size_t>(3 - board_[i].second), '.');
    }
    std::cout << '\n';
    return moves_of_(tree_);
  }

  static void print(const Action& action) {
    if (action) std::cout << action->first << " attacks " << action->second;
    else std::cout << "the turn ends";
  }

  tessera::ObjectRef ask(const std::vector<Move>& moves) {
    for (std::size_t i = 0; i < moves.size(); ++i) {
      std::cout << "  " << i + 1 << ": ";
      print(moves[i].first);
      std::cout << '\n';
    }
    std::size_t choice = 0;
    while (std::cin >> choice)
      if (choice >= 1 && choice <= moves.size()) return moves[choice - 1].second;
      else std::cout << "There is no such move.\n";
    return decide();
  }

  /// Returns the computer's choice.
  tessera::ObjectRef decide() {
    std::cout << letter(player_) << " lets the computer decide.\n";
    return decide_(tree_);
  }

  tessera::Interpreter lisp_;
  tessera::Function<std::vector<Move>(tessera::ObjectRef)> moves_of_;
  tessera::Function<tessera::ObjectRef(tessera::ObjectRef)> decide_;
  tessera::ObjectRef tree_;
  int player_ = 0;
  Board board_;
};

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::cerr << "usage: game_host FOLDER, where dice_of_doom_v2.lisp is\n";
    return 2;
  }
  try {
    Game(argv[1]).play({{0, 2}, {1, 1}, {1, 3}, {0, 3}, {1, 2}, {0, 1}, {1, 1}, {0, 1}, {1, 2}});
  } catch (const tessera::Error& e) {
    std::cerr << e.condition_class() << ": " << e.what() << '\n' << e.backtrace();
    return 1;
  }
}
