"""Smaller cases that still differ: the forms of a case are read into trees, and parts of them left out or replaced."""
import re
import time
from dataclasses import replace

TOKEN = re.compile(r"""\s+|;[^\n]*|#\|.*?\|\#|(?P<open>\#\d*A?\(|\#[SPC]\(|\()|(?P<close>\))|(?P<prefix>'|`|,@|,\.?|\#'|\#\.)"""
                   r"""|(?P<atom>"(?:[^"\\]|\\.)*"|\#\\.[^\s()'"`,«»]*|[«»]|(?:\|[^|]*\||\\.|[^\s()'"`,;«»])+)""", re.S)


class Broken(Exception):
    pass


def read_all(text):
    """Returns the forms in TEXT as trees: an atom is its text, a list is [OPENING, parts ...], a prefix or « makes a
    list of its own kind."""
    stack, position = [[""]], 0
    while position < len(text):
        match = TOKEN.match(text, position)
        if not match or match.end() == position:
            raise Broken(text[position:position + 20])
        position = match.end()
        if opening := match.group("open"):
            stack.append([opening])
            continue
        if prefix := match.group("prefix"):
            stack.append([prefix])
            continue
        if match.group("close"):
            done = stack.pop()
        elif atom := match.group("atom"):
            if atom == "«":
                stack.append(["«"])
                continue
            done = stack.pop() if atom == "»" else atom
        else:
            continue
        if not stack:
            raise Broken("too many )")
        stack[-1].append(done)
        while len(stack) > 1 and not stack[-1][0].endswith("(") and stack[-1][0] != "«":
            done = stack.pop()
            stack[-1].append(done)
    if len(stack) != 1:
        raise Broken("too few )")
    return stack[0][1:]


def text_of(tree):
    if isinstance(tree, str):
        return tree
    inside = " ".join(text_of(part) for part in tree[1:])
    return f"«{inside}»" if tree[0] == "«" else tree[0] + inside + (")" if tree[0].endswith("(") else "")


def size(tree):
    return 1 if isinstance(tree, str) else 1 + sum(size(part) for part in tree[1:])


def smaller_string(inside):
    """Yields strings with some characters less."""
    for count in (len(inside) // 2, 8, 4, 3, 2, 1):
        for i in range(0, len(inside) - count + 1, max(1, count // 2)):
            if count > 0:
                yield f'"{inside[:i]}{inside[i + count:]}"'


def smaller(tree):
    """Yields trees with one part left out or replaced, the largest changes first."""
    if isinstance(tree, str):
        if tree not in ("nil", "0", "1") and not tree.startswith(":"):
            yield "nil"
            if re.fullmatch(r"-?\d+", tree):
                yield "1"
            if tree[0] == '"':
                yield from smaller_string(tree[1:-1])
        return
    for part in tree[1:]:
        if not isinstance(part, str):
            yield part
    if len(tree) > 1:
        yield "nil"
    if tree[0].endswith("(") and len(tree) > 5:
        half = len(tree) // 2
        yield tree[:1] + tree[1 + half:]
        yield tree[:half]
    if tree[0].endswith("("):
        for i in range(1, len(tree)):
            yield tree[:i] + tree[i + 1:]
    for i in range(1, len(tree)):
        for part in smaller(tree[i]):
            yield tree[:i] + [part] + tree[i + 1:]


def candidates(case):
    """Yields cases that are a little smaller than CASE."""
    form = read_all(case.form)
    if len(form) != 1:
        return
    for i in range(len(case.setup)):
        yield replace(case, setup=case.setup[:i] + case.setup[i + 1:])
    for tree in smaller(form[0]):
        yield replace(case, form=text_of(tree))
    for i, text in enumerate(case.setup):
        for tree in smaller(read_all(text)[0]):
            yield replace(case, setup=case.setup[:i] + [text_of(tree)] + case.setup[i + 1:])


def kind(outcome):
    """Returns what must stay the same when a case shrinks: how it fails, or that it does not."""
    found = re.search(r"![A-Z-]+| in setup| takes too long| ends the process| missing", outcome)
    return found.group(0) if found else "value"


def apart(cases, outcomes_of):
    """Returns the value of OUTCOMES_OF for CASES, whose definitions get different names."""
    tag = cases[0].name.split(":")[-1] + "-"
    names = [f"{tag[:-1]}.{i}-" for i in range(len(cases))]
    renamed = [replace(c, form=c.form.replace(tag, name), setup=[text.replace(tag, name) for text in c.setup]) for c, name in zip(cases, names)]
    return [tuple(outcome.replace(name, tag) for outcome in pair) for pair, name in zip(outcomes_of(renamed), names)]


def shrunk(case, ours, theirs, outcomes_of, conforming, seconds=20, width=100):
    """Returns the smallest case found that differs as CASE does. OUTCOMES_OF gives a list of pairs for a list of cases;
    CONFORMING those cases of a list, given with the outcomes of SBCL, on which others agree with it."""
    wanted, seen = (kind(ours), kind(theirs)), set()
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        try:
            all_of_them = list(candidates(case))
        except Broken:
            return case
        total = len(all_of_them)
        some = [c for c in all_of_them if (c.form, tuple(c.setup)) not in seen][:width]
        if not some:
            return case
        seen |= {(c.form, tuple(c.setup)) for c in some}
        better = [(c, b) for c, (a, b) in zip(some, apart(some, outcomes_of)) if a != b and (kind(a), kind(b)) == wanted and "in setup" not in a + b]
        better = conforming(sorted(better, key=lambda pair: sum(map(len, pair[0].setup)) + len(pair[0].form))[:10])
        if better:
            case = better[0]
        elif total <= width:
            return case
    return case
