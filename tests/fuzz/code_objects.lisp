;;; code_objects.lisp -- code objects with random changes, each handed to what compiled files are loaded with
;;;; (code_objects.cpp).

(in-package "TESSERA")

;;; Numbers by chance; equal seeds give equal results.

(defvar *state* 1)

(defun chance (n)
  "Returns a number below N."
  (setf *state* (logand (+ (* *state* 6364136223846793005) 1442695040888963407) #xFFFFFFFFFFFFFFFF))
  (mod (ash *state* -33) n))

(defun one-of (vector) (aref vector (chance (length vector))))

;;; What is changed: functions that use every part of the machine, and those of the library that leave the outside
;;; alone.

(defstruct point x y)
(defvar *special* 1)
(defgeneric area (shape) (:method ((shape point)) (* (point-x shape) (point-y shape))) (:method ((shape t)) 0))

(defun counter (n) (let ((count n)) (list (lambda () (incf count)) (lambda (k) (setf count k)))))
(defun leave-block (list) (block nil (mapc (lambda (x) (when (eql x 3) (return x))) list) (list 'none list)))
(defun leave-tags (list)
  (let ((sum 0))
    (tagbody
     again (mapc (lambda (x) (cond ((eql x 1) (setf list (rest list)) (go again)) ((eql x 2) (go done)) (t (setf sum x)))) list)
     done)
    (list sum list)))
(defun cleanup (x) (let ((trace '())) (catch 'out (unwind-protect (if x (throw 'out (values x 2)) (values 1 2 3)) (push x trace))) trace))
(defun cleanup-twice (list)
  (block outer
    (unwind-protect (dolist (x list) (unwind-protect (when (eql x 2) (return-from outer (values x list))) (setf *special* x)))
      (setf *special* 1))))
(defun bindings (x &optional (y 2 y-given) &rest more &key (z 3) ((:w w) x w-given))
  (declare (special x))
  (let ((*special* y)) (list x y y-given more z w w-given (progv '(a b) '(1 2) (list (symbol-value 'a) *special*)))))
(defun several (x) (multiple-value-bind (q r) (multiple-value-prog1 (floor 17 x) (list x)) (multiple-value-call #'list (values q r) (values))))
(defun even-odd (n) (let ((steps 0)) (labels ((e (n) (incf steps) (if (zerop n) (list t steps) (o (- n 1)))) (o (n) (if (zerop n) (lambda () steps) (e (- n 1))))) (list (e n) #'e #'o (o n)))))
(defun lifted (list) (let ((seen '())) (flet ((note (x y) (push (cons x y) seen) (length seen))) (dolist (x list) (when (note x (list x)) (note (note x 1) 2))) seen)))
(defun numbers (a b c d) (list (+ (* a b) (* c d)) (- (* a b) (* c d) a) (+ a b c) (* (- a b) c) (max a b) (floor a 3) (logand a 7) (< a b) (<= a 5) (= a 1.5d0) (oddp a)))
(defun walk (tree) (loop for x in tree when (consp x) collect (walk x) into walked else if (numberp x) sum x into sum finally (return (list walked sum))))
(defun vectors (v i) (setf (aref v i) (svref v 0)) (list (length v) (char "abc" i) (gethash i (make-hash-table) v) (cadr (list v i))))
(defun slots (p) (setf (point-x p) (+ (point-x p) (point-y p))) (list (area p) (point-p p) (typep p 'integer) p))
(defun handled (x) (handler-case (restart-case (error "~a" x) (use-value (v) v)) (error (c) (list (princ-to-string c) x))))
(defun applied (f list) (list (apply f list) (apply f 1 list) (funcall f list) (multiple-value-call f (values-list list))))
(defun in-turn (f x) (cond ((null x) (funcall f)) ((consp x) (apply f x)) (t (in-turn f (list x f)))))

(defparameter *own-subjects*
  (vector #'counter #'leave-block #'leave-tags #'cleanup #'cleanup-twice #'bindings #'several #'even-odd #'lifted #'numbers #'walk
          #'vectors #'slots #'handled #'applied #'in-turn))

(defun reaches-out-p (symbol)
  "True if the function SYMBOL may change files, end the program, wait, or damage what the trial itself stands on."
  (some (lambda (part) (search part (symbol-name symbol)))
        '("FILE" "OPEN" "LOAD" "EXIT" "QUIT" "PROGRAM" "DIRECTOR" "SLEEP" "SAVE" "IMAGE" "DEBUGGER" "REQUIRE" "MODULE" "RENAME" "PROMPT"
          "THREAD" "HOST" "COMPILE" "DRIBBLE" "WAIT" "READ" "ASK" "BREAK" "ABORT" "UNINTERN" "PACKAGE" "FUNCTION-CELL" "MAKUNBOUND")))

(defun harmless-p (symbol)
  (and (fboundp symbol) (not (special-operator-p symbol)) (not (macro-function symbol))
       (eq (%kind-of-code (symbol-function symbol)) :function) (not (reaches-out-p symbol))
       (notany (lambda (constant) (and (symbolp constant) (reaches-out-p constant)))
               (%code-constants (%code-of-function (symbol-function symbol))))))

(defparameter *library-subjects*
  (let ((found '()))
    (dolist (package '("COMMON-LISP" "TESSERA"))
      (do-symbols (symbol package)
        (when (and (eq (symbol-package symbol) (find-package package)) (harmless-p symbol)) (push symbol found))))
    (map 'vector #'symbol-function (sort (remove-duplicates found) #'string< :key #'symbol-name))))

;;; Descriptions of code, as %MAKE-CODE takes them.

(defun own-code-p (constant)
  "True if the function CONSTANT is a part of what refers to it, and no global one."
  (let ((name (%function-name constant)))
    (not (and name (symbolp name) (fboundp name) (eq (fdefinition name) constant)))))

(defun record (function)
  "Returns the descriptions of FUNCTION's code, and of all that belongs to it."
  (let ((codes (list (%code-of-function function))))
    (flet ((index (code)
             (or (position code codes)
                 (progn (setf codes (append codes (list code))) (- (length codes) 1)))))
      (do ((i 0 (+ i 1)) (descriptions '()))
          ((= i (length codes)) (nreverse descriptions))
        (let ((constants (%code-constants (nth i codes))))
          (push (append (%code-parts (nth i codes))
                        (list (copy-list constants)
                              (loop for constant in constants
                                    for k from 0
                                    for kind = (%kind-of-code constant)
                                    when (or (eq kind :code) (and (eq kind :function) (own-code-p constant)))
                                      collect (list k (index (if (eq kind :code) constant (%code-of-function constant)))
                                                    (eq kind :function)))))
                descriptions))))))

;;; Changes. A word of code has four parts of 16 bits.

(defun part (word n) (ldb (byte 16 (* 16 n)) word))
(defun with-part (word n value)
  (let ((new (dpb value (byte 16 (* 16 n)) word)))
    (if (logbitp 63 new) (- (logand new #xFFFFFFFFFFFFFFFF) (ash 1 64)) (logand new #x7FFFFFFFFFFFFFFF))))

(defun other-number (n)
  (case (chance 6)
    (0 (mod (+ n 1) 65536)) (1 (mod (- n 1) 65536)) (2 (chance 4)) (3 (chance 16)) (4 (logxor n (ash 1 (chance 16)))) (t (chance 65536))))

(defun change-words (words)
  "Returns the list WORDS with one change."
  (let* ((i (chance (length words))) (j (chance (length words))) (word (nth i words)))
    (case (chance 8)
      ((0 1) (setf (nth i words) (with-part word 0 (if (zerop (chance 3)) (other-number (part word 0)) (chance 190)))))
      ((2 3 4) (let ((n (+ 1 (chance 3)))) (setf (nth i words) (with-part word n (other-number (part word n))))))
      (5 (rotatef (nth i words) (nth j words)))
      (6 (setf (nth i words) (nth j words)))
      (t (setf words (append (subseq words 0 i) (if (zerop (chance 2)) (list (nth j words)) '()) (subseq words (+ i (chance 2)))))))
    words))

(defparameter *junk*
  (vector nil t 0 1 -1 3 7.5 2.5d0 (expt 7 40) 2/3 #\a 'x 'car :key "text" "" #'car #'list #'gethash (lambda (&rest all) all) '(1 2 3)
          '(1 . 2) '((a . 1) (b . 2)) '(1 2 2 3 1) (vector 1 2 3) (make-array 3 :element-type 'bit) (make-hash-table) (make-point :x 1 :y 2)
          (find-class 'point) (find-class 't) (list 'quote 5) (find-package "TESSERA") (make-string-output-stream) *readtable*
          (%code-of-function #'counter) most-positive-fixnum most-negative-fixnum 65535 100000))

(defun change (record)
  "Returns RECORD with one change, which may damage it."
  (let ((d (nth (chance (length record)) record)))
    (flet ((put (n value) (setf (nth n d) value)))
      (case (chance 20)
        (0 (put 1 (case (chance 3) (0 (chance 6)) (1 (one-of *junk*)) (t (logxor (if (integerp (nth 1 d)) (nth 1 d) 0) (ash 1 (chance 56)))))))
        (1 (put 2 (if (zerop (chance 3)) (one-of *junk*) (chance 20))))
        (2 (put (one-of #(0 3 4 5 6 7)) (one-of *junk*)))
        (3 (put 7 (let ((bytes (copy-list (nth 7 d)))) (when (consp bytes) (setf (nth (chance (length bytes)) bytes) (chance 256))) bytes)))
        ((4 5 6) (when (consp (nth 10 d)) (setf (nth (chance (length (nth 10 d))) (nth 10 d)) (if (zerop (chance 3)) (one-of (nth-constants)) (one-of *junk*)))))
        (7 (when (consp (nth 10 d)) (rotatef (nth (chance (length (nth 10 d))) (nth 10 d)) (nth (chance (length (nth 10 d))) (nth 10 d)))))
        (8 (when (consp (nth 11 d)) (let ((link (nth (chance (length (nth 11 d))) (nth 11 d)))) (setf (nth (chance 3) link) (one-of #(nil t 0 1 2 3))))))
        (9 (put 9 (let ((table (copy-list (nth 9 d))))
                    (when (consp table)
                      (setf (nth (chance (length table)) table)
                            (if (zerop (chance 3)) (one-of *junk*) (logxor (chance 65536) (ash (chance 65536) (chance 48))))))
                    table)))
        (t (when (consp (nth 8 d)) (put 8 (change-words (nth 8 d)))))))))

(defun nth-constants ()
  "Returns the constants of some function."
  (coerce (or (%code-constants (%code-of-function (one-of *own-subjects*))) '(nil)) 'vector))

;;; Trials.

(defun arguments () (loop repeat (chance 5) collect (one-of *junk*)))

(defun call-quietly (function arguments)
  (let* ((nothing (make-broadcast-stream)) (*standard-output* nothing) (*error-output* nothing) (*trace-output* nothing)
         (*standard-input* (make-string-input-stream "")) (*query-io* (make-two-way-stream *standard-input* nothing))
         (*debug-io* *query-io*) (*terminal-io* *query-io*))
    (handler-case
        (let ((*print-circle* t) (*print-length* 5) (*print-level* 3))
          (prin1 (multiple-value-list (apply function arguments)))
          :value)
      (serious-condition () :condition))))

(defun trial (seed)
  "Tries the code that SEED makes. Returns its outcome: :REFUSED, or how its call ended."
  (setf *state* seed)
  (dotimes (i 4) (chance 2))
  (let ((record (record (one-of (if (zerop (chance 2)) *own-subjects* *library-subjects*)))))
    (dotimes (i (+ 1 (chance 3))) (change record))
    (let ((function (handler-case (%make-code record) (error () nil))))
      (if function (call-quietly function (arguments)) :refused))))
