"""Failures in files, macros, readers and printers: the debugger works at every level and leads back to the prompt."""
import os
import unittest

from session import TerminalTest

HELPER = "(defun failing (x)\n  (let ((y (list x)))\n    (list (car x) y)))\n"
FAILURES = {     # what is typed first, what leads into the debugger, and what the debugger shows
    "load": ("", '(load "file.lisp")', "CAR: 5 is not of type LIST"),
    "compile": ("", '(compile-file "compiled.lisp")', "Break"),
    "require": ("", '(require "file" "file.lisp")', "CAR: 5 is not of type LIST"),
    "break": ("", '(load "break.lisp")', "Break"),
    "macro": ("(defmacro broken (x) (break) (failing x))", "(broken 5)", "Break"),
    "reader": ("(set-macro-character #\\! (lambda (s c) (declare (ignore s c)) (failing 5)))", "(list !)", "CAR: 5 is not of type LIST"),
    "printer": ("(progn (defstruct odd x) (defmethod print-object ((o odd) s) (declare (ignore s)) (failing 5)) (defvar *odd* (make-odd)))",
                "(prin1-to-string *odd*)", "CAR: 5 is not of type LIST"),
    "function": ("", "(list (failing 5))", "CAR: 5 is not of type LIST"),
}


class Failures(TerminalTest):
    def write(self, s, name, text):
        with open(os.path.join(s.folder, name), "w", encoding="utf-8") as file:
            file.write(text)

    def files(self, **options):
        """Returns a session in whose folder there are files that fail."""
        s = self.prompt(columns=100, rows=50, **options)
        self.write(s, "helper.lisp", HELPER)
        self.write(s, "file.lisp", '(print :before)\n\n(failing 5)\n(print :after)\n')
        self.write(s, "compiled.lisp", '(eval-when (:compile-toplevel)\n  (break))\n')
        self.write(s, "break.lisp", '(print :before)\n(progn (break)\n  (print :after))\n')
        self.write(s, "loop.lisp", '(progn (write-line "BEFORE") (finish-output) (loop))\n(print :after)\n')
        return s.enter('(load "helper.lisp")', "T")

    def works(self, s, prompt):
        """Types forms, commands and mistakes at the debugger's `prompt`."""
        s.enter("(list 1 2)", "(1 2)", prompt=prompt).enter("(list 3\r4)", "(3 4)", prompt=prompt)
        s.send(":b\r").sees(">  0:").ready(prompt).send(":locals\r").wait(lambda: s.screen.current() == prompt, prompt)
        s.send("(list 1))\r").sees("a closing parenthesis without an opening one (line 1, column 9)\n      1 | (list 1))\n        |         ^\n").ready(prompt)
        s.enter("(defun typed (x) (list x))", "TYPED", prompt=prompt).enter("(typed 5)", "(5)", prompt=prompt)
        s.send(":help\r").sees(":abort").ready(prompt).send("\x0c").ready(prompt)

    def test_the_debugger_works_at_every_level(self):
        for name, (before, form, message) in FAILURES.items():
            with self.subTest(name):
                s = self.files()
                if before:
                    s.send(before + "\r").ready().send("\x0c").ready()
                for level in ("1>", "2>", "3>"):
                    s.send(form + "\r").sees(message).ready(level)
                    self.works(s, level)
                s.send("\x04").ready("2>")
                self.works(s, "2>")
                s.send(":abort\r").ready().enter("(list 7)", "(7)")

    def test_loading_can_continue_after_the_failed_form(self):
        s = self.files().send('(load "file.lisp")\r').sees("in a toplevel form at file.lisp:3:1").ready("1>")
        s.enter("(list :typed)", "(:TYPED)", prompt="1>").send(":locals\r").sees("  X = 5").ready("1>")
        s.choose("[SKIP-FORM] Skip this form of file.lisp and go on.").last(":AFTER", "T", ">")

    def test_the_failed_form_can_be_evaluated_again(self):
        s = self.files().send('(load "file.lisp")\r').ready("1>").enter("(defun failing (x) x)", "FAILING", prompt="1>")
        s.choose("[RETRY] Evaluate this form of file.lisp again.").last(":AFTER", "T", ">")

    def test_files_that_load_files(self):
        s = self.files()
        self.write(s, "outer.lisp", '(print 1)\n(load "file.lisp")\n(print 3)\n')
        s.send('(load "outer.lisp")\r').sees("at file.lisp:3:1\n").sees("  in a toplevel form at outer.lisp:2:1\n  in a toplevel form at repl:2:1\n").ready("1>")
        for restart in ("[RETRY] Evaluate this form of file.lisp again.", "[SKIP-FORM] Skip this form of file.lisp and go on.",
                        "[RETRY] Evaluate this form of outer.lisp again.", '[RETRY] Evaluate (LOAD "outer.lisp") again.'):
            self.assertIn(": " + restart + "\n", s.screen.text())
        s.choose("[SKIP-FORM] Skip this form of outer.lisp").last("3", "T", ">")

    def test_repeated_failures_have_positions(self):
        s = self.files().send('(load "file.lisp")\r').ready("1>").enter("(list 1)", "(1)", prompt="1>").clear()
        s.send(":restarts\r").choose("[RETRY] Evaluate this form").sees("in a toplevel form at file.lisp:3:1").sees("Type a restart").ready("1>").send(":abort\r").ready()
        s.send("(list (car 5))\r").ready("1>").clear().send(":restarts\r")
        s.choose("[RETRY]").sees("(list (car 5))\n        |       ^")

    def test_reader_errors_in_files(self):
        s = self.files()
        self.write(s, "unread.lisp", "(print 1)\n(list nopackage:x)\n")
        s.send('(load "unread.lisp")\r').sees("      2 | (list nopackage:x)\n").sees("  while reading unread.lisp:2:7\n").ready("1>")
        self.assertNotIn("USE-VALUE", s.screen.text())
        self.write(s, "unread.lisp", "(print 1)\n")
        s.choose('[RETRY] Evaluate (LOAD "unread.lisp") again.').last("1", "T", ">")

    def test_typographic_and_fullwidth_characters(self):
        s = self.prompt(columns=100, rows=60)
        self.write(s, "book.lisp", ";; “quoted” ˜ −\n(defun show (x)\n  (format nil \"˜a and ˜a ˜ −\" x −1))\n（defun wide （x） （list x “y”）） ；that is all\n")
        s.send('(load "book.lisp")\r').last("T", ">")
        for place in ("3:15: warning: ˜ (U+02DC) is read as ~", "3:33: warning: − (U+2212) is read as -", "4:1: warning: （ (U+FF08) is read as (", "4:15: warning: ） (U+FF09) is read as )",
                      '4:25: warning: “ (U+201C) is read as "', "4:31: warning: ； (U+FF1B) is read as ;"):
            self.assertEqual(s.screen.text().count("book.lisp:" + place), 1, place)
        s.clear().enter("(show 2)", '"2 and -1 ˜ −"').enter("(wide 3)", '(3 "y")')
        s.send("（list ’a −1）\r").sees("warning: （ (U+FF08) is read as (\n").last("(A -1)", ">")
        s.enter('(list (length "“−”") (read-from-string "−5"))', "(3 −5)")       # what programs read is read as it is

    def test_failing_scripts_with_the_prompt(self):
        s = self.files()
        s = self.session("--repl", "file.lisp", folder=s.folder, columns=100, rows=40).sees("the function FAILING is undefined").ready("1>")
        s.send("(defun failing (x) x)\r").ready("1>").choose("[RETRY] Evaluate this form of file.lisp again.").sees(":AFTER").ready()

    def test_reader_errors_in_files_of_the_command_line(self):
        s = self.files()
        self.write(s, "unread.lisp", "(print 1)\n(list 1\n")
        s = self.session("--load", "unread.lisp", "--repl", folder=s.folder, columns=100, rows=40).sees("while reading unread.lisp:2:1").ready("1>")
        self.write(s, "unread.lisp", "(print 1)\n(print :good)\n")
        s.choose("[RETRY] Begin unread.lisp again.").sees(":GOOD").ready()

    def test_errors_of_scripts_begin_a_new_line(self):
        s = self.prompt()
        self.write(s, "bad.lisp", '(princ "loading")\n(car 5)\n')
        s = self.session("bad.lisp", folder=s.folder)
        self.assertEqual(s.ended(), 1)
        self.assertIn("loading\nTYPE-ERROR: CAR: 5", s.screen.text())

    def test_interrupted_files(self):
        s = self.files().send('(load "loop.lisp")\r').sees("BEFORE\n").mode(raw=False).send("\x03").ready("1>")
        self.works(s, "1>")
        s.send(":restarts\r").ready("1>").choose("[SKIP-FORM]").last(":AFTER", "T", ">")

    def test_definitions_in_the_debugger_have_positions(self):
        s = self.files().send('(load "file.lisp")\r').ready("1>").send("(defun f (x)\r(list (car x)))\r").ready("1>")
        s.send("(list (f 6))\r").sees("in (F 6) at repl:4:9\n      4 |   (list (car x)))").ready("2>").send(":abort\r").ready()

    def test_failing_files_of_the_command_line(self):
        s = self.prompt()
        self.write(s, "bad.lisp", "(defun f (x y) (lisst x) (later x))\n(princ :before)\n(car 5)\n(print :after)\n(defun later (x) x)\n")
        for form, end in ((":abort", [":abort", ">"]), ("2", [":AFTER", "4", ">"])):
            s = self.session("--load", "bad.lisp", "--eval", "(+ 2 2)", "--repl", folder=s.folder, columns=100, rows=40)
            s.sees("Tessera").sees("in a toplevel form at bad.lisp:3:1").ready("1>").enter("(list 1)", "(1)", prompt="1>")
            text = s.screen.text()
            self.assertLess(text.index("the variable Y is never used"), text.index("CAR: 5"))
            self.assertLess(text.index("\nbad.lisp:1:16: style warning: the function LISST is not defined; did you mean LIST?"), text.index("CAR: 5"))
            self.assertNotIn("function LATER", text)
            s.send(form + "\r").wait(lambda: s.shown()[-1] == ">" and (end[0] != ":abort" or s.shown()[-2].endswith(":abort")), "the end")
            self.assertEqual(s.screen.text().count("LISST is not defined"), 1)

    def test_warnings_precede_the_error_in_scripts(self):
        s = self.prompt()
        self.write(s, "bad.lisp", "(defun f (x) (lisst x))\n(car 5)\n")
        s = self.session("bad.lisp", folder=s.folder)
        self.assertEqual(s.ended(), 1)
        self.assertLess(s.screen.text().index("LISST is not defined"), s.screen.text().index("CAR: 5"))

    def test_handlers_of_the_failed_form_do_not_see_debugger_entries(self):
        s = self.prompt().send("(handler-case (break) (error () :handled))\r").ready("1>").send("(car 5)\r").sees("CAR: 5").ready("2>")
        s.send(":abort\r").ready()


if __name__ == "__main__":
    unittest.main()
