;;; The keys of vi's command mode. In insert mode the keys of Emacs apply.

(in-package "TESSERA-EDITOR")

(define-command vi-commands ((:vi-insert "Escape" "C-[") (:vi "Escape")) "Take keys for commands, as vi does."
  (setf (editor-map *editor*) :vi (editor-count *editor*) nil)
  (go-to (max (line-start (text) (point)) (1- (point)))))

(defun insert-keys ()
  "Switches to the keys of insert mode."
  (setf (editor-map *editor*) :vi-insert))

;;; Motions, which operators take as well: functions of text and point by key.

(defun vi-word-class (char)
  "Returns the class of CHAR in words of vi: :WORD, :BLANK or :OTHER."
  (cond ((or (alphanumericp char) (find char "-_*+%&")) :word)
        ((find char '(#\Space #\Newline #\Tab)) :blank)
        (t :other)))

(defun vi-word-forward (text point)
  "Returns the start of the next word of TEXT after POINT."
  (let* ((class (and (< point (length text)) (vi-word-class (char text point))))
         (end (or (and class (position-if-not (lambda (char) (eq (vi-word-class char) class)) text :start point)) (length text))))
    (or (position :blank text :key #'vi-word-class :start end :test-not #'eq) (length text))))

(defun vi-word-back (text point)
  "Returns the start of the word of TEXT before POINT."
  (let ((last (position :blank text :key #'vi-word-class :end point :from-end t :test-not #'eq)))
    (if last
        (let ((class (vi-word-class (char text last))))
          (1+ (or (position-if-not (lambda (char) (eq (vi-word-class char) class)) text :end last :from-end t) -1)))
        0)))

(defun vi-word-last (text point)
  "Returns the position of the last character of the next word of TEXT after POINT."
  (let ((next (position :blank text :key #'vi-word-class :start (min (1+ point) (length text)) :test-not #'eq)))
    (if next
        (let ((class (vi-word-class (char text next))))
          (1- (or (position-if-not (lambda (char) (eq (vi-word-class char) class)) text :start next) (length text))))
        point)))

(defun first-non-blank (text point)
  "Returns the position of the first character other than a blank in the line of TEXT that contains POINT."
  (let ((start (line-start text point)))
    (or (position #\Space text :start start :test #'char/=) start)))

(defparameter *vi-moves*
  (list (list "h" #'previous-point nil) (list "l" #'next-point nil) (list "Space" #'next-point nil) (list "Left" #'previous-point nil)
        (list "Right" #'next-point nil) (list "w" #'vi-word-forward nil) (list "b" #'vi-word-back nil) (list "e" #'vi-word-last t)
        (list "0" #'line-start nil) (list "Home" #'line-start nil) (list "^" #'first-non-blank nil) (list "$" #'line-end nil)
        (list "End" #'line-end nil) (list "G" (lambda (text point) (declare (ignore point)) (length text)) nil)
        (list "%" (lambda (text point) (or (matching-parenthesis text point) point)) t)
        (list "(" (lambda (text point) (or (expression-start text point) point)) nil)
        (list ")" (lambda (text point) (or (expression-end text point) point)) nil))
  "A list of names of keys, functions of a text and a position in it, and true if an operator includes the character
there.")

(defun take-count ()
  "Returns the count that was typed, by default 1, and forgets it."
  (prog1 (or (editor-count *editor*) 1) (setf (editor-count *editor*) nil)))

(defun vi-position (move count)
  "Returns the position to which MOVE, an element of *VI-MOVES*, leads from the cursor when it is made COUNT times."
  (let ((position (point))) (dotimes (i count position) (setq position (funcall (second move) (text) position)))))

(defun find-char-position (key char count)
  "Returns the position to which KEY, f, F, t or T, with CHAR and COUNT leads within the line; or NIL."
  (let ((position (point)) (text (text)))
    (dotimes (i count)
      (setq position (and position
                          (if (member key '("f" "t") :test #'string=)
                              (position char text :start (min (1+ position) (length text)) :end (line-end text position))
                              (position char text :start (line-start text position) :end position :from-end t)))))
    (and position
         (cond ((string= key "t") (1- position))
               ((string= key "T") (1+ position))
               (t position)))))

(defun read-typed-char ()
  "Returns the next key, if it is a character; else NIL."
  (let ((key (read-key))) (and (stringp key) (= 1 (length key)) (char key 0))))

(dolist (move *vi-moves*)
  (let ((move move))
    (%define-command (intern (concatenate 'string "VI-" (first move)) "TESSERA-EDITOR") (list (list :vi (first move)))
                     "Move." (lambda () (go-to (vi-position move (take-count)))))))

(bind-key :vi " " (intern "VI-l" "TESSERA-EDITOR"))

(dolist (key '("f" "F" "t" "T"))
  (let ((key key))
    (%define-command (intern (concatenate 'string "VI-FIND-" key) "TESSERA-EDITOR") (list (list :vi key))
                     "Move to, or beside, the character typed next."
                     (lambda ()
                       (let ((count (take-count)) (char (read-typed-char)))
                         (when char (go-to (find-char-position key char count))))))))

(dolist (digit '("1" "2" "3" "4" "5" "6" "7" "8" "9"))
  (let ((digit digit))
    (%define-command (intern (concatenate 'string "VI-COUNT-" digit) "TESSERA-EDITOR") (list (list :vi digit))
                     "Begin a count for what follows."
                     (lambda () (setf (editor-count *editor*) (min 1000 (+ (* 10 (or (editor-count *editor*) 0)) (parse-integer digit))))))))

(define-command vi-down ((:vi "j" "Down" "C-n")) "Go a line down, or to the next entry of the history." (or (move-lines (take-count)) (show-next-entry)))
(define-command vi-up ((:vi "k" "Up" "C-p")) "Go a line up, or to the entry before."
  (or (move-lines (- (take-count))) (show-entry (find-entry #'identity (1- (editor-entry *editor*)) -1) 0)))

;;; Operators.

(defun operator-range (operator)
  "Returns the start and the end of the text for OPERATOR, a name of a key: that of the next move, or of lines if the
key is typed twice. NIL if the next key is not a move."
  (let ((count (take-count)) (key (read-key)))
    (when (stringp key)
      (when (and (= 1 (length key)) (find (char key 0) "123456789"))
        (setq count (parse-integer key) key (read-key)))
      (let ((move (assoc key *vi-moves* :test #'equal)))
        (cond ((not (stringp key)) nil)
              ((string= key operator) (values (line-start (text) (point)) (line-end (text) (point))))
              ((member key '("f" "t" "F" "T") :test #'string=)
               (let* ((char (read-typed-char)) (position (and char (find-char-position key char count))))
                 (and position (values (point) (if (find (char key 0) "ft") (1+ position) position)))))
              ((and (string= operator "c") (string= key "w"))           ; which leaves the blanks
               (values (point) (min (length (text)) (1+ (vi-position (assoc "e" *vi-moves* :test #'string=) count)))))
              (move (let ((position (vi-position move count)))
                      (cond ((not (third move)) (values (point) position))
                            ((>= position (point)) (values (point) (min (length (text)) (1+ position))))
                            (t (values position (min (length (text)) (1+ (point)))))))))))))

(defun vi-kill (operator)
  "Kills the text for OPERATOR. True if there was any."
  (multiple-value-bind (start end) (operator-range operator)
    (when start (kill start end) t)))

(define-command vi-delete ((:vi "d")) "Delete what the next move passes over; dd: the line." (vi-kill "d"))
(define-command vi-change ((:vi "c")) "Delete what the next move passes over, and insert." (when (vi-kill "c") (insert-keys)))
(define-command vi-copy ((:vi "y")) "Copy what the next move passes over; yy: the line."
  (multiple-value-bind (start end) (operator-range "y")
    (when start (note-kill (subseq (text) (min start end) (max start end)) nil))))
(define-command vi-delete-end ((:vi "D")) "Delete the rest of the line." (kill (point) (line-end (text) (point))))
(define-command vi-change-end ((:vi "C")) "Delete the rest of the line, and insert." (kill (point) (line-end (text) (point))) (insert-keys))
(define-command vi-change-line ((:vi "S")) "Delete the line, and insert."
  (kill (line-start (text) (point)) (line-end (text) (point)))
  (insert-keys))
(define-command vi-delete-char ((:vi "x" "Delete")) "Delete the character at the cursor."
  (kill (point) (vi-position (assoc "l" *vi-moves* :test #'string=) (take-count))))
(define-command vi-substitute ((:vi "s")) "Delete the character at the cursor, and insert."
  (kill (point) (next-point (text) (point)))
  (insert-keys))
(define-command vi-replace ((:vi "r")) "Replace the character at the cursor by the one typed next."
  (let ((char (read-typed-char)))
    (when (and char (< (point) (length (text))))
      (change-to (moved (replaced (current) (point) (1+ (point)) (string char)) (point))))))
(define-command vi-other-case ((:vi "~")) "Change the case of the character at the cursor."
  (when (< (point) (length (text)))
    (let ((char (char (text) (point))))
      (change-to (moved (replaced (current) (point) (1+ (point)) (string (if (upper-case-p char) (char-downcase char) (char-upcase char))))
                        (1+ (point)))))))
(define-command vi-put ((:vi "p")) "Insert after the cursor what was deleted or copied last."
  (when *kill-ring* (go-to (next-point (text) (point))) (insert (first *kill-ring*))))
(define-command vi-put-before ((:vi "P")) "Insert it before the cursor." (when *kill-ring* (insert (first *kill-ring*))))

;;; Inserting, undoing.

(define-command vi-insert ((:vi "i")) "Insert before the cursor." (insert-keys))
(define-command vi-append ((:vi "a")) "Insert after the cursor." (go-to (next-point (text) (point))) (insert-keys))
(define-command vi-insert-start ((:vi "I")) "Insert at the beginning of the line." (go-to (first-non-blank (text) (point))) (insert-keys))
(define-command vi-append-end ((:vi "A")) "Insert at the end of the line." (go-to (line-end (text) (point))) (insert-keys))
(define-command vi-open ((:vi "o")) "Begin a line below." (go-to (line-end (text) (point))) (change-to (broken (current))) (insert-keys))

(bind-key :vi "u" 'undo)
(bind-key :vi "C-r" 'redo)
(bind-key :vi "C-d" 'delete-or-end)
