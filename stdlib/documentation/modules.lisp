;;; Entries on what the modules debugger, assist and warnings export (module "documentation"). Their names are there once they are loaded.
(in-package "TESSERA-DOCUMENTATION")

(defmacro frame-of (name)
  "The innermost frame of the function NAME, in an example."
  `(find ,name (tessera::frames) :key #'tessera::frame-name))

(define-entries nil "Tessera's debugger"
  (tessera::frames (progn (defun who-runs () (mapcar #'tessera::frame-name (tessera::frames))) (and (member 'who-runs (who-runs)) t)) => t)
  (tessera::frame-name (progn (defun my-frame () (list (tessera::frame-name (frame-of 'my-frame)))) (my-frame)) => (my-frame))
  (tessera::frame-elided-p (progn (defun my-frame () (list (tessera::frame-elided-p (frame-of 'my-frame)))) (my-frame)) => (nil))
  (tessera::frame-function (progn (defun my-frame () (list (functionp (tessera::frame-function (frame-of 'my-frame))))) (my-frame)) => (t))
  (tessera::frame-source (progn (defun my-frame () (list (stringp (tessera::frame-source (frame-of 'my-frame))))) (my-frame)) => (t))
  (tessera::frame-arguments (progn (defun my-frame (n) (prog1 (tessera::frame-arguments (frame-of 'my-frame)) (print n (make-broadcast-stream)))) (my-frame 6)) => ((n 6)))
  (tessera::frame-locals (progn (defun my-frame (n) (let ((half (/ n 2))) (prog1 (tessera::frame-locals (frame-of 'my-frame)) (print half (make-broadcast-stream))))) (my-frame 6)) => ((half 3)))
  (tessera::frame-eval (progn (defun my-frame (n) (tessera::frame-eval (frame-of 'my-frame) '(setq n (* 10 n))) (list n)) (my-frame 6)) => (60))
  (tessera::frame-return (progn (defun my-frame () (tessera::frame-return (frame-of 'my-frame) 1 2) (print 3)) (multiple-value-list (my-frame))) => (1 2))
  (tessera::frame-retry (progn (defvar *tries* 0) (defun my-frame () (when (< (incf *tries*) 3) (tessera::frame-retry (frame-of 'my-frame))) (list *tries*)) (my-frame)) => (3)))

(define-entries nil "What editors ask"
  (tessera::argument-list (mapcar #'string (tessera::argument-list 'cons)) => ("OBJECT-1" "OBJECT-2"))
  (tessera::operator-keywords (tessera::operator-keywords 'string-upcase) => (:start :end))
  (tessera::symbol-named (tessera::symbol-named "mapcar") => (values mapcar t))
  (tessera::call-at (tessera::call-at "(list (subseq s " 16) => (values subseq 1 nil))
  (tessera::argument-text (tessera::argument-text 'cons 1 nil) => (values "(cons object-1 object-2)" 15 23))
  (tessera::completions (tessera::completions "(multiple-value-b" 17) => (values ("multiple-value-bind") 1))
  (tessera::common-beginning (tessera::common-beginning '("mapcar" "mapcan")) => "mapca")
  (tessera::expression-end (tessera::expression-end "(car x) (cdr x)" 0) => 7)
  (tessera::expression-start (tessera::expression-start "(car 'x)" 7) => 5)
  (tessera::enclosing-list-start (tessera::enclosing-list-start "(a (b c" 6) => 3)
  (tessera::matching-parenthesis (tessera::matching-parenthesis "(a (b))" 0) => 6)
  (tessera::text-context (tessera::text-context "(a \"bc" 5) => :string (tessera::text-context "(a b" 3) => nil)
  (tessera::complete-text-p (tessera::complete-text-p "(a b)") => t (tessera::complete-text-p "(a b") => nil)
  (tessera::indentation (tessera::indentation "(when x" 8) => 2))

(defmacro warnings-of (form &rest readers)
  "What READERS tell, in an example, of the first warning of compiling the lambda expression FORM: by default the name of its class."
  `(block nil
     (handler-bind ((warning (lambda (c) (return (values ,@(or (mapcar (lambda (reader) `(,reader c)) readers) '((type-of c))))))))
       (compile nil ,form))))

(define-entries nil "The compiler's warnings"
  (tessera::compiler-warning (subtypep 'tessera::compiler-warning 'warning) => (values t t))
  (tessera::warning-name (warnings-of '(lambda (x) 1) tessera::warning-name) => x)
  (tessera::warning-file (warnings-of '(lambda (x) 1) (lambda (c) (typep (tessera::warning-file c) '(or null string)))) => t)
  (tessera::warning-line (warnings-of '(lambda (x) 1) (lambda (c) (typep (tessera::warning-line c) '(integer 0)))) => t)
  (tessera::warning-column (warnings-of '(lambda (x) 1) (lambda (c) (typep (tessera::warning-column c) '(integer 1)))) => t)
  (tessera::unused-variable-warning (warnings-of '(lambda (x) 1)) => tessera::unused-variable-warning)
  (tessera::unread-variable-warning (warnings-of '(lambda () (let ((x 1)) (setq x 2) 3))) => tessera::unread-variable-warning)
  (tessera::ignored-variable-warning (warnings-of '(lambda (x) (declare (ignore x)) x)) => tessera::ignored-variable-warning)
  (tessera::unused-function-warning (warnings-of '(lambda () (flet ((f () 1)) 2))) => tessera::unused-function-warning)
  (tessera::undefined-function-warning (warnings-of '(lambda () (no-such-function))) => tessera::undefined-function-warning)
  (tessera::undefined-variable-warning (warnings-of '(lambda () *no-such-variable*)) => tessera::undefined-variable-warning)
  (tessera::argument-count-warning (warnings-of '(lambda () (cons 1))) => tessera::argument-count-warning)
  (tessera::odd-keywords-warning (warnings-of '(lambda (x) (find 1 x :test))) => tessera::odd-keywords-warning)
  (tessera::unknown-keyword-warning (warnings-of '(lambda (x) (sort x #'< :kye #'car))) => tessera::unknown-keyword-warning)
  (tessera::constant-type-warning (warnings-of '(lambda () (car 5))) => tessera::constant-type-warning)
  (tessera::unreachable-warning (warnings-of '(lambda () (error "no") (print 1))) => tessera::unreachable-warning)
  (tessera::late-macro-warning (subtypep 'tessera::late-macro-warning 'tessera::compiler-warning) => (values t t))
  (tessera::redefinition-warning (subtypep 'tessera::redefinition-warning 'style-warning) => (values t t))
  (tessera::misplaced-definition-warning (subtypep 'tessera::misplaced-definition-warning 'style-warning) => (values t t)))
