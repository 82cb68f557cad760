"""The tour: every step by what :hint shows, from the first to the last; leaving, and continuing in another session."""
import unittest

from session import TerminalTest


class Tour(TerminalTest):
    def tour(self, **options):
        return self.session("--tour", columns=180, rows=50, **options)

    def do_step(self, s, number):
        """Does the step that is shown, by typing what :hint shows."""
        s.sees("Step %d of 12" % number).ready().send(":hint\r")
        s.wait(lambda: s.shown()[-1] == ">" and s.shown()[-3] == "> :hint", "a hint")
        s.send(s.shown()[-2] + "\r")

    def test_all_steps(self):
        s = self.tour()
        for number in range(1, 13):
            self.do_step(s, number)
        s.sees("That was the tour.").sees("(play)").ready()
        s.send(":hint\r").sees("There is no tour; :tour begins one.").ready()

    def test_continuing_in_another_session(self):
        s = self.tour()
        self.do_step(s, 1)
        self.do_step(s, 2)
        s.sees("Step 3 of 12").ready().send("(+ 20 22)\r").sees("42").ready()
        s.send(":leave\r").sees(":tour goes on with step 3.").ready().send(":quit\r")
        self.assertEqual(s.ended(), 0)
        s = self.tour(folder=s.folder).sees("Step 3 of 12").ready()
        s.send(":skip\r").sees("Step 4 of 12").ready().send(":back\r").sees("Step 3 of 12").ready()
        s.send("(tour 13)\r").sees("TYPE-ERROR")

    def test_common_words_for_navigation(self):
        s = self.tour().sees("Step 1 of 12").ready().send("next\r").sees("Step 2 of 12").ready().send("back\r").sees("Step 1 of 12").ready()
        s.send("hint\r").last("(* 6 7)", ">").send("q\r").sees(":tour goes on with step 1.").ready()
        s.send("next\r").sees("the variable NEXT is unbound").ready("1>")

    def test_skipped_definitions_are_made(self):
        s = self.tour().sees("Step 1 of 12").ready()
        s.send(":skip\r").sees("Step 2 of 12").ready().send(":skip\r").sees("Defined for you, as earlier steps ask: SQUARE.")
        self.do_step(s, 3)
        s.sees("Step 4 of 12").ready().send("(tour 10)\r").sees("ask: LET1, TWICE, INTEGERS.")
        self.do_step(s, 10)
        s.sees("Step 11 of 12").ready().send("(tour 12)\r")
        self.do_step(s, 12)
        s.sees("That was the tour.")


if __name__ == "__main__":
    unittest.main()
