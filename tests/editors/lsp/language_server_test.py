"""The language server, asked as editors ask it."""
import os
import random
import shutil
import sys
import tempfile
import time
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from server import Server, edited, text_in  # noqa: E402

URI = "file:///work/shapes.lisp"
TEXT = '''(defun square (number)
  "The square of NUMBER."
  (* number number))

(defmacro twice (form) `(progn ,form ,form))

(defstruct point x y)

(defun main (list &key (scale 2))
  (let ((total 0) (unused 1))
    (dolist (item list)
      (incf total (sqare item)))
    (flet ((half (number) (/ number 2)))
      (half (square total 3)))
    (twice (print list))
    (subseq list 1 )
    (point-x (make-point :x total))))
'''


class WithServer(unittest.TestCase):
    def setUp(self):
        self.server = Server()
        self.server.open(URI, TEXT)

    def tearDown(self):
        self.server.__exit__()

    def ask(self, method, text, offset=0, **more):
        return self.server.ask("textDocument/" + method, self.server.at(URI, text, offset, **more))

    def texts(self, locations):
        return [(place["range"]["start"]["line"], text_in(TEXT, place["range"])) for place in locations]


class Diagnostics(WithServer):
    def messages(self, text):
        self.server.open(URI, text)
        return [(text_in(text, d["range"]), d["severity"], d["code"]) for d in self.server.diagnostics(URI)]

    def test_compiler_warnings_have_positions(self):
        self.assertEqual(self.messages(TEXT), [("scale", 3, "unused-variable"), ("unused", 3, "unused-variable"),
                                               ("sqare", 2, "undefined-function"), ("square", 2, "argument-count")])

    def test_incomplete_files(self):
        self.assertEqual(self.messages("(defun f (x)\n  (car x\n\n(defun g (y) (f y 1))\n"),
                         [("(", 1, "parenthesis")])
        self.assertEqual(self.messages('(car "abc\n'), [('"', 1, "unfinished")])
        self.assertEqual(self.messages("(car '(1)))"), [(")", 1, "parenthesis")])
        self.assertEqual(self.messages("'"), [("'", 1, "unfinished")])
        self.assertEqual(self.messages("(progn\n(defun f (x)\n(car x))\n)\n(f 1)"), [])
        self.assertEqual(self.messages(""), [])

    def test_reader_errors_do_not_hide_later_diagnostics(self):
        self.assertEqual([code for _, _, code in self.messages("(list nowhere:x)\n(car 1 2)\n(list #<a>)\n(cdr 1 2)")],
                         ["reader", "argument-count", "reader", "argument-count"])

    def test_the_program_does_not_run(self):
        with tempfile.TemporaryDirectory() as folder:
            mark = os.path.join(folder, "mark")
            self.messages('(with-open-file (s "%s" :direction :output) (print 1 s))\n(defmacro m () (open "%s" :direction :output))\n(m)\n(quit)' % (mark, mark))
            self.assertFalse(os.path.exists(mark))

    def test_macros_are_expanded_and_may_call_functions(self):
        self.assertEqual(self.messages("(defun name (x) (intern (format nil \"~A-P\" x)))\n"
                                       "(defmacro define (x) `(defun ,(name x) (y) (eq y ',x)))\n(define red)\n(red-p 1 2)\n"),
                         [("red-p", 2, "argument-count")])

    def test_endless_expansions_are_abandoned(self):
        self.server.open(URI, "(defmacro m () (loop))\n(m)\n")
        self.assertEqual([d["code"] for d in self.server.diagnostics(URI)], ["analysis"])

    def test_an_analysis_is_abandoned_when_its_text_changes(self):
        text = "(defmacro m () (loop))\n(m)\n"
        self.server.diagnostics(URI)
        self.server.open(URI, text)
        time.sleep(0.5)     # it is under way, as a rule
        self.server.change(URI, 15, 21, "'(cons 1)")
        found = self.server.diagnostics(URI)
        self.assertEqual([d["code"] for d in found], ["argument-count"])
        self.server.ask("textDocument/hover", {"textDocument": {"uri": URI}, "position": {"line": 0, "character": 1}})
        self.assertEqual([n for n in self.server.notes if n["method"] == "textDocument/publishDiagnostics"], [])

    def test_closed_documents_get_no_diagnostics(self):
        self.server.open(URI, "(defmacro m () (loop))\n(m)\n")
        time.sleep(0.5)
        self.server.tell("textDocument/didClose", {"textDocument": {"uri": URI}})
        other = URI + "2"
        self.server.open(other, "(car)")
        self.assertEqual(len(self.server.diagnostics(other)), 1)

    def test_analyses_start_despite_frequent_requests(self):
        self.server.open(URI, "".join(f"(defun f{i} (x) (when x (f{i + 1} x)))\n" for i in range(2000)))
        for _ in range(300):
            self.assertIn("defun", self.server.ask("textDocument/hover", {"textDocument": {"uri": URI}, "position": {"line": 5, "character": 2}})
                          ["contents"]["value"])
        self.assertEqual([d["code"] for d in self.server.diagnostics(URI)], ["undefined-function"])

    def test_corrected_errors_are_no_longer_reported(self):
        self.server.open(URI, "(cons 1)")
        self.assertEqual(len(self.server.diagnostics(URI)), 1)
        self.server.change(URI, 7, 7, " 2")
        self.assertEqual(self.server.diagnostics(URI), [])

    def test_code_actions(self):
        found = self.server.diagnostics(URI)
        answer = self.server.ask("textDocument/codeAction", {"textDocument": {"uri": URI}, "range": found[2]["range"], "context": {"diagnostics": found}})
        action = next(a for a in answer if a["title"] == "Replace it with square")
        self.assertIn("(incf total (square item))", edited(TEXT, action["edit"]["changes"][URI]))

    def test_an_action_requires_the_library_of_a_name(self):
        text = "(defun f (list) (take 2 list))\n"
        self.server.open(URI, text)
        found = self.server.diagnostics(URI)
        answer = self.server.ask("textDocument/codeAction", {"textDocument": {"uri": URI}, "range": found[0]["range"], "context": {"diagnostics": found}})
        action = next(a for a in answer if "require" in a["title"])
        self.assertTrue(edited(text, action["edit"]["changes"][URI]).startswith('(require "lazy")\n'))


class Names(WithServer):
    def test_hover(self):
        value = self.ask("hover", "square total")["contents"]["value"]
        self.assertIn("(square number)", value)
        self.assertIn("The square of NUMBER.", value)
        self.assertIn("(subseq sequence start &optional end)", self.ask("hover", "subseq")["contents"]["value"])
        self.assertIn("local variable", self.ask("hover", "total (sqare")["contents"]["value"])
        self.assertIn("local function", self.ask("hover", "half (square")["contents"]["value"])
        self.assertIsNone(self.ask("hover", "2))"))

    def test_completion(self):
        def labels(text, offset):
            return [item["label"] for item in self.ask("completion", text, offset)["items"]]
        self.assertIn("square", labels("square total", 2))
        self.assertIn("make-point", labels("make-point", 6))
        self.assertEqual(labels("subseq", 5), ["subseq", "subsetp"])
        self.assertEqual(labels(":x total", 2), [":x"])
        self.server.change(URI, len(TEXT), len(TEXT), "(main nil :s)")
        self.assertEqual(labels("nil :s)", 6), [":scale"])
        self.assertEqual(labels('"The square', 4), [])
        item = self.ask("completion", "subseq", 5)["items"][0]
        self.assertIn("Returns a copy", self.server.ask("completionItem/resolve", item)["documentation"]["value"])

    def test_signature_help(self):
        answer = self.ask("signatureHelp", "list 1 )", 7)
        self.assertEqual(answer["signatures"][0]["label"], "(subseq sequence start &optional end)")
        start, end = answer["signatures"][0]["parameters"][answer["activeParameter"]]["label"]
        self.assertEqual(answer["signatures"][0]["label"][start:end], "end")
        self.assertEqual(self.ask("signatureHelp", "square total", 8)["signatures"][0]["label"], "(square number)")
        self.assertIsNone(self.ask("signatureHelp", "(defun square", 0))

    def test_definitions(self):
        self.assertEqual(self.texts(self.ask("definition", "square total")), [(0, "square")])
        self.assertEqual(self.texts([self.ask("definition", "total))))")]), [(9, "total")])
        self.assertEqual(self.texts([self.ask("definition", "half (square")]), [(12, "half")])
        self.assertEqual(self.texts(self.ask("definition", "make-point")), [(6, "point")])

    def test_definitions_of_the_library(self):
        sources = os.path.dirname(os.path.abspath(__file__)) + "/../../../"
        self.server.open(URI, "(defun f (n &optional (e pi)) (let ((s (subseq n 1))) (declare (type string s)) (mapcar #'first (lazy:take e s)) (car s)))"
                              " (defmethod g ((c simple-error)) (handler-case (tessera:quit) (simple-error () 1)))")
        for name, path, line in (("subseq", "interp/builtins/sequences/sequences.cpp", '{"SUBSEQ"'), ("mapcar", "stdlib/conses/conses.lisp", "mapcar"),
                                 ("let", "interp/runtime/special_operators.def", '"LET"'), ("defun", "stdlib/kernel/kernel.lisp", "defun"),
                                 ("pi", "interp/builtins/numbers/numbers_constants.cpp", '"PI"'), ("car s", "interp/compiler/generation/primitives.cpp", '{"CAR"'),
                                 ("string", "stdlib/types/types.lisp", "(deftype string"), ("handler-case", "stdlib/conditions/signal.lisp", "(defmacro"),
                                 ("simple-error", "stdlib/conditions/standard.lisp", "simple-error"), ("quit", "stdlib/host/program.lisp", "(defun quit")):
            found, = self.server.ask("textDocument/definition", self.server.at(URI, name))
            self.assertEqual(os.path.realpath(found["uri"][7:]), os.path.realpath(sources + path), name)
            with open(found["uri"][7:], encoding="utf-8") as file:
                self.assertIn(line, file.read().split("\n")[found["range"]["start"]["line"]])
        self.assertEqual(self.server.ask("textDocument/definition", self.server.at(URI, "n &opt"))["range"]["start"]["character"], 10)

    def test_references(self):
        context = {"includeDeclaration": True}
        self.assertEqual([line for line, _ in self.texts(self.ask("references", "total 0", context=context))], [9, 11, 13, 16])
        self.assertEqual([line for line, _ in self.texts(self.ask("references", "number))", context=context))], [0, 2, 2])
        self.assertEqual(self.texts(self.ask("references", "square total", context={"includeDeclaration": False})), [(13, "square")])
        self.assertEqual([h["kind"] for h in self.ask("documentHighlight", "number) (/")], [3, 2])

    def test_renaming(self):
        def renamed(text, offset, new):
            return edited(TEXT, self.ask("rename", text, offset, newName=new)["changes"][URI])
        self.assertIn("(defun square (n)\n  \"The square of NUMBER.\"\n  (* n n))", renamed("number number", 0, "n"))
        self.assertIn("((half (number) (/ number 2)))", renamed("number number", 0, "n"))
        self.assertEqual(renamed("square total", 0, "second-power").count("second-power"), 2)
        self.assertEqual(self.ask("prepareRename", "total 0")["placeholder"], "total")

    def test_impossible_renamings_are_refused(self):
        def refused(text, new, offset=0):
            return self.server.refused("textDocument/rename", self.server.at(URI, text, offset, newName=new))["message"]
        self.assertIn("not defined", refused("subseq", "part"))
        self.assertIn("already", refused("square total", "main"))
        self.assertIn("already", refused("total 0", "item"))
        self.assertIn("is not a name", refused("total 0", "a b"))
        self.assertIn("no name here", refused("\n\n(defmacro", "x", 1))

    def test_outline_and_symbols(self):
        outline = self.server.ask("textDocument/documentSymbol", {"textDocument": {"uri": URI}})
        self.assertEqual([entry["name"] for entry in outline], ["square", "twice", "point", "main"])
        self.assertEqual([slot["name"] for slot in outline[2]["children"]], ["x", "y"])
        self.assertEqual([s["name"] for s in self.server.ask("workspace/symbol", {"query": "poi"})], ["point"])

    def test_expansion(self):
        answer = self.server.ask("workspace/executeCommand",
                                 {"command": "tessera.expand", "arguments": [URI, self.server.at(URI, "(twice (print")["position"]]})
        self.assertEqual(answer, "(progn (print list) (print list))")


class Texts(WithServer):
    def test_formatting(self):
        text = '(defun f (x)\n(when x\n (print x)   \n  "a\n   b"))\n\n\n (f 1)\n'
        self.server.open(URI, text)
        edits = self.server.ask("textDocument/formatting", {"textDocument": {"uri": URI}, "options": {}})
        self.assertEqual(edited(text, edits), '(defun f (x)\n  (when x\n    (print x)\n    "a\n   b"))\n\n\n(f 1)\n')
        self.server.open(URI, TEXT)
        self.assertEqual(self.server.ask("textDocument/formatting", {"textDocument": {"uri": URI}, "options": {}}), [])

    def test_formatting_with_a_library_that_is_not_loaded(self):
        text = '(use-package "CONTINUATIONS")\n(defun f (g)\n(do-generator (x g)\n(print x)))\n'
        self.server.open(URI, text)
        edits = self.server.ask("textDocument/formatting", {"textDocument": {"uri": URI}, "options": {}})
        self.assertIn("\n  (do-generator (x g)\n", edited(text, edits))

    def test_new_lines_are_indented(self):
        text = "(let ((x 1))\n\n  x)\n"
        self.server.open(URI, text)
        edits = self.server.ask("textDocument/onTypeFormatting",
                                {"textDocument": {"uri": URI}, "position": {"line": 1, "character": 0}, "ch": "\n", "options": {}})
        self.assertEqual(edited(text, edits), "(let ((x 1))\n  \n  x)\n")

    def test_folds_and_selections(self):
        folds = self.server.ask("textDocument/foldingRange", {"textDocument": {"uri": URI}})
        self.assertIn({"startLine": 0, "endLine": 2}, folds)
        ranges = self.server.ask("textDocument/selectionRange", {"textDocument": {"uri": URI}, "positions": [self.server.at(URI, "number number")["position"]]})
        self.assertEqual(text_in(TEXT, ranges[0]["range"]), "number")
        self.assertEqual(text_in(TEXT, ranges[0]["parent"]["range"]), "(* number number)")

    def test_colours(self):
        types = self.server.capabilities["semanticTokensProvider"]["legend"]["tokenTypes"]
        data = self.server.ask("textDocument/semanticTokens/full", {"textDocument": {"uri": URI}})["data"]
        line, column, found = 0, 0, []
        for i in range(0, len(data), 5):
            line, column = line + data[i], data[i + 1] + (column if data[i] == 0 else 0)
            found.append((TEXT.split("\n")[line][column:column + data[i + 2]], types[data[i + 3]]))
        self.assertEqual(found[:4], [("defun", "macro"), ("square", "function"), ("number", "parameter"), ('"The square of NUMBER."', "string")])
        self.assertIn(("twice", "macro"), found)
        self.assertIn((":x", "keyword"), found)

    def test_columns_count_utf_16_or_utf_32_units(self):
        text = '(defun f (ä) "\U0001d4b3\U0001d4b3" (print ä))\r\n(f "\U0001d4b3" ä)\r\n'
        self.server.open(URI, text)
        where = self.server.ask("textDocument/references", self.server.at(URI, "ä", context={"includeDeclaration": True}))
        self.assertEqual([place["range"]["start"]["character"] for place in where], [10, 27])
        with Server(encodings=["utf-8", "utf-32"]) as other:
            other.open(URI, text)
            where = other.ask("textDocument/references", other.at(URI, "ä", context={"includeDeclaration": True}))
            self.assertEqual([place["range"]["start"]["character"] for place in where], [10, 25])

    def test_incremental_changes_equal_opening_the_result(self):
        chance, pieces = random.Random(7), ["(", ")", '"', ";", "\n", " ", "'", "#|", "|#", "|", "\\", "a", "(defun f (x) x)\n", "\n(car 1)", "#\\(", "\U0001d4b3"]
        other = "file:///work/other.lisp"
        for _ in range(100):
            text = self.server.texts[URI]
            start = chance.randrange(len(text) + 1)
            end = min(len(text), start + chance.choice([0, 0, 0, 1, 2, 10]))
            self.server.change(URI, start, end, chance.choice(pieces))
            self.server.open(other, self.server.texts[URI])
            for method in ("semanticTokens/full", "documentSymbol", "foldingRange"):
                self.assertEqual(self.server.ask("textDocument/" + method, {"textDocument": {"uri": URI}}),
                                 self.server.ask("textDocument/" + method, {"textDocument": {"uri": other}}), self.server.texts[URI])


class Workspace(unittest.TestCase):
    def test_unopened_files_are_indexed(self):
        with tempfile.TemporaryDirectory() as folder:
            with open(os.path.join(folder, "shape s.lisp"), "w", encoding="utf-8") as file:
                file.write("(defmacro with-shape ((name) &body body) `(let ((,name 1)) ,@body))\n(defun area (shape) shape)\n")
            main = "file://" + os.path.join(folder, "main.lisp")
            with Server(root=folder) as server:
                text = '(load "shape s.lisp")\n(with-shape (s) (area s s))\n'
                server.open(main, text)
                self.assertEqual([(text_in(text, d["range"]), d["code"]) for d in server.diagnostics(main)], [("area", "argument-count")])
                self.assertTrue(server.ask("textDocument/definition", server.at(main, "area"))[0]["uri"].endswith("/shape%20s.lisp"))
                self.assertEqual(len(server.ask("textDocument/rename", server.at(main, "area", newName="size"))["changes"]), 2)
                edits, = server.ask("textDocument/rename", server.at(main, "s)", newName="q"))["changes"].values()      # bound by the macro
                self.assertEqual(edited(text, edits), '(load "shape s.lisp")\n(with-shape (q) (area q q))\n')


    def test_definitions_of_other_files_are_used(self):
        files = {"package.lisp": "(defpackage :shop (:use :cl :tools) (:export \"RUN\"))\n(defpackage tools (:use cl) (:export with-log))\n",
                 "tools.lisp": "(in-package :tools)\n(defun log-form (f) `(print ,f))\n"
                               "(defmacro with-log ((name) &body body) `(let ((,name 1)) ,(log-form name) ,@body))\n",
                 "data.lisp": "(in-package :shop)\n(defvar *rate* 2)\n(defstruct item price)\n(let ((n 0)) (defun next () (incf n)))\n",
                 "native.lisp": '(in-package :shop)\n(require "no-such-module-in-c")\n',
                 "svg-user.lisp": '(require "svg")\n(use-package "SVG")\n',
                 "all.lisp": '(dolist (f \'("package" "tools"))\n  (load (merge-pathnames (format nil "~a.lisp" f) *load-truename*)))\n'
                             "(tools:with-log (x) (log-nothing x))\n",
                 "main.lisp": "(in-package :shop)\n(defun run (i)\n  (let ((*rate* 3)) (tax i))\n  (with-log (n) (setf (item-price i) n))\n"
                              "  (no-such-module-in-c:go-on (next)))\n(defun tax (i) (* *rate* (item-price i) (misspelt i)))\n"}
        with tempfile.TemporaryDirectory() as folder:
            for name, text in files.items():
                with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
                    file.write(text)
            with Server(root=folder) as server:
                def found(name, text):
                    uri = f"file://{folder}/{name}"
                    server.open(uri, text)
                    return [(text_in(text, d["range"]), d["code"]) for d in server.diagnostics(uri)]
                self.assertEqual(found("main.lisp", files["main.lisp"]), [("misspelt", "undefined-function")])
                self.assertEqual(found("all.lisp", files["all.lisp"]), [("log-nothing", "undefined-function")])
                self.assertEqual(found("page.lisp", "(defun page () (svg 10 10 (circle '(1 . 2) 3 '(255 0 0))) (tag a (href 1) (nothing)))\n"),
                                 [("nothing", "undefined-function")])
                at = server.at(f"file://{folder}/page.lisp", "circle")
                self.assertIn("circle", server.ask("textDocument/hover", at)["contents"]["value"])
                self.assertTrue(server.ask("textDocument/definition", at)[0]["uri"].endswith("stdlib/libraries/svg.lisp"))
                self.assertEqual(found("typo.lisp", "(missing-package:f 1)\n")[0][1], "reader")
                self.assertEqual([entry["name"] for entry in server.ask("workspace/symbol", {"query": "next"})], ["next"])

    def test_installed_sources_are_found(self):
        program = os.path.realpath(os.environ.get("TESSERA_PROGRAM", "build/release/tessera"))
        with tempfile.TemporaryDirectory() as folder:
            for name in ("lib/tessera", "bin", "share/tessera/stdlib/conses"):
                os.makedirs(os.path.join(folder, name))
            for name, text in (("bootstrap", ""), ("conses/conses", "(defun list-length (list) list)\n")):
                with open(f"{folder}/share/tessera/stdlib/{name}.lisp", "w", encoding="utf-8") as file:
                    file.write(text)
            modules = os.path.dirname(program) + "/modules/"
            for name in os.listdir(modules):
                if os.path.isfile(modules + name):
                    os.symlink(modules + name, f"{folder}/lib/tessera/{name}")
            shutil.copy(program, folder + "/bin/tessera")
            with Server(program=folder + "/bin/tessera") as server:
                server.open(URI, "(list-length '(1))")
                found, = server.ask("textDocument/definition", server.at(URI, "list-length"))
                self.assertEqual(found["uri"], f"file://{folder}/share/tessera/stdlib/conses/conses.lisp")


class InvalidMessages(unittest.TestCase):
    def test_invalid_messages_get_errors_and_lose_nothing(self):
        with Server() as server:
            for data in (b'Content-Length: 5\r\n\r\n{"a":', b"Content-Length: 2\r\n\r\n[]", b"Content-Length: 4\r\n\r\nnull", b"X: 5\r\n\r\n",
                         b"Content-Length: abc\r\n\r\n", b"Content-Length: -5\r\n\r\n", b"Content-Length: 20\r\n\r\n" + b"\xff" * 20,
                         b"Content-Length: 100000\r\n\r\n" + b"[" * 100000, b"Content-Length: 100000000\r\n\r\n" + b" " * 100000000, b"A" * 5000 + b"\r\n\r\n"):
                server.raw(data)
                self.assertIn("error", server.read(), data[:40])
            while True:      # the rest of what did not end
                try:
                    answer = server.request("workspace/symbol", {"query": ""})
                    break
                except KeyError:
                    pass
            self.assertEqual(answer["result"], [])

    def test_requests_before_initialize_and_after_shutdown_are_refused(self):
        with Server(initialize=False) as server:
            self.assertEqual(server.refused("textDocument/hover", {})["code"], -32002)
            server.ask("initialize", {"capabilities": {}})
            self.assertEqual(server.refused("initialize", {})["code"], -32600)
            self.assertEqual(server.refused("nothing", {})["code"], -32601)
            server.ask("shutdown")
            self.assertEqual(server.refused("textDocument/hover", {})["code"], -32600)
            server.tell("exit")
            self.assertEqual(server.process.wait(), 0)

    def test_invalid_parameters_do_not_crash_requests(self):
        junk = [None, 5, "x", [], {}, {"textDocument": 5}, {"textDocument": {"uri": "file:///none"}}]
        known = {"textDocument": {"uri": URI}}
        places = [{"position": p} for p in (5, {"line": -1, "character": 0}, {"line": 10 ** 30, "character": 10 ** 30}, {"line": 0.5, "character": "x"})]
        with Server() as server:
            server.open(URI, TEXT)
            for method in ("hover", "completion", "signatureHelp", "definition", "references", "documentHighlight", "prepareRename", "rename", "documentSymbol",
                           "foldingRange", "selectionRange", "semanticTokens/full", "semanticTokens/range", "formatting", "rangeFormatting", "onTypeFormatting", "codeAction"):
                for params in junk + [dict(known, **p) for p in places] + [dict(known, range=7), dict(known, positions=[5, None])]:
                    answer = server.request("textDocument/" + method, params)
                    self.assertNotEqual(answer.get("error", {}).get("code"), -32603, (method, params, answer))

    def test_the_server_ends_when_the_editor_disconnects(self):
        with Server() as server:
            server.process.stdin.close()
            self.assertEqual(server.process.wait(), 1)


if __name__ == "__main__":
    unittest.main()
