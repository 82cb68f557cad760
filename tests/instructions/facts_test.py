"""The instruction table refuses a line with a fact missing, and facts that contradict each other: it does not compile.

    facts_test.py SOURCE BUILD COMPILER
"""
import pathlib
import subprocess
import sys
import tempfile

from scratch_table import with_line

SOURCE, BUILD, COMPILER = map(pathlib.Path, sys.argv[1:4])
TABLE = (SOURCE / "interp/compiler/opcodes.def").read_text()

# A line in the place of an instruction, and what the compiler says; "": it compiles.
CASES = [
    # an instruction as the recipe has it begin
    ("JCHAREQ", "OP({name}, {first}, step(), opaque, {doc})", ""),
    ("CONS", "OP({name}, {first}, {code}, {facts}, {doc})", ""),
    # a column is missing
    ("JCHAREQ", "OP({name}, {first}, {doc})", "requires 7 arguments"),
    ("JCHAREQ", "OP({name}, {first}, {facts}, {doc})", "requires 7 arguments"),
    ("JCHAREQ", "OP({name}, {first}, {code}, {doc})", "requires 7 arguments"),
    ("JCHAREQ", "OP({name}, {first}, , {facts}, {doc})", "no machine code is stated"),
    ("JCHAREQ", "OP({name}, {first}, {code}, , {doc})", ""),  # refused, in whatever words
    # facts of what the interpreter executes, which may do anything
    ("JCHAREQ", "OP({name}, {first}, step(), computes, {doc})", "nothing is known of what the interpreter executes"),
    ("CONS", "OP({name}, {first}, step(), keeps, {doc})", "nothing is known of what the interpreter executes"),
    # facts that the other columns contradict
    ("CALLG", "OP({name}, {first}, {code}, keeps, {doc})", "it runs Lisp, or leaves a record"),
    ("BIND", "OP({name}, {first}, {code}, keeps, {doc})", "it runs Lisp, or leaves a record"),
    ("RETURN", "OP({name}, {first}, {code}, computes, {doc})", "it runs Lisp, or leaves a record"),
    ("CARCDR", "OP({name}, {first}, {code}, computes, {doc})", "a pure instruction continues or jumps"),
    ("LIST", "OP({name}, {first}, {code}, computes, {doc})", "its registers cannot be renamed"),
    ("CONS", "OP({name}, {first}, {code}, keeps | most(8), {doc})", "it has no count"),
    ("CONS", "OP({name}, {first}, {code}, formula(\"bc+\"), {doc})", "a formula is of a comparison"),
]
REFUSED = {6}


def messages(table, folder):
    (folder / "compiler").mkdir(exist_ok=True)
    (folder / "compiler/opcodes.def").write_text(table)
    run = subprocess.run([COMPILER, "-std=c++20", "-fsyntax-only", f"-I{folder}", f"-I{SOURCE}/interp", f"-I{SOURCE}/interp/include",
                          f"-I{BUILD}/interp/include", SOURCE / "interp/compiler/instructions.cpp"],
                         capture_output=True, text=True, env={"LC_ALL": "C", "PATH": "/usr/bin:/bin"})
    return run.stderr if run.returncode != 0 else ""


def main():
    failures = 0
    with tempfile.TemporaryDirectory() as folder:
        for number, (name, line, expected) in enumerate(CASES):
            said = messages(with_line(TABLE, name, line), pathlib.Path(folder))
            right = bool(said) if number in REFUSED else expected in said if expected else not said
            if not right:
                failures += 1
                print(f"{name}: {line}\n  expected: {expected or 'that it compiles'}\n  {said[:600]}")
    print(f"{len(CASES) - failures} of {len(CASES)} lines are judged as they should be")
    return failures > 0


sys.exit(main())
