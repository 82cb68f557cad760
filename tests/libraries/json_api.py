#!/usr/bin/env python3
"""json_api.py TESSERA: examples/libraries as its users have it. Two games are played by requests, one of them to its
end, and whatever cannot be done is refused with a status and a sentence. 77: the libraries are not installed (Debian:
cl-asdf, cl-hunchentoot, cl-yason and cl-ppcre)."""

import json
import os
import pathlib
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from ports import free_port  # noqa: E402

EXAMPLE = pathlib.Path(__file__).resolve().parents[2] / "examples/libraries/serve.lisp"
SOURCES = pathlib.Path("/usr/share/common-lisp/source")


class Api:
    def __init__(self, port):
        self.url = f"http://127.0.0.1:{port}"

    def ask(self, method, path, body=None):
        """Returns the status and the parsed JSON of the answer."""
        data = body if body is None or isinstance(body, bytes) else json.dumps(body).encode()
        request = urllib.request.Request(self.url + path, data=data, method=method)
        try:
            with urllib.request.urlopen(request, timeout=120) as answer:
                return answer.status, json.load(answer)
        except urllib.error.HTTPError as refusal:
            return refusal.code, json.load(refusal)


def wait_for(server, port):
    for _ in range(1200):
        if server.poll() is not None:
            raise SystemExit("The server has ended:\n" + server.stdout.read())
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
            return
        except OSError:
            time.sleep(0.2)
    raise SystemExit("The server does not answer.")


def begun_game(api):
    """Returns a game that has a first move, which a random board may lack."""
    while True:
        status, game = api.ask("POST", "/games")
        assert status == 201 and game["player"] == "A" and game["over"] == (not game["moves"]), game
        if game["moves"]:
            return game


def check_moves(api):
    game = begun_game(api)
    path = f"/games/{game['id']}"
    assert len(game["board"]) == game["size"] ** 2 and all(1 <= hex["dice"] <= 3 for hex in game["board"]), game
    assert api.ask("GET", path) == (200, game)
    attack = game["moves"][0]
    status, after = api.ask("POST", path + "/moves", attack)
    assert status == 200 and after["board"][attack["to"]]["player"] == "A" and after["board"][attack["from"]]["dice"] == 1, after
    assert {"pass": True} in after["moves"], after
    status, passed = api.ask("POST", path + "/moves", {"pass": True})
    assert status == 200 and passed["player"] == "B", passed
    assert api.ask("GET", "/games") == (200, {"games": list(range(1, game["id"] + 1))})


def check_refusals(api):
    _, before = api.ask("GET", "/games/1")
    for expected, method, path, body in [
            (400, "POST", "/games/1/moves", b"rubbish"), (400, "POST", "/games/1/moves", b""), (400, "POST", "/games/1/moves", b"\xff{"),
            (400, "POST", "/games/1/moves", [1, 2]), (400, "POST", "/games/1/moves", b"[" * 200000), (400, "POST", "/games/1/moves", {"from": 2}), (400, "POST", "/games/1/moves", {"pass": False}),
            (409, "POST", "/games/1/moves", {"from": 2, "to": 99}), (409, "POST", "/games/1/moves", {"from": {}, "to": None}),
            (404, "GET", "/games/77", None), (404, "POST", "/games/77/computer", None), (404, "GET", "/", None), (404, "GET", "/games/1/x", None),
            (404, "GET", "/games/-1", None), (404, "GET", "/games/99999999999999999999", None),
            (405, "PUT", "/games", None), (405, "DELETE", "/games/1", None), (405, "GET", "/games/1/moves", None)]:
        status, answer = api.ask(method, path, body)
        assert status == expected and answer["error"], (method, path, body, status, answer)
    assert api.ask("GET", "/games/1") == (200, before)


def check_whole_game(api):
    """Plays a game in which the computer plays both sides."""
    game = begun_game(api)
    path = f"/games/{game['id']}"
    for _ in range(500):
        if game["over"]:
            break
        status, game = api.ask("POST", path + "/computer")
        assert status == 200, game
    assert game["over"] and game["winners"] and set(game["winners"]) <= {"A", "B"}, game
    assert api.ask("POST", path + "/computer")[0] == 409


def main():
    for system in ("cl-asdf", "hunchentoot", "yason", "cl-ppcre"):
        if not (SOURCES / system).exists():
            print(f"{system} is not installed")
            sys.exit(77)
    port = free_port()
    with tempfile.TemporaryDirectory() as cache:
        environment = dict(os.environ, PORT=str(port), XDG_CACHE_HOME=cache)
        server = subprocess.Popen([sys.argv[1], str(EXAMPLE)], env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                  stderr=subprocess.STDOUT, text=True)
        try:
            wait_for(server, port)
            api = Api(port)
            check_moves(api)
            check_refusals(api)
            check_whole_game(api)
        finally:
            server.kill()
            server.wait()
    print("games are played by requests, and what cannot be done is refused")


if __name__ == "__main__":
    main()
