"""Looking into programs at the prompt: expansions step by step, objects and their parts, traced calls, boards below
values."""
import os
import re
import unittest

from session import TerminalTest

GAME = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "game", "dice_of_doom_v2.lisp")


class Explore(TerminalTest):
    def test_macrostep_colours_one_level_at_a_time(self):
        s = self.prompt(columns=100)
        s.send("(macrostep '(when a (push b list)))\r").sees("1: (WHEN A (PUSH B LIST))").line("macrostep>")
        s.send("\r").sees("(IF A (PROGN (PUSH B LIST)) NIL)").line("macrostep>")
        self.assertIn(b"\x1b[1;32m(IF A", s.bytes)
        s.send("9\r").sees("There is no call number 9.").line("macrostep>").send("u\r").line("macrostep>").send("\r").line("macrostep>")
        s.send("\r").last("There is no macro call left in it.", "(IF A (PROGN (SETQ LIST (CONS B LIST))) NIL)", ">")
        s.enter("(list 1 2)", "(1 2)")

    def test_macrostep_marks_without_colours_too(self):
        s = self.prompt(columns=100, environment={"NO_COLOR": "1"})
        s.send("(macrostep '(list (when a b)))\r").line("macrostep>").send("\r").last("(LIST =>(IF A (PROGN B) NIL)<=)", "There is no macro call left in it.", "(LIST (IF A (PROGN B) NIL))", ">")
        s.send("\x04").ready()

    def test_inspect_descends_returns_and_sets_parts(self):
        s = self.prompt(columns=100)
        s.send("(defvar *l* (list 1 (list 'a 'b)))\r").sees("*L*").ready()
        s.send("(inspect *l*)\r").sees("N: into part N, u: up, q: quit").sees("1: (A B)").line("inspect>")
        s.send("1\r").sees("(A B) is of type CONS.").line("inspect>").send("set 0 (+ 20 22)\r").sees("0: 42").line("inspect>")
        s.send("u\r").sees("1: (42 B)").line("inspect>").send("u\r").sees("INSPECT began with this object; q leaves.").line("inspect>")
        s.send("q\r").ready()
        s.enter("*l*", "(1 (42 B))")

    def test_traced_calls(self):
        s = self.prompt()
        s.send("(defun f (n) (if (zerop n) (car 5) (f (- n 1))))\r").sees("F").ready().send("(trace f)\r").sees("(F)").ready()
        s.send("(f 1)\r").sees("  1: (F 0)").ready("1>").send(":quit\r")

    def test_tracing_does_not_count_as_redefinition(self):
        s = self.prompt(columns=100)
        with open(os.path.join(s.folder, "one.lisp"), "w") as file:
            file.write("(defun from-file (x) (1+ x))\n")
        s.send('(load "one.lisp")\r').last("T", ">").enter("(trace from-file)", "(FROM-FILE)")
        s.enter("(from-file 1)", "0: (FROM-FILE 1)", "0: FROM-FILE returned 2", "2").enter("(untrace)", "(FROM-FILE)")
        self.assertNotIn(b"redefined", s.bytes)

    def test_tracing_quoted_or_unknown_names(self):
        s = self.prompt(columns=100).enter("(defun f (x) x)", "F").enter("(trace 'f)", "WARNING: TRACE: names are written without a quote: (trace F)", "(F)")
        s.enter("(f 1)", "0: (F 1)", "0: F returned 1", "1").enter("(trace ff f)", "WARNING: TRACE: there is no function FF", "(F)")
        s.send("(trace mapcra)\r").sees("there is no function MAPCRA; did you mean MAPCAR").last("NIL", ">")

    def test_redefining_library_functions_warns_once(self):
        s = self.prompt(columns=100).enter('(require "lazy")', "T")
        s.send("(defun take (n list) (list n list))\r").sees("stdlib/libraries/lazy.lisp defined is redefined: TAKE").last("TAKE", ">").clear()
        s.enter("(defun take (n list) (list list n))", "TAKE").send("(defmacro lazy (form) form)\r").sees("is redefined: LAZY").last("LAZY", ">").clear()
        s.enter("(defmacro lazy (form) `(list ,form))", "LAZY")
        self.assertNotIn("redefined", "\n".join(s.shown()))
        s.send("(trace car)\r").last("(CAR)", ">")
        self.assertNotIn("redefined", "\n".join(s.shown()))

    def test_trees_are_cut_to_the_window(self):
        s = self.prompt(columns=40, rows=20).send("(show-tree '(a (b (c (d (e (f (g (h (i (j (k (l (m (n (o (p (q (r)))))))))))))))))))\r")
        s.last("; cut short: :more shows all 18 lines", ">")
        self.assertTrue(any(line.endswith("…") or "└─ " in line for line in s.shown()))
        s.send(":more\r").wait(lambda: s.shown()[-1] == ">" and "└─ R" in s.shown()[-2], "the whole tree")

    def test_docstrings_are_wrapped_between_words(self):
        s = self.prompt(columns=60, rows=30).send("(describe 'sort)\r").sees("The standard, 17.3").ready()
        lines = s.shown()
        self.assertIn("    Sorts SEQUENCE, which is destroyed if it is a list, so", lines)
        self.assertIn("    that PREDICATE holds of no element (after KEY) and an", lines)

    def test_time_shows_progress(self):
        s = self.prompt().enter("(defvar *stop* nil)", "*STOP*").send("(time (loop until *stop* count (list 1)))\r")
        told = set()

        def tells_more():
            """True once there were two reports, each alone on the screen."""
            reports = re.findall(r"; (\d+) s so far, .* collections", "\n".join(s.screen.visible()))
            self.assertLessEqual(len(reports), 1)
            told.update(reports)
            return len(told) > 1
        s.wait(tells_more, "progress")
        s.send("\x03").ready("1>").gone("so far").enter("(setf *stop* t)", "T", prompt="1>").choose("[CONTINUE]").sees(" of real time, ").ready()
        self.assertNotIn("so far", "\n".join(s.screen.visible()))
        s.send('(time (progn (loop repeat 20000000 count (list 1)) (princ "begun") (loop repeat 20000000 count (list 1))))\r').sees("begun").ready()

    def test_time_shows_no_progress_on_a_dumb_terminal(self):
        s = self.prompt(environment={"TERM": "dumb"}).send("(let ((end (+ 1500000 (get-internal-real-time)))) (time (loop until (> (get-internal-real-time) end))))\r")
        s.sees(" of real time, ").ready()
        self.assertNotIn(b"so far", s.bytes)

    def test_trees_in_ascii(self):
        s = self.prompt(environment={"TERM": "dumb", "LANG": "C", "LC_ALL": "C"})
        s.send("(show-tree '(+ (* 2 (- 3)) 4))\r").sees("+\n|- *\n|  |- 2\n|  `- -\n|     `- 3\n`- 4\n")
        s = self.prompt().send("(show-tree '(+ (* 2 3) 4))\r").sees("+\n├─ *\n│  ├─ 2\n│  └─ 3\n└─ 4\n")

    def test_boards_are_drawn_below_values(self):
        s = self.prompt(columns=100, rows=50)
        s.send('(load "%s")\r' % GAME).sees("T").ready()
        s.send("(setf *board-size* 2 *board-hexnum* 4)\r").sees("4").ready()
        s.send("(game-tree #((0 1) (1 1) (0 2) (1 1)) 0 0 t)\r")
        s.last("(0 #((0 1) (1 1) (0 2) (1 1)) #<LAZY …>)", ";     a-1 b-1", ";   a-2 b-1", ">")
        s.send("(setf tessera:*show-sketches* nil)\r").sees("NIL").ready()
        s.enter("#((0 1) (1 1) (0 2) (1 1))", "#((0 1) (1 1) (0 2) (1 1))")


if __name__ == "__main__":
    unittest.main()
