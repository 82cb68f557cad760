#!/usr/bin/env python3
"""The pauses of the collector with much live data. Each program builds its data, then replaces parts of it while it
makes garbage. Prints for each, twice, the bytes in use; the longest minor collection, the longest pause and the 99th
percentile in ms; the numbers of major collections and of pauses. Last: the processor time and the peak memory. Not a
test: the figures of a busy machine mean little.

    python3 tests/bench/pauses.py [--megabytes 1000] [--only NAME,...] [PROGRAM ...]     (default: build/release/tessera)
"""
import argparse
import os
import subprocess

COMMON = """
(defun report (what)
  (let ((s (tessera:gc-statistics)))
    (flet ((ms (key) (/ (getf s key 0) (/ internal-time-units-per-second 1000d0))))
      (format t "~a ~a ~,2f ~,2f ~,2f ~a ~a~%" what (floor (getf s :bytes-in-use) 1000000) (ms :longest-minor)
              (ms :longest-pause) (ms :pause-99)
              (getf s :major-collections) (getf s :pauses 0)))))
(defun chain (n) (let ((l nil)) (dotimes (i n l) (push i l))))
(defun churn (n) (let ((x nil)) (dotimes (i n x) (setf x (cons i (if (zerop (mod i 100)) nil x))))))
(defvar *data* nil)
(defclass point () ((x :initarg :x :accessor x) (y :initarg :y :accessor y)))
(defun objects (n)
  (let ((l nil))
    (dotimes (i n l)
      (push (make-instance 'point :x (let ((k i)) (lambda () (incf k))) :y l) l))))
(defun table (n) (let ((h (make-hash-table))) (dotimes (i n h) (setf (gethash i h) (list i)))))
(defun deep (n data) (if (zerop n) (progn (report "built") (funcall data)) (1+ (deep (1- n) data))))
"""

# Each: (the parts of the data that stand in a vector of 100, what makes part I of about MB/100 megabytes)
PARTS = {
    "conses": "(chain (floor (* mb 10000) 16))",
    "vectors": "(let ((v (make-array (floor (* mb 10000) 10) :initial-element 0))) (dotimes (i (length v) v) (when (zerop (mod i 16)) (setf (aref v i) (list i)))))",
    "tables": "(table (floor (* mb 10000) 60))",
    "objects": "(objects (floor (* mb 10000) 110))",
    "mixture": "(case (mod i 4) (0 (chain (floor (* mb 10000) 16))) (1 (make-array (floor (* mb 10000) 8) :initial-element i)) (2 (table (floor (* mb 10000) 60))) (t (objects (floor (* mb 10000) 110))))",
}
REPLACE = """
(defun run (mb)
  (declare (ignorable mb))
  (flet ((part (i) (declare (ignorable i)) %s))
    (setf *data* (make-array 100))
    (dotimes (i 100) (setf (aref *data* i) (part i)))
    (report "built")
    (dotimes (round 2) (dotimes (i 100) (setf (aref *data* i) (part i)) (churn 500000)))
    (report "replaced")))
"""
DEEP = """
(defun run (mb)
  (setf *data* (make-array 100))
  (dotimes (i 100) (setf (aref *data* i) (chain (floor (* mb 5000) 16))))
  (deep 1000000 (lambda () (dotimes (round 2) (dotimes (i 100) (setf (aref *data* i) (chain (floor (* mb 5000) 16))) (churn 500000))) 0))
  (report "replaced"))
"""


def run(program, name, megabytes):
    text = COMMON + (DEEP if name == "stack" else REPLACE % PARTS[name]) + f"(run {megabytes})\n"
    path = f"/tmp/pauses-{os.getpid()}.lisp"
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    with subprocess.Popen([program, path], stdout=subprocess.PIPE, text=True) as process:
        lines = [line.split() for line in process.stdout if line.startswith(("built", "replaced"))]
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = status
    os.unlink(path)
    cells = [f"{line[1]:>6} {line[2]:>7} {line[3]:>8} {line[4]:>7} {line[5]:>5} {line[6]:>6}" for line in lines]
    print(f"{name:9}{' |'.join(cells)} | {used.ru_utime + used.ru_stime:6.1f} s {used.ru_maxrss // 1024:6} MB", flush=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("programs", nargs="*", default=["build/release/tessera"])
    parser.add_argument("--megabytes", type=int, default=1000)
    parser.add_argument("--only", default="")
    options = parser.parse_args()
    for program in options.programs:
        print(f"{program}\n         built:MB  minor longest     99% major pauses | replaced: the same", flush=True)
        for name in options.only.split(",") if options.only else [*PARTS, "stack"]:
            run(program, name, options.megabytes)


if __name__ == "__main__":
    main()
