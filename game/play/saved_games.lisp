;;; Games that PLAY keeps in files. A file holds one list, (:TESSERA-GAME . property list); nothing in it is evaluated.

(defun saved-form (path)
  "Returns the property list of the game in the file PATH; NIL if there is no such file, or its contents are not a
game."
  (with-open-file (in path :if-does-not-exist nil)
    (when in
      (let ((form (with-standard-io-syntax
                    (let ((*read-eval* nil))
                      (ignore-errors (read in nil))))))
        (and (consp form)
             (eq (first form) :tessera-game)
             (rest form))))))

(defun save-form (path form)
  "Writes FORM, the property list of a game, to the file PATH and returns its truename. Signals an ERROR if the file
exists and is not a game."
  (when (and (probe-file path) (not (saved-form path)))
    (error "~a is there already and holds no game: choose another name." path))
  (with-open-file (out path :direction :output :if-exists :supersede)
    (with-standard-io-syntax
      (prin1 (cons :tessera-game form) out)
      (terpri out)))
  (truename path))
