"""Prints a free port, for a server that must be told one."""
import random
import socket


def free_port():
    """Returns a free port below those that the system gives to whoever asks for any, so that nobody gets it before the
    server does."""
    while True:
        port = random.randrange(20000, 32000)
        with socket.socket() as probe:
            try:
                probe.bind(("127.0.0.1", port))
                return port
            except OSError:
                pass


if __name__ == "__main__":
    print(free_port())
