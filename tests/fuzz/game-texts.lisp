;;; Texts made by chance, for what the game reads from outside: games, positions, saved sessions and parties, message
;;; catalogues. Examples are damaged; each reader returns a value, or signals its own condition.
;;;     tessera --load tests/fuzz/game-texts.lisp --eval "(game-texts-fuzz:run 100000 7)"

(load (merge-pathnames "texts.lisp" *load-truename*))
(load (merge-pathnames "../../game/dice_of_doom_v4.lisp" *load-truename*))
(load (merge-pathnames "../../game/browser.lisp" *load-truename*))
(defpackage "GAME-TEXTS-FUZZ" (:use "COMMON-LISP" "FUZZ-TEXTS") (:export "RUN"))
(in-package "GAME-TEXTS-FUZZ")

(defparameter *pieces*
  '("" " " "." ":" "-" "," "#" "0" "1" "7" "99" "-1" "99999999999999999999" "(" ")" "()" "\"" "\\" "nil" "t" "x" "é" "|" "'" "#.(quit)" "#1=#1#" "end" "0:4" "0-1"
    "5123.4" "msgid \"a\"" "msgstr[" "msgstr \"" "#, fuzzy" "version 4" "moves" "board")
  "What is put into texts.")

(defun example-record ()
  "Returns a game of a few moves."
  (let ((record (cl-user::new-record (list :size (+ 2 (random 4)) :players (+ 2 (random 3)) :dice (+ 2 (random 4)) :people 1 :level :gentle :seed (random 1000)))))
    (cl-user::with-rules ((cl-user::record-rules record))
      (loop repeat (random 8)
            until (eq (cl-user::record-stage record) :over)
            do (cl-user::play-action record (cl-user::record-action record :gentle))))
    record))

(defun example ()
  "Returns a text that one of the readers takes."
  (let* ((record (example-record)) (rules (cl-user::record-rules record)))
    (cl-user::with-rules (rules)
      (ecase (random 4)
        (0 (cl-user::record-text record))
        (1 (cl-user::position-text (cl-user::record-tree record)))
        (2 (cl-user::session-text (loop for (name) in cl-user::*session-variables* collect (cons name (symbol-value name)))))
        (3 (format nil "msgid \"\"~%msgstr \"~a\"~%~%#, fuzzy~%msgid \"{n} die\"~%msgid_plural \"{n} dice\"~%msgstr[0] \"a\"~%\"b\\n\"~%" (random 100)))))))

(defun read-all (text)
  "Passes TEXT to each reader. Returns NIL, or a condition that is not the reader's own."
  (handler-case
      (progn
        (handler-case (cl-user::record-of-text text) (cl-user::bad-notation () nil))
        (handler-case (cl-user::position-of-text text) (cl-user::bad-notation () nil))
        (handler-case (with-input-from-string (in text) (cl-user::read-catalogue in)) (cl-user::bad-catalogue () nil))
        (cl-user::values-of-text text)
        (cl-user::party-of-text text)
        (cl-user::accepted-language text)
        nil)
    (serious-condition (condition) condition)))

(defun run (count &optional (seed 1))
  "Tries COUNT texts that SEED chooses. Signals an error at the first at fault; returns COUNT."
  (let* ((*random-state* (tessera:seed-random-state seed)) (nowhere (make-broadcast-stream)) (*error-output* nowhere) (*standard-output* nowhere))
    (dotimes (number count count)
      (let* ((text (damaged (example) *pieces* :most 3 :longest 11)) (fault (read-all text)))
        (when fault (error "The text ~S gives ~S: ~A" text (type-of fault) fault))))))
