"""A server that is started for a test, and a client that speaks Swank's messages (see stdlib/modules/swank/)."""
import os
import re
import socket
import subprocess
import tempfile
import time

PROGRAM = os.environ.get("TESSERA_PROGRAM", os.path.abspath("build/release/tessera"))
SECONDS = float(os.environ.get("TESSERA_PATIENCE", "60"))


class Server:
    """`tessera --swank 0` in a home directory of its own; `secret` is the text of its .slime-secret, or None."""

    def __init__(self, secret=None, arguments=()):
        self.home = tempfile.TemporaryDirectory()
        if secret is not None:
            with open(os.path.join(self.home.name, ".slime-secret"), "w") as file:
                file.write(secret + "\n")
        self.environment = dict(os.environ, HOME=self.home.name)
        self.process = subprocess.Popen([PROGRAM, *arguments, "--swank", "0"], env=self.environment, stdin=subprocess.DEVNULL,
                                        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, cwd=self.home.name)
        said, found = "", None
        while not found:
            line = self.process.stdout.readline()
            if not line:
                raise AssertionError("the server says: " + said)
            said += line
            found = re.search(r"at port (\d+)", line)
        self.port = int(found.group(1))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.terminate()
        try:
            self.process.wait(SECONDS)
        except subprocess.TimeoutExpired:
            self.process.kill()
        self.process.stdout.close()
        self.home.cleanup()


class Client:
    """A connection. What comes is kept as texts."""

    def __init__(self, server, secret=None):
        self.socket = socket.create_connection(("127.0.0.1", server.port), timeout=SECONDS)
        self.bytes = b""
        self.number = 0
        if secret is not None:
            self.send(secret)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.socket.close()

    def send_bytes(self, data):
        self.socket.sendall(data)

    def send(self, text):
        data = text.encode()
        self.send_bytes(b"%06x" % len(data) + data)

    def request(self, form, package="COMMON-LISP-USER"):
        """Sends a request. Returns its number."""
        self.number += 1
        self.send('(:emacs-rex %s "%s" t %d)' % (form, package, self.number))
        return self.number

    def receive(self):
        """Returns the next message; None at the end of the connection. Raises TimeoutError if none comes."""
        end = time.monotonic() + SECONDS
        while len(self.bytes) < 6 or len(self.bytes) < 6 + int(self.bytes[:6], 16):
            self.socket.settimeout(max(0.01, end - time.monotonic()))
            try:
                data = self.socket.recv(1 << 16)
            except ConnectionResetError:
                data = b""
            if not data:
                return None
            self.bytes += data
        length = int(self.bytes[:6], 16)
        message, self.bytes = self.bytes[6:6 + length].decode(), self.bytes[6 + length:]
        return message

    def until(self, pattern):
        """Returns all messages up to the first that `pattern` matches, which is the last of them."""
        messages = []
        while True:
            message = self.receive()
            if message is None:
                raise AssertionError("the connection ended before %s; there came %s" % (pattern, messages))
            messages.append(message)
            if re.search(pattern, message, re.DOTALL):
                return messages

    def begin(self, form):
        """Requests the evaluation of FORM, and waits until it is under way. Returns the request's number."""
        number = self.request('(swank:interactive-eval "(progn (write-line \\"BEGUN\\") (finish-output) %s)")' % form)
        self.until(r'\A\(:write-string "\s*BEGUN')
        return number

    def answer(self, form, package="COMMON-LISP-USER"):
        """Returns the answer to a request, as a text."""
        number = self.request(form, package)
        text = self.until(r"\A\(:return .* %d\)\Z" % number)[-1]
        return text[len("(:return "):-len(" %d)" % number)]
