"""A scratch copy of the instruction table: what a column says there, changed or missing.

    scratch_table.py TABLE OUT     a table in which the interpreter executes all but the jumps that close loops: else there were none in machine code
"""
import pathlib
import re
import sys

# One line of the table: name, operands, control and effects; machine code; facts; what it does.
INSTRUCTION = re.compile(r'OP\((?P<name>\w+), (?P<first>.*?),\n   (?P<code>\w[\w.]*\(.*?\)), (?P<facts>[^"]*?(?:"[^"]*"\))?), *\n? *'
                         r'(?P<doc>"[^"\n]*")\)$', re.M)


def rewritten(table, line):
    """Returns the table with each instruction as `line` says, a function of its parts; None leaves it as it is."""
    def replace(match):
        text = line(match.groupdict())
        return match.group(0) if text is None else text
    changed, count = INSTRUCTION.subn(replace, table)
    if count != len(re.findall(r"^OP\(", table, re.M)):
        raise SystemExit(f"scratch_table.py understands {count} instructions of the table, which has others")
    return changed


def stepped(table):
    def line(p):
        closes_loops = p["code"] in ("jump_always()", "tests.compare()")
        return None if closes_loops else f"OP({p['name']}, {p['first']}, step(), opaque, {p['doc']})"
    return rewritten(table, line)


def with_line(table, name, line):
    """Returns the table with `line` in place of the instruction NAME; parts of the old one may be named in it."""
    return rewritten(table, lambda p: line.format(**p) if p["name"] == name else None)


if __name__ == "__main__":
    out = pathlib.Path(sys.argv[2])
    out.parent.mkdir(parents=True, exist_ok=True)
    out.write_text(stepped(pathlib.Path(sys.argv[1]).read_text()))
