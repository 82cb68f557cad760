"""Macros that fail, and the places of errors: the call that is expanded, its line and mark, at once and at run time."""
import os
import unittest

from session import TerminalTest


class Macros(TerminalTest):
    def session_with(self, *definitions):
        s = self.prompt(columns=100, rows=50)
        for definition in definitions:
            s.send(definition + "\r").ready()
        return s

    def fails(self, s, form, *lines, prompt="1>"):
        s.send(form + "\r").ready(prompt)
        text = "\n".join(s.shown())
        for line in lines:
            self.assertIn(line, text)
        return s

    def test_unused_parameters(self):
        s = self.prompt(columns=100).send("(defmacro w (a &optional (b 1) &rest c) `(list ,a))\r").sees("\nW\n").ready()
        for name in "BC":
            s.sees("style warning: the variable %s is never used\n      1 | (defmacro w (a &optional" % name)
        self.assertNotIn("variable A is", s.screen.text())
        s.enter("(defmacro v (a) (declare (ignore a)) 5)", "V").enter("(defmacro u ((a b) &key c) `(list ,a ,b ,c))", "U")

    def test_errors_during_an_expansion(self):
        s = self.session_with("(defmacro w (x) `(list x))", "(defmacro bad () '(1 2))")
        self.fails(s, "(w 3)", "the variable X is unbound", "in a toplevel form at repl:3:1, in the expansion of (W 3)\n      3 | (w 3)\n        | ^\n")
        self.fails(s, "(list 1\r(w 4))", "at repl:5:7, in the expansion of (W 4)\n      5 |       (w 4))\n        |       ^\n", prompt="2>")
        s.send("(defun f () (list (w 5)))\r").sees("warning: the variable X is not defined, in the expansion of (W 5)").ready("2>")
        self.fails(s, "(f)", "in (F) at repl:6:19, in the expansion of (W 5)\n      6 | (defun f () (list (w 5)))\n        |                   ^\n", prompt="3>")
        self.fails(s, "(bad)", "at repl:8:1, in the expansion of (BAD)\n      8 | (bad)\n", prompt="4>")

    def test_errors_in_expanded_code(self):
        s = self.session_with("(defmacro er (x)\r(list (car x)))")
        self.fails(s, "(er 5)", "in the expansion of ", " at repl:2:9\n      2 |   (list (car x)))", "at repl:3:1, in the expansion of (ER 5)\n      3 | (er 5)\n")
        s.send("(defun g () (list (er 6)))\r").ready("1>")
        s.sees("warning: this fails when it is run: CAR: 6 is not of type LIST, in the expansion of (ER 6)\n      4 | (defun g () (list (er 6)))")
        self.fails(s, "(g)", "in (G) at repl:4:19, in the expansion of (ER 6)\n      4 | (defun g () (list (er 6)))\n", prompt="2>")
        s.send("(defun h () (er 7))\r").ready("2>")
        self.fails(s, "(h)", "in (H) at repl:6:13, in the expansion of (ER 7)", prompt="3>")

    def test_errors_in_files(self):
        s = self.prompt(columns=100, rows=50)
        with open(os.path.join(s.folder, "m.lisp"), "w", encoding="utf-8") as file:
            file.write("(defmacro w (x) `(car ,x))\n\n(defun f (y)\n  (list (w y)))\n\n(f 5)\n")
        self.fails(s, '(load "m.lisp")', "in (F 5) at m.lisp:4:9, in the expansion of (W Y)\n      4 |   (list (w y)))\n        |         ^\n", "at m.lisp:6:1\n")

    def test_captured_variables(self):
        s = self.session_with("(defmacro split (val yes) `(let ((head (car ,val)) (x 3)) ,yes))", "(defmacro bind (var val &body body) `(let ((,var ,val)) ,@body))")
        s.send("(let ((x 100)) (split '(2 3) (+ x head)))\r")
        s.sees("X is here the variable that the macro SPLIT binds, not the one around its call").sees("|                              ^").ready()
        s.clear().send("(defmacro let1 (var val &body body) `(let ((,var ,val)) ,@body))\r").ready()
        s.send("(defmacro split2 (val yes) `(let1 x ,val (let ((head (car x))) ,yes)))\r").ready().clear()
        s.send("(let1 x 100 (split2 '(2 3) (list x head)))\r").sees("X is here the variable that the macro SPLIT2 binds").ready().clear()
        s.enter("(split '(2 3) (+ x head))", "5").enter("(let ((y 5)) (list y (bind y 6 (list y))))", "(5 (6))")
        self.assertNotIn("is here the variable", "\n".join(s.screen.visible()))

    def test_captured_operands(self):
        s = self.session_with("(defmacro swap (a b) `(let ((tmp ,a)) (setf ,a ,b) (setf ,b tmp)))", "(defmacro once (v) `(let ((,v ,v)) (list ,v)))")
        for form in ("(let ((tmp 1) (y 2)) (swap tmp y) (list tmp y))", "(defun rotated (y tmp) (swap y tmp) (list y tmp))"):
            s.clear().send(form + "\r").sees("TMP is here the variable that the macro SWAP binds, not the one around its call").ready()
        s.clear().enter("(let ((x 1) (y 2)) (swap x y) (list x y))", "(2 1)").enter("(let ((q 1)) (once q))", "(1)")
        self.assertNotIn("is here the variable", "\n".join(s.screen.visible()))

    def test_comma_instead_of_a_splice(self):
        s = self.prompt(columns=160, rows=60).send("(defmacro let1 (var val &body body) `(let ((,var ,val)) ,body))\r").ready().send("(defmacro all (&rest forms) forms)\r").ready()
        told = "is not an operator: the macro LET1 makes a form of the list ((* FOO FOO)); ,@ in its template"
        self.fails(s, "(let1 foo 5 (* foo foo))", told, "repl:3:1, in the expansion of (LET1 FOO 5 (* FOO FOO))\n")
        self.fails(s, "(list (let1 foo 5 foo))", "the function FOO is undefined", "repl:4:7, in the expansion of (LET1 FOO 5 FOO)\n", prompt="2>")
        s.send("(defun f () (let1 foo 5 (* foo foo)))\r").sees("warning: this fails when it is run: (* FOO FOO)").ready("2>")
        self.fails(s, "(f)", told, "in (F) at repl:5:13, in the expansion of (LET1 FOO 5 (* FOO FOO))\n", prompt="3>")
        self.fails(s, "(all (nosuch) 2)", "(NOSUCH) is not an operator: the macro ALL makes a form of the list ((NOSUCH) 2)", "in the expansion of (ALL (NOSUCH) 2)", prompt="4>")

    def test_macros_defined_after_their_calls(self):
        s = self.session_with("(defun add (a b) (let1 x (+ a b) (list x)))", "(defun twice (a) (dbl a))").clear()
        s.send("(defmacro let1 (var val &body body) `(let ((,var ,val)) ,@body))\r")
        s.sees("warning: LET1 is called as a function here, and defined as a macro only later\n      1 | (defun add").ready()
        s.send("(defmacro dbl (a) `(* 2 ,a))\r").sees("DBL is called as a function here").ready()
        self.fails(s, "(add 2 3)", "X is unbound\n  LET1 was not a macro yet when this call of it was compiled: define ADD again.\n  in (ADD 2 3) at repl:1:18\n")
        self.fails(s, "(twice 2)", "DBL was not a macro yet when this call of it was compiled: define TWICE again.", prompt="2>")
        s.enter("(defun twice (a) (dbl a))", "TWICE", prompt="2>").enter("(twice 2)", "4", prompt="2>")

    def test_libraries_are_suggested_for_their_names_only(self):
        s = self.session_with("(defmacro lazy (x) `(lambda () ,x))", "(defmacro let1 (a b c) (list a b c))")
        self.fails(s, "(list tail)", "the variable TAIL is unbound\n  in a")
        self.fails(s, "(list lazy)", "There is a macro LAZY: (LAZY ...) calls it.", prompt="2>")
        self.fails(s, "(funcall 'let1 1 2)", "LET1 is a macro, not a function", prompt="3>")
        self.fails(s, "(take 5 6)", 'The library "lazy" has it: (require "lazy").', prompt="4>")
        self.assertNotIn('library "macros"', s.screen.text())

    def test_macros_called_as_functions(self):
        s = self.session_with("(defmacro sq (x) `(* ,x ,x))")
        self.fails(s, "(mapcar #'sq '(1 2 3))", "SQ is a macro, not a function: (SQ ...) is its call.", "repl:2:9")
        self.assertNotIn("Define SQ", s.screen.text())
        s.enter("(defun squares (l) (mapcar #'sq l))", "SQUARES", prompt="1>")
        self.fails(s, "(squares '(1))", "SQ is a macro, not a function", prompt="2>")

    def test_functions_with_failed_expansions(self):
        s = self.prompt(columns=130, rows=50)
        with open(os.path.join(s.folder, "m.lisp"), "w", encoding="utf-8") as file:
            file.write("(defmacro bind (vars &body body)\n  `(let ,(paris vars) ,@body))\n\n(defun f (n)\n  (list n)\n  (bind (n 9) (list n)))\n(f 3)\n")
        told = "  The macro failed at m.lisp:2:10 when F was compiled: define F again once the macro works.\n  in (F 3) at m.lisp:6:3"
        self.fails(s, '(load "m.lisp")', "the function PARIS is undefined\n", told)
        s.enter("(defun paris (x) (list x))", "PARIS", prompt="1>")
        self.fails(s, "(f 3)", "the function PARIS is undefined\n" + told, prompt="2>")
        s.send('(load "m.lisp")\r').last("T", "2>").enter("(f 3)", "(9)", prompt="2>")
        self.assertNotIn("N is never used", s.screen.text())

    def test_redefined_macros(self):
        s = self.prompt(columns=130, rows=50)
        with open(os.path.join(s.folder, "m.lisp"), "w", encoding="utf-8") as file:
            file.write("(defmacro inner (x) `(car ,x))\n(defun use (z) (inner z))\n")
        s.enter('(load "m.lisp")', "T").send("(defmacro inner (x) `(+ 100 ,x))\r")
        s.sees("the macro that m.lisp defined is redefined: INNER. Code that was compiled before keeps the old expansion").ready()

    def test_macros_redefined_as_functions(self):
        s = self.session_with("(defmacro split (x) x)", "(defun my-length (x) (length x))", "(defun again (x) x)").clear()
        s.send("(defun split (x) (list x))\r").sees("style warning: SPLIT was a macro, and is a function now: compile the code that uses it again").ready()
        s.send("(defmacro my-length (x) `(length ,x))\r").sees("style warning: MY-LENGTH was a function, and is a macro now").ready()
        s.clear().enter("(defun again (x) (list x))", "AGAIN").enter("(defmacro my-length (x) `(length ,x))", "MY-LENGTH")
        self.assertNotIn("warning", "\n".join(s.screen.visible()))

    def test_misspelt_lambda_list_keywords(self):
        s = self.session_with("(defmacro let1 (var val &bdy body) `(let ((,var ,val)) ,@body))")
        s.sees("the variable &BDY is never used; did you mean &BODY?").clear()
        s.send("(defun f (a &optinal b) (list a b))\r").sees("did you mean &OPTIONAL?").ready()

    def test_endless_expansions(self):
        s = self.session_with("(defmacro loopy (x) `(loopy ,x))")
        self.fails(s, "(loopy 1)", "the expansion of (LOOPY 1) does not end")
        self.fails(s, "(defun h (x) (loopy x))", "the expansion of (LOOPY X) does not end", prompt="2>")

    def test_undefined_operators_in_expansions(self):
        s = self.prompt(columns=110, rows=40)
        for form, told in (("(lamda (x) x)", "LAMDA is not the name of an operator. Did you mean LAMBDA?"), ("(my-macro (m 9) (print 1))", "MY-MACRO is not the name")):
            self.fails(s, form, told, "UNDEFINED-FUNCTION: the function ")
            s.send(":abort\r").ready()

    def test_the_operator_is_named_as_typed(self):
        s = self.prompt(columns=110, rows=40)
        for form, name in (("(zerop 'a)", "ZEROP"), ("(1- 'a)", "1-"), ("(list (plusp 'a))", "PLUSP"), ("(first 5)", "FIRST"), ("(let ((x 'a)) (incf x))", "INCF"),
                           ("(funcall #'car 5)", "CAR"), ("(- 'a)", "-")):
            self.fails(s, form, "TYPE-ERROR: %s: " % name)
            s.send(":abort\r").ready()

    def test_every_entry_has_a_position(self):
        s = self.prompt(columns=100, rows=60)
        for level, (form, column) in enumerate([("foo", 1), ("`(a ,bar)", 1), ("(setf (car *foo*) 3)", 1), ("(list 1 (setf (car *foo*) 3))", 9), ("'a #'foo", 4),
                                                ("; a comment\r foo", 2), ("(incf foo)", 1), ("(let ((a foo)) a)", 1), ("(push 1 foo)", 1)], 1):
            s.send(form + "\r").ready("%d>" % level)
            line = s.screen.text().count("\n")
            lines = s.shown()
            place = [text for text in lines if "in a toplevel form at repl" in text][-1]
            self.assertRegex(place, r"repl:\d+:%d$" % column, form)
            self.assertEqual(lines[lines.index(place) + 2][10:].rstrip(), " " * (column - 1) + "^", form)
            s.send("\x0c").ready("%d>" % level)

    def test_interrupted_entries_have_positions(self):
        s = self.prompt().send('(progn (write-line "BUSY") (loop))\r').last("BUSY").send("\x03").sees("at repl:1:").ready("1>")

    def test_reader_errors(self):
        s = self.prompt(columns=100).enter("(list 1)", "(1)")
        for entry, shown in {"(list 1 2))": "(line 1, column 11)\n      1 | (list 1 2))\n        |           ^\n",
                             "(list 1\r(nopackage:f))": "(line 2, column 8)\n      2 |       (nopackage:f))\n        |        ^\n",
                             "(list #<a>)": "(line 1, column 7)\n      1 | (list #<a>)\n        |       ^\n"}.items():
            s.send(entry + "\r").sees(shown).ready()

    def test_misspelt_operators_are_named_first(self):
        s = self.prompt(columns=110, rows=40)
        for form, name, meant in (("(multiple-value-bnd (a b) (floor 7 2) a)", "MULTIPLE-VALUE-BND", "MULTIPLE-VALUE-BIND"), ("(dfun x ())", "DFUN", "DEFUN"),
                                  ("(list (mapcra 'car y))", "MAPCRA", "MAPCAR"), ("(lett ((c 3)) c)", "LETT", "LET")):
            s.send(form + "\r").ready("1>")
            self.assertRegex("\n".join(s.shown()), r"%s is not the name of an operator\. Did you mean %s\b[^\n]*\n(UNBOUND|PROGRAM|UNDEFINED)" % (name, meant))
            s.send(":abort\r").ready()

    def test_frames_of_library_macros_are_hidden(self):
        s = self.fails(self.prompt(columns=100), "(cond (5 . 6) 7)", "COND: (5 . 6) is not a clause", "at repl:1:1\n")
        self.assertNotIn("elided", s.screen.text())
        self.assertNotIn("in COND", s.screen.text())


if __name__ == "__main__":
    unittest.main()
