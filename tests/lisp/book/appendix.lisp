;;; The appendix, A-1 to A-7: the behaviour of its examples, here with functions of ours.

(defun unique-letters (name) (concatenate 'string "Hello " (coerce (remove-duplicates name) 'string)))   => unique-letters
(unique-letters "Mississippi")                       => "Hello Mspi"
(unique-letters "")                                  => "Hello "
(with-input-from-string (*standard-input* "Barry Gccason") (princ "What is your name?") (princ (unique-letters (read-line))))
  => (prints "What is your name?Hello Bry Gcason" "Hello Bry Gcason")

(defmacro three-way-if (expr a b &rest c)
  (let ((val (gensym))) `(let ((,val ,expr)) (cond ((and (numberp ,val) (zerop ,val)) ,a) (,val ,@c) (t ,b)))))   => three-way-if
(loop for e in '(nil 0 0.0 5 x) collect (three-way-if e 'zero 'none 'first 'other))   => (none zero zero other other)
(let ((n 0)) (three-way-if (incf n) 'zero 'none (setf n (* 10 n)) n))   => 10
(three-way-if 7 1 2)                                 => 7

(defvar *broken* 0)                                  => *broken*
(defvar *raised* '())                                => *raised*
(defun raise-price (widget)
  (if (and (eq widget 'b) (< *broken* 2)) (error "no memory for ~a" widget) (push widget *raised*)))   => raise-price
(defun raise-widget-prices (widgets)
  (when widgets
    (loop (restart-case (progn (raise-price (car widgets)) (return))
            (try-again () (princ "trying again"))))
    (raise-widget-prices (cdr widgets))))            => raise-widget-prices
(handler-bind ((error (lambda (c) (declare (ignore c)) (incf *broken*) (invoke-restart 'try-again))))
  (raise-widget-prices '(a b c)))                    => (prints "trying againtrying again" nil)
(list *broken* *raised*)                             => (2 (c b a))

(defparameter foo (list 1 (make-hash-table) 3))      => foo
(setf (gethash 'my-key (nth foo 1)) 77)              => (error type-error)
(setf (gethash 'my-key (nth 1 foo)) 77)              => 77
(gethash 'my-key (second foo))                       => (values 77 t)

(defvar *log* '())                                   => *log*
(progn (defclass widget () ((color :accessor widget-color :initarg :color))) t)   => t
(progn (defmethod describe-widget ((w widget)) (format t "this is a ~a widget" (widget-color w))) t)   => t
(progn (defmethod describe-widget :before ((w widget)) (push "Somebody is checking on a widget" *log*)) t)   => t
(describe-widget (make-instance 'widget :color 'blue)) => (prints "this is a BLUE widget" nil)
*log*                                                => ("Somebody is checking on a widget")
(describe-widget 5)                                  => (error simple-error "DESCRIBE-WIDGET: no method applies to the arguments (5), of the classes (FIXNUM)")

(progn (defclass color () ()) (defclass red (color) ()) (defclass blue (color) ()) (defclass yellow (color) ()) t)   => t
(progn (defmethod mix ((c1 color) (c2 color)) "I don't know what color that makes") t)   => t
(progn (defmethod mix ((c1 blue) (c2 yellow)) "you made green!") t)   => t
(progn (defmethod mix ((c1 yellow) (c2 red)) "you made orange!") t)   => t
(mix (make-instance 'red) (make-instance 'blue))     => "I don't know what color that makes"
(mix (make-instance 'yellow) (make-instance 'red))   => "you made orange!"
(mix (make-instance 'blue) (make-instance 'yellow))  => "you made green!"
