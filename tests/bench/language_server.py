"""How long the language server takes in a file of 10,000 lines: completion and hover while letters are typed, a whole
diagnosis, all colours.
    python3 tests/bench/language_server.py [PLACES]
Prints times by the clock and of the processor; on a busy machine, only the latter are reliable."""
import glob
import os
import random
import sys
import time

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), "../.."))
sys.path.insert(0, os.path.join(ROOT, "tests/editors/lsp"))
from server import Server, place  # noqa: E402

LINES = 10000


def long_text():
    """Returns the game's files after each other, as often as need be, each copy's functions with names of their own."""
    texts, lines, copy = [], 0, 0
    while lines < LINES:
        for name in sorted(glob.glob(ROOT + "/game/*.lisp") + glob.glob(ROOT + "/game/browser/*.lisp")):
            with open(name, encoding="utf-8") as file:
                text = file.read().replace("(load ", "(list ")
            text = text.replace("(defun ", f"(defun c{copy}-") if copy else text
            texts.append(text)
            lines += text.count("\n")
        copy += 1
    return "\n".join("\n".join(texts).split("\n")[:LINES]) + "\n"


def answering_seconds(server):
    """Returns the processor's time so far of the thread that answers; the checker has another."""
    pid = server.process.pid
    with open(f"/proc/{pid}/task/{pid}/schedstat", encoding="ascii") as file:
        return int(file.read().split()[0]) / 1e9


def processor_seconds(server):
    with open(f"/proc/{server.process.pid}/stat", encoding="ascii") as file:
        fields = file.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def timed(server, what, ask):
    before, answering, start = processor_seconds(server), answering_seconds(server), time.perf_counter()
    result = ask()
    print(f"{what}: {time.perf_counter() - start:.2f} s, of the processor {processor_seconds(server) - before:.2f} s,"
          f" of it {answering_seconds(server) - answering:.3f} s in the thread that answers", flush=True)
    return result


class Times:
    """What requests take: by the clock, and of the processor in the thread that answers."""

    def __init__(self, server):
        self.server, self.clock, self.processor = server, [], []

    def take(self, ask):
        before, start = answering_seconds(self.server), time.perf_counter()
        ask()
        self.clock.append(time.perf_counter() - start)
        self.processor.append(answering_seconds(self.server) - before)

    def show(self, what):
        for name, times in (("clock", sorted(self.clock)), ("processor", sorted(self.processor))):
            print(f"{what}, {name}: {len(times)} times; median {1000 * times[len(times) // 2]:.1f} ms,"
                  f" 99th percentile {1000 * times[int(len(times) * 0.99)]:.1f} ms, longest {1000 * times[-1]:.1f} ms", flush=True)


def main(places):
    chance, uri, text = random.Random(1), f"file://{ROOT}/game/long.lisp", long_text()
    print(f"{text.count(chr(10))} lines, {len(text)} characters")
    with Server() as server:
        completions, hovers = Times(server), Times(server)

        def first():
            server.open(uri, text)
            return server.diagnostics(uri)
        print(f"{len(timed(server, 'first reading and diagnosis', first))} diagnostics")
        timed(server, "all colours", lambda: server.ask("textDocument/semanticTokens/full", {"textDocument": {"uri": uri}}))
        starts = [at for at, char in enumerate(text) if char == "("]
        for _ in range(places):
            at = chance.choice(starts) + 1
            typed = ""
            for letter in chance.choice(["(board-at", "(mapc", "(defun", "(print-", "(with-"]):
                typed += letter
                server.change(uri, at + len(typed) - 1, at + len(typed) - 1, letter)
                if len(typed) > 1:
                    position = place(server.texts[uri], at + len(typed))
                    completions.take(lambda: server.ask("textDocument/completion", {"textDocument": {"uri": uri}, "position": position}))
            server.change(uri, at, at + len(typed), "")
            position = place(server.texts[uri], at + 1)
            hovers.take(lambda: server.ask("textDocument/hover", {"textDocument": {"uri": uri}, "position": position}))
            time.sleep(chance.random() * 0.3)
        completions.show("completion")
        hovers.show("hover")
        server.change(uri, 0, 0, "(nothing-of-the-kind)\n")
        timed(server, "diagnosis after a change", lambda: server.diagnostics(uri))


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 100)
