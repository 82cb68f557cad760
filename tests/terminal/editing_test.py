"""The prompt's editor: keys, several lines, pastes, long lines, sizes, wide characters."""
import unittest

from session import TerminalTest

UP, DOWN, RIGHT, LEFT = "\x1b[A", "\x1b[B", "\x1b[C", "\x1b[D"
HOME, END, DELETE = "\x1b[H", "\x1b[F", "\x1b[3~"


def control(letter):
    return chr(ord(letter.upper()) - 64)


def meta(char):
    return "\x1b" + char


class Editing(TerminalTest):
    def typed(self, keys, line, column=None):
        """Asserts that `keys`, in a new session, lead to `line` with the cursor at `column`, both counted with the
        prompt."""
        self.prompt().send(keys).line("> " + line, column)

    def test_moves(self):
        for keys, column in [(control("a"), 2), (HOME, 2), (control("b"), 10), (LEFT + LEFT, 9), (HOME + control("f"), 3), (HOME + RIGHT, 3),
                             (HOME + END, 11), (HOME + control("e"), 11), (meta("b"), 8), (HOME + meta("f"), 4),
                             ("\x1b[1;5D", 8), (meta("<"), 2), (meta("<") + meta(">"), 11)]:
            self.typed("ab cd+efg" + keys, "ab cd+efg", column)

    def test_moves_by_expressions(self):
        text = "(a (b c) d)"
        self.typed(text + "\x1b\x02", text, 2)  # C-M-b
        self.typed(text + HOME + "\x1b\x06", text, 13)
        self.typed(text + LEFT + "\x1b\x02\x1b\x02", text, 5)
        self.typed(text + "\x1b[D\x1b[D\x1b\x15", text, 2)  # C-M-u
        self.typed("(list )" + LEFT + "(car x)" + LEFT * 7 + "\x1b\x0b", "(list )", 8)  # C-M-k

    def test_kills_and_yanks(self):
        self.typed("one two" + HOME + control("k") + "x" + control("y"), "xone two")
        self.typed("one two" + control("w") + "x", "one x")
        self.typed("one two" + control("b") + control("u"), "o")
        self.typed("one two" + meta("b") + control("k") + control("a") + control("y"), "twoone", 5)
        self.typed("one two" + HOME + meta("d"), " two", 2)
        self.typed("one two" + meta("\x7f") + "x", "one x")
        self.typed("a b c" + control("w") + control("w") + control("y"), "a b c")  # kills in a row are one
        self.typed("one" + control("w") + "two" + control("a") + control("k") + control("y") + meta("y"), "one")

    def test_changes(self):
        self.typed("abc" + control("b") + control("t"), "acb")
        self.typed("abc" + control("t"), "acb")
        self.typed("one two" + HOME + meta("u") + meta("c"), "ONE Two")
        self.typed("ONE" + HOME + meta("l"), "one")
        self.typed("abc" + "\x7f", "ab")
        self.typed("abc" + HOME + DELETE + control("d"), "c")
        self.typed("(car x)" + HOME + meta("("), "((car x))", 3)
        self.typed(meta("("), "()", 3)

    def test_undo(self):
        self.typed("one two" + control("w") + "\x1f", "one two")
        self.typed("one two" + "\x1f" + "x", "onex")
        self.typed("one two" + control("w") + "\x1f" + meta("_") + "x", "one x")

    def test_matching_parentheses_are_shown(self):
        s = self.prompt().send("(a (b))").line("> (a (b))")
        s.wait(lambda: "1;4;36" in s.screen.styles_of("(a"), "the partner marked")
        s.send(control("b") * 2).wait(lambda: s.screen.styles_of("(b") == {"1;4;36", ""}, "the inner partner marked")
        s.send(control("a") + "x").wait(lambda: s.screen.styles_of("a (b") == {""}, "no partner marked")

    def test_clear_screen(self):
        s = self.prompt().enter("(list 1)", "(1)")
        s.send("(ab" + control("l")).wait(lambda: s.shown()[:1] == ["> (ab"] and s.screen.cursor() == (0, 5), "a clear screen")

    def test_unknown_keys_are_reported(self):
        self.prompt().send("a" + meta("#")).sees("M-# means nothing here").line("> a").send("b").gone("M-#").line("> ab")


class SeveralLines(TerminalTest):
    def lines(self, text, *shown):
        """Asserts that `text`, typed with Enter between its lines, is shown as `shown` (after the prompts)."""
        s = self.prompt().send(text.replace("\n", "\r"))
        return s.wait(lambda: s.shown()[-len(shown):] == ["> " + shown[0]] + [". " + line for line in shown[1:]] or
                      s.shown()[-len(shown) - 1:-1] == ["> " + shown[0]] + [". " + line for line in shown[1:]], repr(shown))

    def test_indentation(self):
        for text, shown in {
            "(defun f (x)\n(list x": ("(defun f (x)", "  (list x"),
            "(let ((a 1)\n(b 2))\n(+ a": ("(let ((a 1)", "      (b 2))", "  (+ a"),
            "(if (a)\n(b)\n(c": ("(if (a)", "    (b)", "    (c"),
            "(cond ((a)\nb)\n(t": ("(cond ((a)", "       b)", "      (t"),
            "(loop for x in y\ndo (f": ("(loop for x in y", "      do (f"),
            "(flet ((f (x)\n(g x)))\n(f": ("(flet ((f (x)", "         (g x)))", "  (f"),
            "(multiple-value-bind (a b)\n(f)\n(g": ("(multiple-value-bind (a b)", "    (f)", "  (g"),
            "(list a\nb\nc": ("(list a", "      b", "      c"),
            "'(a\nb": ("'(a", "  b"),
            "(format t \"a\nb": ('(format t "a', "b"),
        }.items():
            with self.subTest(text):
                self.lines(text, *shown)

    def test_macros_indent_by_their_lambda_lists(self):
        s = self.prompt().enter("(defmacro while (test &body body) `(loop (unless ,test (return)) ,@body))", "WHILE")
        s.send("(while (f x)\r(g").last("> (while (f x)", ".   (g")

    def test_enter_evaluates_one_form(self):
        s = self.prompt().send("(list 1\r2)").last("> (list 1", ".       2)").send("\r")
        s.last("> (list 1", ".       2)", "(1 2)", ">")

    def test_all_lines_are_edited(self):
        s = self.prompt().send("(list 1\r2\r3").last("> (list 1", ".       2", ".       3")
        s.send(UP + UP + control("e") + "0" + DOWN + "1" + control("n") + ")").last("> (list 10", ".       21", ".       3)")
        s.send("\r").last("(10 21 3)", ">")

    def test_enter_in_the_middle_of_a_complete_form(self):
        self.prompt().send("(list 1 2)" + LEFT * 4 + "\r").last("> (list 1 2)", "(1 2)", ">")

    def test_tab_indents(self):
        s = self.prompt().paste("(when t\n(list 1\n2))").last("> (when t", ". (list 1", ". 2))")
        s.send(UP + HOME + "\t").last("> (when t", ".   (list 1", ". 2))").send("\x1b\x11")
        s.last("> (when t", ".   (list 1", ".         2))")

    def test_lines_are_joined(self):
        self.prompt().send("(list\r1)" + HOME + "\x7f").line("> (list 1)")

    def test_control_c_discards_an_incomplete_form(self):
        s = self.prompt().send("(list (a\r(b").last("> (list (a", ".        (b").send(control("c")).ready()
        s.enter("(list 1)", "(1)")

    def test_the_reader_decides_what_is_complete(self):
        self.prompt().enter("'|a\rb|", "|a", "b|")
        self.prompt().enter("#| a\r|# 5", "5")
        self.prompt().enter("#\\(", "#\\(")
        self.prompt().enter("1 2 ; (", "1", "2")
        self.prompt(columns=100).enter(")", "READER-ERROR: READ: a closing parenthesis without an opening one (line 1, column 1)", "      1 | )", "        | ^")


class LongInput(TerminalTest):
    def test_long_line(self):
        s = self.prompt()
        text = "(length '(" + "a " * 2495 + "))"
        s.send(text).wait(lambda: "a a ))" in s.screen.current(), "the end of the line")
        s.send(control("a")).wait(lambda: s.screen.current().startswith("> (length"), "its beginning")
        s.send("x").sees("> x(length").send("\x7f").sees("> (length")
        s.send("\r").last("2495", ">")

    def test_long_paste(self):
        s = self.prompt()
        lines = ["(defun f%d (x)\n  (list x %d))" % (i, i) for i in range(150)]
        s.paste("\n".join(lines)).line(".   (list x 149))")
        self.assertEqual(len(s.shown()), 24)
        s.send(meta("<")).line("> (defun f0 (x)", 2).send(meta(">")).line(".   (list x 149))")
        s.send("\r").last("F148", "F149", ">")
        self.assertIn("> (defun f0 (x)\n.   (list x 0))\n. (defun f1 (x)", s.screen.text())
        s.enter("(f77 1)", "(1 77)")

    def test_pastes_are_not_evaluated(self):
        s = self.prompt().paste("(list 1)\n(list 2)\n").last("> (list 1)", ". (list 2)", ".").send("\r").last("(1)", "(2)", ">")

    def test_the_rest_of_a_paste_is_dropped_after_an_error(self):
        s = self.prompt().paste("(list :first)\n(car 5)\n0\n(list :second)").send("\r")
        s.line("1>").sees("The rest of what was typed is dropped: 0 ...")
        self.assertNotIn("SECOND)", s.screen.text())
        s.choose("[ABORT] Return to the prompt.").ready()

    def test_type_ahead_is_dropped_after_an_error(self):
        s = self.prompt().send("(car 5)\r0\r(list :second)\r").ready("1>").sees("What was typed ahead is dropped.")
        self.assertNotIn("SECOND)", s.screen.text())

    def test_pastes_do_not_act_as_keys(self):
        self.prompt().paste("(list\t1)").line("> (list    1)")
        self.prompt().paste("ab\x1bc\rde").last("> abc", ". de")

    def test_fast_typing_is_not_lost(self):
        s = self.prompt()
        for i in range(40):
            s.send("(+ %d 1)\r" % i)
        s.last("> (+ 39 1)", "40", ">")


class Sizes(TerminalTest):
    def test_wrapping(self):
        s = self.prompt(columns=20).send("(list " + "abcdefghij" * 2)
        s.last("> (list abcdefghija", "bcdefghij", "(list &rest objects"[:19])
        s.send(HOME).wait(lambda: s.screen.cursor()[1] == 2, "the beginning").send("x").last("> x(list abcdefghij", "abcdefghij")

    def test_resizing(self):
        s = self.prompt(columns=60).send("(list " + "abcdefghij " * 8).sees("(list &rest objects)")
        for columns in (30, 50, 24, 60, 100):
            s.resize(columns, 24)
            text = "> (list " + "abcdefghij " * 8
            rows = [text[i:i + columns - 1].rstrip() for i in range(0, len(text), columns - 1)]
            s.wait(lambda: s.shown()[-1 - len(rows):] == rows + ["(list &rest objects)"], "at %d columns %r" % (columns, rows))
        s.send("\x03").ready()

    def test_wide_characters(self):
        s = self.prompt().send('"日本語').line('> "日本語', 9).send(LEFT).line('> "日本語', 7)
        s.send("\x7f").line('> "日語', 5).send(END + '"\r').last('"日語"', ">")
        s.send("\"e\u0301x").line("> \"e\u0301x", 5).send(LEFT + LEFT).line("> \"e\u0301x", 3).send(DELETE).line('> "x', 3)

    def test_wide_characters_at_the_edge(self):
        s = self.prompt(columns=20).send('"' + "日" * 12)
        s.last('> "' + "日" * 8, "日" * 4).send(HOME + "a").last('> a"' + "日" * 7, "日" * 5)


class Vi(TerminalTest):
    def typed(self, keys, line, column=None):
        s = self.prompt("--eval", "(progn (setf tessera:*editing-mode* :vi) (values))", "--repl")
        s.send(keys).line("> " + line, column)

    def test_vi(self):
        for keys, line, column in [
            ("abc\x1b", "abc", 4), ("abc\x1bhix", "axbc", 4), ("abc\x1b0x", "bc", 2), ("one two\x1b0dw", "two", 2), ("one two\x1bbcwx", "one x", 7),
            ("one two\x1bddix", "x", 3), ("one two\x1b0Dax", "x", 3), ("one\x1buix", "x", None), ("one two\x1b0wiX", "one Xtwo", 7), ("abc\x1b0p", "abc", None),
            ("ab cd\x1b0dwA \x1bp", "cd ab", None), ("(a (b))\x1b0%", "(a (b))", 8), ("(a (b))\x1bd%ix", "x", 3), ("abc\x1b0rx", "xbc", 2), ("abc\x1b0~", "Abc", 3),
            ("abcabc\x1b0fb", "abcabc", 3), ("abcabc\x1b0dtc", "cabc", 2), ("a b c d\x1b02dw", "c d", 2), ("abc\x1bIx", "xabc", 3), ("abc\x1b0Cz", "z", 3),
            ("abc\x1b02x", "c", 2), ("abc\x1b0yyP", "abcabc", None),
        ]:
            with self.subTest(keys):
                self.typed(keys, line, column)

    def test_history_and_enter(self):
        s = self.prompt("--eval", "(progn (setf tessera:*editing-mode* :vi) (values))", "--repl")
        s.enter("(list 1)", "(1)").enter("(list 2)", "(2)").send("\x1bkk").line("> (list 1)").send("\r").last("(1)", ">")


if __name__ == "__main__":
    unittest.main()
