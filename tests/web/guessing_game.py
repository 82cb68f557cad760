#!/usr/bin/env python3
"""Play the example examples/continuations/guessing_game.lisp as browsers do: forward, back, two visitors at once, with
wrong and old keys.

    python3 tests/web/guessing_game.py build/release/tessera
"""
import html
import pathlib
import re
import subprocess
import sys
import urllib.error
import urllib.parse
import urllib.request

EXAMPLE = pathlib.Path(__file__).resolve().parents[2] / "examples/continuations/guessing_game.lisp"
LIMIT = 40  # pages that the server keeps in this test


class Page:
    """What the server sent: its status, the text, and the key of its form."""

    def __init__(self, address, target):
        self.address = address
        try:
            with urllib.request.urlopen(address + target, timeout=60) as answer:
                self.status, body = answer.status, answer.read().decode()
        except urllib.error.HTTPError as error:
            self.status, body = error.code, error.read().decode()
        self.body = body
        self.text = html.unescape(re.search(r"<p>(.*?)</p>", body).group(1)) if "<p>" in body else body
        key = re.search(r'name=key value="([^"]*)"', body)
        self.key = key.group(1) if key else None

    def send(self, **fields):
        """Answers the page's form, even if it was answered before."""
        return Page(self.address, "answer?" + urllib.parse.urlencode({"key": self.key, **fields}))

    def number(self):
        return int(re.fullmatch(r"Is it (\d+)\?", self.text).group(1))


def check(condition, page):
    if not condition:
        sys.exit(f"Not what was to come: {page.status} {page.body}")


def find(page, wanted):
    """Answers until WANTED is found. Returns all pages, the one that says so last."""
    pages = [page]
    while pages[-1].text.startswith("Is it"):
        guess = pages[-1].number()
        answer = "yes" if guess == wanted else "smaller" if wanted < guess else "bigger"
        pages.append(pages[-1].send(answer=answer))
    return pages


def begin(address, name):
    first = Page(address, "")
    check(first.status == 200 and "What is your name?" in first.text, first)
    return first.send(line=name)


def play_and_go_back(address):
    pages = find(begin(address, "Ada"), 7)
    check([p.number() for p in pages[:-1]] == [50, 25, 12, 6, 9, 7], pages[-1])
    check(pages[-1].text == "So I have it, Ada, after six questions.", pages[-1])
    # Back to the second question, and another way from there: the count goes on from what it was then.
    other = find(pages[1].send(answer="bigger"), 30)
    check([p.number() for p in other[:-1]] == [37, 31, 28, 29, 30], other[-1])
    check(other[-1].text == "So I have it, Ada, after seven questions.", other[-1])
    # The first way is still there, and so is the end of the game, in which the name is known.
    check(pages[4].send(answer="smaller").number() == 7, pages[4])
    check(find(pages[3], 6)[-1].text == "So I have it, Ada, after four questions.", pages[3])
    again = pages[-1].send(answer="Play again")
    check(again.number() == 50, again)
    check(find(again, 50)[-1].text == "So I have it, Ada, after one question.", again)


def play_two_at_once(address):
    ada, bob = begin(address, "Ada"), begin(address, "Bob <b>&")
    while ada.text.startswith("Is it") or bob.text.startswith("Is it"):
        if ada.text.startswith("Is it"):
            ada = ada.send(answer="bigger")
        if bob.text.startswith("Is it"):
            bob = bob.send(answer="yes" if bob.number() == 1 else "smaller")
    check(ada.text == "No number is left, Ada. Did you forget yours?", ada)
    check(bob.text == "So I have it, Bob <b>&, after six questions.", bob)
    check("Bob &lt;b&gt;&amp;," in bob.body, bob)


def answer_wrongly(address):
    page = begin(address, "  ")
    check("What is your name?" in page.text, page)  # asked again
    page = page.send(line="Eve")
    check(page.send(answer="maybe").number() == 50, page)
    check(page.send().number() == 50, page)
    for target in ("answer", "answer?key=", "answer?key=1", f"answer?key={page.key}0&answer=yes", f"answer?key={page.key.upper()[::-1]}"):
        wrong = Page(address, target)
        check(wrong.status == 410 and "too old" in wrong.text and 'href="/"' in wrong.body, wrong)
    check(Page(address, "answers").status == 404, page)


def outlive(address):
    page = begin(address, "Ada")
    check(page.send(answer="bigger").number() == 75, page)
    for _ in range(LIMIT):
        Page(address, "")
    old = page.send(answer="bigger")
    check(old.status == 410, old)
    check(find(begin(address, "Ada"), 99)[-1].text.startswith("So I have it"), old)


def main():
    program = sys.argv[1] if len(sys.argv) > 1 else "build/release/tessera"
    server = subprocess.Popen([program, "--eval", f"(defvar *most-waiting* {LIMIT})", EXAMPLE, "0"], stdout=subprocess.PIPE, text=True)
    try:
        address = next(found.group() for line in server.stdout if (found := re.search(r"http://[\d.]+:\d+/", line)))
        for play in (play_and_go_back, play_two_at_once, answer_wrongly, outlive):
            play(address)
    finally:
        server.kill()
        server.wait()


if __name__ == "__main__":
    main()
