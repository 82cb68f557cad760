#!/usr/bin/env python3
"""The pauses of several implementations' collectors, as a program sees them. A loop replaces the elements of a large
vector, each with a small structure: three times all of them. It reads the clock of its processor time after each step.
Prints for each heap the longest step and the 99.9th percentile in ms, the processor time, and the peak memory. Not a
test: the figures of a busy machine mean little.

    python3 tests/bench/other_pauses.py [--megabytes 250] [--heaps NAME,...] [--with NAME,...] [--tessera PATH]
"""
import argparse
import os
import subprocess
import tempfile

HEAPS = ["conses", "vectors", "tables", "objects", "mixture", "stack"]

LISP = """
(defun now () (get-internal-run-time))
(defclass point () ((x :initarg :x) (y :initarg :y)))
(defun conses (i) (let ((l nil)) (dotimes (k 625 l) (push i l))))
(defun vectors (i) (let ((v (make-array 1200 :initial-element i))) (dotimes (k 12 v) (setf (aref v (* 100 k)) (list i)))))
(defun tables (i) (let ((h (make-hash-table))) (dotimes (k 170 h) (setf (gethash (+ i k) h) (list k)))))
(defun objects (i) (let ((l nil)) (dotimes (k 90 l) (push (make-instance 'point :x (let ((n i)) (lambda () (incf n))) :y k) l))))
(defun mixture (i) (case (mod i 4) (0 (conses i)) (1 (vectors i)) (2 (tables i)) (t (objects i))))
(defun run (make size)
  (let ((data (make-array size :initial-element nil)) (times (make-array 1001 :initial-element 0)) (longest 0) (start (now)) (last (now)))
    (dotimes (round 3)
      (dotimes (i size)
        (setf (aref data i) (funcall make i))
        (let* ((time (now)) (step (floor (* 1000000 (- time last)) internal-time-units-per-second)))
          (incf (aref times (min 1000 (floor step 50))))
          (setf last time longest (max longest step)))))
    (let ((rest (floor (* 3 size) 1000)) (kind 1000))
      (loop while (and (plusp kind) (plusp (decf rest (aref times kind)))) do (decf kind))
      (format t "~,2f ~,2f ~,1f~%" (/ longest 1000.0) (/ (* 50 (1+ kind)) 1000.0) (/ (- (now) start) internal-time-units-per-second 1.0)))
    (length data)))
(defun deep (n f) (if (zerop n) (funcall f) (1+ (deep (1- n) f))))
"""
LISP_CALL = {"stack": "(deep 100000 (lambda () (run #'conses {size})))", "": "(run #'{heap} {size})"}

SCHEME = """
(define (conses i) (let loop ((k 0) (l '())) (if (= k 625) l (loop (+ k 1) (cons i l)))))
(define (vectors i) (let ((v (make-vector 1200 i))) (do ((k 0 (+ k 1))) ((= k 12) v) (vector-set! v (* 100 k) (list i)))))
(define (tables i) (let ((h (new-table))) (do ((k 0 (+ k 1))) ((= k 170) h) (hashv-set! h (+ i k) (list k)))))
(define (objects i) (let loop ((k 0) (l '()))
  (if (= k 90) l (loop (+ k 1) (cons (vector 'point (let ((n i)) (lambda () (set! n (+ n 1)) n)) k) l)))))
(define (mixture i) (case (modulo i 4) ((0) (conses i)) ((1) (vectors i)) ((2) (tables i)) (else (objects i))))
(define (run make size)
  (let ((data (make-vector size #f)) (times (make-vector 1001 0)) (longest 0) (start (now)) (last (now)))
    (do ((round 0 (+ round 1))) ((= round 3))
      (do ((i 0 (+ i 1))) ((= i size))
        (vector-set! data i (make i))
        (let* ((time (now)) (step (- time last)) (kind (min 1000 (quotient step 50))))
          (vector-set! times kind (+ 1 (vector-ref times kind)))
          (set! last time)
          (if (> step longest) (set! longest step)))))
    (let loop ((rest (quotient (* 3 size) 1000)) (kind 1000))
      (let ((rest (- rest (vector-ref times kind))))
        (if (and (> kind 0) (> rest 0)) (loop rest (- kind 1))
            (begin (for-each (lambda (x) (display (exact->inexact x)) (display " ")) (list (/ longest 1000) (/ (* 50 (+ 1 kind)) 1000) (/ (- (now) start) 1000000)))
                   (newline)))))
    (vector-length data)))
(define (deep n f) (if (= n 0) (f) (+ 1 (deep (- n 1) f))))
"""
GUILE = "(define (now) (quotient (get-internal-run-time) (quotient internal-time-units-per-second 1000000)))\n(define (new-table) (make-hash-table))\n"
CHEZ = """(define (now) (let ((t (current-time 'time-process))) (+ (* 1000000 (time-second t)) (quotient (time-nanosecond t) 1000))))
(define (new-table) (make-eqv-hashtable)) (define (hashv-set! h k v) (hashtable-set! h k v))
"""
SCHEME_CALL = {"stack": "(deep 100000 (lambda () (run conses {size})))", "": "(run {heap} {size})"}

LUA = """
local now = os.clock
local heaps = {}
function heaps.conses(i) local l = nil for k = 1, 625 do l = {i, l} end return l end
function heaps.vectors(i) local v = {} for k = 1, 1200 do v[k] = i end for k = 1, 1200, 100 do v[k] = {i} end return v end
function heaps.tables(i) local h = {} for k = 1, 170 do h[7 * (i + k)] = {k} end return h end
function heaps.objects(i) local l = nil for k = 1, 90 do local n = i; l = {{x = function() n = n + 1 return n end, y = k}, l} end return l end
function heaps.mixture(i) local m = i % 4 return (m == 0 and heaps.conses or m == 1 and heaps.vectors or m == 2 and heaps.tables or heaps.objects)(i) end
local function run(make, size)
  local data, times, longest, start, last = {}, {}, 0, now(), now()
  for k = 0, 1000 do times[k] = 0 end
  for round = 1, 3 do
    for i = 1, size do
      data[i] = make(i)
      local time = now()
      local step = time - last
      local kind = math.min(1000, math.floor(step * 20000))
      times[kind] = times[kind] + 1
      last = time
      if step > longest then longest = step end
    end
  end
  local rest, kind = math.floor(3 * size / 1000) - times[1000], 1000
  while kind > 0 and rest > 0 do kind = kind - 1; rest = rest - times[kind] end
  print(string.format("%.2f %.2f %.1f", longest * 1000, 0.05 * (kind + 1), now() - start))
  return #data
end
local function deep(n, f) if n == 0 then return f() end return 1 + deep(n - 1, f) end
"""
LUA_CALL = {"stack": "deep(100000, function() return run(heaps.conses, {size}) end)", "": "run(heaps.{heap}, {size})"}

# Name: the command, the suffix of the program's file, its text, its last form
SUBJECTS = {
    "tessera": (["{tessera}"], "lisp", LISP, LISP_CALL),
    "lua": (["lua5.4"], "lua", "collectgarbage('incremental')\n" + LUA, LUA_CALL),
    "lua-generational": (["lua5.4"], "lua", "collectgarbage('generational')\n" + LUA, LUA_CALL),
    "luajit": (["luajit"], "lua", LUA, LUA_CALL),
    "guile": (["guile", "--no-auto-compile"], "scm", GUILE + SCHEME, SCHEME_CALL),
    "chez": (["chezscheme", "--script"], "scm", CHEZ + SCHEME, SCHEME_CALL),
    "sbcl": (["sbcl", "--dynamic-space-size", "8GB", "--control-stack-size", "200MB", "--script"], "lisp", LISP, LISP_CALL),
}


def measure(command, suffix, text):
    with tempfile.NamedTemporaryFile("w", suffix="." + suffix) as file, tempfile.TemporaryFile("w+") as out:
        file.write(text)
        file.flush()
        try:
            process = subprocess.Popen([*command, file.name], stdout=out, stderr=subprocess.DEVNULL, env={**os.environ, "GC_MARKERS": "1"})
        except FileNotFoundError:
            return "not installed"
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        out.seek(0)
        figures = out.read().split()
    if process.returncode != 0 or len(figures) < 3:
        return "failed"
    return f"{float(figures[0]):8.1f} {float(figures[1]):7.2f} {float(figures[2]):7.1f} s {used.ru_maxrss // 1024:6} MB"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--megabytes", type=int, default=250)
    parser.add_argument("--heaps", default=",".join(HEAPS))
    parser.add_argument("--with", dest="subjects", default=",".join(SUBJECTS))
    parser.add_argument("--tessera", default="build/release/tessera")
    options = parser.parse_args()
    print("heap      implementation     longest   99.9 %  processor   peak")
    for heap in options.heaps.split(","):
        for name in options.subjects.split(","):
            command, suffix, text, calls = SUBJECTS[name]
            call = calls.get(heap, calls[""]).format(heap=heap, size=options.megabytes * 100)
            line = measure([part.format(tessera=options.tessera) for part in command], suffix, f"{text}\n{call}\n")
            print(f"{heap:9} {name:17} {line}", flush=True)


if __name__ == "__main__":
    main()
