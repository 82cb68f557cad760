"""The implementations that are compared, and how a file of cases is run by one of them."""
import os
import re
import select
import shutil
import subprocess
import time
from pathlib import Path

HARNESS = Path(__file__).with_name("harness.lisp")
ENVIRONMENT = {**os.environ, "LC_ALL": "C.UTF-8"}
# A program that starts the harness, and what is to be evaluated before: SBCL's interpreter is far quicker for forms
# that are evaluated once.
COMMANDS = {
    "sbcl": (["sbcl", "--control-stack-size", "20", "--script"], "(setf sb-ext:*evaluator-mode* :interpret)"),
    "sbcl-compiled": (["sbcl", "--control-stack-size", "20", "--script"], ""),
    "clisp": (["clisp", "-q", "-norc", "-ansi", "-E", "utf-8"], ""),
    "ecl": (["ecl", "-norc", "-shell"], ""),
}
# Tessera as it is, and with the environment that chooses what executes its functions.
TESSERA = {"tessera": {}, "interpreter": {"TESSERA_MACHINE_CODE": "off"}, "machine-code": {"TESSERA_MACHINE_CODE": "doubt"}}
WAYS = {"sbcl": "'(:eval)", "sbcl-compiled": "'(:eval)", "clisp": "'(:eval)", "ecl": "'(:eval)"}


def installed(name):
    return shutil.which(COMMANDS[name][0][0]) is not None


def written(case):
    """Returns the line of a case: its form with the constants within « and », and with parameters in their places."""
    constants, count = [], 0

    def parameter(match):
        nonlocal count
        count += 1
        constants.append(match.group(1))
        return f" const-{count} "

    same = re.sub("«([^«»]*)»", parameter, case.form)
    plain = case.form.replace("«", " ").replace("»", " ")
    parameters = " ".join(f"const-{i + 1}" for i in range(count))
    values = " ".join(re.sub(r"^\s*'", "", c) for c in constants)  # they are not evaluated
    line = f"(({' '.join(case.setup)}) {plain} ({values}) ({parameters}) {same} {'' if case.way is None else case.way})"
    return line.replace("\n", "\u2424")


def processor_time(child):
    """Returns the seconds of processor time of CHILD; the time of day if the system does not report them."""
    try:
        fields = Path(f"/proc/{child.pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return time.monotonic()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")  # in user mode, and in the kernel


class Run:
    """The outcomes of a file's cases, from one process as long as possible: if it hangs or dies, another one runs the
    rest. A case may take SECONDS of processor time, so that a busy machine makes no difference, and PATIENCE times as
    long by the clock, since waiting takes no processor time."""
    PATIENCE = 10

    def __init__(self, name, tessera, folder, files=False, seconds=15):
        self.command, first = ([tessera], "") if name in TESSERA else COMMANDS[name]
        self.first, self.ways = first, WAYS.get(name) or ("'(:eval :compiled :notinline :file)" if files else None)
        self.folder, self.name, self.seconds, self.end = Path(folder), name, seconds, ""
        self.harness = self.compiled_harness()

    def start(self, program, output=subprocess.DEVNULL):
        file = self.folder / f"run-{self.name}.lisp"
        file.write_text(f"{self.first}\n{program}\n")
        return subprocess.Popen([*self.command, str(file)], stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.DEVNULL,
                                cwd=self.folder, env={**ENVIRONMENT, **TESSERA.get(self.name, {})})

    def compiled_harness(self):
        """Returns the harness, compiled for this implementation, so that processes start faster."""
        file = self.folder / f"harness-{self.name}.fas"
        self.start(f'(setf *print-pretty* nil) (compile-file "{HARNESS}" :output-file "{file}")').wait()
        return file if file.exists() else HARNESS

    def outcomes(self, cases, patience=1000):
        """Returns the outcomes of CASES; those after PATIENCE cases that took too long are missing."""
        file = self.folder / f"cases-{self.name}.txt"
        file.write_text("".join(written(case) + "\n" for case in cases), encoding="utf-8")
        found, start = {}, 0
        while start < len(cases) and patience > 0:
            found |= self.process(file, start)
            done = max([n for n in found if n >= start], default=start - 1) + 1
            if done < len(cases):
                found[done] = self.end
                patience -= self.end == " takes too long"
                done += 1
            start = done
        return [found.get(n, " missing") for n in range(len(cases))]

    def process(self, file, start):
        """Returns the outcomes from one process by the number of the case; self.end says why it ended."""
        ways = f"(setf fuzz::*ways* {self.ways})" if self.ways else ""
        child = self.start(f'(load "{self.harness}")\n{ways}\n(fuzz::run "{file}" {start})', subprocess.PIPE)
        found, rest, last, used, self.end = {}, b"", time.monotonic(), processor_time(child), " ends the process"
        while True:
            ready = select.select([child.stdout], [], [], 1)[0]
            if ready:
                data = os.read(child.stdout.fileno(), 1 << 20)
                if not data:
                    break
                last, used = time.monotonic(), processor_time(child)
                *lines, rest = (rest + data).split(b"\n")
                for line in lines:
                    if match := re.match(rb"(\d+)( .*)?$", line):
                        text = (match.group(2) or b"").decode("utf-8", "replace")
                        found[int(match.group(1))] = re.sub(r"(\d)E([-+]?\d)", r"\1e\2", text)  # as CLISP writes floats
            elif processor_time(child) - used > self.seconds or time.monotonic() - last > self.PATIENCE * self.seconds:
                self.end = " takes too long"
                child.kill()
                break
        child.stdout.close()
        child.wait()
        return found
