;;; For catalogues.cpp: reads a message catalogue and says its texts. A catalogue is refused as a BAD-CATALOGUE, or its
;;; bytes as not being UTF-8.

(load (merge-pathnames "../../game/languages/translation.lisp" *load-truename*))

(defun read-and-use (path)
  "Reads the catalogue in the file PATH, and says each of its texts. Returns the number of texts; NIL if the file is
refused."
  (handler-case
      (let ((*languages* *languages*))
        (define-language :xx "Xx" path)
        (in-words-of (:xx)
          (loop for text being the hash-keys of (language-texts *language*)
                count (and (stringp (say text :n 5 :who "Ace"))
                           (stringp (say-count 1 text text :n 5))
                           (stringp (say-count 2 text text :n 5))))))
    (bad-catalogue (condition) (princ-to-string condition) nil)
    (stream-error () nil)))
