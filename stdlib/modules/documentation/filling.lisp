;;; Fills text to the terminal's width, and finds the game (module filling).

(defpackage "TESSERA-FILLING"
  (:use "COMMON-LISP")
  (:export "WRITE-FILLED" "GAME-DIRECTORY"))

(in-package "TESSERA-FILLING")

(defun write-filled (text &optional (stream *standard-output*))
  "Writes TEXT to STREAM in lines of at most 78 columns, or *PRINT-RIGHT-MARGIN* if that is less. Lines that begin with
a blank are code and stay unchanged."
  (let ((column 0) (width (min 78 (or *print-right-margin* 78))))
    (flet ((new-line ()
             (unless (zerop column) (terpri stream))
             (setf column 0)))
      (fresh-line stream)
      (dolist (line (tessera::%lines-of text) (new-line))
        (cond ((string= line "") (new-line))
              ((char= (char line 0) #\Space) (new-line) (write-line line stream))
              (t (dolist (word (tessera::%words-of line))
                   (when (and (plusp column) (> (+ column 1 (length word)) width))
                     (new-line))
                   (unless (zerop column) (write-char #\Space stream) (incf column))
                   (write-string word stream)
                   (incf column (length word)))))))))

(defun game-directory ()
  "Returns the name of the directory of the games, in the source tree of this program or its installation; NIL if there
is none."
  (some (lambda (modules)
          (some (lambda (relative)
                  (let ((file (probe-file (concatenate 'string (namestring modules) relative "help.lisp"))))
                    (and file (directory-namestring file))))
                '("../../../game/" "../../share/tessera/game/" "../../../share/tessera/game/")))
        (tessera::%program-module-directories)))
