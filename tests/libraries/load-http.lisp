;;; What server and client of http.sh begin with: ASDF, and no TLS, which needs foreign functions. CACHE is a directory for compiled files.
(require "asdf")
(asdf:initialize-output-translations
 `(:output-translations (t (,(uiop:ensure-directory-pathname (uiop:getenv "CACHE")) :implementation)) :ignore-inherited-configuration))
(asdf:initialize-source-registry '(:source-registry (:tree "/usr/share/common-lisp/source/") :ignore-inherited-configuration))
(setf *features* (list* :hunchentoot-no-ssl :drakma-no-ssl *features*))

(defun load-quietly (system)
  (handler-bind ((warning #'muffle-warning))
    (let ((*standard-output* (make-broadcast-stream)) (*error-output* (make-broadcast-stream)))
      (asdf:load-system system))))
