#!/usr/bin/env python3
"""Checks style, wording, tables, links and the width of prose; `fix` mends what needs no judgement.

    python3 tests/lint.py [fix] [FILE ...]        # without files: all of interp, stdlib, game, examples, tests

Lisp: a file begins with `;;; ` and its purpose; the docstring of a function begins with a verb in the third person; no
name of the library is defined in two files. Everywhere: files that comments, pages and links name exist. Prose
(comments, docstrings of Lisp and Python, pages) has at most 120 columns; `fix` fills comments and paragraphs that are
too wide. .github/CONTRIBUTING.md has the rules.
"""
import ast
import functools
import pathlib
import re
import subprocess
import sys
import textwrap

ROOT = pathlib.Path(__file__).resolve().parents[1]

WIDTH = 120
FOLDERS = ["interp", "stdlib", "game", "examples", "tests", ".github", "README.md"]
COMMENTS = {**dict.fromkeys([".lisp", ".clj", ".scm", ".arc"], r";+"), **dict.fromkeys([".cpp", ".hpp"], r"///?<?"),
            **dict.fromkeys([".c", ".h", ".css"], r"/\*| \*|//"), **dict.fromkeys([".def", ".js", ".mjs"], r"//"),
            **dict.fromkeys([".py", ".sh", ".cmake", ".txt"], "#"), **dict.fromkeys([".1", ".6"], r'\.\\"')}
FUNCTION = re.compile(r"\((?:defun|defmacro|defgeneric|%defun\S*) ")
THIRD_PERSON = re.compile(r"(?:True|Called) (?:if|unless|when|by|after|for|with) |\(|[A-Z][a-z-]+s\b")
NOT_AN_EFFECT = re.compile(r"(?:Lets|Has|Forms|Bindings|Clauses|Values|Returns the same|Returns an error|Returns [^.;:]* is wrong)\b")
DEFINITION = re.compile(r"^\((defun|defmacro|defgeneric|defvar|defparameter|defconstant) ", re.M)
TOKEN = re.compile(r';[^\n]*|#\\.[\w-]*|"(?:[^"\\]|\\.)*"|\|[^|]*\||[()]|[^\s()";|]+', re.S)
DOCUMENTED = re.compile(r"^\((def(?:un|macro|generic|var|parameter|constant|struct|type|class|package)|define-condition|%def\S*) ", re.M)
NOT_A_NOUN = re.compile(r'"(?:(?:What|Where|How|Which|Who|When|Whether|From|Those|The same)\b'
                        r'|(?:Signals|Returns|Makes|Counts|Stands|Calls|Writes|Reads|Prints)\b)')
MESSAGE = re.compile(r'(?:\((?:error|warn|loop-error)|:format-control) "((?:[^"\\]|\\.)*)\."')
CPP_CALL = re.compile(r"\b(?:fail\w*|error)\(")
CPP_STRING = re.compile(r'"((?:[^"\\]|\\.)*)"')
FILE_NAME = re.compile(r"[A-Za-z_][\w./-]*\.(?:cpp|hpp|def|lisp|sh|py|mjs|list)\b")
LINK = re.compile(r"\]\(([^)#\s]+)[^)]*\)")
WITHOUT_SOURCE = {"tessera/build.hpp", "twice.lisp", "counting.lisp"}  # files that are made, or stand for a user's
NATIVE_DOCSTRING = re.compile(r'\s*"(?:Lets|Has) ')
NOT_WHAT_IT_DOES = "a function's docstring says what the function does: Makes, Returns, Registers ..."
UNCLEAR = re.compile(r"\bclean-up\b|(?<![Tt]here )\b(?:is|are|was|were) no (?!longer|more|less|such|wider|matter|different)[a-z]|\b(?:is|are) told\b"
                     r"|\b[Aa] (?:INVALID|END|UNBOUND|UNDEFINED|ERROR)-"
                     r"|\b[A-Z][A-Z-]{2,}, of (?:an?|the|no|one|some|\*?[A-Z-]{3,})\b")  # say what it is: "FORM, a form of the file"
ABOUT_STYLE = ("lint.py", "lint_test.py", "CONTRIBUTING.md")  # these quote what is unclear


def docstrings(lines):
    """Yields the index of the line in which the docstring of each function begins, and what it begins with."""
    inside = False
    for index, line in enumerate(lines):
        if line.startswith("("):
            inside = bool(FUNCTION.match(line))
        elif inside:
            match = re.match(r'  (?:\(:documentation )?"(.*)', line)
            if match:
                yield index, match.group(1)
            if match or re.match(r"  [^\s;]", line) and not re.match(r"  \((?:declare|:)", line):
                inside = False


def forms(text, at):
    """Yields the forms of Lisp in TEXT from AT on, up to the end of the list that they are in."""
    depth = 0
    for match in TOKEN.finditer(text, at):
        token = match.group()
        if token.startswith(";"):
            continue
        start = match.start() if depth == 0 else start
        depth += (token == "(") - (token == ")")
        if depth < 0:
            return
        if depth == 0:
            yield text[start:match.end()]


def definition_faults(text):
    """Yields pairs of a line's number and what is wrong with the docstring of the definition in it."""
    for match in DEFINITION.finditer(text):
        parts = list(forms(text, match.end()))
        number = text.count("\n", 0, match.start()) + 1
        if match.group(1).startswith("defv") or match.group(1) in ("defparameter", "defconstant"):
            if len(parts) > 2 and NOT_A_NOUN.match(parts[-1]):
                yield number, "the docstring of a variable begins with a noun"
        elif match.group(1) == "defgeneric":
            if not any(part.startswith("(:documentation") for part in parts):
                yield number, "the generic function has no docstring"
        else:
            body = [part for part in parts[2:] if not part.startswith("(declare")]
            if len(body) < 2 or not body[0].startswith('"'):
                yield number, "the function has no docstring"


def docstring_blocks(text):
    """Yields the slices of the lines of TEXT, a Lisp file, that the docstrings of its definitions take. These begin a
    line, or follow :DOCUMENTATION."""
    for match in DOCUMENTED.finditer(text):
        depth, found, last = 0, [], None
        for token in TOKEN.finditer(text, match.end()):
            start, end = text.rfind("\n", 0, token.start()) + 1, token.end()
            depth += (token.group() == "(") - (token.group() == ")")
            if depth < 0:
                break
            if depth == 0 and not token.group().startswith(";"):
                last = token.start()
            if token.group().startswith('"') and re.fullmatch(r" *" if depth == 0 else r" *\(:documentation ", text[start:token.start()]):
                found.append((token.start(), slice(text.count("\n", 0, start), text.count("\n", 0, end) + 1)))
        is_variable = match.group(1) in ("defvar", "defparameter", "defconstant")
        yield from (block for start, block in found if not is_variable or start == last)


def wide_docstring_lines(text):
    """Yields the numbers of the lines of docstrings in TEXT, a Lisp file, that have too many columns. Lines that begin
    with a blank are examples."""
    lines = text.split("\n")
    for block in docstring_blocks(text):
        for number, line in enumerate(lines[block], block.start + 1):
            if len(line) > WIDTH and (number == block.start + 1 or not line.startswith(" ")):
                yield number


def prose(suffix, lines):
    """True for each line that is prose alone: a comment, or a paragraph of a page."""
    if suffix == ".md":
        code = False
        for line in lines:
            if line.lstrip().startswith("```"):
                code = not code
            yield not code and not re.match(r"\s*\||    |#|.*https?://|!\[", line)
        return
    start = re.compile(r"\s*(?:%s)(?: {1,3}\S|$)" % COMMENTS[suffix])  # more blanks: an example or a table
    for line in lines:
        yield bool(start.match(line)) and is_breakable(line)


def is_breakable(line):
    """True unless LINE of a comment must stay one line."""
    return "http" not in line and "NOLINT" not in line


def is_too_wide(suffix, line, is_prose):
    """True if LINE has more columns than prose and comments may have."""
    if len(line) <= WIDTH:
        return False
    return is_prose or suffix != ".md" and bool(re.match(r"\s*(?:%s) " % COMMENTS[suffix], line)) and is_breakable(line)


def python_docstrings(text):
    """Yields the indices of the first and the last line of each docstring in TEXT, a Python file."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef)) and ast.get_docstring(node) is not None:
            yield node.body[0].lineno - 1, node.body[0].end_lineno - 1


def docstring_paragraphs(lines, first, last):
    """Yields the slices of LINES with the paragraphs of a docstring. Lines that are indented further are examples."""
    indent = re.match(r" *", lines[first]).group()
    start = first
    for index in range(first, last + 2):
        line = lines[index] if index <= last else ""
        if line.strip() in ("", '"""') or re.match(indent + " ", line):
            if start < index:
                yield slice(start, index)
            start = index + 1


def strippable(path):
    """True if blanks at the end of a line mean nothing: in Markdown they do, and in the expected texts of tests."""
    return path.suffix != ".md" and "/tests/" not in str(path)


def uneven_rows(lines):
    """Yields the numbers of table rows with another number of cells than the first row. A bar in a cell is written
    \\|."""
    first = None
    for number, line in enumerate(lines, 1):
        cells = len(re.findall(r"(?<!\\)\|", line)) if line.startswith("|") else None
        if cells is not None and first is not None and cells != first:
            yield number
        first = first if cells is not None and first is not None else cells


def message_faults(text):
    """Yields pairs of a line's number and what is wrong with the message of an error in it."""
    for match in MESSAGE.finditer(text):
        if not re.search(r"\. ", match.group(1)):
            yield text.count("\n", 0, match.start()) + 1, "a message of one sentence has no final stop"


def ends_a_message_with_a_stop(line):
    """True if LINE of C++ reports a mistake with a message of one sentence that ends in a full stop."""
    call = CPP_CALL.search(line)
    messages = CPP_STRING.findall(line, call.end()) if call else []
    return any(re.search(r"[^.]\.$", message) and ". " not in message for message in messages)


@functools.lru_cache
def known_files():
    """Returns the set of the names of all files, each with any number of the folders that it is in."""
    names = subprocess.check_output(["git", "-C", str(ROOT), "ls-files", "--cached", "--others", "--exclude-standard"], text=True).split()
    return {name.split("/", n)[-1] for name in names for n in range(name.count("/") + 1)}


def spoken(suffix, line):
    """Returns the part of LINE in which files are named: a comment, or a line of a page outside code."""
    if suffix == ".md":
        return "" if line.startswith("    ") else line
    if suffix == ".lisp":
        return line if line.startswith(";") else ""
    return line[line.find("//"):] if suffix in (".cpp", ".hpp", ".def") and "//" in line else ""


def reference_faults(path, lines):
    """Yields pairs of a line's number and what is wrong with the files that it names and the links in it."""
    for number, line in enumerate(lines, 1):
        text = spoken(path.suffix, line)
        for name in FILE_NAME.findall(text):
            if name not in known_files() and name not in WITHOUT_SOURCE and not (path.parent / name).exists():
                yield number, f"there is no file {name}"
        for target in LINK.findall(text) if path.suffix == ".md" else []:
            if "://" not in target and not (path.parent / target).exists():
                yield number, f"the link leads to no file: {target}"


def findings(path, text):
    """Yields pairs of a line's number and what is wrong with it."""
    lines = text.split("\n")
    for number, (line, is_prose) in enumerate(zip(lines, prose(path.suffix, lines)), 1):
        if is_too_wide(path.suffix, line, is_prose):
            yield number, f"prose has at most {WIDTH} columns, not {len(line)}"
        if line != line.rstrip() and strippable(path):
            yield number, "blanks at the end"
        if line.startswith("#include <catch2/") and path.suffix == ".cpp":
            yield number, 'tests include "catch.hpp", which knows the versions of Catch2'
        if path.suffix == ".cpp" and NATIVE_DOCSTRING.match(line):
            yield number, NOT_WHAT_IT_DOES
    if path.suffix == ".md":
        for number in uneven_rows(lines):
            yield number, "this row has another number of cells than the first"
        yield from message_faults(text)
    yield from reference_faults(path, lines)
    if path.suffix in (".cpp", ".hpp") and not text.startswith("//"):
        yield 1, "the file does not begin with a comment about its purpose"
    for number, line in enumerate(lines, 1):
        if path.suffix in (".cpp", ".hpp", ".def") and path.is_relative_to(ROOT / "interp") and ends_a_message_with_a_stop(line):
            yield number, "a message of one sentence has no final stop"
        if UNCLEAR.search(line) and path.name not in ABOUT_STYLE:
            yield number, f"unclear: {UNCLEAR.search(line).group()}"
    if path.suffix == ".py":
        for first, last in python_docstrings(text):
            for paragraph in docstring_paragraphs(lines, first, last):
                for index, line in enumerate(lines[paragraph], paragraph.start + 1):
                    if len(line) > WIDTH:
                        yield index, f"docstrings have at most {WIDTH} columns"
    if path.suffix != ".lisp":
        return
    is_checked = path.relative_to(ROOT).parts[0] in ("stdlib", "game", "examples")
    if is_checked:
        yield from definition_faults(text)
    if is_checked and str(path.relative_to(ROOT)).startswith("stdlib/") and "modules/documentation" not in str(path):
        yield from message_faults(text)
    if not re.match(r";;; \S", text):
        yield 1, "the file does not begin with `;;; ` and its purpose"
    for number in wide_docstring_lines(text):
        yield number, f"docstrings have at most {WIDTH} columns"
    for index, doc in docstrings(lines):
        if not THIRD_PERSON.match(doc):
            yield index + 1, "a function's docstring begins with a verb in the third person, `True if`, or a macro's syntax"
        if is_checked and NOT_AN_EFFECT.match(doc):
            yield index + 1, NOT_WHAT_IT_DOES


def filled(suffix, lines):
    """Yields LINES with those blocks of prose filled that have a line which is too wide."""
    kinds = list(prose(suffix, lines)) + [False]
    prefix = re.compile(r"(\s*(?:[-*] |\d+\. )?)" if suffix == ".md" else r"(\s*(?:%s) )(?=\S)" % COMMENTS[suffix])
    index = 0
    while index < len(lines):
        head = prefix.match(lines[index]) if kinds[index] and lines[index].strip() else None
        if not head:
            yield lines[index]
            index += 1
            continue
        first, end = head.group(1), index + 1
        later = " " * len(first) if suffix == ".md" else first.replace("/*", " *")
        while kinds[end] and lines[end].startswith(later) and re.match(r"[^\s|]", lines[end][len(later):]) and not (
                suffix == ".md" and re.match(r"[-*] |\d+\. ", lines[end][len(later):])):
            end += 1
        block = lines[index:end]
        if any(len(line) > WIDTH for line in block):
            words = " ".join(line[len(first if i == 0 else later):].strip() for i, line in enumerate(block))
            words = re.sub(r"`[^`]+`| \*/$", lambda code: code.group(0).replace(" ", "\0"), words)  # code stays on one line
            block = textwrap.wrap(words, WIDTH, initial_indent=first, subsequent_indent=later, break_long_words=False, break_on_hyphens=False)
            block = [line.replace("\0", " ") for line in block]
        yield from block
        index = end


def filled_docstrings(text):
    """Returns TEXT, a Lisp file, with those paragraphs of docstrings filled that have a line which is too wide."""
    lines = text.split("\n")
    for block in sorted(docstring_blocks(text), key=lambda block: block.start, reverse=True):
        start = block.start
        for end in reversed(range(block.start + 1, block.stop + 1)):
            if end < block.stop and not re.match(r" |$", lines[end]):
                continue
            start = end - 1
            while start > block.start and re.match(r"\S", lines[start]):
                start -= 1
            start += start > block.start or not lines[start]
            if any(len(line) > WIDTH for line in lines[start:end]):
                indent = re.match(r" *", lines[start]).group()
                lines[start:end] = textwrap.wrap(" ".join(line.strip() for line in lines[start:end]), WIDTH, initial_indent=indent,
                                                 break_long_words=False, break_on_hyphens=False)
    return "\n".join(lines)


def filled_python_docstrings(text):
    """Returns TEXT, a Python file, with those paragraphs of docstrings filled that have a line which is too wide."""
    lines = text.split("\n")
    for first, last in sorted(python_docstrings(text), reverse=True):
        for paragraph in reversed(list(docstring_paragraphs(lines, first, last))):
            if any(len(line) > WIDTH for line in lines[paragraph]):
                indent = re.match(r" *", lines[first]).group()
                lines[paragraph] = textwrap.wrap(" ".join(line.strip() for line in lines[paragraph]), WIDTH, initial_indent=indent,
                                                 subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)
    return "\n".join(lines)


def fixed(path, text):
    """Returns TEXT with the findings mended that need no judgement."""
    if path.suffix == ".py":
        text = filled_python_docstrings(text)
    if path.suffix == ".lisp":
        text = filled_docstrings(text)
    lines = list(filled(path.suffix, text.split("\n")))
    if strippable(path):
        lines = [line.rstrip() for line in lines]
    return "\n".join(lines)


def definitions(text):
    """Yields pairs of a line's number and (PACKAGE, NAME) for the definitions of functions, macros and variables in
    TEXT, a Lisp file of one package."""
    package = re.search(r'^\(in-package "([^"]+)"\)', text, re.M)
    if package:
        for match in re.finditer(r"^\((?:defun|defmacro|defgeneric|defvar|defparameter) ([^\s()]+)(?=\s)", text, re.M):
            yield text.count("\n", 0, match.start()) + 1, (package.group(1), match.group(1))


def main(arguments):
    fix = arguments[:1] == ["fix"]
    names = arguments[fix:] or subprocess.check_output(["git", "-C", str(ROOT), "ls-files", *FOLDERS], text=True).split()
    paths = [ROOT / name for name in names]
    paths = [path for path in paths if path.suffix in {*COMMENTS, ".md"} and (path.suffix != ".txt" or path.name == "CMakeLists.txt")]
    wrong, defined = 0, {}
    for path in paths:
        text = path.read_text(encoding="utf-8")
        if fix:
            new = fixed(path, text)
            if new != text:
                path.write_text(new, encoding="utf-8")
                text = new
        for number, what in findings(path, text):
            print(f"{path.relative_to(ROOT)}:{number}: {what}")
            wrong += 1
        if path.suffix == ".lisp" and path.is_relative_to(ROOT / "stdlib"):
            for number, name in definitions(text):
                other = defined.setdefault(name, path)
                if other != path:
                    print(f"{path.relative_to(ROOT)}:{number}: {name[1]} is defined in {other.relative_to(ROOT)}, too")
                    wrong += 1
    print(f"{len(paths)} files, {wrong} findings")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
