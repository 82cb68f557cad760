;;; Reads an entry: the editor's loop and display, and the hooks of the prompt.

(in-package "TESSERA-EDITOR")

(defun prompt-command-names ()
  "Returns the commands of the prompt as they are typed."
  (loop for command in (tessera::%commands-here)
        collect (format nil "~(~S~)" (first (tessera::%prompt-command-names command)))))

;;; Rows below the text.

(defun status-row (text tokens point columns)
  "Returns a row with the lambda list of the operator that is being typed, or NIL."
  (multiple-value-bind (operator argument keyword) (call-at text point tokens)
    (when operator
      (multiple-value-bind (shown start end) (argument-text operator argument keyword)
        (let ((faces (make-string (length shown) :initial-element #\d)))
          (when start (fill faces #\b :start start :end end))
          (cut-row shown faces columns))))))

(defun rows-below (text tokens point columns height)
  "Returns the rows to show below the text: a message, completions, the status line."
  (let ((editor *editor*))
    (append (cond ((editor-message editor) (list (cut-row* (editor-message editor) columns)))
                  (t (let ((status (status-row text tokens point columns))) (and status (list status)))))
            (and (editor-menu editor)
                 (table-rows (mapcar #'shown-name (editor-menu editor)) columns (max 1 (floor height 2)))))))

(defun shown-name (completion)
  "Returns COMPLETION as it is listed: for a file's name the last part."
  (let ((slash (position #\/ completion :from-end t :end (max 0 (1- (length completion))))))
    (if (and slash (> (length completion) 1)) (subseq completion (1+ slash)) completion)))

;;; Display.

(defun prompt-faces (prompt)
  "Returns the faces of the characters of PROMPT."
  (make-string (length prompt) :initial-element #\p))

(defun all-rows (below)
  "Returns the rows of the editor in the three values of TEXT-ROWS; if BELOW, only those that fit on the terminal, with
the rows below the text."
  (let* ((editor *editor*) (text (text)) (point (point)) (columns (1- (display-columns (editor-display editor))))
         (tokens (tessera::%tokens text)) (faces (faces-of text tokens)))
    (when below (mark-partners faces tokens point))
    (multiple-value-bind (rows row column)
        (text-rows text faces point columns (editor-prompt editor) (prompt-faces (editor-prompt editor)) (editor-more-prompt editor))
      (if below
          (visible-rows rows row column (rows-below text tokens point columns (editor-height editor)))
          (values rows row column)))))

(defun visible-rows (rows row column below)
  "Returns those of ROWS around ROW that fit above the rows BELOW, and then these."
  (let* ((editor *editor*) (room (max 1 (- (editor-height editor) (length below))))
         (count (length rows)) (top (editor-top editor)))
    (setq top (max 0 (min top (- count room))))
    (when (< row top) (setq top row))
    (when (>= row (+ top room)) (setq top (1+ (- row room))))
    (setf (editor-top editor) top)
    (values (concatenate 'vector (subseq rows top (min count (+ top room))) below) (- row top) column)))

(defun redraw ()
  "Shows the editor again on a window whose size may have changed."
  (multiple-value-bind (columns height) (tessera::%terminal-size)
    (setf (editor-height *editor*) height)
    (forget-rows (editor-display *editor*) columns)
    (display-editor)))

(defun display-editor ()
  "Shows the editor on the terminal."
  (multiple-value-bind (rows row column) (all-rows t)
    (show (editor-display *editor*) rows row column)))

(defun display-unless-busy ()
  "Shows the editor, unless more input is waiting."
  (unless (input-ready-p) (display-editor)))

(defun finish-display ()
  "Leaves only the text, all of it, on the terminal, with the cursor below."
  (let ((display (editor-display *editor*)))
    (setf (editor-message *editor*) nil (editor-menu *editor*) '())
    (multiple-value-bind (rows row column) (all-rows nil)
      (declare (ignore row column))
      (when (> (length rows) (editor-height *editor*))
        (forget-rows display (display-columns display)))
      (show display rows (1- (length rows)) (row-width (aref rows (1- (length rows))))))
    (tessera::%terminal-write (coerce '(#\Return #\Newline) 'string))))

;;; The loop.

(defun take-key ()
  "Runs the command of the next key. An error in it is reported, and the text stays unchanged."
  (handler-case
      (multiple-value-bind (key pasted) (read-key)
        (cond (pasted (insert pasted))
              ((eq key :redraw) (redraw))
              ((eq key :interrupt) (setf (editor-done *editor*) :abandon))
              ((eq key :end) (setf (editor-done *editor*) :end))
              (t (press key))))
    (tessera:interactive-interrupt () (setf (editor-done *editor*) :abandon))
    (serious-condition (condition)
      (setf (editor-message *editor*) (substitute #\Space #\Newline (tessera::%safe-message condition))))))

(defun edit ()
  "Runs the editor until the user has finished. Returns the text, :ABANDON or :END."
  (loop
    (display-unless-busy)
    (take-key)
    (case (editor-done *editor*)
      ((nil))
      (:accept (finish-display) (return (text)))
      (:abandon (go-to (length (text))) (finish-display) (return :abandon))
      (:end (finish-display) (return :end)))))

(defun fresh-editor (prompt)
  "Returns a new editor for an entry after PROMPT."
  (multiple-value-bind (columns height) (tessera::%terminal-size)
    (let ((editor (make-editor :prompt prompt
                               :more-prompt (concatenate 'string (make-string (max 0 (- (length prompt) 2)) :initial-element #\Space) ". ")
                               :entry (length *history*)
                               :map (if (eq tessera:*editing-mode* :vi) :vi-insert :emacs)
                               :height height)))
      (setf (display-columns (editor-display editor)) columns)
      editor)))

(defun read-entry (prompt &optional question)
  "Reads an entry from the user after PROMPT. Returns it as a string; NIL at the end of the input. With QUESTION, in the
form of TESSERA::*QUESTION*, reads an answer to it, and may return :ABANDON."
  (if question
      (let ((*question* question) (*history* (history-of (getf question :history))))
        (read-text prompt))
      (read-text prompt)))

(defun read-text (prompt)
  "Reads a text from the user after PROMPT. Returns it, or NIL at the end of the input; :ABANDON if an answer was
abandoned."
  (loop
    (let ((*editor* (fresh-editor prompt)) (result nil))
      (finish-output)
      (unwind-protect
           (handler-case (progn (tessera::%terminal-start)
                                (setq result (edit)))
             (serious-condition (condition) (setq result condition)))
        (tessera::%terminal-end))
      (cond ((stringp result) (note-entry result) (return result))
            ((eq result :end) (return nil))
            ((typep result 'tessera:interactive-interrupt) (terpri))
            ((typep result 'condition) (return (give-up result))))
      (when *question* (return :abandon)))))

(defun give-up (condition)
  "Turns the editor off after CONDITION, an error in the editor itself. Returns an empty entry."
  (setq tessera::*entry-reader* nil)
  (format t "~&The prompt's editor failed, and is not used any more: ~A~%" (tessera::%safe-message condition))
  "")

(defun drop-type-ahead ()
  "Drops the typed characters that were not processed yet. True if there were any."
  (let ((dropped nil))
    (tessera::%terminal-start)
    (loop while (or (< *input-start* (length *input*)) (eq t (fill-input 0)))
          do (setq dropped t *input* "" *input-start* 0))
    (tessera::%terminal-end)
    dropped))

(tessera::%define-prompt-command (:keys) :anywhere ()
  "Show what the keys of the prompt do."
  (dolist (map (if (eq tessera:*editing-mode* :vi) '(:vi-insert :vi) '(:emacs)))
    (format t "~&~:[Keys while text is typed~;Keys after Escape~]:~%" (eq map :vi))
    (let ((seen '()))
      (dolist (binding (gethash map *keymaps*))
        (unless (member (second binding) seen)
          (push (second binding) seen)
          (write-string (wrapped (format nil "  ~20A ~A~%"
                                         (format nil "~{~A~^ ~}" (loop for (key name) in (gethash map *keymaps*)
                                                                       when (eq name (second binding)) collect key))
                                         (key-command-documentation (gethash (second binding) *commands*))))))))))

(defun start ()
  "Makes the prompt read its entries with the editor."
  (load-history)
  (unless (tessera:terminal-colors-p) (setq *faces* *plain-faces*))
  (setq tessera::*entry-reader* #'read-entry
        tessera::*results-writer* #'write-results
        tessera::*text-writer* #'write-text
        tessera::*condition-writer* #'write-condition
        tessera::*text-wrapper* #'wrapped
        tessera::*type-ahead-dropper* #'drop-type-ahead))
