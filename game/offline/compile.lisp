;;; Compiles the game for the page: dice-of-doom.js compile.lisp FOLDER. Loads the game as the page does, then compiles
;;; each of its files to the same path below FOLDER. The page loads these under the names of the sources: LOAD tells
;;; compiled files by their beginning.

(defvar *game-folder* (directory-namestring (truename (merge-pathnames "../browser.lisp" *load-truename*))) "The folder of the game.")
(defvar *sources* '() "The names of the game's files that were loaded.")

(setf tessera::*source-filter* (lambda (path)
                                 (let ((name (namestring (truename path))))
                                   (when (and (string= (pathname-type path) "lisp") (eql 0 (search *game-folder* name)))
                                     (pushnew name *sources* :test #'string=))
                                   nil)))
(load (merge-pathnames "start.lisp" *load-truename*))

(dolist (source *sources*)
  (let ((output (concatenate 'string (first tessera:*arguments*) (subseq source (length *game-folder*)))))
    (ensure-directories-exist output)
    (compile-file source :output-file output)))
(quit)
