"""A session with the program `tessera` on a pseudo-terminal. Tests do not sleep, but wait for what they expect to
see."""
import codecs
import fcntl
import os
import pty
import re
import select
import shutil
import signal
import struct
import tempfile
import termios
import time
import unittest

from screen import Screen

PROGRAM = os.environ["TESSERA_PROGRAM"]
DEADLINE = float(os.environ.get("TESSERA_TEST_DEADLINE", "60"))


class Session:
    def __init__(self, *arguments, program=PROGRAM, columns=80, rows=24, environment=None, folder=None):
        self.folder, self.owns_folder = folder or tempfile.mkdtemp(prefix="tessera-terminal-"), folder is None
        self.screen = Screen(columns, rows)
        self.bytes = b""
        self.decoder = codecs.getincrementaldecoder("utf-8")()
        self.status = None
        self.types_in_raw_mode = False
        variables = {"TERM": "xterm-256color", "ASAN_OPTIONS": "handle_segv=0",  # what a signal does is the program's own matter
                     "HOME": self.folder, "XDG_STATE_HOME": self.folder, "PATH": os.environ["PATH"],
                     "LANG": "C.UTF-8"}
        variables.update(environment or {})
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            try:
                fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
                os.chdir(self.folder)
                os.execve(program, [program, *arguments], {k: v for k, v in variables.items() if v is not None})
            finally:
                os._exit(127)

    # --- to and fro

    def send(self, text):
        if self.types_in_raw_mode:
            self.mode(raw=True)
        data = text.encode()
        while data:
            readable, writable, _ = select.select([self.fd], [self.fd], [], DEADLINE)
            if readable:
                self.read()
            if writable:
                data = data[os.write(self.fd, data[:1000]):]
        return self

    def read(self):
        """Takes what the program has written. Returns false at its end."""
        try:
            data = os.read(self.fd, 65536)
        except OSError:
            data = b""
        self.bytes += data
        self.screen.feed(self.decoder.decode(data))
        return bool(data)

    def wait(self, condition, what):
        """Reads what comes until `condition` holds. It may also be about the terminal itself, whose changes send
        nothing, so it is checked now and then."""
        end = time.monotonic() + DEADLINE
        open_ = True
        while not condition():
            left = end - time.monotonic()
            if open_ and left > 0:
                if select.select([self.fd], [], [], min(left, 0.05))[0]:
                    open_ = self.read()
                continue
            raise AssertionError("expected %s; the screen:\n%s\n(cursor at %s)" %
                                 (what, "\n".join(self.screen.visible()), self.screen.cursor()))
        return self

    def sees(self, text):
        """Waits until the screen shows `text`."""
        return self.wait(lambda: text in "\n".join(self.screen.visible()), repr(text))

    def gone(self, text):
        return self.wait(lambda: text not in "\n".join(self.screen.visible()), "no " + repr(text))

    def line(self, text, column=None):
        """Waits until the line of the cursor is `text`, and the cursor at `column`."""
        return self.wait(lambda: self.screen.current() == text and (column is None or self.screen.cursor()[1] == column),
                         "the line %r%s" % (text, "" if column is None else ", column %d" % column))

    def last(self, *lines):
        """Waits until the window ends with `lines`, and maybe the status line."""
        n = len(lines)
        return self.wait(lambda: list(lines) in (self.shown()[-n:], self.shown()[-n - 1:-1]), "at the end %r" % (lines,))

    def shown(self):
        lines = self.screen.visible()
        while lines and not lines[-1]:
            lines.pop()
        return lines

    def ready(self, prompt=">"):
        return self.line(prompt)

    def enter(self, text, *expected, prompt=">"):
        """Types `text` and Enter, and waits for the lines `expected` and the next prompt."""
        self.send(text + "\r")
        return self.last(*expected, prompt)

    def clear(self):
        """Clears the screen but for the prompt."""
        return self.send("\x0c").wait(lambda: len(self.shown()) == 1, "a clear screen")

    def choose(self, restart):
        """Types the number of the restart that was shown last with this text."""
        pattern = re.compile(r"^ *(\d+): " + re.escape(restart), re.M)
        self.wait(lambda: pattern.search(self.screen.text()), "the restart " + restart)
        return self.send(pattern.findall(self.screen.text())[-1] + "\r")

    def paste(self, text):
        return self.send("\x1b[200~" + text + "\x1b[201~")

    def resize(self, columns, rows):
        while select.select([self.fd], [], [], 0)[0] and self.read():
            pass
        self.screen.resize(columns, rows)
        fcntl.ioctl(self.fd, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        return self

    def mode(self, raw):
        """Waits until the terminal is in raw mode, or not."""
        return self.wait(lambda: self.screen.bracketed_paste == raw and bool(termios.tcgetattr(self.fd)[3] & termios.ICANON) != raw,
                         "raw mode" if raw else "the terminal as it was")

    # --- the end

    def ended(self):
        """Waits for the end of the program. Returns its exit status."""
        end = time.monotonic() + DEADLINE
        while select.select([self.fd], [], [], max(0, end - time.monotonic()))[0] and self.read():
            pass
        self.status = os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])
        return self.status

    def close(self):
        if self.status is None:
            try:
                os.kill(self.pid, signal.SIGKILL)
                os.waitpid(self.pid, 0)
            except (ProcessLookupError, ChildProcessError):
                pass
        os.close(self.fd)
        if self.owns_folder:
            shutil.rmtree(self.folder, ignore_errors=True)


class TerminalTest(unittest.TestCase):
    def session(self, *arguments, **options):
        s = Session(*arguments, **options)
        self.addCleanup(s.close)
        return s

    def prompt(self, *arguments, **options):
        """Returns a session that has come to its first prompt."""
        return self.session(*arguments, **options).ready()
