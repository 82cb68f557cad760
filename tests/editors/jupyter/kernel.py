"""A kernel, started for a test as Jupyter starts it, and a client. 77: Jupyter's client is not installed, or the kernel
was built without xeus."""
import itertools
import os
import subprocess
import sys
import tempfile
import time
import unittest

PROGRAM = os.path.abspath(os.environ.get("TESSERA_PROGRAM", "build/release/tessera"))
ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), "../../.."))
SECONDS = float(os.environ.get("TESSERA_PATIENCE", "60"))
DEBIANS = "/usr/bin/python3"

try:
    import jupyter_client
except ImportError:
    if os.path.realpath(sys.executable) != os.path.realpath(DEBIANS) and os.path.exists(DEBIANS):
        os.execv(DEBIANS, [DEBIANS, *sys.argv])  # Debian's packages are for Debian's Python
    print("Jupyter's client is not installed.")
    sys.exit(77)

if not os.path.exists(os.path.join(os.path.dirname(PROGRAM), "modules", "jupyter-native.so")):
    print("Tessera was built without xeus.")
    sys.exit(77)

DATA = tempfile.TemporaryDirectory(prefix="tessera-jupyter-")
os.environ["JUPYTER_DATA_DIR"] = DATA.name
for name in ["JUPYTER_PATH", "JUPYTER_CONFIG_DIR", "JUPYTER_RUNTIME_DIR"]:
    os.environ[name] = os.path.join(DATA.name, "other")
os.environ["XDG_STATE_HOME"] = os.path.join(DATA.name, "state")
os.environ["NO_COLOR"] = "1"
INSTALLED = subprocess.run([PROGRAM, "--eval", '(require "jupyter")', "--eval", "(jupyter:install)"], capture_output=True, text=True, timeout=SECONDS,
                           check=True, stdin=subprocess.DEVNULL).stdout

from jupyter_client.manager import KernelManager  # noqa: E402


class Kernel:
    """A kernel, and a client that takes what comes in its order. They talk by sockets in DATA, which nobody else uses:
    of ports Jupyter only knows that they were free before the kernel started."""
    numbers = itertools.count()

    def __init__(self, folder=ROOT):
        self.manager = KernelManager(kernel_name="tessera", transport="ipc", ip=os.path.join(DATA.name, f"kernel{next(self.numbers)}"),
                                     shutdown_wait_time=SECONDS)
        self.manager.start_kernel(cwd=folder)
        self.client = self.manager.client()
        self.client.start_channels()
        self.client.wait_for_ready(timeout=SECONDS)
        self.replies = {}

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.client.stop_channels()
        if self.manager.is_alive():
            self.manager.shutdown_kernel(now=True)
        self.manager.cleanup_resources()

    def reply(self, number):
        """Returns the answer to the request with a message number."""
        while number not in self.replies:
            message = self.client.get_shell_msg(timeout=SECONDS)
            self.replies[message["parent_header"].get("msg_id")] = message["content"]
        return self.replies.pop(number)

    def published(self, number):
        """Returns the messages published for a request, until it is done."""
        messages = []
        while True:
            message = self.client.get_iopub_msg(timeout=SECONDS)
            if message["parent_header"].get("msg_id") != number:
                continue
            if message["msg_type"] == "status" and message["content"]["execution_state"] == "idle":
                return messages
            messages.append(message)

    def run(self, code, **options):
        """Returns the answer to a cell, and the messages published meanwhile except those about the state."""
        options.setdefault("allow_stdin", False)
        number = self.client.execute(code, **options)
        messages = [message for message in self.published(number) if message["msg_type"] not in ["status", "execute_input"]]
        return self.reply(number), messages

    def values(self, code, **options):
        """Returns the texts of a cell's values."""
        reply, messages = self.run(code, **options)
        assert reply["status"] == "ok", reply
        return [message["content"]["data"]["text/plain"] for message in messages if message["msg_type"] == "execute_result"]

    def printed(self, code, stream="stdout", **options):
        return "".join(message["content"]["text"] for message in self.run(code, **options)[1]
                       if message["msg_type"] == "stream" and message["content"]["name"] == stream)

    def shown(self, code):
        """Returns the bundles of data that a cell shows, as values or otherwise."""
        return [message["content"]["data"] for message in self.run(code)[1] if message["msg_type"] in ["execute_result", "display_data", "update_display_data"]]

    def control(self, kind):
        """Sends a request on the control channel, and waits for the answer. Then the kernel has what was sent before,
        too."""
        request = self.client.session.msg(kind, {})
        self.client.control_channel.send(request)
        while self.client.get_control_msg(timeout=SECONDS)["parent_header"].get("msg_id") != request["header"]["msg_id"]:
            pass

    def until_busy(self, number, text="begun"):
        """Waits until the cell has printed TEXT."""
        while True:
            message = self.client.get_iopub_msg(timeout=SECONDS)
            if message["parent_header"].get("msg_id") == number and text in message["content"].get("text", ""):
                return


class KernelCase(unittest.TestCase):
    """One kernel for all tests of a class."""

    @classmethod
    def setUpClass(cls):
        cls.kernel = Kernel()

    @classmethod
    def tearDownClass(cls):
        cls.kernel.__exit__()


def wait_until(condition, seconds=SECONDS):
    end = time.monotonic() + seconds
    while not condition() and time.monotonic() < end:
        time.sleep(0.02)
    return condition()
