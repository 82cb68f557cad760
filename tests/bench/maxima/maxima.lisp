;;; Compiles and loads Maxima on any Common Lisp: for maxima.py, which starts it in the folder src of Maxima, and for
;;; suite.lisp. In the environment, COMPILED is the folder for compiled files, FILES names the files of tests, with
;;; commas, and PROFILE the file for a flame graph; "" for none.
(in-package "COMMON-LISP-USER")

(defun environment (name)
  "Returns the value of the environment variable NAME, or NIL if it is not set or empty."
  (let ((value #+sbcl (sb-ext:posix-getenv name) #+tessera (tessera::%getenv name)))
    (and value (string/= value "") value)))

;;; Maxima's description of itself is a form of Mark Kantrowitz's DEFSYSTEM, which knows only the Lisps of its time.
(defpackage "MK" (:use "COMMON-LISP") (:export "DEFSYSTEM" "OOS"))

(defvar *parts* '() "Maxima's modules, in the order of its file.")

(defmacro mk:defsystem (name &rest options)
  (declare (ignore name))
  `(setq *parts* ',(getf options :components)))

(defun needed (module)
  "Returns the names of the modules that MODULE depends on."
  (loop for (key value) on module when (eq key :depends-on) append value))

(defun in-order (modules)
  "Returns MODULES so that each comes after what it depends on."
  (let ((done '()))
    (labels ((add (module)
               (unless (member module done)
                 (loop for name in (needed module)
                       do (add (find name modules :key #'second :test #'string-equal)))
                 (push module done))))
      (mapc #'add modules))
    (reverse done)))

(defun files-of (module folder)
  "Returns the files of MODULE in order, without types, each with true if it must not be compiled."
  (let ((below (concatenate 'string folder (let ((path (getf (cddr module) :source-pathname (string-downcase (second module)))))
                                             (if (string= path "") "" (concatenate 'string path "/"))))))
    (loop for component in (getf (member :components module) :components)
          append (ecase (first component)
                   (:file (list (cons (concatenate 'string below (second component)) nil)))
                   (:private-file (list (cons (concatenate 'string below (second component)) t)))
                   (:module (files-of component below))
                   (:serial '())))))

(defvar *compiled* (environment "COMPILED") "The folder for compiled files.")

(defun load-compiled (file)
  "Loads FILE of Maxima, which is compiled unless it has been."
  (let* ((source (concatenate 'string file ".lisp"))
         (compiled (merge-pathnames (concatenate 'string (substitute #\_ #\/ file) ".fasl") *compiled*)))
    (unless (probe-file compiled)
      (ensure-directories-exist compiled)
      (compile-file source :output-file compiled))
    (load compiled)))

(defun load-maxima ()
  "Loads Maxima, from compiled files if there are such."
  (load "maxima.system")
  (loop for (file . as-source) in (loop for module in (in-order *parts*) append (files-of module ""))
        do (if as-source
               (load (concatenate 'string file ".lisp"))
               (load-compiled file))))

(setf *read-default-float-format* 'double-float)

(handler-bind ((warning #'muffle-warning))
  (let ((output *standard-output*) (*standard-output* (make-broadcast-stream)) (*error-output* (make-broadcast-stream)))
    (handler-bind ((error (lambda (condition) (format output "~&FAILED ~A~%" condition))))
      (load-maxima))))
