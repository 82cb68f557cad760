;;; The editor's state, its key tables, and edits that can be undone.

(in-package "TESSERA-EDITOR")

(defstruct (editor (:copier nil))
  "The state of the editor for one entry."
  (buffer (buffer "" 0)) (undo '()) (redo '())
  (goal nil)      ; the column that moving up and down keeps
  (killed nil)    ; true if the last command killed
  (last nil)
  (menu '())      ; the completions that are shown
  (message nil)
  (entry 0)       ; the number of the entry of the history that is shown
  (draft "")      ; the text that was typed before it
  (map :emacs)    ; the table of keys
  (count nil) (yank nil) (typed nil) (prompt "> ") (more-prompt ". ") (display (make-display)) (top 0) (height 24)
  (done nil))     ; :ACCEPT, :ABANDON or :END once editing is over

(defvar *editor* nil "The editor of the entry that is being typed.")
(defvar *kill-ring* '() "The killed texts, the latest first.")
(defparameter *most-kills* 60 "The maximum number of kills that are kept.")

(defun current ()
  "Returns the buffer that is being edited."
  (editor-buffer *editor*))
(defun text ()
  "Returns the text that is being edited."
  (buffer-text (current)))
(defun point ()
  "Returns the position of the cursor."
  (buffer-point (current)))

(defun go-to (point)
  "Moves the cursor to POINT, unless that is NIL."
  (when point (setf (editor-buffer *editor*) (moved (current) point))))

(defun change-to (buffer)
  "Makes BUFFER the edited one. The change can be undone."
  (unless (string= (buffer-text buffer) (text))
    (push (current) (editor-undo *editor*))
    (setf (editor-redo *editor*) '()))
  (setf (editor-buffer *editor*) buffer))

(defun insert (string)
  "Inserts STRING before the cursor."
  (change-to (inserted (current) string)))

(defun type-char (string)
  "Inserts STRING, a character that was typed. Those of one word are undone together."
  (let ((typed (editor-typed *editor*)) (undo (editor-undo *editor*)))
    (insert string)
    (when (and typed (every #'word-char-p string)) (setf (editor-undo *editor*) undo))
    (setf (editor-typed *editor*) :now)))

;;; Killing and yanking.

(defun note-kill (string before)
  "Adds STRING to the kill ring: to the last kill, in front if BEFORE, if the previous command killed, too."
  (cond ((and (editor-killed *editor*) *kill-ring*)
         (setf (first *kill-ring*)
               (if before
                   (concatenate 'string string (first *kill-ring*))
                   (concatenate 'string (first *kill-ring*) string))))
        (t (push string *kill-ring*)
           (when (> (length *kill-ring*) *most-kills*) (setq *kill-ring* (subseq *kill-ring* 0 *most-kills*)))))
  (setf (editor-killed *editor*) :now))

(defun kill (start end)
  "Kills the text between START and END, in any order, unless one is NIL."
  (when (and start end (/= start end))
    (let ((from (min start end)) (to (max start end)))
      (note-kill (subseq (text) from to) (< end start))
      (change-to (deleted (current) from to)))))

;;; Commands and keys.

(defstruct (key-command (:copier nil))
  name documentation function)

(defvar *commands* (make-hash-table :test 'eq) "A hash table from names to commands.")
(defvar *keymaps* (make-hash-table :test 'eq)
  "A hash table from :EMACS, :VI-INSERT and :VI to lists of (KEY COMMAND), in the order of definition.")

(defmacro define-command (name keys documentation &body body)
  "Defines the command NAME of the editor, called by KEYS: a list of names of keys for the modes of Emacs, and of lists
(MAP KEY...) for other maps."
  `(%define-command ',name ',keys ,documentation (lambda () ,@body)))

(defun %define-command (name keys documentation function)
  "Defines the command NAME by FUNCTION, called by KEYS as DEFINE-COMMAND takes them."
  (setf (gethash name *commands*) (make-key-command :name name :documentation documentation :function function))
  (dolist (key keys)
    (if (consp key)
        (dolist (each (cdr key)) (bind-key (car key) each name))
        (progn (bind-key :emacs key name)
               (unless (member key '("C-[" "Escape") :test #'string=) (bind-key :vi-insert key name)))))
  name)

(defun bind-key (map key command)
  "Makes KEY call COMMAND in MAP."
  (setf (gethash map *keymaps*)
        (append (remove key (gethash map *keymaps*) :key #'first :test #'string=) (list (list key command)))))

(defun command-of-key (map key)
  "Returns the command of KEY in MAP, or NIL."
  (let ((name (second (assoc key (gethash map *keymaps*) :test #'string=))))
    (and name (gethash name *commands*))))

(defun run-command (command)
  "Runs COMMAND and updates the state that depends on the previous command."
  (let ((editor *editor*))
    (setf (editor-message editor) nil)
    (funcall (key-command-function command))
    (setf (editor-last editor) (key-command-name command)
          (editor-killed editor) (eq (shiftf (editor-killed editor) nil) :now)
          (editor-typed editor) (eq (shiftf (editor-typed editor) nil) :now))
    (unless (member (key-command-name command) '(next-line previous-line vi-down vi-up)) (setf (editor-goal editor) nil))
    (unless (member (key-command-name command) '(complete)) (setf (editor-menu editor) '()))))

(defun press (key)
  "Runs the command of KEY, a name or a character, or inserts the character."
  (let* ((map (editor-map *editor*)) (command (command-of-key map key)))
    (cond (command (run-command command))
          ((and (not (eq map :vi)) (= 1 (length key)))
           (run-command (make-key-command :name 'self-insert :function (lambda () (type-char key)))))
          (t (setf (editor-message *editor*) (format nil "~A means nothing here; :keys lists what does" key))))))
