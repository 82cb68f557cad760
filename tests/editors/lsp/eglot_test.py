"""The language server with Emacs' eglot, in batch mode: eglot-test.el. 77: there is no Emacs, or it has no eglot."""
import glob
import os
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
PROGRAM = os.path.abspath(os.environ.get("TESSERA_PROGRAM", "build/release/tessera"))


def main():
    if not shutil.which("emacs"):
        print("Emacs is not installed.")
        return 77
    folders = [argument for folder in glob.glob("/usr/share/emacs/site-lisp/elpa/*") for argument in ("-L", folder)]   # eglot comes with Emacs from 29 on
    if subprocess.run(["emacs", "-Q", "--batch", *folders, "--eval", "(require 'eglot)"], stderr=subprocess.DEVNULL, check=False).returncode:
        print("Emacs has no eglot here (Debian: elpa-eglot).")
        return 77
    with tempfile.TemporaryDirectory() as home:
        with open(os.path.join(home, "square.lisp"), "w", encoding="utf-8") as file:
            file.write('(defun square (number)\n  "The square of NUMBER."\n  (* number number))\n\n   (square 1 2)\n')
        run = subprocess.run(["emacs", "-Q", "--batch", *folders, "-l", os.path.join(HERE, "eglot-test.el")], cwd=home, timeout=300, check=False,
                             env=dict(os.environ, HOME=home, TESSERA_PROGRAM=PROGRAM), stdin=subprocess.DEVNULL,
                             stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        print(run.stdout)
        return run.returncode


if __name__ == "__main__":
    sys.exit(main())
