#!/usr/bin/env python3
"""How soon long-running natives respond to an interrupt. For each, sends the program SIGINT 0.3 s after its start, and
prints the milliseconds until the condition was handled. `done`: it had ended before. Not a test: the figures of a busy
machine mean nothing.

    python3 tests/bench/interrupts.py [build/release/tessera] [NAME...]
"""
import select
import signal
import subprocess
import sys
import time

VECTOR = "(defvar *v* (make-array 10000000 :initial-element 0))"
STRING = "(defvar *v* (make-string 50000000 :initial-element #\\a))"
NULL = '(with-open-file (s "/dev/null" :direction :output :if-exists :append) %s)'

# name: (what is evaluated before, what is interrupted)
CASES = {
    "*": ("(defvar *a* (1+ (ash 1 400000000)))", "(* *a* *a*)"),
    "gcd": ("(defvar *a* (1+ (* 3 (ash 1 60000000)))) (defvar *b* (1- (ash 7 59000000)))", "(gcd *a* *b*)"),
    "expt": ("", "(expt 3 300000000)"),
    "isqrt": ("(defvar *a* (1+ (ash 3 500000000)))", "(isqrt *a*)"),
    "floor": ("(defvar *a* (1+ (ash 3 500000000))) (defvar *b* (1- (ash 7 250000000)))", "(floor *a* *b*)"),
    "/": ("(defvar *a* (1+ (ash 3 60000000))) (defvar *b* (1- (ash 7 59000000)))", "(/ *a* *b*)"),
    "print a number": ("(defvar *a* (1- (ash 3 200000000)))", "(prin1-to-string *a*)"),
    "parse-integer": ("(defvar *a* (make-string 60000000 :initial-element #\\7))", "(parse-integer *a*)"),
    "read a number": ("(defvar *a* (make-string 60000000 :initial-element #\\7))", "(read-from-string *a*)"),
    "search in a string": (
        "(defvar *v* (make-string 4000000 :initial-element #\\a))"
        " (defvar *w* (concatenate 'string (make-string 100000 :initial-element #\\a) \"b\"))",
        "(search *w* *v*)",
    ),
    "search in a list": ("(defvar *v* (make-list 2000000)) (defvar *w* (append (make-list 20000) '(2)))", "(search *w* *v*)"),
    "find": (VECTOR, "(loop (find 1 *v*))"),
    "find :test equal": (VECTOR, "(find \"a\" *v* :test #'equal)"),
    "fill": (VECTOR, "(loop (fill *v* 1))"),
    "replace": (VECTOR, "(loop (replace *v* *v* :start1 1))"),
    "copy-seq": (VECTOR, "(loop (copy-seq *v*))"),
    "reverse": (VECTOR, "(loop (reverse *v*))"),
    "mismatch": (VECTOR, "(mismatch *v* (copy-seq *v*))"),
    "equalp": (VECTOR + " (defvar *w* (copy-seq *v*))", "(loop (equalp *v* *w*))"),
    "sort numbers": (
        "(defvar *v* (let ((v (make-array 10000000))) (dotimes (i 10000000 v) (setf (aref v i) (mod (* i 7919) 10000019)))))",
        "(sort *v* #'<)",
    ),
    "sort a list": ("(defvar *v* (loop for i below 5000000 collect (mod (* i 7919) 10000019)))", "(sort *v* #'<)"),
    "sort by a closure": (
        "(defvar *v* (let ((v (make-array 3000000))) (dotimes (i 3000000 v) (setf (aref v i) (mod (* i 7919) 10000019)))))",
        "(sort *v* (lambda (a b) (< a b)))",
    ),
    "copy-tree of a circle": ("(defvar *v* (list 1 2)) (setf (cddr *v*) *v*)", "(copy-tree *v*)"),
    "print a circle": ("(defvar *v* (list 1 2)) (setf (cddr *v*) *v*)", NULL % "(prin1 *v* s)"),
    "print a string": (STRING, NULL % "(prin1 *v* s)"),
    "find shared parts": ("(defvar *v* (make-list 20000000))", "(let ((*print-circle* t)) " + NULL % "(prin1 *v* s)" + ")"),
    "read a token": (STRING, "(read-from-string *v*)"),
    "read a string": ("(defvar *v* (concatenate 'string \"\\\"\" (make-string 100000000 :initial-element #\\a) \"\\\"\"))", "(read-from-string *v*)"),
    "read-line without an end": ("", '(with-open-file (s "/dev/zero") (read-line s))'),
    "read-line of a pipe": ("", "(read-line)"),
    "read-char of a pipe": ("", "(read-char)"),
    "write to a full pipe": ("", "(loop (write-string (make-string 10000) *error-output*))"),
    "sleep": ("", "(sleep 100)"),
    "directory": ("", '(loop (directory "/usr/**/*.*"))'),
    "puthash": ("(defvar *h* (make-hash-table))", "(dotimes (i 30000000) (setf (gethash i *h*) i))"),
    "string=": (STRING + " (defvar *w* (copy-seq *v*))", "(loop (string= *v* *w*))"),
    "bit-and": ("(defvar *v* (make-array 500000000 :element-type 'bit))", "(loop (bit-and *v* *v*))"),
}


def react(program, before, form):
    text = (
        '(progn %s (handler-case (progn (princ "go") (terpri) (finish-output) %s (princ "done") (terpri) (finish-output))'
        ' (tessera:interactive-interrupt () (princ "interrupted") (terpri) (finish-output))))' % (before, form)
    )
    pipe = subprocess.PIPE
    process = subprocess.Popen([program, "-e", text], stdin=pipe, stdout=pipe, stderr=pipe)

    def line(seconds):
        ready, _, _ = select.select([process.stdout], [], [], seconds)
        return process.stdout.readline().decode().strip() if ready else None

    try:
        if line(120) != "go":
            return "did not begin"
        time.sleep(0.3)
        process.send_signal(signal.SIGINT)
        start = time.time()
        word = line(20)
        return "%-12s %6.0f ms" % (word, (time.time() - start) * 1000) if word else "nothing within 20 s"
    finally:
        process.kill()
        process.wait()


def main():
    program = sys.argv[1] if len(sys.argv) > 1 else "build/release/tessera"
    for name, (before, form) in CASES.items():
        if len(sys.argv) <= 2 or name in sys.argv[2:]:
            print("%-26s %s" % (name, react(program, before, form)), flush=True)


main()
