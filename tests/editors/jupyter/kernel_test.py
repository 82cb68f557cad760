"""The kernel beyond Jupyter's own test: cells, errors, input, interrupts, completion, inspection, pictures, comms,
shutdown."""
import base64
import json
import os
import re
import signal
import subprocess
import tempfile
import unittest
from pathlib import Path
from unittest.mock import patch

from kernel import DATA, INSTALLED, PROGRAM, SECONDS, Kernel, KernelCase, wait_until

COLOURS = re.compile(r"\x1b\[\d+m")


def told(messages):
    """Returns the lines of the error among MESSAGES, without colours."""
    return [COLOURS.sub("", line) for message in messages if message["msg_type"] == "error" for line in message["content"]["traceback"]]


class Cells(KernelCase):
    def test_each_value_of_the_last_form_is_shown(self):
        self.assertEqual(self.kernel.values('1 2 (values 3 "four" (quote five))'), ["3", '"four"', "FIVE"])
        self.assertEqual(self.kernel.values("(values)"), [])
        self.assertEqual(self.kernel.values("; nothing"), [])
        self.assertEqual(self.kernel.values("nil"), ["NIL"])

    def test_prompt_variables_hold_earlier_values(self):
        self.kernel.run("(+ 1 1)")
        self.kernel.run('(values "b" 1)')
        self.kernel.run("'c")
        self.assertEqual(self.kernel.values("(list * ** *** /// +)"), ["(C \"b\" 2 (2) 'C)"])
        self.assertEqual(self.kernel.values("+"), ["(LIST * ** *** /// +)"])

    def test_the_package_is_kept(self):
        self.kernel.run('(defpackage "A-CELL" (:use "COMMON-LISP")) (in-package "A-CELL")')
        try:
            self.assertEqual(self.kernel.values("(list (package-name *package*) 'x)"), ['("A-CELL" X)'])
        finally:
            self.kernel.run("(in-package :cl-user)")
        self.assertEqual(self.kernel.values("'a-cell::x"), ["A-CELL::X"])

    def test_output_and_error_output_keep_their_order(self):
        _, messages = self.kernel.run('(progn (princ "out") (format *error-output* "err~%") (princ "more") (values))')
        texts = [(message["content"]["name"], message["content"]["text"]) for message in messages if message["msg_type"] == "stream"]
        self.assertEqual(texts, [("stdout", "out"), ("stderr", "err\n"), ("stdout", "more")])

    def test_output_is_sent_during_evaluation(self):
        with tempfile.TemporaryDirectory() as folder:
            seen = Path(folder) / "seen"
            code = f'(write-line "begun") (finish-output) (loop until (probe-file "{seen}") do (sleep 0.01)) (write-line "done")'
            number = self.kernel.client.execute(code, allow_stdin=False)
            self.kernel.until_busy(number)
            seen.touch()
            self.assertEqual("".join(m["content"].get("text", "") for m in self.kernel.published(number)), "done\n")
        self.assertEqual(self.kernel.reply(number)["status"], "ok")

    def test_streams_are_separate_and_cells_begin_a_new_line(self):
        self.assertEqual(self.kernel.printed('(princ "out") (princ "err" *error-output*)'), "out")
        self.assertEqual(self.kernel.printed('(format t "~&next")'), "next")
        self.assertEqual(self.kernel.printed('(princ "out") (princ "err" *error-output*)', "stderr"), "err")

    def test_long_output_is_complete(self):
        self.assertEqual(self.kernel.printed('(dotimes (i 20000) (format t "~D~%" i))'), "".join(f"{i}\n" for i in range(20000)))
        self.assertEqual(len(self.kernel.shown("(dotimes (i 1000) (jupyter:show i))")), 1001)

    def test_output_of_unicode_and_control_characters(self):
        text = "äöü λ 𝒳 \\ / \" \u0001 <b>"
        code = '(princ "' + text.replace("\\", "\\\\").replace('"', '\\"') + '")'
        self.assertEqual(self.kernel.printed(code), text)
        self.assertEqual(self.kernel.values('(length "𝒳λ")'), ["2"])

    def test_long_and_circular_values_are_shortened(self):
        self.assertLess(len(self.kernel.values("(loop for i below 1000000 collect i)")[0]), 20000)
        self.assertLess(len(self.kernel.values("(let ((list (list 1 2))) (setf (cdr list) list) list)")[0]), 20000)
        self.assertLess(len(self.kernel.values("(make-string 10000000 :initial-element #\\a)")[0]), 200000)

    def test_silent_and_unstored_cells(self):
        count = self.kernel.run("1")[0]["execution_count"]
        reply, messages = self.kernel.run("(defvar *silent* 1)", silent=True)
        self.assertEqual((reply["status"], messages), ("ok", []))
        self.assertEqual(self.kernel.run("*silent*", store_history=False)[0]["execution_count"], count)
        self.assertEqual(self.kernel.run("1")[0]["execution_count"], count + 1)

    def test_user_expressions(self):
        results = self.kernel.run("1", user_expressions={"a": "(+ 1 2)", "b": "(car 5)", "c": "("})[0]["user_expressions"]
        self.assertEqual(results["a"]["data"]["text/plain"], "3")
        self.assertEqual((results["b"]["status"], results["b"]["ename"]), ("error", "TYPE-ERROR"))
        self.assertEqual(results["c"]["ename"], "END-OF-FILE")

    def test_prompt_commands(self):
        self.assertIn("(help 'NAME) what a name means", self.kernel.printed(":help"))
        self.assertIn("Leave Tessera", self.kernel.printed(":help :quit"))
        self.assertEqual(self.kernel.values(":no-command"), [":NO-COMMAND"])

    def test_trees_fit_the_page_width(self):
        picture = self.kernel.printed("(show-tree '(a (b c)) :format :svg :stream t)")
        self.assertIn("max-width:100%", picture)
        self.assertIn('viewBox="0 0 ', picture)

    def test_compiler_warnings(self):
        self.assertIn("NOWHERE-DEFINED", self.kernel.printed("(defun warned () (nowhere-defined))", "stderr"))

    def test_other_languages(self):
        self.kernel.run("(tessera:in-language :scheme)")
        try:
            self.assertEqual(self.kernel.values("(define (f x) (* x 2)) (map f '(1 2 3))"), ["(2 4 6)"])
        finally:
            self.kernel.run("(in-language 'common-lisp)")
        self.assertEqual(self.kernel.values("(+ 1 2)"), ["3"])

    def test_print_base_does_not_affect_the_protocol(self):
        try:
            self.assertEqual(self.kernel.values("(setf *print-base* 2) 10"), ["1010"])
            self.assertEqual(self.kernel.values("(setf *read-base* 16) ff"), ["11111111"])
        finally:
            self.kernel.run("(setf *read-base* 10.)")
            self.kernel.run("(setf *print-base* 10.)")
        self.assertEqual(self.kernel.values("10"), ["10"])


class Errors(KernelCase):
    def test_errors_show_position_frames_and_restarts(self):
        count = self.kernel.run("(defun twice (x)\n  (* 2 x))")[0]["execution_count"]
        reply, messages = self.kernel.run("(defun caller (x) (list (twice x)))\n(caller 'two)")
        self.assertEqual((reply["status"], reply["ename"], reply["evalue"]), ("error", "TYPE-ERROR", "*: TWO is not of type NUMBER"))
        self.assertEqual(told(messages), [
            "TYPE-ERROR: *: TWO is not of type NUMBER",
            f"  in (TWICE TWO) at In[{count}]:2:3",
            "      2 |   (* 2 x))",
            "        |   ^",
            f"  in (CALLER TWO) at In[{count + 1}]:1:25",
            f"  in a toplevel form at In[{count + 1}]:2:1",
            "  0: [USE-VALUE] Return another value from the failed call.",
            "  1: [RETRY-CALL] Call (TWICE TWO) again."])

    def test_errors_by_condition_name(self):
        for code, name in [("(+ 1", "END-OF-FILE"), (")", "READER-ERROR"), ("#<a>", "READER-ERROR"), ("no-such-variable", "UNBOUND-VARIABLE"),
                           ("(no-such-function)", "UNDEFINED-FUNCTION"), ("(tessera::no-such-name-anywhere)", "UNDEFINED-FUNCTION")]:
            reply = self.kernel.run(code)[0]
            self.assertEqual((reply["status"], reply["ename"]), ("error", name), code)
        self.assertEqual(self.kernel.run("(error \"~A\" 'told)")[0]["evalue"], "TOLD")

    def test_forms_before_an_error_keep_their_effects(self):
        self.kernel.run("(defvar *before* 1) (error \"no\") (defvar *behind* 2)")
        self.assertEqual(self.kernel.values("(list *before* (boundp '*behind*))"), ["(1 NIL)"])

    def test_endless_recursion_and_too_much_memory(self):
        self.assertEqual(self.kernel.run("(defun deep (x) (1+ (deep x))) (deep 1)")[0]["status"], "error")
        self.assertEqual(self.kernel.run("(make-array 1000000000000)")[0]["status"], "error")
        self.assertEqual(self.kernel.values("(+ 1 2)"), ["3"])

    def test_user_conditions_and_failing_reports(self):
        reply = self.kernel.run('(define-condition odd (error) () (:report (lambda (c s) (declare (ignore c s)) (car 5)))) (error (quote odd))')[0]
        self.assertEqual((reply["ename"], reply["evalue"]), ("ODD", "(its report failed)"))

    def test_cells_queued_after_an_error_are_not_evaluated(self):
        def statuses(*codes, **options):
            """Returns the statuses of cells that all wait while the first, which fails, is evaluated."""
            with tempfile.TemporaryDirectory() as folder:
                queued = Path(folder) / "queued"
                failing = f'(loop until (probe-file "{queued}") do (sleep 0.01)) (error "no")'
                numbers = [self.kernel.client.execute(code, allow_stdin=False, **options) for code in [failing, *codes]]
                self.kernel.control("kernel_info_request")
                queued.touch()
                for number in numbers:
                    self.kernel.published(number)
                return [self.kernel.reply(number)["status"] for number in numbers]

        self.assertEqual(statuses("(defvar *never* 1)", "(+ 1 1)"), ["error", "aborted", "aborted"])
        self.assertEqual(self.kernel.values("(boundp '*never*)"), ["NIL"])
        self.assertEqual(statuses("(+ 1 1)", stop_on_error=False), ["error", "ok"])

    def test_abort_and_quit(self):
        self.assertEqual(self.kernel.run("(abort)")[0]["ename"], "ABORT")
        with Kernel() as kernel:
            reply = kernel.run("(unwind-protect (quit) (princ 1))")[0]
            self.assertEqual((reply["status"], reply["payload"][0]["source"]), ("ok", "ask_exit"))
            self.assertTrue(wait_until(lambda: not kernel.manager.is_alive()))


class Input(KernelCase):
    def answer(self, number, text):
        message = self.kernel.client.get_stdin_msg(timeout=SECONDS)
        self.assertEqual(message["parent_header"]["msg_id"], number)
        self.kernel.client.input(text)
        return message["content"]

    def values_with(self, code, *lines):
        number = self.kernel.client.execute(code, allow_stdin=True)
        asked = [self.answer(number, line) for line in lines]
        values = [m["content"]["data"]["text/plain"] for m in self.kernel.published(number) if m["msg_type"] == "execute_result"]
        self.assertEqual(self.kernel.reply(number)["status"], "ok")
        return values, asked

    def test_read_line_asks_the_client(self):
        self.assertEqual(self.values_with("(list (read-line) (read-line))", "first", "zweite λ"), (['("first" "zweite λ")'],
                                                                                              [{"prompt": "", "password": False}] * 2))
        self.assertEqual(self.values_with("(read)", "(1", "2)")[0], ["(1 2)"])
        self.assertEqual(self.values_with('(y-or-n-p "Well?")', "y")[0], ["T"])
        self.assertEqual(self.values_with('(jupyter:ask "Word?" :secret t)', "sesame"), (['"sesame"'], [{"prompt": "Word?", "password": True}]))

    def test_input_ends_if_the_client_cannot_be_asked(self):
        self.assertEqual(self.kernel.run("(read-line)")[0]["ename"], "END-OF-FILE")
        self.assertEqual(self.kernel.values("(read-line nil nil :none)"), [":NONE", "T"])
        self.assertEqual(self.kernel.run('(jupyter:ask "Word?")')[0]["ename"], "END-OF-FILE")

    def test_the_debugger_asks_for_a_restart(self):
        self.kernel.run("(setf jupyter:*debugger* t)")
        try:
            values, asked = self.values_with("(+ 1 (restart-case (error \"no\") (instead () :report \"Take 41.\" 41)))", "0")
            self.assertEqual((values, len(asked)), (["42"], 1))
            self.assertEqual(self.kernel.run("(car 5)")[0]["ename"], "TYPE-ERROR")
        finally:
            self.kernel.run("(setf jupyter:*debugger* nil)")

    def test_waiting_for_input_can_be_interrupted(self):
        number = self.kernel.client.execute("(read-line)", allow_stdin=True)
        self.kernel.client.get_stdin_msg(timeout=SECONDS)
        self.kernel.manager.interrupt_kernel()
        self.kernel.published(number)
        self.assertIn("INTERACTIVE-INTERRUPT", self.kernel.reply(number)["ename"])
        self.kernel.client.input("late")
        self.assertEqual(self.values_with("(read-line)", "in time")[0], ['"in time"', "NIL"])


class Interrupts(KernelCase):
    def interrupt(self, code, how):
        number = self.kernel.client.execute(code, allow_stdin=False)
        self.kernel.until_busy(number)
        how()
        self.kernel.published(number)
        return self.kernel.reply(number)

    def by_signal(self):
        os.kill(self.kernel.manager.provisioner.process.pid, signal.SIGINT)

    def test_interrupts_by_message_and_by_signal(self):
        for how in [self.kernel.manager.interrupt_kernel, self.by_signal]:
            for code in ["(loop)", "(sleep 100)", "(loop (handler-case (loop) (error () nil)))"]:
                reply = self.interrupt('(write-line "begun") (finish-output) ' + code, how)
                self.assertIn("INTERACTIVE-INTERRUPT", reply["ename"], code)
            self.assertEqual(self.kernel.values("(+ 1 2)"), ["3"])

    def test_interrupts_run_cleanup_forms(self):
        self.interrupt('(write-line "begun") (finish-output) (unwind-protect (loop) (setf (get :cleaned :up) t))', self.kernel.manager.interrupt_kernel)
        self.assertEqual(self.kernel.values("(get :cleaned :up)"), ["T"])

    def test_interrupts_of_an_idle_kernel_do_nothing(self):
        for _ in range(3):
            self.kernel.control("interrupt_request")
            self.by_signal()
        self.kernel.control("kernel_info_request")
        self.assertEqual(self.kernel.values("(+ 1 2)"), ["3"])

    def test_programs_can_handle_interrupts(self):
        code = '(handler-case (progn (write-line "begun") (finish-output) (loop)) (tessera:interactive-interrupt () 7))'
        self.assertEqual(self.interrupt(code, self.kernel.manager.interrupt_kernel)["status"], "ok")


class Names(KernelCase):
    def completions(self, code, position=None):
        reply = self.kernel.reply(self.kernel.client.complete(code, position))
        return [code[:reply["cursor_start"]] + name + code[reply["cursor_end"]:] for name in reply["matches"]], reply

    def test_completion(self):
        self.assertEqual(self.completions("(list (multiple-value-b 1))", 23)[0], ["(list (multiple-value-bind 1))"])
        self.assertIn("(λ-list (copy-seq", self.completions("(λ-list (copy-se")[0])
        self.assertEqual(self.completions("(position 1 v :from-e")[0], ["(position 1 v :from-end"])
        self.assertEqual(self.completions("(zzzz-nothing")[0], [])
        self.kernel.run("(defun completed-thing (a &key b) (list a b))")
        names, reply = self.completions("(completed-t")
        self.assertEqual(names, ["(completed-thing"])
        self.assertEqual(reply["metadata"]["_jupyter_types_experimental"], [
            {"start": 1, "end": 12, "text": "completed-thing", "type": "function", "signature": "(completed-thing a &key b)"}])

    def inspected(self, code, position=None, level=0):
        reply = self.kernel.reply(self.kernel.client.inspect(code, position, level))
        return reply["data"]["text/plain"] if reply["found"] else None

    def test_inspection(self):
        self.assertIn("(CAR ", self.inspected("(car x)", 3))
        self.assertIn("(SUBSEQ ", self.inspected('(subseq "abc" ', 14))
        self.assertIsNone(self.inspected("zzzz-nothing"))
        self.assertIsNone(self.inspected(""))
        self.kernel.run('; a comment\n(defun inspected-thing (a)\n  "Doubles A."\n  (* 2 a))')
        self.assertIn("Doubles A.", self.inspected("(inspected-thing 1)", 5))
        self.assertNotIn("(* 2 a)", self.inspected("(inspected-thing 1)", 5))
        self.assertIn('(defun inspected-thing (a)\n  "Doubles A."\n  (* 2 a))', self.inspected("(inspected-thing 1)", 5, 1))

    def test_indentation_of_incomplete_forms(self):
        reply = self.kernel.reply(self.kernel.client.is_complete("(defun f (x)"))
        self.assertEqual(reply, {"status": "incomplete", "indent": "  "})

    def test_history(self):
        with tempfile.TemporaryDirectory() as state, patch.dict(os.environ, XDG_STATE_HOME=state), Kernel() as kernel:
            for code in ["(+ 1 1)", "(+ 2 2)", "(+ 1 1)", "'last"]:
                kernel.run(code)

            def history(**options):
                return kernel.reply(kernel.client.history(raw=True, **options))["history"]

            self.assertEqual(history(output=True, hist_access_type="tail", n=2), [[1, 3, ["(+ 1 1)", "2"]], [1, 4, ["'last", "LAST"]]])
            self.assertEqual(history(hist_access_type="range", session=0, start=2, stop=4), [[1, 2, "(+ 2 2)"], [1, 3, "(+ 1 1)"]])
            self.assertEqual(history(hist_access_type="search", pattern="(+ ? ?)", n=10), [[1, 1, "(+ 1 1)"], [1, 2, "(+ 2 2)"], [1, 3, "(+ 1 1)"]])
            self.assertEqual(history(hist_access_type="search", pattern="(+*", unique=True), [[1, 2, "(+ 2 2)"], [1, 3, "(+ 1 1)"]])
            self.assertEqual(history(hist_access_type="search", pattern="*2"), [])

    def test_history_of_earlier_sessions(self):
        with tempfile.TemporaryDirectory() as state, patch.dict(os.environ, XDG_STATE_HOME=state):
            for codes in (["(+ 1 1)", "(list \"é\\n\"\n  'λ)"], ["'second"]):
                with Kernel() as kernel:
                    for code in codes:
                        kernel.run(code)
                    kernel.run("'secret", store_history=False)
            with open(os.path.join(state, "tessera", "notebook-history"), "a", encoding="utf-8") as file:
                file.write('[1, "torn\n')
            with Kernel() as kernel:
                kernel.run("(+ 1 1)")

                def history(**options):
                    return kernel.reply(kernel.client.history(raw=True, **options))["history"]
                first = [[1, 1, "(+ 1 1)"], [1, 2, "(list \"é\\n\"\n  'λ)"]]
                self.assertEqual(history(hist_access_type="tail", n=3), [first[1], [2, 1, "'second"], [3, 1, "(+ 1 1)"]])
                self.assertEqual(history(hist_access_type="range", session=-1), [[2, 1, "'second"]])
                self.assertEqual(history(hist_access_type="range", session=1), first)
                self.assertEqual(history(hist_access_type="range", session=0), [[3, 1, "(+ 1 1)"]])
                self.assertEqual(history(hist_access_type="range", session=7), [])
                self.assertEqual(history(hist_access_type="search", pattern="(+*"), [first[0], [3, 1, "(+ 1 1)"]])
                self.assertEqual(history(hist_access_type="search", pattern="(+*", unique=True, output=True), [[3, 1, ["(+ 1 1)", "2"]]])
            with Kernel() as kernel:
                self.assertEqual(kernel.reply(kernel.client.history(raw=True, hist_access_type="range", session=-1))["history"], [[3, 1, "(+ 1 1)"]])


class Pictures(KernelCase):
    def test_user_methods_of_display(self):
        self.kernel.run('(defclass card () ()) (defmethod tessera:display ((c card)) (values :html "<b>card</b>" "text/latex" "$c$" :text "a card"))')
        self.assertEqual(self.kernel.shown("(make-instance 'card)"), [{"text/html": "<b>card</b>", "text/latex": "$c$", "text/plain": "a card"}])
        self.kernel.run('(defclass bad () ()) (defmethod tessera:display ((c bad)) (car 5))')
        reply, messages = self.kernel.run("(make-instance 'bad)")
        self.assertEqual((reply["status"], len(messages)), ("ok", 2))
        self.assertIn("No picture: CAR: 5 is not of type LIST", messages[0]["content"]["text"])
        self.assertEqual(list(messages[1]["content"]["data"]), ["text/plain"])

    def test_display_of_octets_and_files(self):
        octets = bytes(range(256))
        path = os.path.join(DATA.name, "picture.png")
        with open(path, "wb") as file:
            file.write(octets)
        for data in [f"(vector {' '.join(map(str, octets))})", f'(pathname "{path}")']:
            self.assertEqual(base64.b64decode(self.kernel.shown(f"(tessera:rich :png {data})")[0]["image/png"]), octets)

    def test_show_again_replaces_a_display(self):
        reply, messages = self.kernel.run('(jupyter:show 1 :id "place") (jupyter:show-again 2 "place") (values)')
        self.assertEqual([(m["msg_type"], m["content"]["data"]["text/plain"], m["content"]["transient"]) for m in messages],
                         [("display_data", "1", {"display_id": "place"}), ("update_display_data", "2", {"display_id": "place"})])

    def test_boards_trees_and_lazy_lists(self):
        self.assertNotIn("image/svg+xml", self.kernel.shown("#((0 3) (1 1) (0 2) (1 3))")[0])
        self.kernel.run('(load "game/dice_of_doom_v2.lisp") (setf *board-size* 2 *board-hexnum* 4)')
        board, = self.kernel.shown("#((0 3) (1 1) (0 2) (1 3))")
        self.assertEqual((board["text/plain"], board["image/svg+xml"].count("<polygon")), ("#((0 3) (1 1) (0 2) (1 3))", 4))
        tree, = self.kernel.shown("(defvar *tree* (game-tree #((0 3) (1 1) (0 2) (1 3)) 0 0 t)) *tree*")
        self.assertIn("player a", tree["image/svg+xml"])
        self.assertGreater(tree["image/svg+xml"].count("<polygon"), 8)
        lazy, = self.kernel.shown("(defun ints (n) (lazy-cons n (ints (1+ n)))) (defvar *ints* (ints 1)) (take 2 *ints*) *ints*")
        self.assertEqual(re.findall(">([^<>]+)</text>", lazy["image/svg+xml"]), ["1", "2", "…"])


class Comms(KernelCase):
    def tell(self, kind, **content):
        client = self.kernel.client
        message = client.session.msg(kind, content)
        client.shell_channel.send(message)
        return [m for m in self.kernel.published(message["header"]["msg_id"]) if m["msg_type"] != "status"]

    def test_comms_with_unknown_targets_are_closed(self):
        answer, = self.tell("comm_open", comm_id="c1", target_name="nobody", data={})
        self.assertEqual((answer["msg_type"], answer["content"]), ("comm_close", {"comm_id": "c1", "data": {}}))
        self.assertEqual(self.tell("comm_msg", comm_id="c1", data={}), [])
        self.assertEqual(self.tell("comm_close", comm_id="c1", data={}), [])

    def test_comm_messages_go_both_ways(self):
        self.kernel.run("""(jupyter:define-comm-target "echo" (lambda (comm data)
                             (setf (jupyter:comm-receiver comm) (lambda (data) (jupyter:send-to-comm comm data)))
                             (jupyter:send-to-comm comm data)))""")
        greeting = {"a": [1, None, True, False, "λ"]}
        answer, = self.tell("comm_open", comm_id="c2", target_name="echo", data=greeting)
        self.assertEqual((answer["msg_type"], answer["content"]), ("comm_msg", {"comm_id": "c2", "data": greeting}))
        answer, = self.tell("comm_msg", comm_id="c2", data={"b": 2})
        self.assertEqual(answer["content"]["data"], {"b": 2})
        info = self.kernel.reply(self.kernel.client.comm_info())
        self.assertEqual(info["comms"], {"c2": {"target_name": "echo"}})
        self.tell("comm_close", comm_id="c2", data={})
        self.assertEqual(self.kernel.reply(self.kernel.client.comm_info())["comms"], {})

    def test_comms_opened_by_lisp(self):
        opened, = self.kernel.run('(defvar *comm* (jupyter:open-comm "widget" \'(:object ("x" . 1)))) (values)')[1]
        self.assertEqual((opened["msg_type"], opened["content"]["target_name"], opened["content"]["data"]), ("comm_open", "widget", {"x": 1}))
        closed, = self.kernel.run("(jupyter:close-comm *comm*)")[1]
        self.assertEqual((closed["msg_type"], closed["content"]["comm_id"]), ("comm_close", opened["content"]["comm_id"]))


class Lifecycle(unittest.TestCase):
    def test_jupyter_finds_the_kernel_and_its_logos(self):
        self.assertIn("kernels/tessera", INSTALLED)
        from jupyter_client.kernelspec import KernelSpecManager
        spec = KernelSpecManager().get_kernel_spec("tessera")
        self.assertEqual((spec.display_name, spec.language, spec.argv[0]), ("Tessera (Common Lisp)", "common-lisp", os.path.realpath(PROGRAM)))
        self.assertEqual(sorted(name for name in os.listdir(spec.resource_dir) if name.startswith("logo")),
                         ["logo-32x32.png", "logo-64x64.png", "logo-svg.svg"])

    def test_kernel_command(self):
        command = os.path.join(os.path.dirname(PROGRAM), "tessera-kernel")
        run = subprocess.run([command, "--install"], capture_output=True, text=True, timeout=SECONDS, check=True)
        self.assertIn("Jupyter will find the kernel in " + DATA.name, run.stdout)
        self.assertEqual(subprocess.run([command], capture_output=True, timeout=SECONDS, check=False).returncode, 2)

    def test_shutdown_and_restart(self):
        with Kernel() as kernel:
            kernel.run("(defvar *mine* 1)")
            kernel.manager.restart_kernel()
            kernel.client.wait_for_ready(timeout=SECONDS)
            self.assertEqual(kernel.values("(boundp '*mine*)"), ["NIL"])
            process = kernel.manager.provisioner.process
            kernel.manager.shutdown_kernel()
            self.assertEqual(process.returncode, 0)

    def test_shutdown_during_an_evaluation(self):
        with Kernel() as kernel:
            number = kernel.client.execute('(write-line "begun") (finish-output) (loop)', allow_stdin=False)
            kernel.until_busy(number)
            process = kernel.manager.provisioner.process
            kernel.manager.shutdown_kernel()
            self.assertEqual(process.returncode, 0)

    def test_kernel_ends_with_its_parent_process(self):
        parent = subprocess.Popen(["sleep", "1000"])
        self.addCleanup(parent.wait)
        self.addCleanup(parent.kill)
        path = os.path.join(DATA.name, "orphan.json")
        with open(path, "w") as file:
            json.dump({"ip": os.path.join(DATA.name, "orphan"), "transport": "ipc", "shell_port": 1, "iopub_port": 2, "stdin_port": 3, "control_port": 4, "hb_port": 5,
                       "key": "k", "signature_scheme": "hmac-sha256"}, file)
        process = subprocess.Popen([os.path.join(os.path.dirname(PROGRAM), "tessera-kernel"), path], stdin=subprocess.DEVNULL,
                                   env=dict(os.environ, JPY_PARENT_PID=str(parent.pid)))
        try:
            self.assertTrue(wait_until(lambda: os.path.exists(os.path.join(DATA.name, "orphan-5"))))
            self.assertIsNone(process.poll())
            parent.kill()
            parent.wait()
            self.assertEqual(process.wait(SECONDS), 0)
        finally:
            process.kill()
            process.wait()

    def test_invalid_connection_files_are_refused(self):
        for text in ["", "{}"]:
            path = os.path.join(DATA.name, "bad.json")
            with open(path, "w") as file:
                file.write(text)
            run = subprocess.run([os.path.join(os.path.dirname(PROGRAM), "tessera-kernel"), path], capture_output=True, text=True, timeout=SECONDS,
                                 check=False)
            self.assertEqual(run.returncode, 1, text)
            self.assertIn("cannot serve as ", run.stderr)


if __name__ == "__main__":
    unittest.main()
