;;; Method combination: the ten built-in short forms, DEFINE-METHOD-COMBINATION (7.6.6).

(progn (defclass base () ()) (defclass middle (base) ()) (defclass leaf (middle) ()) nil) => nil
(defmacro with-three (operator a b c &rest options)
  `(progn (fmakunbound 'combined)
          (defgeneric combined (x) (:method-combination ,operator ,@options))
          (defmethod combined ,operator ((x leaf)) ,a) (defmethod combined ,operator ((x middle)) ,b) (defmethod combined ,operator ((x base)) ,c)
          (combined (make-instance 'leaf)))) => with-three

;; The built-in ones
(with-three + 1 2 4) => 7
(with-three list 1 2 4) => (1 2 4)
(with-three append '(1) '(2 3) '(4)) => (1 2 3 4)
(with-three nconc (list 1) (list 2 3) (list 4)) => (1 2 3 4)
(with-three max 3 9 4) => 9
(with-three min 3 9 4) => 3
(with-three and 1 2 3) => 3
(with-three and 1 nil (error "not reached")) => nil
(with-three or nil 2 (error "not reached")) => 2
(with-three or nil nil nil) => nil
(with-three progn 1 2 3) => 3
(with-three progn (princ 1) (princ 2) (princ 3)) => (prints "123" 3)
(with-three list 1 2 4 :most-specific-last) => (4 2 1)
(with-three list 1 2 4 :most-specific-first) => (1 2 4)
(with-three progn (princ 1) (princ 2) (princ 3) :most-specific-last) => (prints "321" 1)
(combined (make-instance 'base)) => (prints "3" 3)
(with-three list 1 2 4) => (1 2 4)
(combined (make-instance 'base)) => (4)
(progn (defmethod combined :around ((x leaf)) (list :around (call-next-method))) (combined (make-instance 'leaf))) => (:around (1 2 4))
(progn
  (defmethod combined :around ((x middle)) (list :second (call-next-method) (next-method-p)))
  (combined (make-instance 'leaf)))   => (:around (:second (1 2 4) t))
(combined 5) => (error simple-error "COMBINED: no method applies to the arguments (5), of the classes (FIXNUM)")
(progn (defmethod combined ((x middle)) 1) (combined (make-instance 'leaf))) => (error simple-error)
(progn (defgeneric unmixed (x) (:method-combination +)) (defmethod unmixed :before ((x base)) 1) (unmixed (make-instance 'base))) => (error simple-error)
(progn (defgeneric lonely (x) (:method-combination +) (:method :around ((x integer)) 5)) (lonely 1)) => (error simple-error "LONELY: there is no method with the qualifier + for these arguments")
(progn (defgeneric totals (x y &key factor) (:method-combination +)
         (:method + ((x integer) y &key (factor 1)) (* factor x)) (:method + ((x number) y &key (factor 1)) (* factor y))) nil) => nil
(list (totals 1 2) (totals 1 2 :factor 10) (totals 1.0 2)) => (3 30 2)
(eval '(defgeneric unknown (x) (:method-combination no-such-combination))) => (error simple-error "DEFGENERIC: there is no method combination named NO-SUCH-COMBINATION")

;; The short form
(define-method-combination times :operator * :identity-with-one-argument t) => times
(with-three times 2 3 4) => 24
(combined (make-instance 'base)) => 4
(define-method-combination strings :operator join) => strings
(defun join (&rest parts) (format nil "<~{~a~^-~}>" parts)) => join
(with-three strings "a" "b" "c") => "<a-b-c>"
(combined (make-instance 'base)) => "<c>"
(define-method-combination string-of :operator format-all :documentation "Collects.") => string-of
(defmacro format-all (&rest forms) `(format nil "~@{~a~}" ,@forms)) => format-all
(with-three string-of 1 2 3) => "123"
#+tessera (eval '(define-method-combination odd :no-such-option 1)) #-tessera (error "odd") => #+tessera (error program-error) #-tessera (error error)

;; The long form
(define-method-combination simple ()
    ((methods ()))
  `(list ,@(mapcar (lambda (method) `(call-method ,method)) methods))) => simple
(progn
  (defgeneric simply (x)
    (:method-combination simple)
    (:method ((x integer)) (list :integer x))
    (:method ((x number)) (list :number x)))
  (simply 1))   => ((:integer 1) (:number 1))
(simply 1.5) => ((:number 1.5))
(simply "x") => (error simple-error "SIMPLY: no method applies to the arguments (\"x\"), of the classes (STRING)")
(define-method-combination like-standard ()
    ((around (:around)) (before (:before)) (primary () :required t) (after (:after)))
  (flet ((calls (methods) (mapcar (lambda (method) `(call-method ,method)) methods)))
    (let ((form (if (or before after (rest primary))
                    `(multiple-value-prog1 (progn ,@(calls before) (call-method ,(first primary) ,(rest primary)))
                       ,@(calls (reverse after)))
                    `(call-method ,(first primary)))))
      (if around
          `(call-method ,(first around) (,@(rest around) (make-method ,form)))
          form)))) => like-standard
(progn (defgeneric standardly (x) (:method-combination like-standard)
         (:method ((x integer)) (princ "i") (list :i (call-next-method))) (:method ((x number)) (princ "n") (values x :second))
         (:method :before ((x number)) (princ "b")) (:method :after ((x number)) (princ "a"))
         (:method :around ((x integer)) (princ "(") (prog1 (call-next-method) (princ ")")))) nil) => nil
(standardly 3) => (prints "(bina)" (:i 3))
(standardly 3.5) => (prints "bna" 3.5 :second)
(progn (defgeneric nothing-primary (x) (:method-combination like-standard) (:method :before ((x integer)) x)) (nothing-primary 1)) => (error simple-error)
(progn (defmethod standardly :elsewhere ((x integer)) x) (standardly 3)) => (error simple-error)
(define-method-combination ordered (&optional (order :most-specific-first))
    ((positive positive-integer-qualifier-p :order order) (others *))
  (declare (ignorable others))
  `(list ,@(mapcar (lambda (method) `(cons ,(first (method-qualifiers method)) (call-method ,method))) positive))) => ordered
(defun positive-integer-qualifier-p (qualifiers) (and (= (length qualifiers) 1) (typep (first qualifiers) '(integer 1 *)))) => positive-integer-qualifier-p
(progn
  (defgeneric by-number (x)
    (:method-combination ordered)
    (:method 1 ((x integer)) :a)
    (:method 2 ((x number)) :b)
    (:method ((x t)) :never))
  (by-number 1))   => ((1 . :a) (2 . :b))
(progn
  (defgeneric by-number-2 (x)
    (:method-combination ordered :most-specific-last)
    (:method 1 ((x integer)) :a)
    (:method 2 ((x number)) :b))
  (by-number-2 1))   => ((2 . :b) (1 . :a))
(define-method-combination stacked ()
    ((firsts (:first . *)) (rest-of (:any :last)))
  `(vector (list ,@(mapcar (lambda (m) `(call-method ,m)) firsts)) (list ,@(mapcar (lambda (m) `(call-method ,m)) rest-of)))) => stacked
(progn
  (defgeneric stacking (x)
    (:method-combination stacked)
    (:method :first ((x integer)) 1)
    (:method :first :really ((x number)) 2)
    (:method :any :last ((x t)) 3))
  (stacking 1))   => #((1 2) (3))
(define-method-combination locking ()
    ((primary () :required t))
  (:arguments object &key (note :none))
  (:generic-function function)
  `(list ,object ,note (functionp ',function) (call-method ,(first primary)))) => locking
(progn (defgeneric locked (o &key note) (:method-combination locking) (:method ((o integer) &key note) (list o note))) nil) => nil
(locked 5) => (5 :none t (5 nil))
(locked 5 :note 7) => (5 7 t (5 7))
(define-method-combination complaining () ((all *)) (method-combination-error "no good: ~s" (length all))) => complaining
(progn (defgeneric complain (x) (:method-combination complaining) (:method ((x integer)) x)) (complain 1)) => (error simple-error "no good: 1")
(define-method-combination choosy () ((all *)) (dolist (m all) (invalid-method-error m "not ~a" 'this-one)) nil) => choosy
(progn (defgeneric choose (x) (:method-combination choosy) (:method ((x integer)) x)) (choose 1)) => (error simple-error)

;;; The :ARGUMENTS of the long form: defaults, supplied-p variables, excess arguments
(progn
  (define-method-combination noting-arguments ()
    ((all *))
    (:arguments x &optional (y :y y-p) &rest r &key (z :z z-p))
    `(list ,x ,y ,y-p ,r ,z ,z-p ,@(mapcar (lambda (m) `(call-method ,m)) all)))
  (defgeneric noting-1 () (:method-combination noting-arguments))
  (defgeneric noting-2 (x &optional y &key z) (:method-combination noting-arguments))
  (defgeneric noting-3 (x &optional y &rest r) (:method-combination noting-arguments))
  (defgeneric noting-4 (x) (:method-combination noting-arguments))
  (defgeneric noting-5 (x &key z) (:method-combination noting-arguments))
  (defgeneric noting-6 (a b &optional c d) (:method-combination noting-arguments))
  (defmethod noting-1 () 'm)
  (defmethod noting-2 (x &optional y &key z) (list x y z))
  (defmethod noting-3 (x &optional y &rest r) (list x y r))
  (defmethod noting-4 (x) x)
  (defmethod noting-5 (x &key z) (list x z))
  (defmethod noting-6 (a b &optional c d) (list a b c d))
  t)   => t
(noting-1) => (nil :y nil nil :z nil m)
(noting-2 1) => (1 :y nil nil :z nil (1 nil nil))
(noting-2 1 2) => (1 2 t nil :z nil (1 2 nil))
(noting-2 1 2 :z 3) => (1 2 t (:z 3) 3 t (1 2 3))
(noting-3 1) => (1 :y nil nil :z nil (1 nil nil))
(noting-3 1 2 3 4) => (1 2 t (3 4) :z nil (1 2 (3 4)))
(noting-4 1) => (1 :y nil nil :z nil 1)
(noting-6 1 2) => (1 :y nil nil :z nil (1 2 nil nil))
(noting-6 1 2 3 4) => (1 3 t nil :z nil (1 2 3 4))
