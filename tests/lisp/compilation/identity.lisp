;;; An object that occurs twice in a source is one object in the compiled file (3.2.4.4), also across toplevel forms.

(defparameter *source* (format nil "/tmp/tessera-identity-~d.lisp" (random 1000000000 (make-random-state t)))) => *source*
(defun values-of-file (&rest forms)
  "Returns the value of *RESULT* when a file with FORMS, strings, was compiled and loaded."
  (with-open-file (out *source* :direction :output :if-exists :supersede) (format out "~{~a~%~}" forms))
  (let ((*error-output* (make-broadcast-stream)) (*standard-output* (make-broadcast-stream)))
    (let ((compiled (compile-file *source*)))
      (load compiled)
      (delete-file compiled)))
  (symbol-value '*result*))                             => values-of-file
(defvar *result* nil)                                   => *result*

;;; --- lists, strings, vectors between forms
(values-of-file "(defmacro two () (let ((l (list 1 2))) `(progn (defvar *a1* ',l) (defvar *b1* ',l) (defun f1 () ',l) (defun f2 () (list ',l ',l)))))"
                "(two)"
                "(setq *result* (list (eq *a1* *b1*) (eq (f1) *a1*) (eq (first (f2)) (second (f2))) (eq (first (f2)) *a1*)))") => (t t t t)
(values-of-file "(defmacro two () (let ((s (copy-seq \"abc\")) (v (vector 1 2))) `(progn (defvar *a2* '(,s ,v)) (defvar *b2* '(,v ,s)))))"
                "(two)"
                "(setq *result* (list (eq (first *a2*) (second *b2*)) (eq (second *a2*) (first *b2*)) *a2*))") => (t t ("abc" #(1 2)))
(values-of-file "(defmacro two () (let ((l (list 1 2 3))) `(progn (setq *result* ',(cdr l)) (setq *result* (eq *result* (cdr ',l))))))" "(two)") => t
(values-of-file "(defmacro two () (let ((l (list 1 2 3))) `(progn (setq *result* ',l) (setq *result* (eq (cdr *result*) '(,@(cddr l)))) (setq *result* (eq ',(cdr l) (cdr ',l))))))"
                "(two)")   => t
(values-of-file "(defmacro two () (let ((b (make-array 3 :element-type 'bit :initial-element 1)) (n (make-array 2 :element-type '(unsigned-byte 8) :initial-element 7)))"
                " `(progn (setq *result* '(,b ,n)) (setq *result* (list (eq ,b (first *result*)) (eq ,n (second *result*)) *result*)))))"
                "(two)")                                 => (t t (#*111 #(7 7)))
(values-of-file "(defmacro two () (let ((a (make-array '(2 2) :initial-contents '((1 2) (3 4)))))"
                " `(progn (setq *result* ',a) (setq *result* (list (eq ',a *result*) (aref *result* 1 0))))))"
                "(two)")                                 => (t 3)

;;; --- uninterned symbols
(values-of-file "(defmacro def (name) (let ((f (gensym \"F\"))) `(progn (defun ,f () 42) (setf (get ',name 'one) ',f) (setf (get ',name 'two) ',f))))"
                "(def foo)"
                "(setq *result* (list (funcall (get 'foo 'one)) (eq (get 'foo 'one) (get 'foo 'two)) (symbol-package (get 'foo 'one))))") => (42 t nil)
(values-of-file "(defmacro def () (let ((v (gensym))) `(progn (defvar ,v 5) (setq ,v (+ ,v 1)) (setq *result* ,v))))" "(def)") => 6
(values-of-file "(defmacro def () (let ((a (make-symbol \"X\")) (b (make-symbol \"X\"))) `(progn (setq *result* '(,a)) (setq *result* (list (eq ',a (car *result*)) (eq ',b (car *result*)))))))"
                "(def)")   => (t nil)
(values-of-file "(setq *result* (list '#1=#:g '#1#))" "(setq *result* (eq (first *result*) (second *result*)))") => t
(values-of-file "(defmacro def () (let ((c (gensym))) `(progn (defstruct (,c (:constructor make-it (x)) (:conc-name it-)) x) (setq *result* (typep (make-it 1) ',c)))))"
                "(def)")   => t

;;; --- objects that MAKE-LOAD-FORM makes
(values-of-file "(eval-when (:compile-toplevel :load-toplevel :execute) (defstruct thing a b) (defmethod make-load-form ((x thing) &optional e) (make-load-form-saving-slots x :environment e)))"
                "(defmacro two () (let ((x (make-thing :a 1 :b 2))) `(progn (setq *result* ',x) (defun its () ',x) (setq *result* (list (eq ,x *result*) (eq (its) *result*) (thing-b *result*))))))"
                "(two)")                                 => (t t 2)
(values-of-file "(eval-when (:compile-toplevel :load-toplevel :execute) (defvar *made* 0) (defclass made () ()) (defmethod make-load-form ((x made) &optional e) (declare (ignore e)) '(progn (incf *made*) (make-instance 'made))))"
                "(defmacro two () (let ((x (make-instance 'made))) `(progn (setq *result* (list ,x ',x)) (setq *result* (list* ,x *result*)))))"
                "(setq *made* 0)" "(two)"
                "(setq *result* (list *made* (eq (first *result*) (second *result*)) (eq (first *result*) (third *result*))))") => (1 t t)
(values-of-file "(defmacro tables () (let ((h (make-hash-table :test 'equal))) (setf (gethash \"a\" h) 1) `(progn (setq *result* ',h) (setq *result* (list (eq ',h *result*) (gethash \"a\" *result*) (hash-table-test *result*))))))"
                "(tables)")   => (t 1 equal)
(values-of-file "(setq *result* (list '#1=#p\"/tmp/x.lisp\" '#1#))"
                "(setq *result* (list (eq (first *result*) (second *result*)) (pathname-name (first *result*))))")
  => (t "x")

;;; --- cycles
(values-of-file "(setq *result* '#1=(a b . #1#))" "(setq *result* (list (first *result*) (third *result*) (eq *result* (cddr *result*))))") => (a a t)
(values-of-file "(setq *result* '#1=(#1# #2=#(#2# #1#)))"
                "(setq *result* (list (eq *result* (first *result*)) (eq (aref (second *result*) 0) (second *result*)) (eq (aref (second *result*) 1) *result*)))")
  => (t t t)
(values-of-file "(setq *result* '(1 #1=(2 . #2=(3 #1#)) #2#))"
                "(setq *result* (list (eq (cdr (second *result*)) (third *result*)) (eq (second (third *result*)) (second *result*))))")
  => (t t)
(values-of-file "(eval-when (:compile-toplevel :load-toplevel :execute) (defstruct link next) (defmethod make-load-form ((x link) &optional e) (make-load-form-saving-slots x :environment e)))"
                "(setq *result* '#1=(a #2=#.(make-link) . #3=(b)))"
                "(defmacro ring () (let* ((a (make-link)) (b (make-link :next a)) (l (list a b))) (setf (link-next a) (list b l)) `(setq *result* ',l)))"
                "(ring)"
                "(setq *result* (let ((a (first *result*)) (b (second *result*))) (list (eq (link-next b) a) (eq (first (link-next a)) b) (eq (second (link-next a)) *result*))))") => (t t t)
(values-of-file "(setq *result* '#.(let ((a (make-array '(1 2)))) (setf (aref a 0 1) a) a))" "(setq *result* (eq (aref *result* 0 1) *result*))") => t
(values-of-file "(setq *result* '#.(let* ((h (make-hash-table)) (l (list h))) (setf (gethash 1 h) l) l))"
                "(setq *result* (eq (gethash 1 (first *result*)) *result*))")   => t

;;; --- literals without a syntax, or with an odd one
(values-of-file "(setq *result* '(1/3 #c(1 2) #c(1.5 2.5) -1 31 32 -4611686018427387904 4611686018427387904 -123456789012345678901234567890 1.5 -1.25d300 #\\a #\\Newline))")
  => (1/3 #c(1 2) #c(1.5 2.5) -1 31 32 -4611686018427387904 4611686018427387904 -123456789012345678901234567890 1.5 -1.25d300 #\a #\Newline)
(values-of-file "(setq *result* (list (eql -0.0 '-0.0) (eql -0d0 '#.(- 0d0)) (eql '0.0 '-0.0)))") => (t t nil)
(values-of-file "(setq *result* (list '|a:b c| :|x y| '|| (length (string '#:|a b|)) nil 'nil t))") => (|a:b c| :|x y| || 3 nil nil t)
(values-of-file "(setq *result* (map 'list #'char-code (concatenate 'string \"a\\\"b\\\\\" '#.(map 'string #'code-char '(0 9 10 13 127 128 255 256 8364 65533 128512)))))")
  => (97 34 98 92 0 9 10 13 127 128 255 256 8364 65533 128512)
(values-of-file "(setq *result* '#.(make-array 3 :element-type 'double-float :initial-contents '(1d0 -0d0 1d-300)))"
                "(setq *result* (list (array-element-type *result*) (coerce *result* 'list)))")
  => (double-float (1.0d0 -0.0d0 1.0d-300))
(values-of-file "(setq *result* '#.(make-array '(2 2) :element-type '(signed-byte 32) :initial-contents '((-1 2) (3 -2147483648))))"
                "(setq *result* (list (array-element-type *result*) (aref *result* 0 0) (aref *result* 1 1)))")
  => ((signed-byte 32) -1 -2147483648)
(values-of-file "(setq *result* (list '#.(make-array 130 :element-type 'bit :initial-element 1) '#*))"
                "(setq *result* (list (count 1 (first *result*)) (length (second *result*))))")   => (130 0)
(values-of-file "(setq *result* (list (load-time-value (list 1)) (load-time-value (+ 1 2)) (load-time-value (let ((x 1)) (+ x *print-base*)))))") => ((1) 3 11)
(values-of-file "(setq *result* (list '#.(find-package \"CL\")))" "(setq *result* (package-name (first *result*)))") => "COMMON-LISP"
(progn (delete-file *source*) :done)                    => :done

;;; --- MAKE-LOAD-FORM objects that refer to each other: initialization waits for the objects it needs
(defun load-order (references &rest names)
  "Compiles and loads a file with the nodes *A*, *B* and *C*. The forms REFERENCES, a text, link them; NAMES are
literals. Returns the order in which their load forms made and initialized them."
  (apply #'values-of-file
         "(eval-when (:compile-toplevel :load-toplevel :execute) (defvar *order* '()) (defclass node () ((name :initarg :name :accessor name) (made :initform '() :accessor made) (init :initform '() :accessor init))) (defmethod make-load-form ((n node) &optional e) (declare (ignore e)) (values `(let ((x (make-instance 'node :name ',(name n)))) (setf (made x) (list ,@(mapcar (lambda (part) `',part) (made n)))) (push (list :make ',(name n)) *order*) x) `(progn (setf (init ',n) (list ,@(mapcar (lambda (part) `',part) (init n)))) (push (list :init ',(name n)) *order*)))))"
         (format nil "(eval-when (:compile-toplevel) (dolist (name '(*a* *b* *c*)) (set name (make-instance 'node :name name))) ~A)" references)
         "(setq *order* '())"
         (append (mapcar (lambda (name) (format nil "(setq *result* #.~(~A~))" name)) names)
                 (list "(setq *result* (mapcan (lambda (entry) (list (if (eq (first entry) :make) 'make 'init) (second entry))) (reverse *order*)))")))) => load-order
(load-order "(setf (init *b*) (list *a*))" '*a* '*b*)
  => (make *a* init *a* make *b* init *b*)
(load-order "(setf (init *b*) (list *a*))" '*b* '*a*)
  => (make *b* make *a* init *a* init *b*)
(load-order "(setf (made *b*) (list *a*))" '*b* '*a*)
  => (make *a* init *a* make *b* init *b*)
(load-order "(setf (made *b*) (list *a*)) (setf (init *a*) (list *b*))" '*b* '*a*)
  => (make *a* make *b* init *b* init *a*)
(load-order "(setf (made *b*) (list *a*)) (setf (init *a*) (list *b*))" '*a* '*b*)
  => (make *a* make *b* init *b* init *a*)
(load-order "(setf (init *a*) (list *b*)) (setf (init *b*) (list *a*))" '*a* '*b*)
  => (make *a* make *b* init *b* init *a*)
(load-order "(setf (made *c*) (list *b* *a*)) (setf (made *b*) (list *a*))" '*c*)
  => (make *a* init *a* make *b* init *b* make *c* init *c*)
(load-order "(setf (made *b*) (list *a*)) (setf (made *c*) (list *b* *a*)) (setf (init *b*) (list *c*)) (setf (init *a*) (list *c* *b*))" '*a* '*b* '*c*)
  => (make *a* make *b* make *c* init *c* init *b* init *a*)
(load-order "(setf (made *b*) (list *a*)) (setf (made *c*) (list *b* *a*)) (setf (init *b*) (list *c*)) (setf (init *a*) (list *c* *b*))" '*c* '*b* '*a*)
  => (make *a* make *b* make *c* init *c* init *b* init *a*)
(load-order "(setf (init *a*) (list *a*))" '*a* '*a*)
  => (make *a* init *a*)
(load-order "" '*a* '*b*)
  => (make *a* init *a* make *b* init *b*)
