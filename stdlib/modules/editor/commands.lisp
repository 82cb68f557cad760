;;; Commands of keys: moving, editing, killing, undoing, the history.

(in-package "TESSERA-EDITOR")

;;; Moving.

(define-command line-start ("C-a" "Home") "Go to the beginning of the line." (go-to (line-start (text) (point))))
(define-command line-end ("C-e" "End") "Go to the end of the line." (go-to (line-end (text) (point))))
(define-command forward-char ("C-f" "Right") "Go a character forward." (go-to (next-point (text) (point))))
(define-command backward-char ("C-b" "Left") "Go a character back." (go-to (previous-point (text) (point))))
(define-command forward-word ("M-f" "C-Right" "M-Right") "Go to the end of the word." (go-to (word-end (text) (point))))
(define-command backward-word ("M-b" "C-Left" "M-Left") "Go to the beginning of the word." (go-to (word-start (text) (point))))
(define-command text-start ("M-<" "C-Home") "Go to the beginning of all that is typed." (go-to 0))
(define-command text-end ("M->" "C-End") "Go to the end of all that is typed." (go-to (length (text))))
(define-command forward-expression ("C-M-f") "Go to the end of the expression." (go-to (expression-end (text) (point))))
(define-command backward-expression ("C-M-b") "Go to the beginning of the expression." (go-to (expression-start (text) (point))))
(define-command up-list ("C-M-u") "Go to the parenthesis that the cursor is within." (go-to (enclosing-list-start (text) (point))))
(define-command down-list ("C-M-d") "Go into the next list." (let ((open (position #\( (text) :start (point)))) (go-to (and open (1+ open)))))

(defun move-lines (lines)
  "Moves the cursor by LINES; true if there is such a line."
  (unless (editor-goal *editor*) (setf (editor-goal *editor*) (goal-column (current))))
  (let ((buffer (line-moved (current) lines (editor-goal *editor*))))
    (when buffer (setf (editor-buffer *editor*) buffer))))

(define-command previous-line ("C-p" "Up") "Go a line up; from the first one to the entry before in the history."
  (or (move-lines -1) (show-entry (find-entry #'identity (1- (editor-entry *editor*)) -1) 0)))
(define-command next-line ("C-n" "Down") "Go a line down; from the last one to the next entry of the history."
  (or (move-lines 1) (show-next-entry)))

;;; The history.

(defun replace-all (text point)
  "Replaces the whole text by TEXT, with the cursor at POINT or at the end."
  (change-to (buffer text (min point (length text)))))

(defun show-entry (index point)
  "Shows entry number INDEX of the history, unless that is NIL. The cursor is on its first line if POINT is 0, else at
its end."
  (when index
    (when (= (editor-entry *editor*) (length *history*)) (setf (editor-draft *editor*) (text)))
    (let ((text (history-entry index)))
      (replace-all text (if (eql point 0) (line-end text 0) (length text))))
    (setf (editor-entry *editor*) index)
    t))

(defun show-next-entry ()
  "Shows the next entry of the history, or after the last one the text that was typed before."
  (let ((index (1+ (editor-entry *editor*))))
    (cond ((< index (length *history*)) (show-entry index nil))
          ((= index (length *history*))
           (replace-all (editor-draft *editor*) (length (editor-draft *editor*)))
           (setf (editor-entry *editor*) index)))))

(defvar *searched-prefix* "" "The beginning of the entries that M-p and M-n show.")

(defun search-prefix (step)
  "Shows the next entry, in the direction of STEP, that begins with the text before the cursor."
  (unless (member (editor-last *editor*) '(previous-matching next-matching))
    (setq *searched-prefix* (subseq (text) 0 (point))))
  (let* ((prefix *searched-prefix*) (shown (text))
         (index (find-entry (lambda (entry)
                              (and (>= (length entry) (length prefix)) (string= prefix entry :end2 (length prefix))
                                   (string/= entry shown)))
                            (+ (editor-entry *editor*) step) step)))
    (cond (index (show-entry index nil))
          ((plusp step) (replace-all (editor-draft *editor*) (length (editor-draft *editor*)))
                        (setf (editor-entry *editor*) (length *history*)))
          (t (setf (editor-message *editor*) "no earlier entry begins so")))))

(define-command previous-matching ("M-p" "PageUp") "Show the entry before that begins as what stands before the cursor." (search-prefix -1))
(define-command next-matching ("M-n" "PageDown") "Show the next entry that begins so." (search-prefix 1))

;;; Deleting and killing.

(define-command delete-char ("Delete") "Delete the character at the cursor."
  (change-to (deleted (current) (point) (next-point (text) (point)))))
(define-command delete-backward ("Backspace") "Delete the character before the cursor."
  (change-to (deleted (current) (previous-point (text) (point)) (point))))
;;; The terminal sends C-@ for a C-d that was typed while a program had the terminal.
(define-command delete-or-end ("C-d" "C-@") "Delete the character at the cursor; where nothing is typed, leave."
  (if (empty-buffer-p (current))
      (setf (editor-done *editor*) :end)
      (change-to (deleted (current) (point) (next-point (text) (point))))))
(define-command kill-line ("C-k") "Kill the rest of the line, or its end if there is no rest."
  (let ((end (line-end (text) (point))))
    (kill (point) (if (= end (point)) (min (1+ end) (length (text))) end))))
(define-command kill-line-start ("C-u") "Kill what stands before the cursor in the line." (kill (point) (line-start (text) (point))))
(define-command kill-blank-word ("C-w") "Kill back to the blank before the cursor." (kill (point) (blank-word-start (text) (point))))
(define-command kill-word ("M-d") "Kill to the end of the word." (kill (point) (word-end (text) (point))))
(define-command backward-kill-word ("M-Backspace" "C-M-h") "Kill back to the beginning of the word." (kill (point) (word-start (text) (point))))
(define-command kill-expression ("C-M-k") "Kill the expression after the cursor." (kill (point) (expression-end (text) (point))))
(define-command yank ("C-y") "Insert what was killed last."
  (when *kill-ring*
    (setf (editor-yank *editor*) (list (point) 0))
    (insert (first *kill-ring*))))
(define-command yank-earlier ("M-y") "After C-y, insert instead what was killed before that."
  (when (and *kill-ring* (member (editor-last *editor*) '(yank yank-earlier)))
    (destructuring-bind (start index) (editor-yank *editor*)
      (let ((index (mod (1+ index) (length *kill-ring*))))
        (change-to (replaced (current) start (point) (nth index *kill-ring*)))
        (setf (editor-yank *editor*) (list start index))))))

;;; Changing.

(define-command transpose-chars ("C-t") "Exchange the characters on both sides of the cursor." (change-to (characters-swapped (current))))
(define-command upcase-word ("M-u") "Make the word upper case." (change-to (word-changed (current) #'string-upcase)))
(define-command downcase-word ("M-l") "Make the word lower case." (change-to (word-changed (current) #'string-downcase)))
(define-command capitalize-word ("M-c") "Capitalize the word." (change-to (word-changed (current) #'string-capitalize)))
(define-command insert-parentheses ("M-(") "Put parentheses around the expression after the cursor, or a pair of them."
  (let ((end (or (expression-end (text) (point)) (point))) (start (point)))
    (change-to (moved (replaced (replaced (current) end end ")") start start "(") (1+ start)))))
(define-command undo ("C-_" "C-/") "Undo the last change."
  (if (editor-undo *editor*)
      (progn (push (current) (editor-redo *editor*))
             (setf (editor-buffer *editor*) (pop (editor-undo *editor*))))
      (setf (editor-message *editor*) "nothing to undo")))
(define-command redo ("M-_" "M-/") "Do again what was undone."
  (when (editor-redo *editor*)
    (push (current) (editor-undo *editor*))
    (setf (editor-buffer *editor*) (pop (editor-redo *editor*)))))

;;; The entry as a whole.

(defun complete-p (text)
  "True if TEXT is a complete entry or answer."
  (if *question* (not (tessera::%unfinished-p text (eq (getf *question* :form) t))) (complete-entry-p text)))

(defun complete-entry-p (text)
  "True if TEXT is a complete entry of the prompt."
  (handler-bind ((warning #'muffle-warning))
    (let ((tessera::*lookalikes-told* (list t)))
      (or (command-text-p text) (complete-text-p text)))))

(defun command-text-p (text)
  "True if TEXT is a command of the prompt."
  (and (not (find #\Newline text))
       (let ((start (position #\Space text :test #'char/=)))
         (and start (char= (char text start) #\:)))))

;;; The terminal sends C-j for an Enter that was typed while a program had the terminal.
(define-command enter ("Enter" "C-j" (:vi "Enter" "C-j")) "Evaluate what is typed, if it is complete; else begin another
line."
  (cond ((complete-p (text)) (setf (editor-done *editor*) :accept))
        ((abort-line-p (text)) (setf (editor-done *editor*) :abandon))
        (t (change-to (broken (current))))))

(defun abort-line-p (text)
  "True if the last of the lines of TEXT is the command :abort."
  (let ((newline (position #\Newline text :from-end t)))
    (and newline (string-equal (string-trim " " (subseq text (1+ newline))) ":abort"))))
(define-command new-line ("M-Enter" "C-o") "Begin another line." (change-to (broken (current))))
(define-command indent-all ("C-M-q") "Indent all lines."
  (let ((buffer (current)) (line (line-number (text) (point))))
    (loop for i from 0 to (count #\Newline (text))
          do (setq buffer (indented (moved buffer (nth-line-start (buffer-text buffer) i)))))
    (change-to (moved buffer (line-end (buffer-text buffer) (nth-line-start (buffer-text buffer) line))))))

(defun nth-line-start (text n)
  "Returns the start of line number N of TEXT, from 0."
  (let ((start 0))
    (dotimes (i n start) (setq start (min (length text) (1+ (line-end text start)))))))

(define-command abandon ("C-c" "C-g" (:vi "C-c")) "Forget what is typed." (setf (editor-done *editor*) :abandon))
(define-command clear-screen ("C-l" (:vi "C-l")) "Clear the screen." (clear-screen (editor-display *editor*)))
(define-command suspend ("C-z" (:vi "C-z")) "Stop Tessera; the shell's fg goes on with it."
  (finish-display)
  (tessera::%terminal-suspend)
  (setf (editor-display *editor*) (make-display)))

;;; Completion.

(define-command complete ("Tab") "Complete the name before the cursor, or indent the line; once more, list what it may
become."
  (let* ((text (text)) (point (point)))
    (if (blank-start-p text (line-start text point) point)
        (if (empty-buffer-p (current)) nil (change-to (indented (current))))
        (multiple-value-bind (found start) (if *question* (answers text point) (completions text point :commands (prompt-command-names)))
          (complete-with found start)))))

(defun answers (text point)
  "Returns the completions before POINT of the answer TEXT and the start of the part that they replace, like
COMPLETIONS."
  (let ((words (getf *question* :words)) (start (1+ (or (position #\Space text :end point :from-end t) -1))))
    (if (or (eq (getf *question* :form) t) (find #\( text :end (min 1 (length text))))
        (completions text point :commands '(":abort" ":help" ":quit"))
        (values (remove-if-not (lambda (word) (tessera::%begins-p (subseq text start point) word))
                               (append (if (listp words) words (funcall words (subseq text 0 start)))
                                       (and (zerop start) '(":abort" ":help" ":quit"))))
                start))))

(defun complete-with (found start)
  "Replaces the text from START to the cursor by the common beginning of FOUND; lists FOUND if that adds nothing."
  (let* ((common (and found (common-beginning found))) (typed (subseq (text) start (point)))
         (longer (and common (or (null (rest found)) (> (length common) (length typed)))
                      (or (null (rest found)) (tessera::%begins-p typed common)))))
    (cond ((null found) (setf (editor-message *editor*) "no completion"))
          ((null (rest found)) (change-to (replaced (current) start (point) (first found)))
                               (setf (editor-menu *editor*) '()))
          (longer (change-to (replaced (current) start (point) common)))
          ((or (editor-menu *editor*) (eq (editor-last *editor*) 'complete)
               (not (tessera::%begins-p typed common)))
           (setf (editor-menu *editor*) found)))))
