;;; Documentation of the library's names: each exported one has a text and an example, and each example is right; HELP.

;;; --- the module is loaded when it is asked
(documentation 'list 'type)                        => "The type of conses and NIL."
(documentation '*print-base* 'variable)            => "The radix in which rationals are printed."
(documentation (find-class 'array) t)              => #.(documentation 'array 'type)
(documentation 'list 'variable)                    => nil
(documentation 'pi 'type)                          => nil
(stringp (documentation 'next-method-p 'function)) => t
(documentation 'ignore 'function)                  => nil
(documentation 'no-such-name-here 'variable)       => nil
(not (documentation 'car 'function))               => nil
(progn (setf (documentation 'list 'type) "Mine.") (prog1 (documentation 'list 'type) (setf (documentation 'list 'type) nil))) => "Mine."
(documentation 'list 'type)                        => "The type of conses and NIL."

;;; --- every meaning of a name has its text, every name an example
(every #'require '("debugger" "assist" "explore" "warnings" "display")) => t
(defvar *packages* (append (list (find-package "COMMON-LISP") (find-package "TESSERA"))
                           (mapcar (lambda (module) (find-package (second module))) (tessera-documentation:public-modules))
                           (mapcar (lambda (library) (tessera::%library-package (car library))) tessera::*libraries*))) => *packages*
(defun exported-names ()
  (loop for package in *packages* append (let ((names '())) (do-external-symbols (name package names) (push name names))))) => exported-names
(> (length (exported-names)) 1000) => t

(remove-if (lambda (name) (or (not (fboundp name)) (documentation name 'function))) (exported-names)) => nil
(remove-if (lambda (name) (or (not (boundp name)) (documentation name 'variable))) (exported-names))  => nil
(remove-if (lambda (name) (or (not (find-class name nil)) (documentation name 'type))) (exported-names)) => nil
(defun described (name) (with-output-to-string (stream) (describe name stream))) => described
(defun text-p (name)
  (or (fboundp name) (boundp name) (find-class name nil) (documentation name 'type)
      (tessera-documentation::entry-text (tessera-documentation::find-entry name)))) => text-p
(remove-if #'text-p (exported-names))               => nil
(remove-if #'tessera-documentation:examples (exported-names)) => nil
(set-difference (loop for name being the hash-keys of tessera-documentation::*entries* collect name) (exported-names)) => nil

;;; --- every example comes out
(defun example-expected (expected)
  (if (and (consp expected) (symbolp (first expected)) (string= (first expected) "PRINTS")) (cons 'prints (rest expected)) expected)) => example-expected
(defun example-fails-p (example)
  (let ((*package* (find-package "TESSERA-DOCUMENTATION")))
    (multiple-value-bind (values output condition) (outcome (first example))
      (unless (matches-p (example-expected (second example)) values output condition)
        (list (first example) (describe-outcome values output condition)))))) => example-fails-p
(loop for name in (exported-names) append (remove nil (mapcar #'example-fails-p (tessera-documentation:examples name)))) => nil
(loop for (nil nil examples) in (tessera-documentation:topics) append (remove nil (mapcar #'example-fails-p examples))) => nil
(example-fails-p '((+ 1 1) 3))                      => ((+ 1 1) "2")

;;; --- DESCRIBE shows them
(described 'cadr) => "CADR is a symbol, exported by the package COMMON-LISP.
  It names a function, written in C++:
    (CADR LIST)
    Returns the car of the cdr of LIST. The car and cdr of () are ().
  (CADR ...) is a place, which SETF can set.
      (cadr '(1 2 3)) => 2
  (The standard, 14.2: Conses.)
"
(described '&rest) => "&REST is a symbol, exported by the package COMMON-LISP.
    The parameter after it gets the list of all remaining arguments.
      ((lambda (a &rest more) (list a more)) 1 2 3) => (1 (2 3))
  (The standard, 3.4: Lambda lists.)
"
(null (search "signals type-error" (described 'car))) => nil
(null (search "prints \"x\" => #\\x" (described 'write-char))) => nil
(null (search "(take 2 (make-lazy '(1 2 3))) => (1 2)" (described (find-symbol "TAKE" (tessera::%library-package "lazy"))))) => nil
(let ((*print-base* 2) (*print-length* 1)) (null (search "(nth 7 '(a b c)) => nil" (described 'nth)))) => nil

;;; --- HELP
(defun help-on (&rest arguments)
  (with-output-to-string (*standard-output*) (apply #'tessera:help arguments))) => help-on
(defun starts-with (start text) (eql 0 (search start text))) => starts-with
(multiple-value-list (let ((*standard-output* (make-broadcast-stream))) (tessera:help))) => nil
(starts-with "Type a form, and its values are shown" (help-on)) => t
(loop for (name) in (tessera-documentation:topics) unless (search (format nil "~%  ~a " name) (help-on)) collect name) => nil
(<= (count #\Newline (help-on)) 32)                 => t
(every (lambda (topic) (string= (help-on (first topic)) (help-on (intern (string-upcase (first topic)))))) (tessera-documentation:topics)) => t
(defun longest-line (text)
  (with-input-from-string (in text) (loop for line = (read-line in nil) while line maximize (length line)))) => longest-line
(loop for (name) in (tessera-documentation:topics) maximize (longest-line (help-on name)) into longest finally (return (<= longest 95))) => t
(<= (longest-line (help-on)) 79)                    => t
(starts-with "Lazy: lazy lists" (help-on 'lazy))    => t
(starts-with "Lazy: lazy lists" (help-on "LAZY"))   => t
(null (search "(describe 'loop) tells of the name itself" (help-on 'loop))) => nil
(string= (help-on 'cadr) (described 'cadr))         => t
(string= (help-on "cadr") (described 'cadr))        => t
(starts-with ":CADR is a keyword" (help-on :cadr)) => t
(starts-with "TESSERA:GETENV is a symbol" (help-on "getenv")) => t
(help-on 'lits) => "There is no help on lits. Did you mean list or lists? (help) lists the topics, (apropos \"lits\") finds names.
"
(help-on "zzzzzz") => "There is no help on zzzzzz. (help) lists the topics, (apropos \"zzzzzz\") finds names.
"
(tessera:help 5)                                    => (error type-error)
(tessera:help '(1 2))                               => (error type-error)
