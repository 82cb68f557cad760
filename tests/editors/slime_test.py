"""A real Emacs with SLIME against the Swank server: slime-test.el. 77: they are not installed."""
import glob
import os
import shutil
import subprocess
import sys

from swank import Server

HERE = os.path.dirname(os.path.abspath(__file__))


def slime_folder():
    """Returns the folder of the compiled slime.el, or None."""
    folders = sorted(glob.glob("/usr/share/emacs/site-lisp/elpa/slime-*") + glob.glob("/usr/share/emacs/site-lisp/slime"))
    return folders[-1] if folders else None


def main():
    folder = slime_folder()
    if not shutil.which("emacs") or not folder:
        print("There is no Emacs with SLIME here (Debian: emacs-nox and slime).")
        return 77
    with Server(secret="a secret of the test's") as server:
        home = server.home.name
        run = subprocess.run(["emacs", "-Q", "--batch", "-L", folder, "-L", folder + "/contrib", "-L", folder + "/lib",
                              "-l", os.path.join(HERE, "slime-test.el")],
                             cwd=home, env=dict(server.environment, PORT=str(server.port)), stdin=subprocess.DEVNULL, timeout=600,
                             stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
        print(run.stdout)
        return run.returncode


if __name__ == "__main__":
    sys.exit(main())
