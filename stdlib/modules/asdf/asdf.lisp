;;; (require "asdf"): loads the installed ASDF with branches for this Lisp, compiled once per user.
(in-package "TESSERA")

(defparameter *asdf-sources*
  '("~/common-lisp/asdf/build/asdf.lisp" "~/.local/share/common-lisp/source/asdf/build/asdf.lisp"
    "/usr/local/share/common-lisp/source/asdf/build/asdf.lisp" "/usr/share/common-lisp/source/asdf/build/asdf.lisp"
    "/usr/share/common-lisp/source/cl-asdf/build/asdf.lisp")
  "The files where ASDF is searched, after the one that the environment variable ASDF_SOURCE names.")

(defun %asdf-source ()
  "Returns the file of ASDF. Signals a FILE-ERROR if there is none."
  (let ((places (append (remove "" (list (or (getenv "ASDF_SOURCE") "")) :test #'string=) *asdf-sources*)))
    (or (some #'probe-file places)
        (error 'simple-file-error :pathname (car (last places))
               :format-control "REQUIRE: there is no ASDF: neither~{ ~A~^ nor~}. Debian's package is cl-asdf."
               :format-arguments (list places)))))

(defun %compiled-asdf (source)
  "Returns the name of the file for ASDF compiled from SOURCE by this build, with its patch; NIL if there is no cache
directory."
  (and (%cache-directory)
       (format nil "~Aasdf-~36R.~A" (%cache-directory)
               (sxhash (list (namestring source) (file-write-date source) (%instruction-set)
                             (sxhash (princ-to-string (assoc "asdf" *patches* :test #'string=)))))
               *compiled-file-type*)))

(defun %compile-asdf (source target)
  "Compiles SOURCE to TARGET. Returns its name; NIL if it cannot be written."
  (let ((new (format nil "~A-~D" target (%process-number))))
    (handler-bind ((warning #'muffle-warning))
      (when (ignore-errors (ensure-directories-exist target))
        (let ((*error-output* (make-broadcast-stream)))
          (when (ignore-errors (compile-file source :output-file new))
            (rename-file new target)
            (%drop-old-asdfs (%cache-directory))
            target))))))

(defun %load-asdf ()
  "Loads ASDF, from the cache if possible."
  (let* ((source (%asdf-source))
         (target (%compiled-asdf source))
         (*package* (find-package "COMMON-LISP-USER")) (*readtable* (copy-readtable nil)))
    (load (cond ((null target) source)
                ((probe-file target) target)
                ((%compile-asdf source target))
                (t source)))))

(require "ext")
(setq *source-filter* '%patched-source
      *feature-filter* '%features-for)
(handler-bind ((warning #'muffle-warning))
  (%load-asdf))

;;; ASDF must not upgrade itself to another copy, which would lack the branches.
(dolist (system '("asdf" "uiop"))
  (funcall (find-symbol "REGISTER-IMMUTABLE-SYSTEM" "ASDF") system))

;;; All that it does is to add features that are there.
(funcall (find-symbol "REGISTER-IMMUTABLE-SYSTEM" "ASDF") "trivial-features")
