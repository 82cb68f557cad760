;;; Time, the machine, features: chapter 25.1.

(integerp (get-universal-time))                           => t
(< 3900000000 (get-universal-time) 8000000000)            => t
(decode-universal-time 0 0)                               => (values 0 0 0 1 1 1900 0 nil 0)
(decode-universal-time 2208988800 0)                      => (values 0 0 0 1 1 1970 3 nil 0)
(decode-universal-time 3661 0)                            => (values 1 1 1 1 1 1900 0 nil 0)
(decode-universal-time 3913056000 0)                      => (values 0 0 0 1 1 2024 0 nil 0)
(decode-universal-time 3918153599 0)                      => (values 59 59 23 28 2 2024 2 nil 0)
(decode-universal-time 3918153600 0)                      => (values 0 0 0 29 2 2024 3 nil 0)
(decode-universal-time 3918240000 0)                      => (values 0 0 0 1 3 2024 4 nil 0)
(decode-universal-time 3913056000 5)                      => (values 0 0 19 31 12 2023 6 nil 5)
(decode-universal-time 3913056000 -1)                     => (values 0 0 1 1 1 2024 0 nil -1)
(decode-universal-time 3913056000 -11/2)                  => (values 0 30 5 1 1 2024 0 nil -11/2)
(decode-universal-time 4107542400 0)                      => (values 0 0 0 1 3 2030 4 nil 0)
(decode-universal-time -1 0)                              => (error type-error "DECODE-UNIVERSAL-TIME: -1 is not of type UNSIGNED-BYTE")
(decode-universal-time 'x)                                => (error type-error "DECODE-UNIVERSAL-TIME: X is not of type UNSIGNED-BYTE")
(encode-universal-time 0 0 0 1 1 1900 0)                  => 0
(encode-universal-time 0 0 0 1 1 1970 0)                  => 2208988800
(encode-universal-time 59 59 23 31 12 1999 0)             => 3155673599
(encode-universal-time 0 0 0 29 2 2024 0)                 => 3918153600
(encode-universal-time 0 0 12 1 6 2000 -2)                => 3168842400
(encode-universal-time 0 30 5 1 1 2024 -11/2)             => 3913056000
(encode-universal-time 60 0 0 1 1 2000 0)                 => (error type-error "ENCODE-UNIVERSAL-TIME: 60 is not of type (INTEGER 0 59)")
(encode-universal-time 0 0 0 1 13 2000 0)                 => (error type-error "ENCODE-UNIVERSAL-TIME: 13 is not of type (INTEGER 1 12)")
(encode-universal-time 0 0 0 0 1 2000 0)                  => (error type-error "ENCODE-UNIVERSAL-TIME: 0 is not of type (INTEGER 1 31)")
(encode-universal-time 0 0 0 1 1 99 0)                    => #+tessera 3124137600 #-tessera 3124137600
(let ((now (get-universal-time)))
  (multiple-value-bind (s m h d mo y dow dst zone) (decode-universal-time now)
    (declare (ignore dow))
    (= now (encode-universal-time s m h d mo y (if dst (1- zone) zone)))))   => t
(let ((time 3900000000)) (multiple-value-bind (s m h d mo y) (decode-universal-time time) (= time (encode-universal-time s m h d mo y)))) => t
(length (multiple-value-list (get-decoded-time)))         => 9
(integerp (get-internal-real-time))                       => t
(integerp (get-internal-run-time))                        => t
(plusp internal-time-units-per-second)                    => t
(<= (get-internal-real-time) (get-internal-real-time))    => t
(sleep 0)                                                 => nil
(let ((start (get-internal-real-time))) (sleep 0.05) (>= (- (get-internal-real-time) start) (* 0.04 internal-time-units-per-second))) => t
(sleep 1/1000)                                            => nil
(sleep -1)                                                => (error type-error "SLEEP: -1 is not of type (REAL 0)")
(sleep 'x)                                                => (error type-error "SLEEP: X is not of type (REAL 0)")
(stringp (lisp-implementation-type))                      => t
(stringp (lisp-implementation-version))                   => t
(typep (machine-type) '(or null string))                  => t
(typep (machine-version) '(or null string))               => t
(typep (machine-instance) '(or null string))              => t
(typep (software-type) '(or null string))                 => t
(typep (software-version) '(or null string))              => t
(typep (short-site-name) '(or null string))               => t
(typep (long-site-name) '(or null string))                => t
(listp *features*)                                        => t
(not (member :common-lisp *features*))                    => nil
(every #'keywordp *features*)                             => t
#+tessera (lisp-implementation-type) #-tessera "Tessera"  => "Tessera"
#+tessera (tessera::%getenv "NO_SUCH_VARIABLE_HERE") #-tessera nil => nil
#+tessera (stringp (tessera::%getenv "PATH")) #-tessera t => t

;;; --- DOCUMENTATION takes methods for a program's own types
(progn (defmethod documentation ((x symbol) (kind (eql 'recipe))) (get x 'recipe))
       (defmethod (setf documentation) (new (x symbol) (kind (eql 'recipe))) (setf (get x 'recipe) new))
       (setf (documentation 'soup 'recipe) "Boil.")
       (documentation 'soup 'recipe))                   => "Boil."
;;; --- a function has one docstring, as FUNCTION and as T
(let ((f (lambda (x) x))) (list (setf (documentation f t) "One.") (documentation f 'function) (setf (documentation f 'function) "Two.") (documentation f t)))
  => ("One." "One." "Two." "Two.")
(progn
  (defgeneric documented-generic (x))
  (setf (documentation #'documented-generic t) "Generic.")
  (documentation #'documented-generic 'function))   => "Generic."
(let ((f (lambda (x) "Its own." x))) (setf (documentation f 'function) "Mine." (documentation f t) nil) (not (equal "Mine." (documentation f 'function)))) => t
;;; --- which its name has, too, and which goes with it
(progn
  (defun documented () "First." 1)
  (setf (documentation 'documented 'function) "Given.")
  (list (documentation 'documented 'function) (documentation #'documented t)))
  => ("Given." "Given.")
(progn (setf (documentation #'documented t) "By itself.") (documentation 'documented 'function)) => "By itself."
(progn (defun documented () "Second." 2) (documentation 'documented 'function)) => "Second."
(progn (setf (documentation 'documented 'function) "Given.") (defun documented () 3) (documentation 'documented 'function)) => nil
(progn (defmacro documented-macro () "First." 1) (setf (documentation 'documented-macro 'function) "Given.") (defmacro documented-macro () "Second." 2)
       (list (documentation 'documented-macro 'function) (documentation (macro-function 'documented-macro) t))) => ("Second." "Second.")
(progn
  (setf (documentation 'documented-generic 'function) "Given.")
  (list (documentation 'documented-generic 'function) (documentation #'documented-generic t)))
  => ("Given." "Given.")
(progn (defgeneric documented-generic (x) (:documentation "Second.")) (documentation 'documented-generic 'function)) => "Second."
(progn
  (defun (setf documented) (new x) "Sets." (list new x))
  (setf (documentation '(setf documented) 'function) "Given.")
  (documentation #'(setf documented) t))   => "Given."
