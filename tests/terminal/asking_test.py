"""Questions: each is answered in the editor, and ?, :abort, Ctrl-D and Lisp forms mean the same at each."""
import os
import subprocess
import unittest

from session import PROGRAM, TerminalTest

UP, LEFT, HOME = "\x1b[A", "\x1b[D", "\x1b[H"
GAME = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "game")
ERROR = "(list 5 (car 7))"
QUESTIONS = {     # what asks: what is typed first, the prompt, an answer, and what it leads to
    "value": ([ERROR, "0"], "Value to use:", "(+ 1 2)", "(5 3)"),
    "yes or no": (['(y-or-n-p "Sure?")'], "Sure? (y or n)", "y", "T"),
    "yes-or-no-p": (['(yes-or-no-p "Sure?")'], "Sure? (yes or no)", "no", "NIL"),
    "inspect": (["(inspect (list 1 2))"], "inspect>", "q", "(1 2)"),
    "macrostep": (["(macrostep '(when a b))"], "macrostep>", "", "(IF A (PROGN B) NIL)"),
    "step": (["(step (list (car '(1))))"], "(LIST (CAR '(1))) ?", "c", "(1)"),
}
LEAVING = {"value": "1>", "inspect": "(1 2)", "macrostep": "(WHEN A B)", "step": "NIL"}     # what Ctrl-D leads to besides the prompt


class Questions(TerminalTest):
    def prompt(self, **options):
        s = super().prompt(**options)
        # Lisp shows a question before the editor takes over the terminal, which echoes until then.
        s.types_in_raw_mode = "environment" not in options
        return s

    def asking(self, name):
        s = self.prompt(columns=100, rows=40)
        forms, prompt, _, _ = QUESTIONS[name]
        for form in forms[:-1]:
            s.send(form + "\r").ready("1>")
        return s.send(forms[-1] + "\r").line(prompt)

    def each(self):
        for name, (_, prompt, answer, result) in QUESTIONS.items():
            yield name, self.asking(name), prompt, answer, result

    def test_answers_can_be_edited(self):
        for _, s, prompt, answer, result in self.each():
            s.send("x" + answer).line(prompt + " x" + answer).send(HOME + "\x1b[3~").line((prompt + " " + answer).rstrip()).send("\r").last(result, ">")
            self.assertIn(b"\x1b[0;1;32m" + prompt[:5].encode(), s.bytes)

    def asked(self, s, prompt, times):
        """Waits until the question has been asked `times` times, the last time without an answer."""
        return s.wait(lambda: s.screen.current() == prompt and sum(line.startswith(prompt) for line in s.shown()) == times,
                      "question %d" % times)

    def test_help(self):
        for _, s, prompt, answer, result in self.each():
            self.asked(s.send("?\r"), prompt, 2)
            self.assertNotIn(prompt + " ?", s.shown()[-2])
            self.asked(s.send(":help\r"), prompt, 3)
            self.assertNotIn(prompt + " :help", s.shown()[-2])
            s.send(answer + "\r").last(result, ">")

    def test_abort(self):
        for name, s, _, _, _ in self.each():
            s.send(":abort\r").ready("1>" if name == "value" else ">").send(":abort\r")

    def test_end_of_input(self):
        for name, s, _, _, _ in self.each():
            end = LEAVING.get(name)
            s.send("\x04").wait(lambda: s.screen.current() in (end, ">") and (end is None or end in s.shown()[-2:]), "the prompt")
        for word in (":quit", ":quit 3", "quit", "exit"):
            for name in QUESTIONS if word == "quit" else ("inspect", "yes or no"):
                level = "1>" if name == "value" else ">"
                self.asking(name).send(word + "\r").ready(level).enter("(list 1)", "(1)", prompt=level)

    def test_lisp_forms_are_evaluated(self):
        for name, s, prompt, answer, result in self.each():
            if name != "value":
                s.send("(list 41\r42)\r").last("(41 42)", prompt)
                s.send("'(a b)\r").last("(A B)", prompt)
                s.send("(car 6)\r").sees("CAR: 6 is not of type LIST").ready("1>").send("(list 1)\r").last("(1)", "1>").send("\x04").line(prompt)
            s.send(answer + "\r").last(result, ">")

    def test_invalid_answers_are_explained_alike(self):
        for name, s, prompt, answer, result in self.each():
            if name != "value":         # where a keyword is one
                s.send(":mroe\r").last("There is no command :mroe. Did you mean :more? :help shows what can be typed.", prompt)
            if name in ("inspect", "macrostep", "step"):
                s.send("nonsense\r").last("nonsense is not an answer here: ? shows what can be typed, Ctrl-D leaves.", prompt)
            elif name != "value":       # the answers fit into the message
                s.send("maybe\r").wait(lambda: s.screen.current() == prompt and "; :abort goes back to the prompt." in s.shown()[-2], "the answers")
            if name != "value":
                self.asked(s.send("h\r"), prompt, 4)
            s.send(answer + "\r").last(result, ">")

    def test_control_c_discards_the_line(self):
        for _, s, prompt, answer, result in self.each():
            s.send("half").line(prompt + " half").send("\x03").last("Ctrl-D leaves, ? helps.", prompt).send(answer + "\r").last(result, ">")

    def test_questions_have_their_own_history(self):
        s = self.prompt(columns=100).enter("(list 1)", "(1)").send(ERROR + "\r").ready("1>").send("0\r").line("Value to use:")
        s.send(UP).line("Value to use:").send("(+ 1 1)\r").last("(5 2)", ">").send(ERROR + "\r").ready("1>").send("0\r").line("Value to use:")
        s.send(UP).line("Value to use: (+ 1 1)").send("\r").last("(5 2)", ">").send(UP).line("> " + ERROR)
        with open(os.path.join(s.folder, "tessera", "history"), encoding="utf-8") as file:
            self.assertNotIn("(+ 1 1)", file.read())

    def test_answers_are_completed(self):
        for name, typed, completed in (("inspect", "prev", "previous"), ("macrostep", "und", "undo"), ("step", "cont", "continue"),
                                       ("yes-or-no-p", "ye", "yes"), ("value", "(multiple-value-b", "(multiple-value-bind"), ("step", ":ab", ":abort")):
            with self.subTest(name):
                self.asking(name).send(typed + "\t").line(QUESTIONS[name][1] + " " + completed)

    def test_reader_errors_are_shown(self):
        s = self.asking("value").send("(list (car 6))\r").ready("2>")
        s.sees("in a toplevel form at repl:3:7\n      3 | (list (car 6))\n        |       ^").send(":abort\r").ready()
        s = self.asking("value").send("#<\r").sees("READ").line("Value to use:").send("5\r").last("(5 5)", ">")

    def test_questions_at_every_debugger_level(self):
        s = self.prompt(columns=100, rows=60)
        for level in ("1>", "2>", "3>"):
            s.send("(car 5)\r").ready(level)
            s.send("(inspect (list 1 2))\r").line("inspect>").send("\x04").ready(level)
            s.send('(y-or-n-p "Sure?")\r').line("Sure? (y or n)").send("y\r").last("T", level)
            s.send("0\r").line("Value to use:").send(":abort\r").ready(level)

    def test_long_prompts(self):
        s = self.prompt(columns=40).send('(y-or-n-p "Do you want to read a question that is longer than the window")\r').sees("(y or n)")
        s.send("nx\x7f").wait(lambda: s.screen.current().endswith("(y or n) n"), "the answer").send("\r").last("NIL", ">")

    def test_reading_input_by_programs(self):
        s = self.prompt().send("(list (read-line) (read-line))\r").line("").send("\x04").sees("END-OF-FILE").ready("1>").send(":abort\r").ready()
        s.send('(progn (princ "name: ") (read-line))\r').line("name:").send("joe\r").last('"joe"', "NIL", ">")
        s.send('(progn (princ "name: ") (read-line))\r').line("name:").send("\x03").sees("interrupted").ready("1>").choose("[CONTINUE]").line("name:")
        s.send("ann\r").last('"ann"', "NIL", ">").send("(read)\r").line("").send(":abort\r").ready()

    def test_dumb_terminal(self):
        for name, (forms, prompt, answer, result) in QUESTIONS.items():
            with self.subTest(name):
                s = self.prompt(columns=100, rows=40, environment={"TERM": "dumb"})
                for form in forms[:-1]:
                    s.send(form + "\r").ready("1>")
                self.asked(s.send(forms[-1] + "\r"), prompt, 1)
                self.asked(s.send("?\r"), prompt, 2)
                s.send(answer + "\r").wait(lambda: s.shown()[-1] == ">" and s.shown()[-2].endswith(result), result)
                self.assertNotIn(b"\x1b", s.bytes)

    def test_pipes(self):
        text = '(y-or-n-p "Sure?")\n(list 1)\ny\n(inspect (list 1 2))\n1\nq\n(macrostep \'(when a b))\n\n(step (list 1))\nc\n'
        done = subprocess.run([PROGRAM], input=text.encode(), stdout=subprocess.PIPE, env={"TERM": "xterm"}, timeout=60)
        self.assertEqual(done.returncode, 0)
        self.assertIn(b"Sure? (y or n) \n(1)\nSure? (y or n) \nT\n", done.stdout)
        self.assertNotIn(b"\x1b", done.stdout)


if __name__ == "__main__":
    unittest.main()
