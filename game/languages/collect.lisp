;;; Collects the texts of the pages for the message catalogues, and updates one of them:
;;;     build/release/tessera game/languages/collect.lisp template | msgmerge --update game/languages/ja.po -
;;; The sources are read as Lisp, so comments are not searched.

(unless (fboundp 'answer)
  (load (merge-pathnames "../dice_of_doom_v4.lisp" *load-truename*))
  (load (merge-pathnames "../browser.lisp" *load-truename*)))

(defparameter *game-directory* (merge-pathnames "../" *load-truename*))

(defparameter *text-sources* '("browser/*.lisp" "browser/together/*.lisp" "records/notation.lisp" "languages/translation.lisp" "computer/levels.lisp")
  "The files whose texts appear on pages.")

(defstruct text
  "A text: ONE in English; MANY for a plural, or NIL; the names of the FILES that contain it."
  one many files)

(defun literal-texts (form)
  "Returns the literal texts that FORM, an argument of SAY, can evaluate to."
  (cond ((stringp form) (list form))
        ((and (consp form) (eq (first form) 'if)) (append (literal-texts (third form)) (literal-texts (fourth form))))
        (t '())))

(defun said-in (form)
  "Returns the texts that FORM itself contains as arguments of SAY and the like, lists (ONE MANY)."
  (flet ((singles (argument) (mapcar #'list (literal-texts argument))))
    (case (first form)
      ((say note misread) (singles (second form)))
      (refuse (singles (third form)))
      (say-count (and (stringp (third form)) (list (list (third form) (fourth form))))))))

(defun walk-conses (form function)
  "Calls FUNCTION on each proper list within FORM."
  (when (consp form)
    (when (ignore-errors (list-length form))
      (funcall function form))
    (loop for rest = form then (cdr rest)
          while (consp rest)
          do (walk-conses (car rest) function))))

(defun texts-of-file (path)
  "Returns the texts in the file PATH, lists (ONE MANY)."
  (with-open-file (in path :external-format :utf-8)
    (let ((texts '()))
      (loop for form = (read in nil in)
            until (eq form in)
            do (walk-conses form (lambda (form)
                                   (setf texts (append (reverse (said-in form)) texts)))))
      (reverse texts))))

(defun texts-of-data ()
  "Returns the texts in data of the game: names, levels, maps, and *TOGETHER-TEXTS*."
  (append (loop for (nil text) on *together-texts* by #'cddr collect (list text))
          (mapcar #'list *names*)
          (mapcar (lambda (level) (list (level-title level))) *levels*)
          (mapcar (lambda (level) (list (level-text level))) *levels*)
          (mapcar (lambda (map) (list (map-title map))) *maps*)))

(defun all-texts ()
  "Returns the list of all TEXTs without duplicates."
  (let ((known (make-hash-table :test 'equal)) (texts '()))
    (flet ((add (file entries)
             (loop for (one many) in entries
                   for text = (gethash one known)
                   do (unless text
                        (setf text (make-text :one one)
                              (gethash one known) text)
                        (push text texts))
                      (when many (setf (text-many text) many))
                      (pushnew file (text-files text) :test #'string=))))
      (dolist (pattern *text-sources*)
        (dolist (path (sort (directory (merge-pathnames pattern *game-directory*)) #'string< :key #'namestring))
          (add (file-namestring path) (texts-of-file path))))
      (add "phrases.lisp" (texts-of-data)))
    (reverse texts)))

(defun placeholders (text)
  "Returns the names of the placeholders in the string TEXT, sorted and without duplicates.
  (placeholders \"{b} and {a} and {b}\") => (\"a\" \"b\")"
  (sort (remove-duplicates (loop for open = (position #\{ text) then (position #\{ text :start (1+ open))
                                 while open
                                 collect (subseq text (1+ open) (position #\} text :start open)))
                           :test #'string=)
        #'string<))

(defun quoted (text)
  "Returns TEXT in quotes, as in a catalogue."
  (with-output-to-string (out)
    (write-char #\" out)
    (loop for char across text
          do (case char
               ((#\" #\\) (format out "\\~a" char))
               (#\Newline (write-string "\\n" out))
               (t (write-char char out))))
    (write-char #\" out)))

(defun print-template ()
  "Prints the template of the catalogues with all texts."
  (format t "# Texts of Dice of Doom's pages, by collect.lisp.~%msgid \"\"~%msgstr \"\"~%\"Project-Id-Version: dice-of-doom\\n\"~%~
             \"Content-Type: text/plain; charset=UTF-8\\n\"~%\"Content-Transfer-Encoding: 8bit\\n\"~%")
  (dolist (text (all-texts))
    (format t "~%~{#: ~a~%~}~:[~;#, python-brace-format~%~]msgid ~a~%" (reverse (text-files text))
            (placeholders (text-one text)) (quoted (text-one text)))
    (if (text-many text)
        (format t "msgid_plural ~a~%msgstr[0] \"\"~%msgstr[1] \"\"~%" (quoted (text-many text)))
        (format t "msgstr \"\"~%"))))

(when (equal tessera:*arguments* '("template"))
  (print-template))
