;;; Makes the manual: tessera stdlib/modules/manual/make.lisp SOURCES OUTPUT [CMARK-GFM [PROGRAM]]
;;; SOURCES and OUTPUT are directories; CMARK-GFM converts Markdown, PROGRAM runs examples. README.md here tells how.
;;; With "" for CMARK-GFM, it is the playground's: it has neither guides nor sources, and examples run in the page.
(mapc #'require '("filling" "warnings" "debugger" "assist" "explore" "documentation" "lazy" "macros" "svg" "continuations"
                   "definitions" "display" "ext" "json"))
(dolist (module '("swank" "language-server"))
  (handler-case (require module)
    (file-error ())))                   ; without sockets

(defvar *parts* '("html" "markdown" "sources" "chapters" "examples" "entries" "pages"))
(with-compilation-unit ()
  (dolist (part *parts*)
    (load (merge-pathnames (concatenate 'string part ".lisp") *load-truename*))))

(destructuring-bind (sources output &optional (converter "cmark-gfm") (program "tessera")) tessera:*arguments*
  (let ((start (get-internal-real-time))
        (tessera-manual::*converter* converter)
        (tessera-manual::*program* program))
    (when (string= converter "") (tessera-manual::be-for-playground))
    (format t "~d pages in ~,1f s~%" (tessera-manual::write-manual sources output)
            (/ (- (get-internal-real-time) start) internal-time-units-per-second))))
