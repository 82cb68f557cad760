"""The language server on files that are being typed: few false diagnostics, and most names known."""
import os
import sys
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from server import Server, edited, text_in  # noqa: E402

URI = "file:///work/typed.lisp"
REST = '''(defun half (number)
  "The half of NUMBER."
  (/ number 2))

(defun quarter (number)
  "The quarter of NUMBER."
  (half (half number)))
'''


class Typing(unittest.TestCase):
    def setUp(self):
        self.server = Server()

    def tearDown(self):
        self.server.__exit__()

    def found(self, text):
        self.server.open(URI, text)
        return [(text_in(text, d["range"]), d["code"]) for d in self.server.diagnostics(URI)]

    def actions(self, text):
        """Returns the titles of the fixes of the first diagnostic, and the text after the first fix."""
        self.server.open(URI, text)
        found = self.server.diagnostics(URI)
        answer = self.server.ask("textDocument/codeAction", {"textDocument": {"uri": URI}, "range": found[0]["range"], "context": {"diagnostics": found}})
        fixes = [a for a in answer if a["kind"] == "quickfix"]
        return [a["title"] for a in fixes], edited(text, fixes[0]["edit"]["changes"][URI]) if fixes else text

    def test_an_unfinished_string_is_one_error(self):
        for typed in ('(print "abc)\n\n', '(defun f (x)\n  (print "abc x))\n\n', '(defun f (x)\n  "It prints X.\n  (print x))\n\n'):
            self.assertEqual(self.found(typed + REST), [('"', "unfinished")])
        text = '(defvar *text* "\n(defun f (x)\n(car x y)")\n' + REST
        self.assertEqual(self.found(text), [])

    def test_closing_a_string_removes_its_error(self):
        self.assertEqual(self.found('(print "abc)\n\n' + REST), [('"', "unfinished")])
        self.server.change(URI, 11, 11, '"')
        self.assertEqual(self.server.diagnostics(URI), [])

    def test_an_unfinished_list_is_one_error(self):
        self.assertEqual(self.found("(when t\n(print 1)\n(when 3\n(print 2)\n"), [("(", "parenthesis")])
        self.assertEqual(self.found("(progn\n(let ((x 1)\n(print x)\n(car 1 2)\n\n(defun g () 1)\n(g 1)\n"),
                         [("(", "parenthesis"), ("car", "argument-count"), ("g", "argument-count")])

    def test_unfinished_definitions_are_known(self):
        self.assertEqual(self.found("(defun f (x)\n  (when (car x)\n    (lenght x)\n\n(defun g () (f (list 1)))\n"),
                         [("(", "parenthesis"), ("lenght", "undefined-function")])
        self.assertEqual(self.found("(defun f (x)\n  (let ((a (car x))\n        (b \n\n(defun g () (f 1))\n"), [("(", "parenthesis")])
        self.assertEqual(self.found("(defun f (x)\n  (lis\n\n(defun g () (f 1))\n"), [("(", "parenthesis")])
        self.assertEqual(self.found("(defun f (x)\n  (list '\n\n(defun g () (f 1))\n"), [("(", "parenthesis")])

    def test_files_may_end_with_a_comment(self):
        self.assertEqual(self.found("(car '(1)) ; the first"), [])
        self.assertEqual(self.found("; nothing yet"), [])

    def test_reader_macros_take_effect(self):
        self.assertEqual(self.found("(set-macro-character #\\[ (lambda (s c) (declare (ignore c)) (cons 'list (read-delimited-list #\\] s t))))\n"
                                    "(set-macro-character #\\] (get-macro-character #\\)))\n(print [1 2 3])\n"), [])

    def test_data_at_toplevel_is_not_taken_for_a_call(self):
        self.assertEqual(self.found("(case (random 9)\n  ((1 2) 5)\n  (3 4))\n"), [])

    def test_local_names_are_suggested(self):
        titles, text = self.actions("(defun f (object)\n  (list objct))\n")
        self.assertEqual(titles, ["Replace it with object"])
        self.assertIn("(list object)", text)
        self.assertEqual(self.actions("(defun sqare (x) x)\n(defun f (square) square)\n(defun g () (square 1))\n")[0], ["Replace it with sqare"])

    def test_corrected_errors_have_no_fixes(self):
        text = "(defvar *place* 1)\n(print *plase*)\n"
        self.server.open(URI, text)
        found = self.server.diagnostics(URI)
        self.server.change(URI, text.index("se*)"), text.index("se*)") + 1, "c")
        answer = self.server.ask("textDocument/codeAction", {"textDocument": {"uri": URI}, "range": found[0]["range"], "context": {"diagnostics": found}})
        self.assertEqual([a["title"] for a in answer if a["kind"] == "quickfix"], [])

    def test_bodies_of_user_macros_are_indented_as_bodies(self):
        text = "(defmacro action (name thing &body body) `(list ',name ',thing ,@body))\n(action weld chain\n(print 1)\n(action melt\nchain\n(print 2)))\n"
        self.server.open(URI, text)
        edits = self.server.ask("textDocument/formatting", {"textDocument": {"uri": URI}, "options": {"tabSize": 2, "insertSpaces": True}})
        self.assertEqual(edited(text, edits).split("\n")[1:6], ["(action weld chain", "  (print 1)", "  (action melt", "      chain", "    (print 2)))"])

    def test_manual_indentation_is_kept(self):
        for text in ("(defun f (x)\n  (map 'string\n       #'char-upcase\n       x))\n",
                     "(cond ((f)\n       (h))\n      (t (setf x t)\n         'done)\n      ((car x)\n       (f)))\n",
                     "(loop for x in list\n      when (eq x y)\n        collect x\n      else if (f x)\n        collect y\n      do (print x)\n         (print y)\n      finally (f))\n",
                     "(progn (f)\n       (g))\n", "(progn\n  (f)\n  (g))\n",
                     "(unwind-protect\n     (f)\n  (g))\n", "(handler-bind ((error\n                 (lambda (e) e)))\n  (f))\n",
                     "(list 1\n                    ; there\n      2)\n"):
            self.server.open(URI, text)
            edits = self.server.ask("textDocument/formatting", {"textDocument": {"uri": URI}, "options": {"tabSize": 2, "insertSpaces": True}})
            self.assertEqual(edited(text, edits), text)

    def test_asdf_is_known_without_being_analysed(self):
        self.assertEqual(self.found("(require :asdf)\n(asdf:load-system \"x\")\n(car)\n"), [("car", "argument-count")])

    def test_completions_show_lambda_lists(self):
        self.server.open(URI, "(member-i")
        items = self.server.ask("textDocument/completion", {"textDocument": {"uri": URI}, "position": {"line": 0, "character": 9}})["items"]
        self.assertRegex(items[0]["detail"], r"^\(member-if ")


if __name__ == "__main__":
    unittest.main()
