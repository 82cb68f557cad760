;;; The edited text and its cursor: pure functions.

(defpackage "TESSERA-EDITOR"
  (:use "COMMON-LISP")
  (:import-from "TESSERA" "EXPRESSION-END" "EXPRESSION-START" "ENCLOSING-LIST-START" "MATCHING-PARENTHESIS" "INDENTATION"
                "COMPLETIONS" "COMMON-BEGINNING" "CALL-AT" "ARGUMENT-TEXT" "COMPLETE-TEXT-P" "TEXT-CONTEXT"))

(in-package "TESSERA-EDITOR")

;;; The program defines these for a prompt on a terminal, and only there (interp/repl/terminal.cpp).
(declaim (ftype function tessera::%terminal-start tessera::%terminal-end tessera::%terminal-suspend tessera::%terminal-read
                tessera::%terminal-write tessera::%terminal-size tessera::%append-history tessera::%bound-history))

;;; Buffers are immutable; an edit makes a new one, and undo restores the former one.
(defstruct (buffer (:constructor buffer (text point)) (:copier nil))
  "TEXT, with newlines between its lines; the cursor stands before the character number POINT."
  (text "" :read-only t) (point 0 :read-only t))

(defun empty-buffer-p (buffer)
  "True if BUFFER has no text."
  (zerop (length (buffer-text buffer))))

(defun moved (buffer point)
  "Returns BUFFER with the cursor at POINT, or as near to it as there is text."
  (buffer (buffer-text buffer) (max 0 (min point (length (buffer-text buffer))))))

(defun text-with (text start end new)
  "Returns TEXT with the string NEW in place of the part from START to END."
  (let ((result (make-string (+ start (length new) (- (length text) end)))))
    (replace result text :end2 start)
    (replace result new :start1 start)
    (replace result text :start1 (+ start (length new)) :start2 end)))

(defun replaced (buffer start end new)
  "Returns BUFFER with the string NEW in place of the part from START to END. The cursor is after NEW if it was in that
part; otherwise it stays at its character."
  (let ((point (buffer-point buffer)))
    (buffer (text-with (buffer-text buffer) start end new)
            (cond ((< point start) point)
                  ((<= point end) (+ start (length new)))
                  (t (+ point (length new) (- start end)))))))

(defun inserted (buffer string)
  "Returns BUFFER with STRING before its cursor."
  (replaced buffer (buffer-point buffer) (buffer-point buffer) string))

(defun deleted (buffer start end)
  "Returns BUFFER without the part from START to END."
  (replaced buffer (min start end) (max start end) ""))

;;; Lines.

(defun line-start (text point)
  "Returns the start of the line of TEXT that contains POINT."
  (let ((newline (position #\Newline text :end point :from-end t)))
    (if newline (1+ newline) 0)))

(defun line-end (text point)
  "Returns the end of the line of TEXT that contains POINT."
  (or (position #\Newline text :start point) (length text)))

(defun line-number (text point)
  "Returns the number, from 0, of the line of TEXT that contains POINT."
  (count #\Newline text :end point))

(defun goal-column (buffer)
  "Returns the number of characters before the cursor in its line."
  (- (buffer-point buffer) (line-start (buffer-text buffer) (buffer-point buffer))))

(defun line-moved (buffer lines column)
  "Returns BUFFER with the cursor LINES further down, up if negative, at COLUMN or at the end of a shorter line; NIL if
there is no such line."
  (let* ((text (buffer-text buffer)) (start (line-start text (buffer-point buffer))))
    (loop repeat (abs lines)
          do (setq start (if (plusp lines)
                             (let ((end (line-end text start))) (if (= end (length text)) (return-from line-moved nil) (1+ end)))
                             (if (zerop start) (return-from line-moved nil) (line-start text (1- start))))))
    (moved buffer (min (+ start column) (line-end text start)))))

(defun blank-start-p (text start end)
  "True if only blanks stand in TEXT from START to END."
  (not (find-if-not (lambda (char) (or (char= char #\Space) (char= char #\Tab))) text :start start :end end)))

(defun indented (buffer)
  "Returns BUFFER with the line of its cursor indented as Lisp is. The cursor stays at its character; from the
indentation it moves to the first character."
  (let* ((text (buffer-text buffer)) (point (buffer-point buffer)) (start (line-start text point))
         (old (or (position-if-not (lambda (char) (or (char= char #\Space) (char= char #\Tab))) text :start start) (length text)))
         (columns (indentation text start)))
    (if (or (null columns) (zerop start))
        buffer
        (let ((new (replaced buffer start (min old (line-end text start)) (make-string columns :initial-element #\Space))))
          (if (< point old)
              (moved new (+ start columns))
              (moved new (+ point (- (length (buffer-text new)) (length text)))))))))

(defun broken (buffer)
  "Returns BUFFER with a new line at the cursor, which is indented."
  (let* ((text (buffer-text buffer)) (point (buffer-point buffer))
         (before (1+ (or (position #\Space text :end point :from-end t :test #'char/=) -1)))
         (next (or (position #\Space text :start point :test #'char/=) (length text))))
    (indented (moved (replaced buffer before next (string #\Newline)) (1+ before)))))

;;; Words: letters and digits, as Emacs sees them.

(defun word-char-p (char)
  "True if CHAR is part of a word."
  (alphanumericp char))

(defun word-end (text point)
  "Returns the end of the word of TEXT that contains POINT or follows it."
  (let ((start (position-if #'word-char-p text :start point)))
    (or (and start (position-if-not #'word-char-p text :start start)) (length text))))

(defun word-start (text point)
  "Returns the start of the word of TEXT that contains POINT or precedes it."
  (let ((last (position-if #'word-char-p text :end point :from-end t)))
    (if last
        (1+ (or (position-if-not #'word-char-p text :end last :from-end t) -1))
        0)))

(defun blank-word-start (text point)
  "Returns the start of the run of characters other than blanks that contains POINT or precedes it."
  (flet ((blank-p (char) (find char '(#\Space #\Newline #\Tab))))
    (let ((last (position-if-not #'blank-p text :end point :from-end t)))
      (if last (1+ (or (position-if #'blank-p text :end last :from-end t) -1)) 0))))

(defun word-changed (buffer function)
  "Returns BUFFER with the word at the cursor or after it replaced by FUNCTION's value for that string, and the cursor
at its end."
  (let* ((text (buffer-text buffer)) (point (buffer-point buffer)) (end (word-end text point)))
    (moved (replaced buffer point end (funcall function (subseq text point end))) end)))

(defun characters-swapped (buffer)
  "Returns BUFFER with the characters on both sides of the cursor exchanged; at the end of a line the two before it."
  (let* ((text (buffer-text buffer)) (point (buffer-point buffer))
         (right (if (= point (line-end text point)) (1- point) point)))
    (if (< right (1+ (line-start text point)))
        buffer
        (moved (replaced buffer (1- right) (1+ right) (coerce (list (char text right) (char text (1- right))) 'string)) (1+ right)))))

;;; Grapheme clusters: a character with its combining characters.

(defun next-point (text point)
  "Returns the position after the character at POINT."
  (let ((end (length text)))
    (if (>= point end)
        end
        (or (position-if-not (lambda (char) (zerop (tessera::%char-width char))) text :start (1+ point)) end))))

(defun previous-point (text point)
  "Returns the position before the character that ends at POINT."
  (if (zerop point)
      0
      (or (position-if-not (lambda (char) (zerop (tessera::%char-width char))) text :end point :from-end t) 0)))
