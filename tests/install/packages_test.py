"""Makes the packages for Debian, unpacks them into an empty folder, and uses what is there: the program, the game at a
prompt and in a browser, the libraries.  packages_test.py BUILD EXAMPLES SCRATCH CXX"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import urllib.request

build, examples, scratch = (pathlib.Path(path).resolve() for path in sys.argv[1:4])
compiler = sys.argv[4]
debs, root = scratch / "debs", scratch / "root"
GAMES = str(scratch / "games.db")


def run(*command, **options):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, timeout=1200, **options)
    if done.returncode != 0:
        sys.exit(f"{command}: status {done.returncode}\n{done.stdout}\n{done.stderr}")
    return done.stdout


def check(right, what):
    if not right:
        sys.exit(f"Wrong: {what}")


def make_packages():
    """Returns {name: file}."""
    shutil.rmtree(scratch, ignore_errors=True)
    debs.mkdir(parents=True)
    run("cpack", "--config", build / "CPackConfig.cmake", "-G", "DEB", "-B", debs, "-D", "CPACK_TESSERA_ANYWAY=ON",
        "-D", "CPACK_DEBIAN_COMPRESSION_TYPE=gzip")
    return {run("dpkg-deb", "--field", deb, "Package").strip(): deb for deb in debs.glob("*.deb")}


def check_control(packages):
    library = next(name for name in packages if re.fullmatch(r"libtessera[0-9.]+", name))
    modules = {f"tessera-{name}": needed for name, needed in {"jupyter": "libxeus", "foreign": "libffi", "mpi": "libopenmpi"}.items()
               if (build / f"modules/{name}-native.so").exists()}
    check(set(packages) == {"tessera", library, "libtessera-dev", "tessera-game"} | set(modules), f"the packages are {sorted(packages)}")
    depends = {name: run("dpkg-deb", "--field", deb, "Depends") for name, deb in packages.items()}
    for name, needed in {"tessera": "libgmp10", library: "libutf8proc", "libtessera-dev": library, "tessera-game": "tessera (= ",
                         **modules}.items():
        check(needed in depends[name], f"{name} depends on {depends[name]}")
    for name in ("tessera", library, "libtessera-dev"):
        check(not re.search("sqlite|boost|xeus|zmq|libffi|mpi", depends[name]), f"{name} depends on {depends[name]}")
    seen = {}
    for name, deb in packages.items():
        for line in run("dpkg-deb", "--contents", deb).splitlines():
            path = line.split()[5]
            check(path.startswith("./usr/") or path == "./", f"{name} has the file {path}")
            check(path.endswith("/") or path not in seen, f"{path} is in {name} and {seen.get(path)}")
            seen[path] = name
    return seen


def check_program():
    program = root / "usr/bin/tessera"
    check(run(program, "--eval", "(* 6 7)") == "42\n", "the program's answer")
    check("are for lists" in run(program, "--eval", "(help 'lazy)"), "the program finds its modules")
    for page in ("man1/tessera.1.gz", "man6/dice-of-doom.6.gz"):
        check((root / "usr/share/man" / page).exists(), f"there is no manual page {page}")


def check_game():
    game = root / "usr/bin/dice-of-doom"
    check("usage: dice-of-doom [GAME]" in run(game, "--help"), "the usage")
    played = run(game, "v2", input="1\n", cwd="/")
    check("current player = a" in played and "choose your move" in played, f"the game at a prompt prints {played}")
    native = ["--load", root / "usr/share/tessera/game/native.lisp"]
    status = run(root / "usr/bin/tessera", "--load", root / "usr/share/tessera/game/dice_of_doom_v2.lisp", *native,
                 "--eval", "(native-status)", cwd="/")
    check("native: neighbors" in status, f"the native game says {status}")
    if list(root.rglob("webserver.so")):
        check_browser_game(game)


def check_browser_game(game):
    server = subprocess.Popen([game, "web"], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True, cwd="/",
                              env=os.environ | {"PORT": "0", "GAMES": GAMES})
    try:
        address = None
        while address is None:
            line = server.stdout.readline()
            check(line != "", "the server ends before it serves")
            address = re.search(r"http://[^ ;]*/", line)
        pages = {path: urllib.request.urlopen(address[0] + path, timeout=60).read().decode()
                 for path in ("", "style.css", "game.js", "game.html")}
    finally:
        server.terminate()
        server.wait(timeout=60)
    source = examples.parents[1] / "game/browser/assets"
    check("<title>" in pages[""] and re.search(r'href="/v-[0-9a-z]+/style.css"', pages[""]), f"the first page is {pages['']}")
    for name in ("style.css", "game.js"):
        code = [line.strip() for line in (source / name).read_text().splitlines() if "{" in line and not line.strip().startswith(("//", "/*"))]
        check(len(code) > 20 and all(line in pages[name] for line in code), name)
    check("<svg" in pages["game.html"], "the book's page")


def check_libraries():
    library = next(root.rglob("libtessera.so"))
    environment = os.environ | {"PKG_CONFIG_PATH": str(library.parent / "pkgconfig"), "LD_LIBRARY_PATH": str(library.parent)}
    flags = run("pkg-config", "--cflags", "--libs", "tessera", env=environment).split()
    run(compiler, "-std=c++20", examples / "hello.cpp", *flags, "-o", scratch / "hello")
    check(run(scratch / "hello", env=environment) == (examples / "hello.txt").read_text(), "the example's output")


packages = make_packages()
check_control(packages)
for deb in packages.values():
    run("dpkg-deb", "--extract", deb, root)
check_program()
check_game()
check_libraries()
for name, deb in sorted(packages.items()):
    print(name, deb.stat().st_size, "bytes")
