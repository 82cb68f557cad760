"""The language server with Neovim, headless. 77: there is none."""
import os
import shutil
import subprocess
import sys
import tempfile

here = os.path.dirname(os.path.abspath(__file__))
if shutil.which("nvim") is None:
    print("Neovim is not installed.")
    sys.exit(77)
with tempfile.TemporaryDirectory() as folder:
    with open(os.path.join(folder, "square.lisp"), "w", encoding="utf-8") as file:
        file.write('(defun square (number)\n  "The square of NUMBER."\n  (* number number))\n\n   (square 1 2)\n')
    sys.exit(subprocess.run(["nvim", "--headless", "--clean", "-u", "NONE", "-c", "try | execute 'luafile " + os.path.join(here, "neovim.lua") + "' | catch | echo v:exception | cquit | endtry",
                             os.path.join(folder, "square.lisp")], timeout=300, check=False).returncode)
