;;; Code as people write it: the pretty printer's layouts of forms, which are Tessera's own.

;; FORM in lines of WIDTH columns.
(defun code (form &optional (width 60))
  (let ((*print-pretty* t) (*print-right-margin* width) (*print-case* :downcase) (*print-miser-width* 20)) (prin1-to-string form))) => code
(progn (defmacro my-let (var val &body body) (list* var val body)) (defmacro my-with ((var &key size) &body body) (list* var size body)) :defined) => :defined

;; Users' own macros: arguments before the body are indented further.
(code '(my-let x (some-long-function-name-here 1 2 3) (print x) (print (list x x x x)))) => "(my-let x (some-long-function-name-here 1 2 3)
  (print x)
  (print (list x x x x)))"
(code '(my-with (window :size (some-long-function-name-here)) (print window) (print window) (print window)) 60) => "(my-with (window :size (some-long-function-name-here))
  (print window)
  (print window)
  (print window))"
(code '(my-let x 1 (print x)))                          => "(my-let x 1 (print x))"
(code '(my-let . 5))                                    => "(my-let . 5)"
;; Methods.
(code '(defmethod area ((shape square)) "The area of the square" (* (side shape) (side shape) (some-constant)))) => "(defmethod area ((shape square))
  \"The area of the square\"
  (* (side shape) (side shape) (some-constant)))"
(code '(defmethod print-object :around ((shape square) stream) (format stream "A square of the side ~a" (side shape)))) => "(defmethod print-object :around ((shape square) stream)
  (format stream \"A square of the side ~a\" (side shape)))"
(code '(defmethod (setf thing) (value (object thing)) (setf (slot-value object 'thing) value) (note-change object))) => "(defmethod (setf thing) (value (object thing))
  (setf (slot-value object 'thing) value)
  (note-change object))"
;; Keywords stay beside their values.
(code '(make-instance 'some-class-of-mine :name "a long name of it" :strength (compute-strength x) :other-thing 5)) => "(make-instance 'some-class-of-mine
               :name \"a long name of it\"
               :strength (compute-strength x)
               :other-thing 5)"
(code '(with-open-file (stream "/tmp/some/very/long/file/name.txt" :direction :output :if-exists :supersede) (write-line "hello" stream))) => "(with-open-file
    (stream \"/tmp/some/very/long/file/name.txt\"
     :direction :output :if-exists :supersede)
  (write-line \"hello\" stream))"
(code '(defclass hero (person thing) ((name :initarg :name :accessor hero-name :initform "nobody" :documentation "Its name") (strength :initarg :strength :initform 10)) (:documentation "A hero"))) => "(defclass hero (person thing)
  ((name :initarg :name :accessor hero-name
    :initform \"nobody\" :documentation \"Its name\")
   (strength :initarg :strength :initform 10))
  (:documentation \"A hero\"))"
;; LOOP: clauses below each other, those after a condition further to the right.
(code '(loop for x in list for y from 1 below 20 when (and (evenp x) (oddp y)) collect (list x y) into result else do (print x) (print y) finally (return (nreverse result)))) => "(loop for x in list
      for y from 1 below 20
      when (and (evenp x) (oddp y))
        collect (list x y) into result
      else
        do (print x) (print y)
      finally (return (nreverse result)))"
(code '(loop when (some-predicate-or-other x) collect x and do (print x) (terpri) unless (another-predicate x) sum x)) => "(loop when (some-predicate-or-other x)
        collect x
        and do (print x) (terpri)
      unless (another-predicate x)
        sum x)"
(code '(loop for x in list collect x))                  => "(loop for x in list collect x)"
(mapcar #'code
        '((loop)
          (loop for)
          (loop . 5)
          (loop when)
          (defmethod)
          (defmethod foo)
          (defmethod foo . bar)
          (defclass)
          (defclass foo bar baz)
          (with-open-file 5 6)))
  => ("(loop)" "(loop for)" "(loop . 5)" "(loop when)" "(defmethod)" "(defmethod foo)" "(defmethod foo . bar)" "(defclass)" "(defclass foo bar baz)" "(with-open-file 5 6)")
;; Handlers and local functions.
(code '(handler-bind ((error (lambda (c) (declare (ignore c)) (invoke-restart 'continue))) (warning #'muffle-warning)) (do-it)) 50) => "(handler-bind ((error
                (lambda (c)
                  (declare (ignore c))
                  (invoke-restart 'continue)))
               (warning #'muffle-warning))
  (do-it))"
;; The output reads back as the same form.
(every (lambda (form) (equal form (read-from-string (code form 30))))
       '((loop for x in list when (evenp x) collect x else do (print x)) (my-let x (list 1 2 3) (print x) (print x))
         (defmethod area :after ((x square)) (print (list x x x)) `(a ,x ,@(list x)))
         (make-instance 'some-class :name "name" :strength 5)
         (let ((a 1) (b '(1 2 3))) (lambda (x) #'car (list a b x))))) => t

;;; --- circular lists under the names of operators that have a layout
(let ((list (list 'tagbody 'a 'b))) (setf (cdddr list) (cdr list)) (let ((*print-circle* t) (*print-pretty* t)) (prin1-to-string list)))
  => "(TAGBODY . #1=(A B . #1#))"
(let ((list (list 'prog 'a 'b))) (setf (cdddr list) (cdr list)) (let ((*print-circle* t) (*print-pretty* t)) (prin1-to-string list)))
  => "(PROG . #1=(A B . #1#))"
(let ((list (list 'defmethod 'a 'b))) (setf (cdddr list) (cdr list)) (let ((*print-circle* t) (*print-pretty* t)) (prin1-to-string list)))
  => "(DEFMETHOD . #1=(A B . #1#))"
