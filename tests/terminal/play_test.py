"""Playing at the prompt: moves, commands, help, Lisp, and leaving the game without leaving Tessera."""
import os
import unittest

from session import TerminalTest

GAME = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "game")


class Play(TerminalTest):
    def playing(self, form="(play :seed 5)", prompt="move>"):
        s = self.prompt(columns=120, rows=60)
        s.send('(progn (load "%s/dice_of_doom_v4.lisp") (load "%s/play.lisp") (values))\r' % (GAME, GAME)).ready()
        return s.send(form + "\r").line(prompt)

    def test_moves(self):
        for move in ("11->5", "11 5", "11 -> 5", "3", "3."):
            s = self.playing().send(move + "\r").sees("you: 11 -> 5, rolled").line("move>")
            s.send("12->13\r").wait(lambda: s.screen.current() == "move>" and "not yours" in s.screen.text(), "an answer")

    def test_help_lisp_and_history(self):
        s = self.playing().send("?\r").sees("take back your last move").line("move>").send("(list *board-size*)\r").sees("(5)").line("move>")
        s.send("*board-size*\r").sees("\n5\n").line("move>").send("(car 5)\r").ready("1>").send("\x04").line("move>")
        s.send("nonsense\r").sees("nonsense is not an answer here: ? shows what can be typed.").line("move>")
        s.send("lev\t").line("move> level").send("\r").sees("You play against the computer").line("move>")
        s.send("\x1b[A").line("move> level").send("\x1b[A").line("move> nonsense").send("\x03").line("move>")

    def test_general_commands_and_help(self):
        s = self.playing().send(":mroe\r").last("There is no command :mroe. Did you mean :more? :help shows what can be typed.", "move>")
        for word in ("h", "?", ":help", "help"):
            s.clear().send(word + "\r").wait(lambda: s.screen.current() == "move>" and "leave the game" in s.screen.text()[-200:], "help")
            self.assertTrue(all(len(line) < 80 for line in s.shown()))

    def test_invalid_settings(self):
        s = self.playing().send("q\r").ready().send("(play :level 'foo)\r")
        s.sees("A setting of PLAY cannot be :LEVEL: it must be one of :AGAINST, :GAME, :SIZE").ready("1>").send("*game*\r").sees("#<RECORD ").ready("1>")

    def test_leaving_the_game(self):
        for end in ("quit\r", ":quit\r", "exit\r", ":quit 3\r", "\x04", ":abort\r", "(quit)\r", "q\r"):
            s = self.playing().send(end).ready().enter("(list 1)", "(1)")
            s.send("(play :game *game*)\r").line("move>")

    def test_the_game_of_the_book(self):
        s = self.playing("(play-vs-human (game-tree (gen-board) 0 0 t))", "")
        s.sees("choose your move:").send("?\r").sees("Type a number from 1 to").line("choose your move:")
        s.send("(list 1 2)\r").sees("(1 2)").line("choose your move:")
        s.send("one\r").sees('"one" is not one of the moves').line("").send("11\x7f\r").sees("current player = ").line("").send("\x04").sees("The game ends here: nobody has won.").ready()
        s.enter("(list 1)", "(1)").send("(play)\r").line("move>")


if __name__ == "__main__":
    unittest.main()
