"""Random texts from a grammar.

A line at the margin names a kind of text; the lines below it, each with a weight, are what such a text may be. In them
{kind} is a text of that kind, {kind*1-3} one to three of them, {this|that} either (both may have holes, and be empty).
Where the depth is used up, a kind's leaf is taken: a list of texts or a function of the Source. Leaves of the kinds in
HIDDEN are constants that compiled code is not to see."""
import re

LINE = re.compile(r"\s+(\d+) (.*)")


def parse(text, start=0, inside=False):
    """Returns the parts of TEXT from START on, up to a | or } if INSIDE, and where they end."""
    parts, plain = [], ""
    while start < len(text):
        c = text[start]
        if inside and c in "|}":
            break
        if c == "{":
            choices = []
            while True:
                choice, start = parse(text, start + 1, True)
                choices.append(choice)
                if text[start] == "}":
                    break
            parts += [plain, hole(choices)]
            plain = ""
        else:
            plain += c
        start += 1
    parts.append(plain)
    return [p for p in parts if p != ""], start


def hole(choices):
    if len(choices) > 1:
        return tuple(choices)
    name, _, count = choices[0][0].partition("*")
    low, _, high = count.partition("-")
    return {"kind": name, "low": int(low or 1), "high": int(high or low or 1)}


class Grammar:
    def __init__(self, text, leaves, hidden=()):
        self.rules, self.leaves, self.hidden = {}, leaves, set(hidden)
        for line in text.splitlines():
            if match := LINE.match(line):
                self.rules[name] += [parse(match.group(2))[0]] * int(match.group(1))
            elif line:
                name = line.strip()
                self.rules[name] = []
        for rules in self.rules.values():
            for rule in rules:
                self.check(rule)

    def check(self, parts):
        for part in parts:
            if isinstance(part, dict) and part["kind"] not in self.rules and part["kind"] not in self.leaves:
                raise KeyError(part["kind"])
            if isinstance(part, tuple):
                for choice in part:
                    self.check(choice)

    def text(self, s, kind, depth=3):
        rules = self.rules.get(kind)
        if kind in self.leaves and (depth <= 0 or not rules or s.maybe(0.15)):
            leaf = self.leaves[kind]
            leaf = leaf(s) if callable(leaf) else s.one(leaf)
            return s.hidden(leaf) if kind in self.hidden else leaf
        return self.fill(s, s.one(rules), depth - 1)

    def fill(self, s, parts, depth):
        found = []
        for part in parts:
            if isinstance(part, str):
                found.append(part)
            elif isinstance(part, tuple):
                found.append(self.fill(s, s.one(part), depth))
            else:
                found.append(" ".join(self.text(s, part["kind"], depth) for _ in range(s.between(part["low"], part["high"]))))
        return "".join(found)
