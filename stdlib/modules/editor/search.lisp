;;; Incremental search in the history.

(in-package "TESSERA-EDITOR")

(defun search-message (words found)
  "Returns the message about the search for WORDS, FOUND or not."
  (format nil "~:[no earlier entry has~;search back for~]: ~A" found words))

(defun entry-having (words index)
  "Returns the number of the latest entry up to INDEX that contains WORDS; in any case unless they are in mixed case."
  (let ((test (if (find-if #'upper-case-p words) #'char= #'char-equal)))
    (find-entry (lambda (entry) (search words entry :test test)) index -1)))

(defun show-found (words index)
  "Shows the entry number INDEX with the cursor where WORDS are."
  (show-entry index nil)
  (go-to (search words (text) :test #'char-equal)))

(define-command search-history ("C-r" (:vi "/" "C-r")) "Search the history back for what is typed then; C-r again goes
on, Enter takes, C-g leaves."
  (let ((editor *editor*) (words "") (index (length *history*)) (before (current)) (entry (editor-entry *editor*)) (found t))
    (flet ((look (from)
             (let ((next (and (plusp (length words)) (entry-having words from))))
               (setq found (or next (zerop (length words))))
               (when next (setq index next) (show-found words next)))))
      (loop
        (setf (editor-message editor) (search-message words found))
        (display-unless-busy)
        (let ((key (read-key)))
          (cond ((eq key :redraw) (redraw))
                ((not (stringp key)) (return (setf (editor-done editor) (if (eq key :end) :end :abandon))))
                ((= 1 (length key)) (setq words (concatenate 'string words key)) (look (min index (1- (length *history*)))))
                ((string= key "Backspace")
                 (setq words (subseq words 0 (max 0 (1- (length words)))))
                 (look (1- (length *history*))))
                ((or (string= key "C-r") (string= key "Up")) (look (1- index)))
                ((or (string= key "C-g") (string= key "C-c"))
                 (setf (editor-buffer editor) before (editor-entry editor) entry (editor-message editor) nil)
                 (return))
                (t (setf (editor-message editor) nil)
                   (unless (member key '("Escape" "Tab" "Enter") :test #'string=) (press key))
                   (when (and (string= key "Enter")) (press key))
                   (return))))))))
