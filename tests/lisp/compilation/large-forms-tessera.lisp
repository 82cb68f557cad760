;;; Forms that are larger, or nested deeper, than the compiler takes: each is refused, and none is compiled wrongly.

(defun symbols (n) (loop for i below n collect (intern (format nil "V~D" i))))  => symbols
(defun last-symbol (n) (first (last (symbols n))))      => last-symbol
(defun compiled-outcome (form)
  "Returns the value of FORM, or the message of the error that the compiler signals."
  (handler-case (eval form)
    (program-error (condition)
      (let ((text (princ-to-string condition)))
        (cond ((search "too large" text) :too-large)
              ((search "nested too deeply" text) :too-deep)
              (t text))))))                             => compiled-outcome

;;; --- registers: a variable or an argument each
(defun many-bindings (n) (loop for symbol in (symbols n) for i from 0 collect `(,symbol (1+ ,i))))   => many-bindings
(compiled-outcome `(let ,(many-bindings 60000) (list v0 ,(last-symbol 60000))))                        => (1 60000)
(compiled-outcome `(let ,(many-bindings 70000) (list v0 ,(last-symbol 70000))))                        => :too-large
(compiled-outcome `((lambda ,(symbols 70000) v0) ,@(loop for i below 70000 collect `(1+ ,i))))    => :too-large
(compiled-outcome `(funcall (lambda (&optional ,@(symbols 70000)) (list v0))))                    => :too-large
(compiled-outcome `(first (list ,@(loop for i below 60000 collect `(1+ ,i)))))                    => 1
(compiled-outcome `(first (list ,@(loop for i below 70000 collect `(1+ ,i)))))                    => :too-large
(compiled-outcome `(max 1 ,@(loop for i below 70000 collect `(1+ ,i))))                           => :too-large
(multiple-value-bind (function failure)
    (ignore-errors (compile nil `(tessera::named-lambda many (x) (list x ,@(loop for i below 70000 collect '(random 5))))))
  (list function (princ-to-string failure)))
=> (nil "The function MANY is too large: it needs more than 65535 registers or constants")

;;; --- forms that need no registers are not limited
(compiled-outcome `(let () ,@(loop for i below 70000 collect `(setq *print-base* 10)) 5))          => 5
(compiled-outcome `(let ((n 0)) (tagbody (go ,(last-symbol 70000)) ,@(symbols 70000) (setq n 1)) n)) => 1

;;; --- the bindings of LET* and &AUX stand in each other
(compiled-outcome `(let* ,(many-bindings 2000) (list v0 ,(last-symbol 2000))))                         => (1 2000)
(compiled-outcome `(let* ,(many-bindings 40000) (list v0)))                                            => :too-deep
(compiled-outcome `(funcall (lambda (&aux ,@(many-bindings 2000)) (list v0 ,(last-symbol 2000)))))     => (1 2000)
(compiled-outcome `(funcall (lambda (&aux ,@(many-bindings 40000)) (list v0))))                        => :too-deep
(compiled-outcome '(let* ((a 1)) (let* ((b 2) (c b)) (list a b c))))                              => (1 2 2)
(eval (cons 'list (make-list 70000)))                   => (error program-error "The form is too large: it needs more than 65535 registers or constants")
