;;; Static files of the pages: style sheets, scripts and the icon, sent without comments. Their addresses contain a
;;; version, so that browsers may cache them for ever.

(defparameter *asset-directory* (merge-pathnames "assets/" (or *load-truename* *default-pathname-defaults*))
  "The directory of the files.")

(defun file-text (name)
  "Returns the text of the file NAME in *ASSET-DIRECTORY*."
  (with-open-file (in (merge-pathnames name *asset-directory*) :external-format :utf-8)
    (with-output-to-string (out)
      (loop for line = (read-line in nil)
            while line
            do (write-line line out)))))

(defun without-comments (text)
  "Returns TEXT, a script or a style sheet, without indentation, empty lines, and comments at the beginning of a line.
  (without-comments (format nil \"a~%  // b~%  /* c~%d */~%  e~%\")) => \"a
e \""
  (with-output-to-string (out)
    (with-input-from-string (in text)
      (loop with inside = nil
            for line = (read-line in nil)
            while line
            do (let ((code (string-left-trim " " line)))
                 (flet ((begins-p (mark) (eql 0 (search mark code))))
                   (when (begins-p "/*")
                     (setf inside t))
                   (unless (or inside (string= code "") (begins-p "//"))
                     (write-line code out))
                   (when (search "*/" code)
                     (setf inside nil))))))))

(defun place-styles ()
  "Returns style rules for the columns and rows of tiles, the sizes of boards, and the heights of stacks."
  (with-output-to-string (out)
    (dotimes (n (second *page-sizes*))
      (format out ".c~d{--c:~:*~d}.r~:*~d{--r:~:*~d}.n~d{--n:~:*~d}~%" n (1+ n)))
    (loop for dice from 2 to 8 do (format out ".d~d{--d:~:*~d}" dice))))

(defun style-sheet ()
  "Returns the style sheet, with the players' colors."
  (format nil "~a~%~a~%~a@media (prefers-color-scheme: dark) {~%~a}~%"
          (without-comments (file-text "style.css")) (place-styles) (seat-styles :light) (seat-styles :dark)))

(defun icon ()
  "Returns the icon of the pages, a die."
  (destructuring-bind (fill edge text) (getf (first *seats*) :light)
    (declare (ignore edge))
    (with-output-to-string (*standard-output*)
      (format t "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"-31 -44 62 64\">") ; not by TAG, which writes names in lower case
      (tag style ()
        (format t ".dt{fill:#de8460}.dl{fill:#cf5a2d}.dr{fill:~a}path{stroke:#521905;stroke-width:1.6;stroke-linejoin:round}.pip{fill:~a}" fill text))
      (draw-die-definitions)
      (princ "</svg>"))))

(defparameter *scripts* '("game.js" "focus.js" "camera.js" "settings.js")
  "The scripts; the first one loads the others.")
(defparameter *late-scripts* '("film.js" "sound.js" "live.js" "share.js" "statistics.js" "decisions.js" "replay.js" "puzzles.js")
  "The scripts that are loaded where they are needed.")

(defparameter *assets*
  (append (list (list "style.css" "text/css; charset=utf-8" (style-sheet))
                (list "study.css" "text/css; charset=utf-8" (without-comments (file-text "study.css")))
                (list "together.css" "text/css; charset=utf-8" (without-comments (file-text "together.css")))
                (list "icon.svg" "image/svg+xml" (icon))
                (list "worker.js" "text/javascript; charset=utf-8" (without-comments (file-text "worker.js")))
                (list "favicon.ico" "image/svg+xml" (icon)))
          (loop for name in (append *scripts* *late-scripts*)
                collect (list name "text/javascript; charset=utf-8" (without-comments (file-text name)))))
  "The files, a list (NAME CONTENT-TYPE TEXT) for each.")

(defparameter *assets-version*
  (let ((sum 0))
    (loop for (nil nil text) in *assets*
          do (loop for char across text do (setf sum (mod (+ (* 31 sum) (char-code char)) 4294967291))))
    (format nil "v-~36r" sum))
  "The beginning of the files' addresses, which changes when a file changes.")

(defun asset-address (name)
  "Returns the address of the file NAME."
  (format nil "/~(~a~)/~a" *assets-version* name))

(defun find-asset (path)
  "Returns a list of the content type and the text of the file PATH, and true if PATH contains the current version; NIL
if there is no such file."
  (let* ((start (and (< 2 (length path)) (string= "v-" path :end2 2) (position #\/ path)))
         (asset (rest (assoc (if start (subseq path (1+ start)) path) *assets* :test #'equal))))
    (values asset (and start (string-equal *assets-version* path :end2 start)))))
