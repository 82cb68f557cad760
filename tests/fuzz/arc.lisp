;;; Texts made by chance, for Arc's reader and expander: whatever stands there, a form of Common Lisp comes out that can be compiled, or an error
;;; in Arc's terms.
;;;     tessera --load tests/fuzz/arc.lisp --eval "(arc-fuzz:run 100000 7)"

(tessera:find-language :arc)
(defpackage "ARC-FUZZ" (:use "COMMON-LISP") (:export "RUN"))
(in-package "ARC-FUZZ")

(defvar *operators*
  (let ((names '()))
    (do-symbols (symbol "ARC" (sort names #'string<))
      (when (and (boundp symbol) (not (find #\% (symbol-name symbol)))) (push (symbol-name symbol) names))))
  "The names that Arc defines.")

(defvar *pieces*
  '("a" "b" "x" "nil" "t" "1" "2.5" "1/2" "-" "\"s\"" "\"" "#\\a" "#\\" "#|" "|#" ";" "'" "`" "," ",@" "." " . " "(" ")" "[" "]" "_" "(o x 1)"
    "a.b" "a!b" "~a" "a:b" "a&b" ".a" "!a" "a." "a:" "::" "~" ":key" "cl:car" "cl:" "scheme:x" "|b c|" "|" "\\" "#x1" "#" "é" "()" "(a b)" "(fn (x) x)"
    "(a . b)" "it" "self" "(x 1)" "(x 1 y 2)" "((a b) x)" "(car x)" "tb!k" "(x.0 1)")
  "What texts are made of besides.")

(defun piece ()
  (if (zerop (random 3)) (elt *operators* (random (length *operators*))) (elt *pieces* (random (length *pieces*)))))

(defun form-text (depth)
  "A text that is mostly well formed."
  (with-output-to-string (text)
    (labels ((add (depth)
               (if (or (zerop depth) (zerop (random 3)))
                   (write-string (piece) text)
                   (progn (write-char #\( text)
                          (when (plusp (random 8)) (write-string (elt *operators* (random (length *operators*))) text))
                          (loop repeat (random 5)
                                do (write-char #\Space text) (add (1- depth)))
                          (write-char #\) text)))))
      (add depth))))

(defun damaged (text)
  "TEXT with a few characters changed, left out or put in."
  (let ((text (copy-seq text)))
    (loop repeat (random 3)
          while (plusp (length text))
          do (let ((place (random (length text))))
               (setf text (case (random 3)
                            (0 (concatenate 'string (subseq text 0 place) (subseq text (1+ place))))
                            (1 (concatenate 'string (subseq text 0 place) (piece) (subseq text place)))
                            (t (setf (char text place) (char "()[]\"'`,.:~!&#|\\ a1" (random 19))) text)))))
    text))

(defun expand (text)
  "Reads and expands all forms of TEXT. Returns NIL, or what is wrong with that: a condition that is no Arc's."
  (handler-case
      (with-input-from-string (in text)
        (loop
          (tessera::%clear-positions)
          (let ((form (tessera-arc::read-arc in in)))
            (when (eq form in) (return nil))
            (tessera::%compile-form (tessera-arc::lisp-form form)))))
    (tessera-arc::arc-error () nil)
    (condition (condition) condition)))

(defun run (count &optional (seed 1))
  "Tries COUNT texts, which SEED chooses. Signals an error at the first at fault; returns COUNT."
  (let ((*random-state* (tessera:seed-random-state seed)))
    (dotimes (number count count)
      (let* ((text (damaged (form-text 4)))
             (fault (expand text)))
        (when fault
          (error "The text ~S gives ~S: ~A" text (type-of fault) fault))))))
