;;; What server and client of http.sh begin with: ASDF, and no TLS, unless the variable TLS names a directory with key and certificate. CACHE is a
;;; directory for compiled files.
(require "asdf")
(asdf:initialize-output-translations
 `(:output-translations (t (,(uiop:ensure-directory-pathname (uiop:getenv "CACHE")) :implementation)) :ignore-inherited-configuration))
(asdf:initialize-source-registry '(:source-registry (:tree "/usr/share/common-lisp/source/") :ignore-inherited-configuration))
(defvar *tls* (uiop:getenvp "TLS"))
(unless *tls*
  (setf *features* (list* :hunchentoot-no-ssl :drakma-no-ssl *features*)))

(defun tls-file (name)
  (format nil "~A/~A" *tls* name))

(defun load-quietly (system)
  (handler-bind ((warning #'muffle-warning))
    (let ((*standard-output* (make-broadcast-stream)) (*error-output* (make-broadcast-stream)))
      (asdf:load-system system))))
