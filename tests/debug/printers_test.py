"""Shows values of all kinds by interp/debug/printers.py: printers_test.py gdb|lldb PROGRAM. 77: there is no such
debugger, or it has no Python."""
import pathlib
import shutil
import subprocess
import sys

PRINTERS = pathlib.Path(__file__).resolve().parents[2] / "interp" / "debug" / "printers.py"
LIST = '(#(1 #\\x 2.5 2.5d0 1/2) :KEY SYMBOL #:G'
REST = ' (NIL . T) #<function OUTER> (1 2 3 4 5 6 7 8 9 10 ...))'
SHOWN = [LIST, REST, "-1" + 30 * "0", '"\u03bb and more"', "#<native function CAR>", "#<UNBOUND>", "#<function OUTER>, instruction "]
COMMANDS = {
    "gdb": ["gdb", "-nx", "-batch", "-iex", "set auto-load off", "-ex", f"source {PRINTERS}", "-ex", "break stop", "-ex", "run", "-ex", "next",
            "-ex", "next", "-ex", "next", "-ex", "info locals", "-ex", "print frame", "-ex", "print *list.as_cons()", "-ex", "lisp-backtrace vm"],
    "lldb": ["lldb", "--no-lldbinit", "--batch", "-o", f"command script import {PRINTERS}", "-o", "breakpoint set --name stop", "-o", "run",
             "-o", "next", "-o", "next", "-o", "next", "-o", "frame variable"],
}
ONLY_GDB = [": #(1 #\\x 2.5 2.5d0 1/2)\n", "0: #<function OUTER>", "-- called from C++ --"]


def main():
    debugger, program = sys.argv[1:]
    if shutil.which(debugger) is None:
        return 77
    # Debian's lldb does not look for its Python module where it is.
    modules = ":".join(map(str, pathlib.Path("/usr/lib").glob("llvm-*/lib/python3*/*-packages")))
    environment = {"PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8", "PYTHONPATH": modules if debugger == "lldb" else ""}

    def output(*arguments):
        done = subprocess.run(arguments, capture_output=True, text=True, encoding="utf-8", errors="replace", timeout=600, env=environment)
        return done.stdout + done.stderr

    if debugger == "lldb" and "<class 'lldb.SBDebugger'>" not in output("lldb", "--batch", "-o", "script print(lldb.SBDebugger)"):
        return 77
    shown = output(*COMMANDS[debugger], program)
    missing = [text for text in SHOWN + (ONLY_GDB if debugger == "gdb" else []) if text not in shown]
    if missing:
        print(shown[-9000:], f"{debugger} did not show {missing}", sep="\n")
    return 1 if missing else 0


sys.exit(main())
