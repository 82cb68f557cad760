;;; Logical hosts and their translations (chapter 19).
;;; Parsing, printing and translating are native (interp/data/pathnames/logical.cpp).

(in-package "TESSERA")

(defvar *logical-hosts* '()
  "The logical hosts: an alist from their names to lists of translations (FROM TO), both pathnames.")

(defun %host-name (host)
  "Returns the name of the logical HOST as it is kept; a TYPE-ERROR if HOST is not a string."
  (check-type host string)
  (string-upcase host))

(defun %logical-host (host)
  "Returns the entry of HOST in *LOGICAL-HOSTS*, or NIL."
  (assoc (%host-name host) *logical-hosts* :test #'string=))

(defun logical-pathname-translations (host)
  "Returns the translations of the logical HOST, a string: a list of lists (FROM TO), both pathnames, FROM a wild
logical one. They are tried in order. SETF defines HOST, with strings or pathnames. A TYPE-ERROR if there is no such
host.

    (setf (logical-pathname-translations \"app\") '((\"data;*.*\" \"/srv/app/data/*.*\")))
    (namestring (translate-logical-pathname \"app:data;users.txt\"))   ; \"/srv/app/data/users.txt\""
  (let ((entry (%logical-host host)))
    (unless entry
      (error 'simple-type-error :datum host :expected-type '(satisfies %logical-host)
             :format-control "there is no logical host ~S"
             :format-arguments (list host)))
    (copy-tree (cdr entry))))

(defun %translation (host translation)
  "Returns the TRANSLATION of HOST, a list (FROM TO ...), with pathnames for strings."
  (unless (and (listp translation) (list-length translation) (cdr translation))
    (error 'simple-type-error :datum translation :expected-type '(cons t (cons t t))
           :format-control "a translation is a list (FROM TO), and not ~S"
           :format-arguments (list translation)))
  (destructuring-bind (from to &rest more) translation
    (declare (ignore more))
    (list (parse-namestring from host) (pathname to))))

(defun (setf logical-pathname-translations) (translations host)
  "Defines or redefines the logical HOST by TRANSLATIONS. Returns TRANSLATIONS."
  (let ((name (%host-name host)) (before (%logical-host host)) (done nil))
    (unless before                      ; the translations name the host that they define
      (push (list name) *logical-hosts*))
    (unwind-protect
         (let ((new (mapcar (lambda (translation) (%translation name translation)) translations)))
           (setf (cdr (%logical-host host)) new
                 done t)
           translations)
      (unless (or done before)
        (pop *logical-hosts*)))))

(defun logical-pathname (pathspec)
  "Returns the logical pathname that PATHSPEC, a string, pathname or file stream, names; a TYPE-ERROR if it is not a
logical one."
  (let ((pathname (pathname pathspec)))
    (unless (pathname-host pathname)
      (error 'simple-type-error :datum pathspec :expected-type 'logical-pathname
             :format-control "~S names no logical pathname: it does not begin with a logical host and a colon"
             :format-arguments (list pathspec)))
    pathname))

(defun load-logical-pathname-translations (host)
  "Defines the logical HOST by the file HOST.translations, in lower case, which is looked for where REQUIRE looks; it
holds the list of translations. Returns true; NIL if HOST is defined already. A FILE-ERROR if there is no such file."
  (if (%logical-host host)
      nil
      (with-open-file (stream (%file-on-module-path (string-downcase host) '("translations") 'load-logical-pathname-translations))
        (setf (logical-pathname-translations host) (read stream))
        t)))
