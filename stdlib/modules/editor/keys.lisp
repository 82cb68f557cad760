;;; Keys from the terminal's input: characters, names such as "C-a" or "M-Up", and pasted text.

(in-package "TESSERA-EDITOR")

(defvar *input* "" "The typed characters that were not processed yet, from *INPUT-START* on.")
(defvar *input-start* 0)

(defconstant +escape+ (code-char 27))
(defparameter *escape-wait* 40 "The maximum time between the bytes of one key in milliseconds.")

(defun input-ready-p ()
  "True if typed characters were not processed yet."
  (or (< *input-start* (length *input*))
      (not (member (fill-input 0) '(nil :redraw)))))

(defvar *event* nil "The event that FILL-INPUT found instead of characters: :REDRAW, :INTERRUPT or :END; or NIL.")

(defun fill-input (milliseconds)
  "Waits for input. Returns true if there is some; :REDRAW, :INTERRUPT or :END for another event; NIL after
MILLISECONDS."
  (let ((got (let ((tessera::*leaving-editor* 'finish-display))
               (tessera::%terminal-read milliseconds))))
    (cond ((stringp got)
           (setq *input* (concatenate 'string (subseq *input* *input-start*) got) *input-start* 0)
           (plusp (length *input*)))
          (t (when got (setq *event* got))
             got))))

(defun take-char (milliseconds)
  "Returns the next character that was typed; NIL if none comes in time."
  (loop
    (when (< *input-start* (length *input*))
      (return (prog1 (char *input* *input-start*) (incf *input-start*))))
    (unless (eq t (fill-input milliseconds))
      (return nil))))

;;; Names of keys.

(defun control-name (char)
  "Returns the name of the control character CHAR."
  (case (char-code char)
    (0 "C-@") (9 "Tab") (13 "Enter") (27 "Escape") ((8 127) "Backspace") (31 "C-_")
    (t (format nil "C-~C" (char-downcase (code-char (+ 64 (char-code char))))))))

(defun char-name* (char)
  "Returns the name of the key that types CHAR."
  (if (minusp (tessera::%char-width char)) (control-name char) (string char)))

(defparameter *final-names*
  '((#\A . "Up") (#\B . "Down") (#\C . "Right") (#\D . "Left") (#\H . "Home") (#\F . "End") (#\Z . "S-Tab") (#\M . "Enter")))
(defparameter *number-names*
  '((1 . "Home") (2 . "Insert") (3 . "Delete") (4 . "End") (5 . "PageUp") (6 . "PageDown") (7 . "Home") (8 . "End") (200 . "Paste")))

(defun modified-name (name modifier)
  "Returns NAME with what MODIFIER, a number of the terminal's, says of the keys held besides."
  (let ((bits (1- (or modifier 1))))
    (concatenate 'string (if (logbitp 2 bits) "C-" "") (if (logbitp 1 bits) "M-" "") name)))

(defun sequence-name (parameters final)
  "Returns the name of the key that sends the control sequence with PARAMETERS, a list of numbers, and FINAL; NIL if it
is not known."
  (let ((name (if (char= final #\~)
                  (cdr (assoc (first parameters) *number-names*))
                  (cdr (assoc final *final-names*)))))
    (and name (modified-name name (second parameters)))))

(defun read-control-sequence ()
  "Returns the name of the key whose control sequence has begun with ESC [; NIL if it is not known."
  (let ((parameters '()) (number nil))
    (loop
      (let ((char (take-char *escape-wait*)))
        (cond ((null char) (return nil))
              ((digit-char-p char) (setq number (+ (* 10 (min (or number 0) 100000)) (digit-char-p char))))
              ((char= char #\;) (push (or number 1) parameters) (setq number nil))
              ((char<= #\@ char #\~)
               (when number (push number parameters))
               (return (sequence-name (nreverse parameters) char))))))))

(defun read-escape ()
  "Returns the name of the key that has begun with ESC."
  (let ((next (take-char *escape-wait*)))
    (cond ((null next) "Escape")
          ((char= next #\[) (or (read-control-sequence) "Unknown"))
          ((char= next #\O)
           (let ((char (take-char *escape-wait*)))
             (or (and char (cdr (assoc char *final-names*))) (if char "Unknown" "M-O"))))
          ((char= next +escape+)
           (let ((name (read-escape))) (if (string= name "Escape") "Escape" (meta name))))
          ((not (eq (editor-map *editor*) :emacs))    ; Escape is a separate key, however fast the next one comes
           (decf *input-start*)
           "Escape")
          (t (meta (char-name* next))))))

(defun meta (name)
  "Returns NAME of a key with Meta held: M-f, C-M-f, M-Up."
  (cond ((and (> (length name) 2) (string= "C-" name :end2 2)) (concatenate 'string "C-M-" (subseq name 2)))
        ((and (> (length name) 2) (string= "M-" name :end2 2)) name)
        (t (concatenate 'string "M-" name))))

(defun read-paste ()
  "Returns the pasted text, up to the end that the terminal marks, with newlines between its lines."
  (let ((end (format nil "~C[201~~" +escape+)) (parts '()))
    (loop
      (let* ((rest (subseq *input* *input-start*)) (found (search end rest)))
        (when found
          (push (subseq rest 0 found) parts)
          (incf *input-start* (+ found (length end)))
          (return))
        (let ((keep (min (length rest) (1- (length end)))))     ; which may be the beginning of the end
          (push (subseq rest 0 (- (length rest) keep)) parts)
          (setq *input-start* (- (length *input*) keep)))
        (case (fill-input nil)
          (:end (return)))))
    (pasted-text (apply #'concatenate 'string (nreverse parts)))))

(defun pasted-text (text)
  "Returns TEXT with newlines as Lisp has them, and without other control characters."
  (let ((text (if (search (coerce '(#\Return #\Newline) 'string) text) (remove #\Return text) (substitute #\Newline #\Return text))))
    (remove-if (lambda (char) (and (minusp (tessera::%char-width char)) (not (find char '(#\Newline #\Tab))))) text)))

(defun read-key ()
  "Returns the next key: its name; for a paste \"Paste\" and the text; :REDRAW, :INTERRUPT or :END."
  (loop
    (when *event* (return (shiftf *event* nil)))
    (let ((char (take-char nil)))
      (when char
        (let ((name (if (char= char +escape+) (read-escape) (char-name* char))))
          (return (if (string= name "Paste") (values name (read-paste)) name)))))))
