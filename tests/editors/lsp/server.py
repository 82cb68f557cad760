"""The language server as an editor has it: a process, and messages to it and from it."""
import json
import os
import select
import subprocess
import time

PROGRAM = os.environ.get("TESSERA_PROGRAM", "build/release/tessera")
SECONDS = float(os.environ.get("TESSERA_PATIENCE", "60"))


class Server:
    def __init__(self, root=None, encodings=None, initialize=True, program=PROGRAM):
        self.process = subprocess.Popen([program, "--lsp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.bytes, self.number, self.notes, self.texts, self.versions = b"", 0, [], {}, {}
        if initialize:
            self.capabilities = self.ask("initialize", {"capabilities": {"general": {"positionEncodings": encodings or ["utf-16"]}},
                                                        "rootUri": root and "file://" + root})["capabilities"]
            self.tell("initialized", {})

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
            stream.close()

    # --- messages

    def raw(self, data):
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def post(self, message):
        data = json.dumps(message).encode()
        self.raw(b"Content-Length: %d\r\n\r\n" % len(data) + data)

    def read(self):
        """Returns the next message."""
        end = time.monotonic() + SECONDS
        while True:
            header = self.bytes.find(b"\r\n\r\n")
            if header >= 0:
                length = int(self.bytes[:header].split(b":")[1])
                if len(self.bytes) >= header + 4 + length:
                    message = json.loads(self.bytes[header + 4:header + 4 + length])
                    self.bytes = self.bytes[header + 4 + length:]
                    return message
            if not select.select([self.process.stdout], [], [], max(0, end - time.monotonic()))[0]:
                raise TimeoutError("no message came")
            data = os.read(self.process.stdout.fileno(), 1 << 16)
            if not data:
                raise EOFError(self.process.stderr.read().decode())
            self.bytes += data

    def request(self, method, params=None):
        """Returns the answer: a message with "result" or "error"."""
        self.number += 1
        self.post({"jsonrpc": "2.0", "id": self.number, "method": method, "params": params})
        while True:
            message = self.read()
            if message.get("id") == self.number and "method" not in message:
                return message
            self.notes.append(message)

    def ask(self, method, params=None):
        answer = self.request(method, params)
        assert "result" in answer, (method, answer)
        return answer["result"]

    def refused(self, method, params=None):
        """Asserts that the answer is an error. Returns it."""
        answer = self.request(method, params)
        assert "error" in answer, (method, answer)
        return answer["error"]

    def tell(self, method, params=None):
        self.post({"jsonrpc": "2.0", "method": method, "params": params})

    def note(self, method):
        """Returns the next notification METHOD."""
        while True:
            for i, message in enumerate(self.notes):
                if message.get("method") == method:
                    return self.notes.pop(i)["params"]
            self.notes.append(self.read())

    # --- documents

    def open(self, uri, text):
        self.texts[uri], self.versions[uri] = text, 1
        self.tell("textDocument/didOpen", {"textDocument": {"uri": uri, "languageId": "lisp", "version": 1, "text": text}})

    def change(self, uri, start, end, replacement):
        text = self.texts[uri]
        self.versions[uri] += 1
        self.tell("textDocument/didChange", {
            "textDocument": {"uri": uri, "version": self.versions[uri]},
            "contentChanges": [{"range": {"start": place(text, start), "end": place(text, end)}, "text": replacement}]})
        self.texts[uri] = text[:start] + replacement + text[end:]

    def diagnostics(self, uri):
        """Returns the diagnostics published for the newest version of URI."""
        while True:
            params = self.note("textDocument/publishDiagnostics")
            if params["uri"] == uri and params.get("version") == self.versions[uri]:
                return params["diagnostics"]

    def at(self, uri, text, offset=0, **more):
        """Returns the parameters for the position of TEXT in the document."""
        return dict({"textDocument": {"uri": uri}, "position": place(self.texts[uri], self.texts[uri].index(text) + offset)}, **more)


def place(text, index):
    """Returns the line and the column, in UTF-16, of an index."""
    start = text.rfind("\n", 0, index) + 1
    return {"line": text.count("\n", 0, index), "character": len(text[start:index].encode("utf-16-le")) // 2}


def index(text, position):
    """Returns the index of a line and a column in UTF-16."""
    start = 0
    for _ in range(position["line"]):
        start = text.index("\n", start) + 1
    line = text[start:].split("\n")[0].encode("utf-16-le")
    return start + len(line[:2 * position["character"]].decode("utf-16-le"))


def text_in(text, range_):
    return text[index(text, range_["start"]):index(text, range_["end"])]


def edited(text, edits):
    for edit in sorted(edits, key=lambda edit: index(text, edit["range"]["start"]), reverse=True):
        start, end = index(text, edit["range"]["start"]), index(text, edit["range"]["end"])
        text = text[:start] + edit["newText"] + text[end:]
    return text
