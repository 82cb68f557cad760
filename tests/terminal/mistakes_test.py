"""The mistakes of mistakes.py at the prompt, in a file, in the expansion of a macro, and in SLIME's REPL: the message
has the name and the position, and the debugger leads back."""
import os
import re
import sys
import unittest

from mistakes import MISTAKES, UNREADABLE
from session import TerminalTest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "editors"))
from swank import Client, Server  # noqa: E402


def as_text(form):
    return '"%s"' % form.replace("\\", "\\\\").replace('"', '\\"')


class Mistakes(TerminalTest):
    def refused(self, s, entry, message, place):
        """Types `entry`. Asserts that the debugger shows `message` and `place`, and leads back."""
        s.send(entry + "\r").ready("1>")
        shown = "\n".join(s.shown())
        self.assertRegex(shown, "(?s)" + message, entry)
        self.assertRegex(shown, place, entry)
        self.assertRegex(shown, r"\d: \[ABORT\] Return to the prompt\.", entry)
        s.send(":abort\r").ready().enter("(list 7)", "(7)").clear()

    def test_mistakes_at_the_prompt(self):
        s = self.prompt(columns=120, rows=60)
        for form, message in MISTAKES:
            self.refused(s, form, message, r"repl:\d+:\d+[^\n]*\n +\d+ \| .*\n +\| +\^\n")

    def test_reader_mistakes(self):
        s = self.prompt(columns=120, rows=60)
        for entry, message in UNREADABLE:
            s.send(entry + "\r").sees("^\n").ready()
            self.assertRegex("\n".join(s.shown()), message)
            s.enter("(list 7)", "(7)").clear()

    def test_mistakes_in_a_file(self):
        s = self.prompt(columns=120, rows=60)
        for form, message in MISTAKES:
            with open(os.path.join(s.folder, "m.lisp"), "w", encoding="utf-8") as file:
                file.write("(print 1)\n\n  %s\n" % form)
            self.refused(s, '(load "m.lisp")', message, r"m\.lisp:3:\d+[^\n]*\n +3 \| .*\n +\| +\^\n")
            s.send('(load "m.lisp")\r').ready("1>").choose("[SKIP-FORM]").wait(lambda: s.shown()[-2:] == ["T", ">"], "the end of the file").clear()

    def test_mistakes_in_an_expansion(self):
        s = self.prompt(columns=120, rows=60)
        for form, message in MISTAKES:
            s.enter("(defmacro m () '(progn (list 1) %s))" % form, "M").clear()
            self.refused(s, "(list (m))", message, r"repl:\d+:7[^\n]*, in the expansion of \(M\)\n +\d+ \| \(list \(m\)\)\n +\| +\^\n")

    def test_mistakes_in_slime(self):
        with Server() as server, Client(server) as client:
            client.answer("(swank:swank-require '(swank-repl))")
            client.answer('(swank-repl:create-repl nil :coding-system "utf-8-unix")')
            for form, message in MISTAKES:
                number = client.request("(swank-repl:listener-eval %s)" % as_text(form + "\n"))
                told = client.until(r"\A\(:debug \d+ 1 ")[-1]
                self.assertRegex(told.replace('\\"', '"'), "(?s)" + message, form)
                self.assertIn('("ABORT" ', told, form)
                self.assertTrue(any(":location" in client.answer("(swank:frame-source-location %d)" % i) for i in range(3)), form)
                restarts = re.findall(r'\("\*?([A-Z:-]+)" "', told)
                client.request("(swank:invoke-nth-restart-for-emacs 1 %d)" % restarts.index("ABORT"))
                client.until(r"\A\(:return \(:abort .* %d\)\Z" % number)
            self.assertIn("(7)", "".join(client.until(r"\A\(:return \(:ok .*\Z") if client.request('(swank-repl:listener-eval "(list 7)\n")') else []))


if __name__ == "__main__":
    unittest.main()
