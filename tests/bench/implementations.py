"""The language implementations that the benchmarks compare, and how each compiles and runs a program.

A program is tests/bench/programs/NAME.lisp, .arc, .clj, .lua or .scm: definitions and a function `main` without
arguments that prints the result. Every implementation runs it in the fastest of its usual ways, compiled to a file
first where it can do that, and times `main` alone by its own clock of processor time (drivers/timed.*).
"""
import dataclasses
import pathlib
import re
import resource
import shutil
import subprocess

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
DRIVERS = HERE / "drivers"
PREPARATION_LIMIT = 120  # seconds


@dataclasses.dataclass(frozen=True)
class Implementation:
    """How to run programs: `{source}` and `{compiled}` in the commands stand for the program's files."""
    name: str
    executable: str
    suffix: str             # of the language: .lisp, .arc, .clj, .lua or .scm
    run: tuple              # arguments
    compile: tuple = ()     # arguments; none: it runs the source
    before: tuple = ()      # files put before a program's source
    after: tuple = ()       # files put after it


LISP_TIMER = str(DRIVERS / "timed.lisp")
SBCL = ("--noinform", "--no-sysinit", "--no-userinit", "--disable-debugger")
CHEZ_COMPILE = '(compile-file "{source}" "{compiled}")'
GUILE_COMPILE = '(begin (use-modules (system base compile)) (compile-file "{source}" #:output-file "{compiled}"))'


def candidates(tessera, before=""):
    """Returns all implementations; `before` is another build of Tessera, to be compared with."""
    scheme_parts = {"before": (DRIVERS / "common.scm",), "after": (DRIVERS / "timed.scm",)}
    return [
        Implementation("tessera", str(tessera), ".lisp", ("--load", "{source}", LISP_TIMER)),
        Implementation("tessera clojure", str(tessera), ".clj", ("--load", "{source}", str(DRIVERS / "timed.clj"))),
        Implementation("clojure on java", "clojure", ".clj", ("-i", "{source}", str(DRIVERS / "timed_jvm.clj"))),
        Implementation("tessera arc", str(tessera), ".arc", ("--load", "{source}", str(DRIVERS / "timed.arc"))),
        Implementation("tessera scheme", str(tessera), ".scm", ("{source}",),
                       before=(DRIVERS / "tessera.scm",) + scheme_parts["before"], after=scheme_parts["after"]),
        Implementation("before", str(before), ".lisp", ("--load", "{source}", LISP_TIMER)),
        Implementation("sbcl", "sbcl", ".lisp", SBCL + ("--load", "{compiled}", "--load", LISP_TIMER, "--quit"),
                       SBCL + ("--eval", '(compile-file "{source}" :output-file "{compiled}")', "--quit")),
        Implementation("sbcl interpreted", "sbcl", ".lisp",
                       SBCL + ("--eval", "(setf sb-ext:*evaluator-mode* :interpret)", "--load", "{source}",
                               "--load", LISP_TIMER, "--quit")),
        Implementation("clisp -C", "clisp", ".lisp", ("-q", "-norc", "-i", "{compiled}.fas", LISP_TIMER),
                       ("-q", "-norc", "-c", "{source}", "-o", "{compiled}.fas")),
        Implementation("ecl native", "ecl", ".lisp",
                       ("--norc", "--load", "{compiled}.fas", "--load", LISP_TIMER, "--eval", "(ext:quit 0)"),
                       ("--norc", "--eval", '(compile-file "{source}" :output-file "{compiled}.fas")',
                        "--eval", "(ext:quit 0)")),
        Implementation("ecl bytecode", "ecl", ".lisp",
                       ("--norc", "--eval", "(ext:install-bytecodes-compiler)", "--load", "{source}",
                        "--load", LISP_TIMER, "--eval", "(ext:quit 0)")),
        Implementation("lua5.4", "lua5.4", ".lua", (str(DRIVERS / "timed.lua"), "{source}")),
        Implementation("luajit", "luajit", ".lua", (str(DRIVERS / "timed.lua"), "{source}")),
        Implementation("luajit -joff", "luajit", ".lua", ("-joff", str(DRIVERS / "timed.lua"), "{source}")),
        Implementation("guile", "guile", ".scm", ("-c", '(load-compiled "{compiled}")'), ("-c", GUILE_COMPILE),
                       before=(DRIVERS / "guile.scm",) + scheme_parts["before"], after=scheme_parts["after"]),
        Implementation("guile without jit", "env", ".scm",
                       ("GUILE_JIT_THRESHOLD=-1", "guile", "-c", '(load-compiled "{compiled}")'), ("guile", "-c", GUILE_COMPILE),
                       before=(DRIVERS / "guile.scm",) + scheme_parts["before"], after=scheme_parts["after"]),
        Implementation("chez", "chezscheme", ".scm", ("--script", "{compiled}"), ("-q", "--script", "{source}.compile"),
                       before=(DRIVERS / "chez.scm",) + scheme_parts["before"], after=scheme_parts["after"]),
        Implementation("racket", "racket", ".scm", ("{source}",), ("-l-", "raco", "make", "{source}"),
                       before=(DRIVERS / "racket.scm",) + scheme_parts["before"], after=scheme_parts["after"]),
    ]


def installed(tessera, before=""):
    """Returns the implementations that this machine has."""
    return [one for one in candidates(tessera, before) if shutil.which(one.executable)]


LOADING = re.compile(r"^\((?:dolist|load)\b[^;]*?merge-pathnames.*?\n(?=\n)", re.MULTILINE | re.DOTALL)
LAZY = """(in-package "COMMON-LISP-USER")
(eval-when (:compile-toplevel :load-toplevel :execute) (use-package "TESSERA-LAZY"))
"""


def flattened(name):
    """Returns the text of a script of the game, with the scripts that it loads in place of the forms that load them."""
    if name == "lazy.lisp":
        return (ROOT / "stdlib/libraries/lazy.lisp").read_text() + LAZY
    return LOADING.sub(lambda form: "\n".join(map(flattened, re.findall(r'(?<!tessera )"([\w/]+\.lisp)"', form.group()))),
                       (ROOT / "game" / name).read_text())


def game_scripts():
    """Returns the game's second version with its library as one text, so that every Lisp can compile it as it compiles
    programs. As the second version redefines functions of the first, a compiler must not tie their calls to definitions
    of the file."""
    scripts = flattened("dice_of_doom_v2.lisp")
    called = " ".join(sorted(set(re.findall(r"^ *\(defun (\S+)", scripts, re.MULTILINE))))
    start = scripts.index(LAZY) + len(LAZY)
    return (DRIVERS / "stand_ins.lisp").read_text() + scripts[:start] + f"(declaim (notinline {called}))\n" + scripts[start:]


SCRIPTS_BEFORE = {"lazy_game": game_scripts}  # programs that use scripts of the project


def assembled(implementation, program):
    """Returns the whole source text of a program for an implementation; None if the program does not exist in its
    language."""
    path = HERE / "programs" / (program + implementation.suffix)
    if not path.exists():
        return None
    parts = [part.read_text() for part in implementation.before]
    if program in SCRIPTS_BEFORE:
        parts.append(SCRIPTS_BEFORE[program]())
    return "\n".join(parts + [path.read_text()] + [part.read_text() for part in implementation.after])


def command(implementation, arguments, source):
    names = {"{source}": str(source), "{compiled}": str(source.with_suffix(".compiled"))}
    return [implementation.executable] + [re.sub(r"\{\w+\}", lambda m: names[m.group()], a) for a in arguments]


def prepared(implementation, program, folder):
    """Returns the command that runs a program, which is compiled first, in `folder`. None if it has none, or does not
    compile."""
    text = assembled(implementation, program)
    if text is None:
        return None
    place = pathlib.Path(folder) / implementation.name.replace(" ", "_")
    place.mkdir(exist_ok=True)
    source = place / (program + implementation.suffix)
    source.write_text(text)
    if implementation.compile:
        if implementation.name == "chez":
            pathlib.Path(f"{source}.compile").write_text(command(implementation, (CHEZ_COMPILE,), source)[1])
        try:
            subprocess.run(command(implementation, implementation.compile, source), cwd=place, capture_output=True,
                           stdin=subprocess.DEVNULL, timeout=PREPARATION_LIMIT, check=False)
        except subprocess.TimeoutExpired:
            return None
    return command(implementation, implementation.run, source)


@dataclasses.dataclass
class Outcome:
    """One run: the seconds that `main` took (None: it failed), its output (without lines of messages, which begin with
    a semicolon), and whether the time was up."""
    seconds: float | None
    output: str
    time_up: bool = False


def run_once(run_command, limit):
    """Runs a prepared program with at most `limit` seconds of processor time."""
    def limited():
        resource.setrlimit(resource.RLIMIT_CPU, (limit, limit + 1))
    try:
        done = subprocess.run(run_command, capture_output=True, text=True, stdin=subprocess.DEVNULL,
                              timeout=20 * limit, preexec_fn=limited)
    except subprocess.TimeoutExpired:
        return Outcome(None, "", True)
    told = re.search(r"^seconds ([0-9.]+)", done.stderr, re.MULTILINE)
    if told:
        return Outcome(float(told.group(1)), re.sub(r"^;.*\n", "", done.stdout, flags=re.MULTILINE).strip())
    return Outcome(None, (done.stdout + done.stderr).strip(), done.returncode in (-24, -9, 137, 152))
