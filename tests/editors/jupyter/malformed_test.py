"""Malformed messages: the kernel drops them, or answers with an error, and continues."""
import hashlib
import hmac
import itertools
import json
import random
import unittest

import kernel
import zmq
from kernel import SECONDS, Kernel

DELIMITER = b"<IDS|MSG>"


class Malformed(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.kernel = Kernel()
        client = cls.kernel.client
        cls.key, cls.context, cls.sockets, cls.numbers = client.session.key, zmq.Context(), {}, itertools.count()
        for name in ["shell", "control", "stdin"]:
            cls.sockets[name] = cls.context.socket(zmq.DEALER)
            cls.sockets[name].linger = 0
            cls.sockets[name].connect(client._make_url(name))

    @classmethod
    def tearDownClass(cls):
        for socket in cls.sockets.values():
            socket.close()
        cls.context.term()
        cls.kernel.__exit__()

    def signed(self, *parts):
        parts = [part if isinstance(part, bytes) else json.dumps(part).encode() for part in parts]
        return [DELIMITER, hmac.new(self.key, b"".join(parts), hashlib.sha256).hexdigest().encode(), *parts]

    def header(self, kind, **more):
        return {"msg_id": f"m{next(self.numbers)}", "session": "s", "username": "u", "date": "", "msg_type": kind, "version": "5.3", **more}

    def ask(self, frames, name="shell"):
        """Returns the content of the answer to FRAMES. Answers to earlier messages may come before it."""
        socket = self.sockets[name]
        socket.send_multipart(frames)
        while True:
            self.assertTrue(socket.poll(SECONDS * 1000), frames[:3])
            answer = socket.recv_multipart()
            parent, _, content = map(json.loads, answer[answer.index(DELIMITER) + 3:][:3])
            if parent["msg_id"] == json.loads(frames[2])["msg_id"]:
                return content

    def check_alive(self):
        self.assertEqual(self.ask(self.signed(self.header("kernel_info_request"), {}, {}, {}))["status"], "ok")

    def everywhere(self, frames):
        for socket in self.sockets.values():
            socket.send_multipart(frames)
        self.check_alive()

    def test_missing_frames_are_dropped(self):
        whole = self.signed(self.header("kernel_info_request"), {}, {}, {})
        for end in range(1, len(whole)):
            self.everywhere(whole[:end])
        for frames in [[b""], [b"", b"", b""], [DELIMITER], [DELIMITER] * 6, [b"x" * 1000] * 300, whole[1:], whole[::-1]]:
            self.everywhere(frames)

    def test_wrong_signatures_are_dropped(self):
        whole = self.signed(self.header("execute_request"), {}, {}, {"code": "(quit)"})
        for signature in [b"", b"x", b"0" * 64, whole[1][:-1], whole[1] + b"0", whole[1].upper(), b"\x00" * 64]:
            self.everywhere([whole[0], signature, *whole[2:]])
        self.everywhere([*whole[:5], b'{"code": "(exit)"}'])

    def test_invalid_json_is_refused(self):
        header = self.header("execute_request")
        for bad in [b"", b"{", b"nothing", b"[]", b"1", b"null", b'"', b"\xff\xfe", b"\x00", b"[" * 100000, b'{"a":' * 50000, b'{"code": "\\ud800"', b"1e999999"]:
            self.everywhere(self.signed(bad, {}, {}, {}))
            self.everywhere(self.signed(header, {}, {}, bad))
        self.assertEqual(self.ask(self.signed(self.header("kernel_info_request"), b"nothing", b"[", {}))["status"], "ok")

    def test_missing_or_invalid_fields(self):
        for bad in [{}, {"msg_type": None}, {"msg_type": 5}, {"msg_type": ["x"]}, {"msg_type": {}}]:
            self.everywhere(self.signed(bad, {}, {}, {}))
        for kind in ["execute_request", "complete_request", "inspect_request", "is_complete_request"]:
            for content in [{}, {"code": None}, {"code": 5}, {"code": ["x"]}, {"code": {}}]:
                self.assertEqual(self.ask(self.signed(self.header(kind), {}, {}, content))["status"], "error", (kind, content))
        for wrong in [-1, 10 ** 30, 1.5, "x", None, [], {}]:
            for kind in ["complete_request", "inspect_request"]:
                content = {"code": "(car", "cursor_pos": wrong, "detail_level": wrong}
                self.assertEqual(self.ask(self.signed(self.header(kind), {}, {}, content))["status"], "ok", (kind, wrong))
            for kind in ["tail", "range", "search", wrong]:
                content = {"hist_access_type": kind, "n": wrong, "start": wrong, "stop": wrong, "session": wrong, "pattern": wrong, "output": wrong}
                self.assertIn(self.ask(self.signed(self.header("history_request"), {}, {}, content))["status"], ["ok", "error"])
            for kind in ["comm_open", "comm_msg", "comm_close"]:
                self.everywhere(self.signed(self.header(kind), {}, {}, {"comm_id": wrong, "target_name": wrong, "data": wrong}))
            content = {"code": "1", "silent": wrong, "store_history": wrong, "user_expressions": wrong, "allow_stdin": wrong, "stop_on_error": wrong}
            self.assertEqual(self.ask(self.signed(self.header("execute_request"), {}, {}, content))["status"], "ok", wrong)
        self.everywhere(self.signed(self.header("input_reply"), {}, {}, {"value": 5}))

    def test_unknown_requests(self):
        answer = self.ask(self.signed(self.header("fly_request"), {}, {}, {}))
        self.assertEqual((answer["status"], answer["ename"]), ("error", "UnknownRequest"))
        for kind in ["", "_request", "execute_reply", "stream", "x" * 100000]:
            self.sockets["shell"].send_multipart(self.signed(self.header(kind), {}, {}, {}))
        self.sockets["shell"].send_multipart(self.signed(self.header("last_request"), {}, {}, {}))
        while True:
            self.assertTrue(self.sockets["shell"].poll(SECONDS * 1000))
            if b"last_request" in b"".join(self.sockets["shell"].recv_multipart()):
                break

    def test_huge_messages(self):
        answer = self.ask(self.signed(self.header("execute_request"), {}, {}, {"code": " " * (17 << 20)}))
        self.assertEqual((answer["status"], answer["ename"]), ("error", "MessageTooLong"))
        answer = self.ask(self.signed(self.header("execute_request"), {}, {}, {"code": '(length "' + "x" * (4 << 20) + '")', "store_history": False}))
        self.assertEqual(answer["status"], "ok")
        self.everywhere([b"x" * (20 << 20)])
        self.everywhere(self.signed(b"x" * (17 << 20), {}, {}, {}))

    def test_random_bytes(self):
        chance = random.Random(7)
        whole = self.signed(self.header("is_complete_request"), {}, {}, {"code": "(car"})
        for _ in range(300):
            frames = [bytes(chance.choice(b"{}[]\",:01\x00\xff<IDS|MSG>ae") for _ in range(chance.randrange(40))) if chance.random() < 0.3 else frame
                      for frame in whole if chance.random() < 0.9]
            if frames:
                self.sockets[chance.choice(["shell", "control"])].send_multipart(frames)
        self.check_alive()
        self.assertEqual(self.kernel.values("(+ 1 2)"), ["3"])


if __name__ == "__main__":
    unittest.main()
