;;; Functions and variables of C, by the C library alone: names, types, errors.

(prog1 t (require "foreign"))                                                        => t
(prog1 t (use-package "FOREIGN"))                                                    => t
(defmacro complaint (&body body) `(handler-case (progn ,@body) (error (c) (princ-to-string c)))) => complaint

;;; --- calls
(call "abs" :int (:int -5))                                                          => 5
(call "pow" :double (:double 2) (:double 10))                                        => 1024.0d0
(call "strlen" :size (:string "dice"))                                               => 4
(call "strlen" :size (:string "λ"))                                                  => 2
(call "toupper" :int (:int (char-code #\a)))                                         => 65
(multiple-value-list (call "srand" :void (:unsigned-int 1)))                         => nil
(call "getenv" :string (:string "NO_SUCH_VARIABLE"))                                 => nil
(stringp (call "getenv" :string (:string "PATH")))                                   => t
(call "strtol" :long (:string "-7f") (:pointer (null-pointer)) (:int 16))            => -127
(call "isdigit" :boolean (:int 53))                                                  => t
(call (find-address "abs") :int (:int -5))                                           => 5
(let ((name "abs")) (call name :int (:int -6)))                                      => 6
(with-memory ((text :char 40))
  (call "snprintf" :int (:pointer text) (:size 40) (:string "%d %s %.2f %c") &rest (:int 42) (:string "λ") (:float 1.5) (:char 33))
  (read-string text))                                                                => "42 λ 1.50 !"
(define-function (absolute "abs") :int ((n :int)) "The absolute value.")             => absolute
(mapcar #'absolute '(-1 2 -3))                                                       => (1 2 3)
(documentation 'absolute 'function)                                                  => "The absolute value."
(define-function toupper :int ((c :int)))                                            => toupper
(toupper 98)                                                                         => 66
(funcall (foreign-function "labs" :long '(:long)) -3)                                => 3
(functionp (foreign-function "labs" :long '(:long)))                                 => t
(let ((f (foreign-function (find-address "labs") :long '(:long)))) (list (funcall f -3) (funcall f -4))) => (3 4)
(let ((n 0)) (dotimes (i 1000000 n) (setf n (absolute (- i)))))                      => 999999
(let ((copy (call "strdup" :pointer (:string (make-string 3000000 :initial-element #\λ))))) (prog1 (length (read-string copy)) (free copy))) => 3000000

;;; --- errors are reported
(complaint (call "abs" :int (:int (expt 2 31))))        => "abs: argument 1: 2147483648 is not of type (SIGNED-BYTE 32)"
(complaint (call "pow" :double (:double 1) (:double 'x))) => "pow: argument 2: X is not of type DOUBLE-FLOAT"
(call "abs" :int (:int "5"))                            => (error type-error "abs: argument 1: \"5\" is not of type (SIGNED-BYTE 32)")
(complaint (call "strlen" :size (:string 5)))           => "strlen: argument 1: 5 is not of type (OR NULL STRING)"
(call "strlen" :size (:string (string (code-char 0))))  => (error simple-error "C would take the character with code 0 for the end")
(call "free" :void (:pointer 5))                        => (error type-error "free: argument 1: 5 is not of type POINTER")
(complaint (funcall (foreign-function "abs" :int '(:int)) 1 2)) => "abs takes 1 argument, not 2: (1 2)"
(absolute 1 2)                                          => (error program-error "ABSOLUTE: called with 2 arguments, but takes exactly 1; the lambda list is (N)")
(complaint (call "no_such_function" :int))              => "no library that is open has the symbol no_such_function"
(handler-case (call "no_such_function" :int) (unknown-symbol (c) (unknown-symbol-name c))) => "no_such_function"
(funcall (foreign-function "no_such_function" :void '())) => (error unknown-symbol "no library that is open has the symbol no_such_function")
(eval '(call "abs" :integer (:int 1)))                  => (error simple-error ":INTEGER is not a type of C")
(eval '(call "abs" :int (:void 1)))                     => (error simple-error "no argument is of the type :VOID")
(eval '(call "abs" :int :int))                          => (error simple-error ":INT is not a list of a type and a value")
(eval '(call "abs" :int ((:struct) 1)))                 => (error simple-error "is not a type of C")
(eval '(call "abs" :int ((:struct no-such) 1)))         => (error simple-error "is not a type of C")
(eval '(define-function f :int ((a b c))))              => (error simple-error "are not lists of a name and a type")
(foreign-function 'abs :int '(:int))                    => (error type-error "FOREIGN-FUNCTION: ABS is not of type (OR STRING POINTER)")
(funcall (foreign-function (null-pointer) :int '()))    => (error simple-error)
(call (null-pointer) :int)                              => (error type-error "the function to be called")
(foreign-function "f" :int (loop repeat 300 collect :int)) => (error simple-error "more than 256 parameters")

;;; --- libraries
(defvar *math* (open-library "libm.so.6"))              => *math*
(library-name *math*)                                   => "libm.so.6"
(not (search "libm" (library-file *math*)))             => nil
(princ-to-string *math*)                                => "#<LIBRARY libm.so.6>"
(call ("cos" :library *math*) :double (:double 0))      => 1.0d0
(pointer-p (find-address "cos" *math*))                 => t
(find-address "no_such_function" *math* nil)            => nil
(complaint (find-address "no_such_function" *math*))    => "#<LIBRARY libm.so.6> has no symbol no_such_function"
(list (close-library *math*) (close-library *math*))    => (t nil)
(princ-to-string *math*)                                => "#<LIBRARY libm.so.6 closed>"
(complaint (find-address "cos" *math*))                 => "FIND-ADDRESS: libm.so.6: the library is closed"
(library-file *math*)                                   => (error library-error "the library is closed")
(complaint (open-library "no-such-library.so"))
  => "OPEN-LIBRARY: no-such-library.so: no-such-library.so: cannot open shared object file: No such file or directory"
(open-library 'libm)                                    => (error type-error "OPEN-LIBRARY: LIBM is not of type (OR NULL STRING PATHNAME)")
(open-library (string (code-char 0)))                   => (error simple-error "C would take the character with code 0 for the end")
(find-address (format nil "abs~axy" (code-char 0)))     => (error simple-error "C would take the character with code 0 for the end")
(let ((process (open-library nil))) (prog1 (list (library-name process) (library-file process)) (close-library process))) => (nil "")

;;; --- errno, variables
(progn (call "open" :int (:string "/no/such/file") (:int 0)) (list (errno) (error-text (errno)))) => (2 "No such file or directory")
(setf (errno) 5)                                        => 5
(errno)                                                 => 5
(setf (errno) "5")                                      => (error type-error "(SETF ERRNO): \"5\" is not of type (SIGNED-BYTE 32)")
(define-variable (*names* "environ") :pointer)          => *names*
(pointer-p *names*)                                     => t
(stringp (memory-ref *names* :string))                  => t
