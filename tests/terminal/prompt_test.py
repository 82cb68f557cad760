"""The prompt around the editor: history, completion, the status line, values, colours, commands, interrupts, ways
out."""
import os
import re
import shutil
import signal
import subprocess
import tempfile
import unittest

from session import PROGRAM, TerminalTest

UP, LEFT, HOME = "\x1b[A", "\x1b[D", "\x1b[H"


class History(TerminalTest):
    def sessions(self):
        """Returns two sessions of one user that run side by side."""
        first = self.prompt()
        return first, self.prompt(folder=first.folder)

    def leave(self, s):
        s.send("\x04")
        self.assertEqual(s.ended(), 0)

    def test_is_kept_between_sessions(self):
        s = self.prompt().enter("(list :first)", "(:FIRST)").enter("(list 1\r2)", "(1 2)")
        self.leave(s)
        again = self.prompt(folder=s.folder).send(UP).last("> (list 1", ".       2)").send(UP).line("> (list :first)")
        again.send(UP).line("> (list :first)").send("\x0e").send("\r").last("(1 2)", ">")

    def test_concurrent_sessions_keep_each_others_entries(self):
        first, second = self.sessions()
        first.enter("(list 1)", "(1)")
        second.enter("(list 2)", "(2)")
        first.enter("(list 3)", "(3)")
        self.leave(first)
        self.leave(second)
        s = self.prompt(folder=first.folder)
        for text in ("(list 3)", "(list 2)", "(list 1)"):
            s.send(UP).line("> " + text)

    def test_file(self):
        s = self.prompt().enter("(list \"a\\\\b\"\r1)", '("a\\\\b" 1)')
        path = os.path.join(s.folder, "tessera", "history")
        self.assertEqual(os.stat(path).st_mode & 0o777, 0o600)
        self.assertEqual(os.stat(os.path.dirname(path)).st_mode & 0o777, 0o700)
        self.leave(s)
        self.prompt(folder=s.folder).send(UP).last('> (list "a\\\\b"', ".       1)")

    def test_is_bounded(self):
        s = self.prompt()
        path = os.path.join(s.folder, "tessera", "history")
        s.enter("(list 1)", "(1)")
        self.leave(s)
        with open(path, "w") as file:
            file.writelines("(list %d)\n" % i for i in range(7000))
        s = self.prompt(folder=s.folder).send(UP).line("> (list 6999)")
        with open(path) as file:
            self.assertEqual(file.read(), "".join("(list %d)\n" % i for i in range(2000, 7000)))

    def test_repeated_and_blank_lines_are_not_entries(self):
        s = self.prompt().enter("(list 1)", "(1)").enter("(list 2)", "(2)").enter("(list 2)", "(2)").enter("1", "1").send(" \r").ready()
        s.send(UP).line("> (list 2)").send(UP).line("> (list 1)")

    def test_search(self):
        s = self.prompt().enter("(list :apple)", "(:APPLE)").enter("(list :pear)", "(:PEAR)").enter("(vector :apple)", "#(:APPLE)")
        s.send("\x12ppl").sees("search back for: ppl").line("> (vector :apple)")
        s.send("\x12").line("> (list :apple)").send("\x12").sees("no earlier entry has: ppl")
        s.send("\x07").line(">").send("\x12list\x7f\x7f\x7f\x7fpear\r").last("(:PEAR)", ">")
        s.send("(half\x12apple\x07").line("> (half").send("\x03").ready()
        s.send("\x12apple\x05").gone("search back").line("> (vector :apple)")

    def test_prefix(self):
        s = self.prompt().enter("(list 1)", "(1)").enter("(vector 1)", "#(1)").enter("(list 2)", "(2)")
        s.send("(li\x1bp").line("> (list 2)").send("\x1bp").line("> (list 1)").send("\x1bn").line("> (list 2)").send("\x1bn").line("> (li")

    def test_the_draft_comes_back(self):
        s = self.prompt().enter("(list 1)", "(1)").send("(half").send(UP).line("> (list 1)").send("\x0e").line("> (half")

    def test_works_without_a_history_file(self):
        s = self.session(environment={"HOME": None, "XDG_STATE_HOME": "/proc/nowhere"}).ready().enter("(list 1)", "(1)").send(UP).line("> (list 1)")


class Completion(TerminalTest):
    def test_kinds(self):
        s = self.prompt()
        with open(os.path.join(s.folder, "some-file.lisp"), "w"):
            pass
        os.mkdir(os.path.join(s.folder, "some-folder"))
        s.enter("(defpackage :game (:use :cl))", '#<PACKAGE "GAME">')
        s.enter("(defun game::roll-dice (x &key (sides 6) count) x)", "GAME::ROLL-DICE")
        for typed, line in [
            ("(multiple-value-b", "(multiple-value-bind"), ("(mvb", "(multiple-value-bind"), ("(MULTIPLE-VALUE-B", "(MULTIPLE-VALUE-BIND"),
            ("(cl:multiple-value-b", "(cl:multiple-value-bind"), ("(tessera::%show-lambda", "(tessera::%show-lambda-list"),
            ("(game::roll-d", "(game::roll-dice"), ("(game::roll-dice 1 :s", "(game::roll-dice 1 :sides"), ("(find x y :from", "(find x y :from-end"),
            ("(load \"some-fi", "(load \"some-file.lisp"), ("(load \"some-fo", "(load \"some-folder/"),
            ("game", "game:"), (":mo", ":more"), ("(flet ((my-function (x) x)) (my-f", "(flet ((my-function (x) x)) (my-function"),
        ]:
            with self.subTest(typed):
                s.send(typed + "\t").line("> " + line).send("\x03").ready()

    def test_package_of_the_prompt(self):
        s = self.prompt().enter("(defpackage :game (:use :cl))", '#<PACKAGE "GAME">').send("(in-package :game)\r").line("GAME>")
        s.enter("(defun roll-dice (x) x)", "ROLL-DICE", prompt="GAME>").send("(roll-d\t").line("GAME> (roll-dice")

    def test_list(self):
        s = self.prompt().send("(mapc\t").line("> (mapc").send("\t").sees("mapc").sees("mapcan  mapcar  mapcon")
        s.send("ar").gone("mapcan").line("> (mapcar")

    def test_list_of_many(self):
        s = self.prompt().send("(s\t\t").sees(" in all").send("\x03").ready()

    def test_common_beginning(self):
        self.prompt().send("(multiple-v\t").line("> (multiple-value-")
        self.prompt().send("(zzz\t").sees("no completion").line("> (zzz")


class Status(TerminalTest):
    def test_argument_lists(self):
        s = self.prompt().enter("(defun attack (board from to &key (dice 3)) (list board from to dice))", "ATTACK")
        s.send("(attack ").sees("(attack board from to &key (dice 3))")
        for typed, current in [("b ", "from"), ("1 ", "to"), ("2 :dice ", "(dice 3)")]:
            s.send(typed).wait(lambda: s.screen.styles_of(" " + current) == {"2", "1;4"}, "%s marked" % current)
        s.send("\x03").ready()
        self.assertFalse(any("&key" in line and "defun" not in line for line in s.shown()))

    def test_special_operators_and_macros(self):
        s = self.prompt()
        for typed, shown in [("(if ", "(if test then &optional else)"), ("(dolist (x ", "(dolist (variable list &optional result) &body body)"),
                             ("(cons ", "(cons object-1 object-2)"), ("(list '(car ", None)]:
            s.send(typed)
            if shown:
                s.sees(shown)
            s.send("\x03").ready()

    def test_narrow(self):
        self.prompt(columns=30).send("(make-array ").sees("(make-array dimensions &key e")


class Values(TerminalTest):
    def test_several_values(self):
        self.prompt().enter("(values 1 \"two\" 'three)", "1", '"two"', "THREE").enter("(values)")

    def test_pretty_printing(self):
        s = self.prompt(columns=40).enter("'(defun f (x) (let ((y (* x x))) (list x y (+ x y))))", "(DEFUN F (X)", "  (LET ((Y (* X X)))", "    (LIST X Y (+ X Y))))")

    def test_long_values_are_shortened(self):
        s = self.prompt().enter("(loop for i below 100000 collect i)", "; cut short: :more shows all")
        self.assertIn("…", s.screen.text())
        self.assertLess(len(s.screen.text()), 4000)
        s.enter("(length *)", "100000").enter(":more", "Nothing was cut.")
        s.enter("(loop for i below 800 collect i)", "; cut short: :more shows all").send(":more\r").sees(" 799)").ready()

    def test_circles_and_long_strings(self):
        s = self.prompt().enter("(let ((l (list 1 2))) (setf (cddr l) l))", "; cut short: :more shows all")
        s.enter("(make-string 100000 :initial-element #\\a)", "; cut short: :more shows all").enter("(length *)", "100000")
        s.enter("(make-array '(300 300) :initial-element 0)", "; cut short: :more shows all")

    def test_the_number_of_value_lines_can_be_set(self):
        s = self.prompt("--eval", "(progn (setf tessera:*value-lines* nil) (values))", "--repl").send("(loop for i below 800 collect i)\r").sees(" 799)").ready()


class Colours(TerminalTest):
    def test_colours(self):
        s = self.prompt()
        s.send('(list "s" :k) ; c').wait(lambda: s.screen.styles_of('"s"') == {"32"}, "a green string")
        self.assertEqual(s.screen.styles_of(":k"), {"35"})
        self.assertEqual(s.screen.styles_of("; c"), {"2;37"})
        self.assertEqual(s.screen.styles_of("> (")  - {""}, {"1;32"})
        s.send("\r").last('("s" :K)', ">")
        self.assertEqual(s.screen.styles_of('("s" :K)'), {"36"})
        s.send("(car 5)\r").ready("1>")
        self.assertEqual(s.screen.styles_of("TYPE-ERROR"), {"31"})

    def test_no_color(self):
        s = self.prompt(environment={"NO_COLOR": "1"}).enter('(list "s" :k)', '("s" :K)').send("(car 5)\r").ready("1>").send("(list (a))").line("1> (list (a))")
        self.assertFalse(re.search(rb"\x1b\[[0-9;]*3[0-9]m", s.bytes))
        self.assertTrue(re.search(rb"\x1b\[0;1;4m\(", s.bytes))  # the partner of a parenthesis

    def test_dumb_terminal(self):
        s = self.prompt(environment={"TERM": "dumb"}).send("(list 1)\r").last("> (list 1)", "(1)", ">").send("(car 5)\r").ready("1>").send("\x04").ready()
        s.send("\x04")
        self.assertEqual(s.ended(), 0)
        self.assertNotIn(b"\x1b", s.bytes)

    def test_pipe(self):
        done = subprocess.run([PROGRAM], input=b"(list 1)\n:nothing\n", stdout=subprocess.PIPE, env={"TERM": "xterm"}, timeout=60)
        self.assertNotIn(b"\x1b", done.stdout)
        self.assertNotIn(b"Tab", done.stdout)
        self.assertIn(b"(1)\n", done.stdout)
        self.assertIn(b"There is no command :nothing", done.stdout)


class Commands(TerminalTest):
    def test_unknown_commands_and_restarts(self):
        s = self.prompt(columns=100).send(":1\r").sees("There is no command :1. :help shows what can be typed.").ready()
        s.enter(":help quit", ":quit [status]", "  Leave Tessera, with the exit status STATUS, an integer from 0 to 255.")
        s.enter(":quit foo", "Usage: :quit [status], an integer from 0 to 255")
        s.send("(car 5)\r").ready("1>").send("7\r").sees("There is no restart 7: they have the numbers 0 to ").ready("1>")

    def test_output_is_shown_before_a_wait(self):
        s = self.prompt().send('(progn (princ "working") (sleep 600))\r').line("working").send("\x03").ready("1>")

    def test_greeting(self):
        s = self.prompt()
        self.assertEqual(len(s.shown()), 3)
        self.assertTrue(s.shown()[0].startswith("Tessera "))

    def test_common_words_for_help_and_quit(self):
        for word in ("help", "?", ":help"):
            self.prompt().send(word + "\r").sees(":quit").sees("Ctrl-C interrupts an evaluation.").ready()
        for word in ("quit", "exit", ":quit", "(quit)", "(exit)"):
            s = self.prompt().send(word + "\r")
            self.assertEqual(s.ended(), 0)
        s = self.prompt().send(":quit 3\r")
        self.assertEqual(s.ended(), 3)

    def test_abort_on_a_continuation_line(self):
        self.prompt().send("(list 1\r").line(".").send(":abort\r").ready().enter("(list 2)", "(2)")

    def test_constants_cannot_become_variables(self):
        self.prompt(columns=100).send("(defvar pi 3)\r").sees("DEFVAR: PI is a constant, and cannot become a variable").ready("1>")

    def test_variables_precede_common_words(self):
        self.prompt().enter("(defvar quit 5)", "QUIT").enter("quit", "5")

    def test_commands(self):
        s = self.prompt(columns=100).send(":foo\r").sees("There is no command :foo.").ready()
        s.enter(":help :more", ":more", "  Show the last values, or the last tree, in full, where they were cut.").enter(":more 1", "Usage: :more")
        s.send(":keys\r").sees("C-y").ready().send(":help car\r").sees("CAR is a symbol").ready()
        s.send(":backtrace\r").sees(":backtrace works in the debugger only, and there is no error now.").ready()
        s.send("(car 5)\r").ready("1>").send(":b\r").sees("in a toplevel form at repl:7:1").ready("1>")

    def test_errors_show_their_line(self):
        s = self.prompt().enter("(defun f (x)\r(list (car x)))", "F").send("(list (f 5))\r").ready("1>")
        s.sees("in (F 5) at repl:2:9").sees("|   (list (car x)))").sees("in a toplevel form at repl:3:7")

    def test_dribble(self):
        s = self.prompt()
        s.enter('(dribble "record")', '#P"record"').enter("(list 1)", "(1)").enter("(dribble)", '#P"record"').enter("(list 2)", "(2)")
        with open(os.path.join(s.folder, "record")) as file:
            self.assertRegex(file.read(), r"(?s)> \(list 1\)\n\(1\)\n")

    def test_leaving(self):
        s = self.prompt().send("(car 5)\r").ready("1>").send("\x04").ready().send("\x04")
        self.assertEqual(s.ended(), 0)


class Interrupts(TerminalTest):
    def test_interrupt_of_a_loop(self):
        s = self.prompt().send("(progn (write-line \"BUSY\") (loop))\r").last("BUSY")
        s.send("\x03").sees("^C\nINTERACTIVE-INTERRUPT: interrupted\n").ready("1>").choose("[CONTINUE] Continue the evaluation.").line("").mode(raw=False).send("\x03").ready("1>")
        s.send("\x0c:restarts\r").sees("[CONTINUE] Continue the evaluation.").ready("1>").choose("[ABORT] Return to the prompt.").ready().enter("(list 1)", "(1)")

    def test_continue_after_an_interrupt(self):
        s = self.prompt().enter("(defvar *stop* nil)", "*STOP*")
        s.send("(progn (write-line \"BUSY\") (loop until *stop*) (list :done))\r").last("BUSY")
        s.send("\x03").ready("1>").enter("(setf *stop* t)", "T", prompt="1>").choose("[CONTINUE]").last("(:DONE)", ">")

    def test_definitions_pasted_within_another_are_reported(self):
        s = self.prompt(columns=140).paste("(defun a (x)\n  (list x)\n\n(defun b (y)\n  (list y))\n").send(")\r")
        s.sees("a definition begins in the first column, within the one that began at line 1: is a parenthesis missing there?").ready()

    def test_signal_while_a_form_is_typed(self):
        s = self.prompt().send("(half").line("> (half")
        os.kill(s.pid, signal.SIGINT)
        s.ready().enter("(list 1)", "(1)")

    def test_errors_in_functions_that_interrupt_the_prompt(self):
        s = self.prompt(columns=110, rows=40).enter('(require "mp")', "T").enter("(defvar *prompt* mp:*current-process*)", "*PROMPT*")
        s.enter("(progn (mp:process-run-function \"other\" (lambda () (loop until (probe-file \"now\") do (sleep 0.01))"
                " (mp:interrupt-process *prompt* (lambda () (error \"boo\"))))) (values))")
        s.send("(list 1").line("> (list 1")
        with open(os.path.join(s.folder, "now"), "w", encoding="utf-8"):
            pass
        s.sees("> (list 1\nSIMPLE-ERROR: boo\n").ready("1>").choose("[CONTINUE] Go on with what is being typed.")
        s.line("> (list 1").send(" 2)\r").last("(1 2)", ">")

    def test_input_of_programs(self):
        s = self.prompt().send("(list (progn (princ \"in: \") (read-line)))\r").line("in:").mode(raw=True)
        s.send("a lune").line("in: a lune").send("\x02\x02\x7fi").line("in: a line").send("\r").last('("a line")', ">").send("(list (read) (read))\r").line("")
        s.send("1 2 3\r").last("(1 2)", ">").enter("(list 4)", "(4)")  # and no 3

    def test_typing_ahead(self):
        s = self.prompt().send("(progn (write-line \"BUSY\") (read-line) (list 1))\r").last("BUSY")
        s.send("x\r(list 2)\r").last("(2)", ">")

    def test_the_terminal_is_restored(self):
        for number, status in ((signal.SIGTERM, 143), (signal.SIGHUP, -signal.SIGHUP), (signal.SIGQUIT, -signal.SIGQUIT),
                               (signal.SIGSEGV, -signal.SIGSEGV)):
            s = self.prompt().mode(raw=True)
            os.kill(s.pid, number)
            self.assertEqual(s.ended(), status)
            self.assertFalse(s.screen.bracketed_paste)

    def test_termination_runs_cleanup_forms(self):
        for form, shown in (("(loop)", "BUSY"), ("(read-line)", "BUSY"), ("(car 5)", "1>")):
            s = self.prompt().send('(unwind-protect (progn (write-line "BUSY") %s) (write-line "CLEAN"))\r' % form).last(shown)
            os.kill(s.pid, signal.SIGTERM)
            self.assertEqual(s.ended(), 143)
            self.assertIn(b"CLEAN\r\n", s.bytes)

    def test_suspending_the_program(self):
        script = '"$0"; echo STOPPED; kill -0 %1 && read line; fg %1; echo AGAIN; kill -0 %1 && read line; fg %1'
        s = self.prompt("-mc", script, PROGRAM, program="/bin/bash").send("(half").line("> (half")
        s.send("\x1a").sees("STOPPED").mode(raw=False).send("\r").mode(raw=True).line("> (half")
        s.send("\x15(list 1)\r").last("(1)", ">")
        s.enter("(+ 1 1)", "2")

    def test_running_without_the_editor_module(self):
        folder = tempfile.mkdtemp()
        shutil.copy(PROGRAM, folder)
        s = self.prompt(program=os.path.join(folder, "tessera")).send("(list 1)\r").last("> (list 1)", "(1)", ">")
        self.assertNotIn(b"\x1b", s.bytes)
        shutil.rmtree(folder)

    def test_circular_values_have_labels(self):
        s = self.prompt(columns=100, rows=50).send("(let ((l (list 1 2 3))) (setf (cdddr l) l))\r").sees("; cut short: :more shows all").ready().clear()
        s.send(":more\r").last("#1=(1 2 3 . #1#)", ">")

    def test_continued_forms_keep_their_position(self):
        s = self.prompt(columns=100, rows=50).send("zork\r").ready("1>").clear().send("0\r").sees("  in a toplevel form at repl:1:1").ready("1>")
        s.send(":abort\r").ready().enter("(read)\rx )", "X").send("(read)\r)\r").sees("(line 1, column 1)").ready("1>")


if __name__ == "__main__":
    unittest.main()
