"""The Swank server and foreign clients: malformed, huge and mixed messages; secrets; connections that come and go."""
import re
import subprocess
import tempfile
import time
import unittest
from pathlib import Path

from swank import PROGRAM, SECONDS, Client, Server


class Messages(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = Server()

    @classmethod
    def tearDownClass(cls):
        cls.server.__exit__()

    def assert_serves(self, client=None):
        """Asserts that the server still serves."""
        if client is None:
            with Client(self.server) as client:
                self.assert_serves(client)
        else:
            self.assertEqual(client.answer('(swank:interactive-eval "(+ 1 2)")'), '(:ok "=> 3")')

    def test_requests_are_answered(self):
        with Client(self.server) as client:
            self.assertIn(':type "Tessera"', client.answer("(swank:connection-info)"))
            self.assert_serves(client)

    def test_malformed_messages_are_answered(self):
        with Client(self.server) as client:
            for text in ["", "(", ")", "(:emacs-rex", "(:emacs-rex (foo", '"', "#.(quit)", "#<x>", "|", "(a . b)", "((((((", "(:foo)", "7",
                         "(:emacs-rex 1 2)", '(:emacs-rex (swank:connection-info) nil t "x")', "(:emacs-return-string 1 1 5)", "\x00\x01"]:
                client.send(text)
                self.assertRegex(client.receive(), r"\A\(:(reader-error|return \(:abort) ", text)
            self.assert_serves(client)

    def test_failed_requests_are_answered_by_number(self):
        with Client(self.server) as client:
            self.assertRegex(client.answer("(swank:no-such-function)"), r"\A\(:abort .*NO-SUCH-FUNCTION")
            self.assertRegex(client.answer("(no-such-package:foo)"), r"\A\(:abort .*NO-SUCH-PACKAGE")
            self.assertRegex(client.answer("(swank:backtrace)"), r"\A\(:abort ")
            self.assertRegex(client.answer("(car 5)"), r"\A\(:abort .*CAR")
            self.assertRegex(client.answer("(swank:frame-source-location 3)"), r"\A\(:abort .*no frame 3")
            self.assertRegex(client.answer("(swank:inspector-nth-part -1)"), r"\A\(:abort .*no part")
            self.assert_serves(client)

    def test_questions_take_the_same_answers_as_at_the_prompt(self):
        with Client(self.server) as client:
            client.answer("(swank:swank-require '(swank-repl))")
            client.answer('(swank-repl:create-repl nil :coding-system "utf-8-unix")')
            for answers, result in ((["what", "?", "(list 41)", "y"], r"\(:ok"), ([":abort"], r"\(:abort")):
                number = client.request('(swank-repl:listener-eval "(y-or-n-p \\"Sure?\\")\n")')
                for answer in answers:
                    asked = client.until(r"\A\(:read-string ")
                    tag = re.match(r"\(:read-string (\d+) (\d+)\)", asked[-1])
                    self.assertRegex("".join(asked), r"Sure\? \(y or n\)")
                    client.send('(:emacs-return-string %s %s "%s\n")' % (tag[1], tag[2], answer))
                told = client.until(r"\A\(:return %s.* %d\)\Z" % (result, number))
            self.assert_serves(client)

    def test_loading_warns_of_calls_compiled_before_their_macro(self):
        with tempfile.TemporaryDirectory() as folder, Client(self.server) as client:
            folder = Path(folder)
            (folder / "macros.lisp").write_text("(defmacro twice (form) `(progn ,form ,form))\n")
            (folder / "uses.lisp").write_text('(load "%s")\n(defun both () (twice 1) (none 2))\n' % (folder / "macros.lisp"))
            for times in (1, 2):  # compiled again it knows the macro
                result = client.answer('(swank:compile-file-for-emacs "%s" t)' % (folder / "uses.lisp"))
                compiled = re.search(r'"([^"]*)"\)\)\Z', result)[1]
                number = client.request('(swank:load-file "%s")' % compiled)
                printed = "".join(client.until(r"\A\(:return .* %d\)\Z" % number))
                self.assertEqual(times == 1, "TWICE was not a macro yet when uses" in printed, printed)
                self.assertNotIn("NONE was not a macro", printed)

    def test_toplevel_errors_become_notes_with_positions(self):
        with tempfile.TemporaryDirectory() as folder, Client(self.server) as client:
            file = Path(folder) / "nowhere.lisp"
            file.write_text('(defun f () 1)\n  (in-package "NO-SUCH-PACKAGE")\n')
            result = client.answer('(swank:compile-file-for-emacs "%s" t)' % file)
            self.assertRegex(result, r':message "there is no package called NO-SUCH-PACKAGE" :severity :error .*\(:line 2 2\)')
            self.assertRegex(result, r"\)\) nil \d")  # it failed: SLIME asks before it loads that

    def test_errors_in_reader_macros_enter_the_debugger(self):
        with Client(self.server) as client:
            client.answer('(swank:interactive-eval "(set-macro-character #\\\\! (lambda (s c) c (car (read s))))")')
            number = client.request("""(swank:compile-string-for-emacs "(list !17)" "buffer" '((:position 1) (:line 1 1)) nil nil)""")
            self.assertRegex(client.until(r"\A\(:debug-activate")[0], "17 is not of type LIST")
            client.request("(swank:throw-to-toplevel)")
            client.until(r"\A\(:return \(:abort .* %d\)" % number)

    def test_library_frames_read_forms_in_the_users_package(self):
        with Client(self.server) as client:
            number = client.request('(swank:interactive-eval "(format nil \\"~a\\")")')
            self.assertRegex(client.until(r"\A\(:debug 1 1")[-1], r'\(0 "FORMAT')
            self.assertEqual(client.answer("(swank:frame-package-name 0)"), '(:ok "COMMON-LISP-USER")')
            client.request("(swank:throw-to-toplevel)")
            client.until(r"\A\(:return \(:abort .* %d\)" % number)

    def test_stepping_is_not_reported_as_failure(self):
        with Client(self.server) as client:
            number = client.request('(swank:interactive-eval "(step (+ 1 (* 2 3)))")')
            client.until(r"\A\(:debug-activate")
            step = client.request("(swank:sldb-step 0)")
            self.assertIn("(:return (:ok nil) %d)" % step, client.until(r"\A\(:debug-activate"))
            client.request("(swank:sldb-continue)")
            client.until(r'\A\(:return \(:ok "=> 7"\) %d\)' % number)

    def test_stops_show_function_locals_and_position(self):
        with tempfile.TemporaryDirectory() as folder, Client(self.server) as client:
            file = Path(folder) / "stops.lisp"
            file.write_text("(defun stops (n)\n  (let ((next (+ n 1)))\n    (dolist (item '(1 2) next)\n      (incf next item))))\n")
            client.answer('(swank:load-file "%s")' % file)
            number = client.request('(swank:interactive-eval "(step (stops 3))")')
            stops = []
            while True:
                last = client.until(r"\A\(:debug-activate|\A\(:return .* %d\)\Z" % number)
                if last[-1].startswith("(:return"):
                    break
                shown = [message for message in last if message.startswith("(:debug 1")][-1]
                self.assertNotRegex(shown, r"\(LAMBDA|TAGBODY|elided")
                stops.append((shown, client.answer("(swank:frame-locals-and-catch-tags 0)"), client.answer("(swank:frame-source-location 0)")))
                if "ITEM" in stops[-1][1]:
                    self.assertRegex(client.answer('(swank:eval-string-in-frame "(list n item)" 0 "COMMON-LISP-USER")'), r"\(3 [12]\)")
                    client.answer('(swank:eval-string-in-frame "(incf next 10)" 0 "COMMON-LISP-USER")')
                client.request("(swank:sldb-step 0)")
            self.assertIn("=> 27", last[-1])
            shown, variables, place = [stop for stop in stops if "Stepping: (INCF NEXT ITEM)" in stop[0]][1]
            self.assertIn('(0 "(STOPS 3)"', shown)
            for text in ['"N" :id 0 :value "3"', '"NEXT" :id 0 :value "15"', '"ITEM" :id 0 :value "2"']:
                self.assertIn(text, variables)
            self.assertIn("(:line 4 6)", place)

    def test_return_from_frame_works_while_stepping(self):
        with Client(self.server) as client:
            client.answer('(swank-repl:listener-eval "(defun left (n) (list (+ n 1)))")')
            number = client.request('(swank:interactive-eval "(step (left 3))")')
            client.until(r"\A\(:debug-activate")
            client.request("(swank:sldb-step 0)")
            self.assertRegex(client.until(r"\A\(:debug-activate")[-2], r'\(0 "\(LEFT 3\)"')
            client.request('(swank:sldb-return-from-frame 0 "(* n 100)")')
            client.until(r'\A\(:return \(:ok "=> 300"\) %d\)' % number)

    def test_only_settable_parts_are_offered_for_setting(self):
        with Client(self.server) as client:
            for form, settable in (("(lambda (x) x)", False), ("(make-condition 'type-error :datum 1)", False), ("(list 1)", True)):
                self.assertEqual("[set]" in client.answer('(swank:init-inspector "%s")' % form), settable, form)

    def test_messages_of_failed_requests_have_no_final_stop(self):
        with Client(self.server) as client:
            self.assertRegex(client.answer('(swank:xref :calls "none-of-this-name")'), r'\A\(:abort "There is no symbol .*[^.]"\)\Z')

    def test_messages_do_not_intern_symbols(self):
        with Client(self.server) as client:
            self.assertRegex(client.answer("(cl:list 'cl-user::from-a-stranger)"), "from-a-stranger")
            self.assertEqual(client.answer('(swank:interactive-eval "(find-symbol \\"FROM-A-STRANGER\\")")'), '(:ok "=> NIL, NIL")')

    def test_deep_and_circular_messages(self):
        with Client(self.server) as client:
            client.send("(" * 100000)
            self.assertRegex(client.receive(), r"\A\(:reader-error ")
            client.send("#1=(:emacs-rex . #1#)")
            self.assertRegex(client.receive(), r"\A\(:reader-error ")
            client.send("(" * 20000 + ")" * 20000)
            self.assertRegex(client.receive(), r"\A\(:reader-error ")
            self.assert_serves(client)

    def test_an_invalid_length_ends_the_connection(self):
        for start in [b"GET / HTTP/1.1\r\n\r\n", b"zzzzzz", b"-00001a", b"      ", b"\xff" * 20]:
            with Client(self.server) as client:
                client.send_bytes(start)
                self.assertIsNone(client.receive())
        self.assert_serves()

    def test_invalid_utf8(self):
        with Client(self.server) as client:
            data = b'(:emacs-rex (swank:interactive-eval "(length \\"\xff\xfe\xc3\\")") "CL-USER" t 1)'
            client.send_bytes(b"%06x" % len(data) + data)
            self.assertRegex(client.until(r"\A\(:return")[-1], r"\(:ok \"=> \d+\"\)")
            self.assert_serves(client)

    def test_huge_messages_go_both_ways(self):
        with Client(self.server) as client:
            text = "x" * 8000000
            self.assertEqual(client.answer('(cl:length "%s")' % text), "(:ok 8000000)")
            self.assertEqual(len(client.answer("(cl:make-string 5000000 :initial-element (cl:code-char 97))")), len('(:ok "")') + 5000000)
            self.assertRegex(client.answer("(cl:make-string 17000000 :initial-element (cl:code-char 97))"), r"\A\(:abort .*16 MB")
            self.assert_serves(client)

    def test_messages_in_pieces(self):
        with Client(self.server) as client:
            data = b'(:emacs-rex (cl:length "\xc3\xa4\xc3\xb6") "CL-USER" t 1)'
            for byte in b"%06x" % len(data) + data:
                client.send_bytes(bytes([byte]))
            self.assertEqual(client.receive(), "(:return (:ok 2) 1)")

    def test_all_of_many_messages_are_answered(self):
        with Client(self.server) as client:
            numbers = [client.request("(cl:+ 1 %d)" % i) for i in range(300)]
            answers = [client.receive() for _ in numbers]
            self.assertEqual(sorted(answers), sorted("(:return (:ok %d) %d)" % (i + 1, n) for i, n in enumerate(numbers)))

    def test_connections_that_come_and_go(self):
        for _ in range(30):
            with Client(self.server) as client:
                client.request('(swank:interactive-eval "(progn (sleep 0.01) (print 1))")')
        self.assert_serves()

    def test_unicode_in_output(self):
        with Client(self.server) as client:
            number = client.request('(swank-repl:listener-eval "(format t \\"äöü \\\\\\"€\\\\\\"~%\\")")')
            messages = client.until(r"\A\(:return .* %d\)" % number)
            self.assertIn('(:write-string "äöü \\"€\\"\n")', messages)


class Evaluation(unittest.TestCase):
    def setUp(self):
        self.server = Server()

    def tearDown(self):
        self.server.__exit__()

    def test_endless_evaluations_can_be_interrupted(self):
        with Client(self.server) as client:
            for form in ["(loop)", "(sleep 100)", "(expt 3 200000000)"]:
                number = client.begin(form)
                client.send("(:emacs-interrupt t)")
                self.assertRegex(client.until(r"\A\(:debug-activate")[0], "INTERACTIVE-INTERRUPT")
                client.request("(swank:throw-to-toplevel)")
                client.until(r"\A\(:return \(:abort .* %d\)" % number)

    def test_first_output_begins_a_line_after_the_banner(self):
        with Client(self.server) as client:
            answers = []
            for _ in range(2):
                number = client.request("""(swank:interactive-eval "(format t \\"~&first~%\\")")""")
                answers.append("".join(client.until(r"\A\(:return .* %d\)\Z" % number)))
                self.assertEqual(client.answer("(swank-repl:create-repl nil)"), '(:ok ("COMMON-LISP-USER" "CL-USER"))')
            self.assertIn('(:write-string "first\n"', answers[0])      # nothing is written yet
            self.assertIn('(:write-string "\nfirst\n"', answers[1])    # SLIME has, and did not end its line

    def test_interrupts_before_an_evaluation_do_not_end_it(self):
        with Client(self.server) as client:
            for _ in range(20):
                client.send("(:emacs-interrupt t)")
                self.assertEqual(client.answer('(swank:interactive-eval "(loop repeat 1000 sum 1)")'), '(:ok "=> 1000")')

    def test_interrupts_sent_with_an_evaluation_end_it(self):
        with Client(self.server) as client:
            for _ in range(20):
                number = client.number = client.number + 1
                client.send_bytes(b"".join(b"%06x" % len(message) + message for message in (
                    b'(:emacs-rex (swank:interactive-eval "(loop)") "CL-USER" t %d)' % number, b"(:emacs-interrupt t)")))
                self.assertRegex(client.until(r"\A\(:debug-activate")[0], "INTERACTIVE-INTERRUPT")
                client.request("(swank:throw-to-toplevel)")
                client.until(r"\A\(:return \(:abort .* %d\)" % number)

    def test_other_connections_are_served_during_an_evaluation(self):
        with Client(self.server) as busy, Client(self.server) as other:
            number = busy.begin("(loop)")
            self.assertEqual(other.answer('(swank:interactive-eval "(+ 2 3)")'), '(:ok "=> 5")')
            self.assertEqual(busy.answer('(swank:operator-arglist "car" "CL-USER")'), '(:ok "(car list)")')
            busy.send("(:emacs-interrupt t)")
            busy.until(r"\A\(:debug-activate")
            self.assertEqual(other.answer('(swank:interactive-eval "(+ 3 4)")'), '(:ok "=> 7")')
            busy.request("(swank:sldb-abort)")
            busy.until(r"\A\(:return \(:abort .* %d\)" % number)

    def test_requests_sent_with_an_endless_evaluation_are_served(self):
        with Client(self.server) as client:
            for _ in range(20):
                time.sleep(0.02)  # so that the server waits
                number = client.number + 1
                client.send_bytes(b"".join(b"%06x" % len(message) + message for message in (
                    b'(:emacs-rex (swank:interactive-eval "%s") "CL-USER" t %d)' % (form, number + i)
                    for i, form in enumerate([b"(loop)", b"(+ 2 3)"]))))
                client.number += 2
                client.until(r'\A\(:return \(:ok "=> 5"\) %d\)' % (number + 1))
                client.send("(:emacs-interrupt t)")
                client.until(r"\A\(:debug-activate")
                client.request("(swank:throw-to-toplevel)")
                client.until(r"\A\(:return \(:abort .* %d\)" % number)

    def test_disconnecting_ends_the_debugger_of_the_connection(self):
        with Client(self.server) as first, Client(self.server) as second:
            second.request('(swank:interactive-eval "(car 5)")')
            second.until(r"\A\(:debug-activate")
            second.socket.close()
            self.assertEqual(first.answer('(swank:interactive-eval "(+ 1 2)")'), '(:ok "=> 3")')
            for _ in range(100):      # what comes before the server has noticed, is evaluated at the level that is there
                number = first.request('(swank:interactive-eval "(car 6)")')
                message = first.until(r"\A\(:debug 1 \d+ ")[-1]
                self.assertRegex(message, "6 is not of type LIST")
                first.request("(swank:throw-to-toplevel)")
                first.until(r"\A\(:return \(:abort .* %d\)" % number)
                if message.startswith("(:debug 1 1 "):
                    return
            self.fail("the level stays")

    def test_output_waits_for_a_client_that_does_not_read(self):
        with Client(self.server) as client:
            client.request('(swank-repl:listener-eval "(loop (print 1))")')
            seen, pings = 0, 0
            while pings < 3:
                message = client.receive()
                seen += len(message)
                pings += message.startswith("(:ping")
            self.assertLess(seen, 1000000)
            client.send("(:emacs-interrupt t)")
            client.until(r"\A\(:debug-activate")

    def test_reading_input_from_the_client(self):
        with Client(self.server) as client:
            number = client.request('(swank-repl:listener-eval "(list (read-line) (read))")')
            client.until(r"\A\(:read-string 1 1\)")
            self.assertEqual(client.answer('(swank:operator-arglist "car" "CL-USER")'), '(:ok "(car list)")')
            client.send('(:emacs-return-string 1 1 "a line\n(1 2) ")')
            messages = client.until(r"\A\(:return \(:ok nil\) %d\)" % number)
            self.assertIn('(:write-string "(\\"a line\\" (1 2))" :repl-result)', messages)
            client.request('(swank-repl:listener-eval "(read-line)")')
            client.until(r"\A\(:read-string 1 1\)")
            client.send("(:emacs-interrupt t)")
            client.until(r"\A\(:debug-activate")
            client.request("(swank:sldb-abort)")
            client.until(r"\A\(:read-aborted 1 1\)")

    def test_quit_lisp_ends_the_server(self):
        with Client(self.server) as client:
            client.request("(swank:quit-lisp)")
            self.assertEqual(self.server.process.wait(SECONDS), 0)


class Options(unittest.TestCase):
    def test_invalid_ports_are_refused(self):
        for given in ["--swank=", "--swank=x", "--swank=65536", "--swank=-1"]:
            run = subprocess.run([PROGRAM, given], stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=SECONDS, check=False)
            self.assertEqual(run.returncode, 2)
            self.assertIn("--swank wants a port", run.stderr)

    def test_the_server_has_definitions_of_the_command_line(self):
        with Server(arguments=["--eval", "(defvar *loaded* 42)"]) as server, Client(server) as client:
            self.assertEqual(client.answer('(swank:interactive-eval "*loaded*")'), '(:ok "=> 42")')


class Secrets(unittest.TestCase):
    def test_clients_need_the_secret(self):
        with Server(secret="open sesame") as server:
            with Client(server, secret="open sesame") as client:
                self.assertEqual(client.answer("(cl:+ 1 2)"), "(:ok 3)")
            for wrong in ['"open"', "(:emacs-rex (cl:+ 1 2) nil t 1)", "#.(quit)", "("]:
                with Client(server) as client:
                    client.send(wrong)
                    self.assertIsNone(client.receive())
            with Client(server, secret="open sesame") as client:
                self.assertEqual(client.answer("(cl:+ 1 2)"), "(:ok 3)")

    def test_the_server_listens_on_localhost_only(self):
        with Server() as server:
            port = re.compile(r"^\s*\d+: (\w+):%04X 0+:0000 0A" % server.port, re.MULTILINE)
            with open("/proc/net/tcp") as file:
                self.assertEqual(port.findall(file.read()), ["0100007F"])


if __name__ == "__main__":
    unittest.main()
