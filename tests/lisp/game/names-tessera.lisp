;;; The parts of the game that one session may load define each function once: a second definition would replace the
;;; first, in both parts. Versions of the game, programs and what is in another package are not among them.

(defun defined-names (path)
  "Returns the names of the functions and macros that the file PATH defines, as strings."
  (with-open-file (in path :external-format :utf-8)
    (loop for line = (read-line in nil)
          while line
          when (some (lambda (definer) (eql (mismatch definer line) (length definer))) '("(defun " "(defmacro "))
            collect (let ((start (1+ (position #\Space line)))) (subseq line start (position #\Space line :start start))))))   => defined-names

(and (member "draw-board" (defined-names "game/dice_of_doom_v1.lisp") :test #'string=) t)   => t
(let ((files (make-hash-table :test 'equal)))
  (dolist (pattern '("browser/**/*" "computer/*" "records/*" "web/*" "solving/prover" "solving/chances" "solving/tables" "languages/translation"
                     "common/asking" "common/odds" "common/settings" "common/strings" "common/trees" "common/versions"
                     "play/colors" "play/commands" "play/dice_of_doom" "play/saved_games"))
    (dolist (path (directory (format nil "game/~a.lisp" pattern)))
      (dolist (name (remove-duplicates (defined-names path) :test #'string=))
        (push (file-namestring path) (gethash name files)))))
  (list (> (hash-table-count files) 500)
        (loop for name being the hash-keys of files using (hash-value where)
              when (rest where) collect (cons name where))))   => (t nil)
