"""A newly made manual: each name has one entry, examples have their values, links have targets. 77: no cmark-gfm."""
import collections
import html.parser
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import unittest
import urllib.parse

SOURCES = os.path.abspath(sys.argv.pop(1) if len(sys.argv) > 1 else ".")
PROGRAM = os.path.abspath(os.environ.get("TESSERA_PROGRAM", "build/release/tessera"))
HERE = os.path.dirname(os.path.abspath(__file__))
ALONE = {"meta", "link", "img", "input", "br", "hr"}


def run(*arguments):
    return subprocess.run([PROGRAM, *arguments], check=True, timeout=1200, stdout=subprocess.PIPE, text=True).stdout


class Node:
    """An element: its name, attributes, and what is in it, nodes and texts."""

    def __init__(self, name, attributes):
        self.name, self.attributes, self.children = name, attributes, []

    def all(self, name=None, kind=None):
        """Yields the elements of the class KIND within it that are called NAME."""
        for child in self.children:
            if isinstance(child, Node):
                if name in (None, child.name) and (kind is None or kind in child.attributes.get("class", "").split()):
                    yield child
                yield from child.all(name, kind)

    def text(self):
        return "".join(child if isinstance(child, str) else child.text() for child in self.children)


class Page(html.parser.HTMLParser):
    """A page as a tree. Whatever is not closed in order, or stands twice, is noted."""

    def __init__(self, path):
        super().__init__()
        self.root, self.mistakes, self.ids = Node("", {}), [], collections.Counter()
        self.open = [self.root]
        with open(path, encoding="utf-8") as file:
            self.feed(file.read())
        if len(self.open) > 1:
            self.mistakes.append("not closed: " + self.open[-1].name)
        self.mistakes += ["twice: " + name for name, count in self.ids.items() if count > 1]

    def handle_starttag(self, tag, attrs):
        node = Node(tag, dict(attrs))
        if len(node.attributes) < len(attrs):
            self.mistakes.append(f"an attribute twice in {tag}")
        if tag == "img" and "alt" not in node.attributes:
            self.mistakes.append("a picture without a text")
        if "id" in node.attributes:
            self.ids[node.attributes["id"]] += 1
        if tag == "a" and any(parent.name == "a" for parent in self.open):
            self.mistakes.append("a link within a link")
        if tag in ("p", "pre", "div", "ul", "dl", "table", "h1", "h2", "article") and any(parent.name in ("p", "pre") for parent in self.open):
            self.mistakes.append(f"{tag} within {self.open[-1].name}")
        self.open[-1].children.append(node)
        if tag not in ALONE:
            self.open.append(node)

    def handle_endtag(self, tag):
        if self.open[-1].name == tag:
            self.open.pop()
        else:
            self.mistakes.append(f"{tag} ends where {self.open[-1].name} is open")

    def handle_data(self, data):
        self.open[-1].children.append(data)


class Manual(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.root = cls.folder.name
        start = time.monotonic()
        print(run(os.path.join(SOURCES, "stdlib/modules/manual/make.lisp"), SOURCES + "/", cls.root + "/", shutil.which("cmark-gfm"), PROGRAM).strip())
        cls.pages = {}
        for folder, _, files in os.walk(cls.root):
            for name in files:
                if name.endswith(".html"):
                    path = os.path.join(folder, name)
                    cls.pages[os.path.relpath(path, cls.root)] = Page(path)
        cls.entries = collections.defaultdict(list)
        for page in cls.pages.values():
            for entry in page.root.all("article", "entry"):
                cls.entries[entry.attributes["id"]].append(entry)
        cls.names = [json.loads(line) for line in run("--load", os.path.join(HERE, "names.lisp")).splitlines()]
        print(f"{len(cls.pages)} pages, {len(cls.names)} names, {time.monotonic() - start:.1f} s")

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def test_pages_are_well_formed(self):
        self.assertEqual({name: page.mistakes for name, page in self.pages.items() if page.mistakes}, {})

    def test_links_have_targets(self):
        wrong, links = [], 0
        for name, page in self.pages.items():
            for node in page.root.all():
                for attribute in ("href", "src"):
                    target = node.attributes.get(attribute)
                    if target is None or "://" in target:
                        continue
                    links += 1
                    path, _, fragment = target.partition("#")
                    to = os.path.normpath(os.path.join(os.path.dirname(name), path)) if path else name
                    if not os.path.exists(os.path.join(self.root, to)):
                        wrong.append((name, target))
                    elif fragment and urllib.parse.unquote(fragment) not in self.pages[to].ids:
                        wrong.append((name, target))
        self.assertEqual(wrong, [])
        self.assertGreater(links, 10000)

    def test_links_to_sources_have_targets(self):
        places = 0
        lines = {}
        for page in self.pages.values():
            for link in page.root.all("a", "source"):
                path, line = link.text().rsplit(":", 1)
                if path not in lines:
                    with open(os.path.join(SOURCES, path), encoding="utf-8") as file:
                        lines[path] = file.read().split("\n")
                self.assertTrue(lines[path][int(line) - 1].strip(), link.text())
                places += 1
        self.assertGreaterEqual(places, len(self.names))

    def test_every_name_has_one_entry(self):
        wanted = collections.Counter(name for name, _, _ in self.names)
        self.assertEqual([(name, wanted[name], len(self.entries[name])) for name in set(wanted) | set(self.entries)
                          if wanted[name] != len(self.entries[name])], [])
        self.assertGreater(len(wanted), 1300)

    def test_every_name_is_described(self):
        for name, entries in self.entries.items():
            for entry in entries:
                meanings = list(entry.all("div", "meaning"))
                self.assertTrue(meanings, name)
                for meaning in meanings:
                    self.assertTrue("".join(text.text() for text in meaning.all("dd")).strip(), name)
                    self.assertTrue("".join(text.text() for text in meaning.all("p", "usage")).strip(), name)

    def test_examples_have_their_expected_values(self):
        errors, count = set(), 0
        for name, _, examples in self.names:
            shown = [list(entry.all("pre", "example")) for entry in self.entries[name]]
            wanted = [form.split() for form, _, _ in examples]  # of packages that share a name, each has an entry of its own
            blocks = next((some for some in shown if [code.text().split() for block in some for code in block.all("code")] == wanted), None)
            self.assertIsNotNone(blocks, name)
            for block, (form, printed, result) in zip(blocks, examples):
                count += 1
                output = "".join(samp.text() for samp in block.all("samp", "printed"))
                if printed is not None:
                    self.assertEqual(output.rstrip("\n"), printed.rstrip("\n"), form)
                signalled = [samp.text() for samp in block.all("samp", "signalled")]
                if isinstance(result, str):
                    self.assertTrue(signalled, form)
                    errors.add((signalled[0].split(": ", 1)[0].split(":")[-1], result.split(":")[-1]))
                else:
                    self.assertEqual(signalled, [], form)
                    value, = [samp.text() for samp in block.all("samp", "result")]
                    expected = " ".join(", ".join(result).split())
                    self.assertTrue((" ".join(value.split()) + ", ").startswith(expected + ", ") or not result, (form, value, expected))
        self.assertGreater(count, 1500)
        pairs = " ".join(f"({a} {b})" for a, b in errors if a != b)
        wrong = run("--eval", "(setq *package* (find-package \"TESSERA\"))", "--eval", f"(print (remove-if (lambda (pair) (apply #'subtypep pair)) '({pairs})))")
        self.assertEqual(wrong.split()[-1], "NIL")

    def test_the_search_index_has_every_name(self):
        with open(os.path.join(self.root, "search-index.js"), encoding="utf-8") as file:
            entries = [json.loads(line.rstrip(",\n")) for line in file if line.startswith("[")]
        for name, page, fragment, kind, _ in entries:
            self.assertIn(page, self.pages, name)
            if fragment:
                self.assertIn(urllib.parse.unquote(fragment), self.pages[page].ids, (name, kind))
        self.assertGreaterEqual(len(entries), len(self.names))

    def test_pages_contain_no_local_paths(self):
        for name, page in self.pages.items():
            text = page.root.text()
            for path in (SOURCES + "/", self.root):
                self.assertFalse(re.search(re.escape(path), text), (name, path))


if __name__ == "__main__":
    if shutil.which("cmark-gfm") is None:
        print("cmark-gfm is not installed.")
        sys.exit(77)
    unittest.main()
