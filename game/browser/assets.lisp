;;; Files of the pages: the style sheet, the script, the icon.

(defparameter *asset-directory* (or *load-truename* *default-pathname-defaults*) "Where the files stand that are sent as they are.")

(defun file-text (name)
  "Return the text of the file NAME beside this one."
  (with-open-file (in (merge-pathnames name *asset-directory*) :external-format :utf-8)
    (with-output-to-string (out)
      (loop for line = (read-line in nil)
            while line
            do (write-line line out)))))

(defun css-color (color)
  "Return COLOR as style sheets write it.
  (css-color '(255 63 63)) => \"rgb(255 63 63)\""
  (format nil "rgb(~{~a~^ ~})" color))

(defparameter *style-sheet* (file-text "style.css"))
(defparameter *script* (file-text "game.js"))

(defun style-sheet ()
  "Return the style sheet, with the players' colors."
  (format nil "~a~%~{~a~%~}" *style-sheet*
          (loop for color in *die-colors*
                for player from 0
                collect (format nil ".player-~d { --player: ~a; }" player (css-color color)))))

(defun script ()
  "Return the script of the pages."
  *script*)

(defun icon ()
  "Return the icon of the pages, a die."
  (with-output-to-string (*standard-output*)
    (tag svg (xmlns "http://www.w3.org/2000/svg" "viewBox" "-27 -44 54 58")
      (let ((*dice-by-reference* nil))
        (draw-die-svg 0 0 (first *die-colors*))))))

(defun find-asset (path)
  "Return the content type of the file PATH and the function that returns its text, a list; NIL if there is none."
  (rest (assoc path '(("style.css" "text/css; charset=utf-8" style-sheet)
                      ("game.js" "text/javascript; charset=utf-8" script)
                      ("icon.svg" "image/svg+xml" icon)
                      ("favicon.ico" "image/svg+xml" icon))
               :test #'equal)))
