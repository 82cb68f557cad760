"""The debugger at the prompt: frames, their variables, returning from them, calling again; and stepping."""
import os
import unittest

from session import TerminalTest

DEFINITIONS = ["(defun innermost (list) (let ((count (length list)))\r(list (car (first list)) count)))",
               "(defun middle (x y) (innermost (list x y)))",
               "(defun outer (n &key name) (list (middle n name) n))"]


class Frames(TerminalTest):
    def failed(self):
        """Returns a session in the debugger."""
        s = self.prompt(columns=100, rows=40)
        for definition in DEFINITIONS:
            s.send(definition + "\r").ready()
        return s.send("(list (outer 5 :name 'six))\r").ready("1>")

    def enter(self, s, text, *expected):
        return s.enter(text, *expected, prompt="1>")

    def test_errors_show_calls(self):
        s = self.prompt(columns=100, rows=40)
        for definition in DEFINITIONS:
            s.send(definition + "\r").ready()
        s.send("(list (outer 5 :name 'six))\r").ready("1>")
        s.sees("in (INNERMOST (5 SIX)) at repl:2:33").sees("(list (car (first list)) count)))").sees("in MIDDLE, elided by a tail call")
        s.sees("in (OUTER 5 :NAME SIX) at repl:4:34")

    def test_local_variables_are_suggested(self):
        s = self.prompt(columns=100, rows=40)
        s.send("(let ((foo 5)) (list foo fo))\r").sees("Did you mean FOO?").ready("1>")
        s.send("(defun average (numbers) (/ (reduce #'+ numbres) (length numbers)))\r").ready("1>")
        s.send("(average '(1 2))\r").sees("Did you mean NUMBERS?").ready("2>")

    def test_forms_see_the_variables_of_the_current_frame(self):
        s = self.failed()
        self.enter(s, "(setq count (+ count 1))", "3")
        self.enter(s, "count", "3")
        self.enter(s, "(defun count-it (count) (* count 2))", "COUNT-IT")
        self.enter(s, "(count-it 5)", "10")
        s.send("(list nosuch)\r").ready("2>").send(":abort\r").ready()

    def test_abort_leaves_all_levels(self):
        s = self.failed().send("(car 5)\r").ready("2>").send("(car 6)\r").ready("3>").send(":abort\r").ready()
        s.send("(car 5)\r").ready("1>").send("(car 6)\r").ready("2>").send("bt\r").sees(">  0:  in a toplevel form").ready("2>").send("abort\r").ready()

    def test_errors_name_the_library_to_require(self):
        s = self.prompt(columns=100).send("(lazy-nth 1 5)\r").sees('The library "lazy" has it: (require "lazy").').ready("1>")

    def test_long_source_lines_are_shortened(self):
        s = self.prompt(columns=60, rows=40)
        s.send("(list 1111111111 2222222222 3333333333 4444444444 5555555555 (car 6) 7777777777 8888888888)\r").ready("1>")
        s.sees("      1 | …4444444444 5555555555 (car 6) 7777777777 888888…\n        |                        ^\n")

    def test_wrong_argument_counts_of_macros(self):
        s = self.prompt(columns=110, rows=40).enter("(defmacro two (a b) `(list ,a ,b))", "TWO")
        s.send("(two 1)\r").sees("TWO: called with 1 argument, but takes exactly 2; the lambda list is (A B)").ready("1>")
        s.sees("  in a toplevel form at repl:2:1, in the expansion of (TWO 1)\n      2 | (two 1)\n        | ^\n")

    def test_backtrace(self):
        self.enter(self.failed(), ":backtrace", ">  0:  in (INNERMOST (5 SIX)) at repl:2:33", "   1:  in MIDDLE, elided by a tail call",
                   "   2:  in (OUTER 5 :NAME SIX) at repl:4:34", "   3:  in a toplevel form at repl:5:7")
        self.enter(self.failed(), ":b 1", ">  0:  in (INNERMOST (5 SIX)) at repl:2:33", "      and 3 more, which :backtrace all shows")

    def test_deep_backtrace(self):
        s = self.prompt(columns=100, rows=40).send("(defun deep (n) (if (zerop n) (car n) (list (deep (- n 1)))))\r").ready()
        s.send("(list (deep 300))\r").ready("1>").send(":b\r").sees("  1:  in DEEP at repl:1:45, 19 times").sees("and 282 more").ready("1>")
        s.send(":b all\r").sees("  1:  in DEEP at repl:1:45, 300 times").sees("301:  in a toplevel form at repl:2:7").ready("1>").send(":frame 300\r").sees(">300:  in (DEEP 300)")
        s.enter(":locals", "  N = 300", prompt="1>")

    def test_locals(self):
        s = self.failed()
        self.enter(s, ":locals", "  LIST  = (5 SIX)", "  COUNT = 2")
        self.enter(s, ":frame 2", ">  2:  in (OUTER 5 :NAME SIX) at repl:4:34", "      4 | (defun outer (n &key name) (list (middle n name) n))",
                   "        |                                  ^")
        self.enter(s, ":locals", "  N    = 5", "  NAME = SIX")
        self.enter(s, ":frame 1", ">  1:  in MIDDLE, elided by a tail call")
        s.send(":locals\r").sees("MIDDLE ended in a tail call: it has no frame any more.").ready("1>")

    def test_up_and_down(self):
        s = self.failed().send(":up\r").sees(">  1:  in MIDDLE").ready("1>").send(":up\r").sees(">  2:  in (OUTER").ready("1>")
        s.send(":down 2\r").sees(">  0:  in (INNERMOST").ready("1>").send(":up 99\r").sees(">  3:  in a toplevel form").ready("1>")
        s.enter(":up", "This is the outermost frame.", prompt="1>").send(":down 99\r").sees(">  0:  in (INNERMOST").ready("1>")
        s.enter(":down", "This is the innermost frame.", prompt="1>").send(":frame 99\r").sees("There is no frame 99: they are 0 to 3.").ready("1>")
        s.send(":frame x\r").sees("A frame has a number, which :backtrace shows.").ready("1>")

    def test_eval(self):
        s = self.failed()
        self.enter(s, ":eval (list count (reverse list))", "(2 (SIX 5))")
        self.enter(s, ":eval (setq count 7)", "7")
        self.enter(s, ":locals", "  LIST  = (5 SIX)", "  COUNT = 7")
        s.send(":eval (car count)\r").ready("2>").send("\x04").ready("1>")

    def test_return(self):
        s = self.failed().send(":return (values (list :instead count) :more)\r").last("(((:INSTEAD 2) 5))", ">")
        self.failed().send(":frame 2\r").ready("1>").send(":return (* n 100)\r").last("(500)", ">")

    def test_retry(self):
        s = self.failed().send("(defun innermost (list) (list :mended list))\r").ready("1>").send(":retry\r")
        s.last("(((:MENDED (5 SIX)) 5))", ">")

    def test_restart_calls_the_function_again(self):
        s = self.failed().send("(defun innermost (list) (list :mended list))\r").ready("1>").send(":restarts\r").ready("1>")
        s.choose("[RETRY-CALL] Call (INNERMOST (5 SIX)) again.").last("(((:MENDED (5 SIX)) 5))", ">")

    def test_undefined_function_is_called_again(self):
        s = self.prompt(columns=100).enter("(defun f (x) (list (missing x)))", "F").send("(list (f 5))\r").ready("1>")
        s.send("(defun missing (x) (* 2 x))\r").ready("1>").choose("[CONTINUE] Call MISSING again.").last("((10))", ">")

    def test_missing_method_is_called_again(self):
        s = self.prompt(columns=100).enter("(defgeneric area (shape))", "#<STANDARD-GENERIC-FUNCTION AREA (0)>").send("(list (area 5))\r").ready("1>")
        s.send("(defmethod area ((shape integer)) (* shape shape))\r").ready("1>").choose("[RETRY-CALL] Call AREA again.").last("(25)", ">")

    def test_source(self):
        s = self.failed().send(":source\r").sees("      1 | (defun innermost (list) (let ((count (length list)))")
        s.sees("      2 |                           (list (car (first list)) count)))\n        |                                 ^\n").ready("1>")

    def test_arguments_that_cannot_be_printed(self):
        s = self.prompt(columns=100).send("(defstruct (bad (:print-function (lambda (b s d) (declare (ignore b s d)) (error \"no\")))))\r").ready()
        s.enter("(defun f (x) (list (car x) x))", "F").send("(list (f (make-bad)))\r").ready("1>").sees("in (F #<cannot be printed>) at")
        s.enter(":locals", "  X = #<cannot be printed>", prompt="1>")

    def test_unknown_arguments(self):
        s = self.prompt(columns=100).enter("(defun f (n list) (if (zerop n) list (f (- n 1) (list (car list)))))", "F").send("(list (f 2 5))\r").ready("1>")
        s.enter(":locals", "  N    is no longer known", "  LIST = 5", prompt="1>")
        s.send(":retry\r").sees("the arguments of F are no longer known").ready("2>")


class Stepping(TerminalTest):
    def stepping(self):
        s = self.prompt(columns=100, rows=50).enter("(defun double (x)\r(* 2 x))", "DOUBLE").enter("(defun twice (x)\r(double (double x)))", "TWICE")
        return s.send("(step (list (twice 5) (double 1)))\r").line("(LIST (TWICE 5) (DOUBLE 1)) ?")

    def test_into_and_over(self):
        s = self.stepping().sees("repl:5:7\n      5 | (step (list (twice 5) (double 1)))\n        |       ^")
        s.send("into\r").line("  (TWICE 5) ?").send("\r").line("    (DOUBLE (DOUBLE X)) ?").sees("repl:4:3\n      4 |   (double (double x)))\n        |   ^")
        s.send("s\r").line("      (DOUBLE X) ?").send("over\r").line("      (* 2 X) ?").sees("      => 10\n").sees("repl:2:3\n      2 |   (* 2 x))")
        s.send("n\r").line("  (DOUBLE 1) ?").sees("      => 20\n    => 20\n  => 20\n").send("n\r").last("  => 2", "=> (20 2)", "(20 2)", ">")

    def test_stepping_shows_its_keys(self):
        s = self.stepping().sees("Return or s: into, n: over, o: out, c: continue, q: quit, ?: help")
        s.send("?\r").sees("n or over: evaluate it without stops").line("(LIST (TWICE 5) (DOUBLE 1)) ?")
        s.send("(list 7)\r").sees("(7)").line("(LIST (TWICE 5) (DOUBLE 1)) ?").send("\x04").last("NIL", ">")

    def test_out(self):
        s = self.stepping().send("\r").line("  (TWICE 5) ?").send("\r").line("    (DOUBLE (DOUBLE X)) ?")
        s.send("out\r").line("  (DOUBLE 1) ?").sees("  => 20\n").send("o\r").last("(20 2)", ">")

    def test_continue_and_quit(self):
        self.stepping().send("\r").line("  (TWICE 5) ?").send("continue\r").last("(20 2)", ">")
        self.stepping().send("\r").line("  (TWICE 5) ?").send("q\r").last("NIL", ">")
        self.stepping().send("?\r").sees("into: go into this form").line("(LIST (TWICE 5) (DOUBLE 1)) ?")

    def test_methods(self):
        s = self.prompt(columns=100, rows=50)
        for form in ("(defclass shape () ((side :initarg :side :accessor side)))", "(defclass cube (shape) ())",
                     "(defgeneric size (thing &key unit))", "(defmethod size ((thing shape) &key unit)\r(list (* 2 (side thing)) unit))",
                     "(defmethod size :around ((thing cube) &key unit)\r(declare (ignore unit))\r(reverse (call-next-method)))"):
            s.send(form + "\r").ready()
        s.send("(step (list (size (make-instance 'cube :side 3) :unit 'cm)))\r").line("(LIST (SIZE (MAKE-INSTANCE 'CUBE :SIDE 3) :UNIT 'CM)) ?")
        s.send("\r").line("  (SIZE (MAKE-INSTANCE 'CUBE :SIDE 3) :UNIT 'CM) ?").send("\r").line("    (MAKE-INSTANCE 'CUBE :SIDE 3) ?").send("n\r")
        s.line("    (REVERSE (CALL-NEXT-METHOD)) ?").sees("      8 |   (reverse (call-next-method)))").send("\r").line("      (CALL-NEXT-METHOD) ?")
        s.send("\r").sees("(LIST (* 2 (SIDE THING)) UNIT) ?").send("o\r").last("  => (CM 6)", "=> ((CM 6))", "((CM 6))", ">")

    def test_functions_of_files(self):
        s = self.prompt(columns=100, rows=50)
        with open(s.folder + "/defined.lisp", "w") as file:
            file.write("(defpackage :p (:use :cl) (:export :f))\n(in-package :p)\n\n(defun helper (x) (1+ x))\n\n(defun f (x)\n  (helper x))\n")
        s.send('(load "defined.lisp")\r').last("T", ">").send("(step (p:f 1))\r").line("(P:F 1) ?").send("\r").line("  (P::HELPER P::X) ?")
        s.sees("defined.lisp:7:3\n      7 |   (helper x))\n        |   ^").send("\r").line("    (1+ P::X) ?").sees("defined.lisp:4:19").send("n\r").last("=> 2", "2", ">")

    def test_repeated_frames_are_folded(self):
        s = self.prompt(columns=100, rows=50).enter("(defun f (n) (if (= n 0) (error \"end\") (1+ (f (1- n)))))", "F").send("(f 3000)\r").ready("1>").clear()
        s.send(":b all\r").last(">  0:  in (F 0) at repl:1:26", "   1:  in F at repl:1:44, 3000 times", "1>")
        s.send(":up 7\r").sees(">  7:  in (F 7) at repl:1:44").send(":b 9\r").last("   0:  in (F 0) at repl:1:26", ">  1:  in F at repl:1:44, 8 times", "      and 2992 more, which :backtrace all shows", "1>")

    def test_source_of_an_entry_and_of_an_unreadable_file(self):
        s = self.prompt(columns=100, rows=50).enter("(list 1)", "(1)").send("(list 2\r(car 5))\r").ready("1>").enter("(list 3)", "(3)", prompt="1>").clear()
        s.send(":source\r").last("      2 | (list 2", "      3 |       (car 5))", "        |       ^", "1>")
        s.send(":abort\r").ready()
        with open(os.path.join(s.folder, "open.lisp"), "w") as file:
            file.write("(list 1)\n(list 2\n")
        s.send('(load "open.lisp")\r').sees("  while reading open.lisp:2:1").ready("1>").clear()
        s.send(":source\r").last("      1 | (list 1)", "      2 | (list 2", "        | ^", "1>")

    def test_step_is_not_a_call(self):
        s = self.prompt(columns=100, rows=50).send("(step (car (list 5)))\r").sees("(CAR (LIST 5)) ?").send("n\r").last("=> 5", "5", ">")
        s.send("(step (car 5))\r").sees("(CAR 5) ?").send("c\r").sees("  in (STEP (CAR 5)) at repl:2:1").ready("1>")
        self.assertNotIn("RETRY-CALL", s.screen.text())


if __name__ == "__main__":
    unittest.main()
