;;; Compiled files: behaviour that is Tessera's own. compile-file.lisp tests what every implementation does.

(defparameter *source* (format nil "/tmp/tessera-compiled-~d.lisp" (random 1000000000 (make-random-state t)))) => *source*
(defun write-text (path text)
  (with-open-file (s path :direction :output :if-exists :supersede) (write-string text s) path)) => write-text
(defun text-of (path)
  (with-open-file (s path)
    (with-output-to-string (o) (loop for c = (read-char s nil) while c do (write-char c o))))) => text-of
(defparameter *compiled* (namestring (compile-file-pathname *source*))) => *compiled*
(pathname-type *compiled*)                              => "tfasl"

(progn (write-text *source* "(defparameter *from* *load-pathname*) (print 5) (defun f (x) (car x))") :done) => :done
(compile-file *source* :verbose t :print t)
  => (prints #.(format nil "; compiling ~a~%; (DEFPARAMETER *FROM* *LOAD-PATHNAME*)~%; (PRINT 5)~%; (DEFUN F (X) ...)~%; wrote ~a~%" *source* *compiled*)
                                                                   #.(pathname *compiled*) nil nil)
(load *compiled*)                                       => (prints "
5 " t)
(pathname-type *from*)                                  => "tfasl"

;;; --- without a type, the newer file is loaded
(progn (load (subseq *source* 0 (- (length *source*) 5))) (pathname-type *from*)) => (prints "
5 " "tfasl")
(progn (delete-file *compiled*) (load (subseq *source* 0 (- (length *source*) 5))) (pathname-type *from*)) => (prints "
5 " "lisp")

;;; --- damage
(progn (compile-file *source*) (defparameter *good* (text-of *compiled*)) (length (subseq *good* 0 10))) => 10
(progn (write-text *compiled* (substitute #\X #\Y *good*)) (load *compiled*)) => (error file-error "is damaged")
(progn (write-text *compiled* (subseq *good* 0 (- (length *good*) 20))) (load *compiled*)) => (error file-error "is damaged")
(progn (write-text *compiled* "TESSERA COMPILED FILE 4 5 6
()") (load *compiled*))                                 => (error file-error "was compiled for another version")
(progn (write-text *compiled* "TESSERA COMPILED FILE 4") (load *compiled*)) => (error file-error "is damaged")
(progn (write-text *compiled* "TESSERA COMPILED FILE 4 x y") (load *compiled*)) => (error file-error "is damaged")
(progn (write-text *compiled* "T") (load *compiled*))   => (error file-error "is damaged: it does not begin as compiled files do")
(progn (write-text *compiled* "") (load *compiled*))    => (error file-error "is damaged")

(defun outcome-of-loading ()
  "Returns NIL if *COMPILED* was refused with a message that names it."
  (handler-case (let ((*standard-output* (make-broadcast-stream))) (load *compiled*) :loaded)
    (file-error (c) (if (search *compiled* (princ-to-string c)) nil c))
    (error (c) c)))                                     => outcome-of-loading
;; cut at any place, and any bit turned, as far as there are characters of eight bits
(loop for end below (length *good*)
      for outcome = (progn (write-text *compiled* (subseq *good* 0 end)) (outcome-of-loading))
      when outcome collect (list end outcome))          => nil
(loop for i below (length *good*)
      for changed = (copy-seq *good*)
      for outcome = (progn (setf (char changed i) (code-char (logxor (char-code (char *good* i)) (ash 1 (mod i 7)))))
                           (write-text *compiled* changed)
                           (outcome-of-loading))
      when outcome collect (list i outcome))            => nil

;; a file whose sum is right, but whose records are not
(defun write-records (text)
  (write-text *compiled* (format nil "~a ~d ~d~%~a" tessera::*compiled-file-magic* (tessera::%instruction-set) (sxhash text) text))
  *compiled*)                                           => write-records
(defun records () (subseq *good* (+ 1 (position #\Newline *good*)))) => records
(progn (write-records (records)) (outcome-of-loading))  => :loaded
(defun outcome-of (&rest codes) (write-records (map 'string #'code-char codes)) (load *compiled*)) => outcome-of
(outcome-of)                                            => t
(outcome-of 127 127)                                    => (error file-error "is damaged")    ; a reference that ends in a number
(outcome-of 64 0)                                       => (error file-error "is damaged")    ; one to nothing
(outcome-of 31)                                         => (error file-error "is damaged")    ; no operation
(outcome-of 200)                                        => (error file-error "is damaged")
(outcome-of 15 5)                                       => (error file-error "is damaged")    ; a list of five, but the stack is empty
(outcome-of 9 63 65)                                    => (error file-error "is damaged")    ; a string that is too short
(outcome-of 12 3 65 65 65)                              => (error file-error "there is no package named \"AAA\"")
(outcome-of 37 25)                                      => (error file-error "has an invalid record: 5 is called")
(outcome-of 37 19 0)                                    => (error file-error "has an invalid record: 5 is called")
(outcome-of 12 7 84 69 83 83 69 82 65 13 0 10 37 77 65 75 69 45 67 79 68 69 37 19 1) => (error file-error "has an invalid record")
;; the reader alone, without the calls, on text with each bit flipped: it ends, or signals a descriptive error
(defun read-through (text)
  (let ((reader (vector text 0 (make-array 10) 0 (make-array 10) 0 nil)))
    (handler-case (loop while (tessera::%next-step reader 5) finally (return :end))
      (package-error () 'package-error)
      (error (c) (type-of c)))))                        => read-through
(loop for i below (length (records))
      for outcome = (let ((changed (records)))
                      (setf (char changed i) (code-char (logxor (char-code (char changed i)) (ash 1 (mod i 7)))))
                      (read-through changed))
      unless (member outcome '(:end simple-error package-error)) collect (list i outcome)) => nil
(tessera::%next-step 5 5)                               => (error type-error)
(tessera::%packed-elements "abc")                       => (error type-error)

;;; --- warnings at compile time, and text that cannot be read
(defun problems (text)
  (write-text *source* text)
  (let ((*error-output* (make-broadcast-stream))) (rest (multiple-value-list (compile-file *source*))))) => problems
(problems "(eval-when (:compile-toplevel) (warn \"Take care.\"))")     => (t t)
(problems "(eval-when (:compile-toplevel) (warn 'style-warning))")   => (t nil)
(problems "(defun f (x)")                               => (error end-of-file)
(problems "(let ((x 1 2)) x)")                          => (t t)

;;; --- objects that cannot be written
(defun report-of-compiling (text)
  (write-text *source* text)
  (let ((report (make-string-output-stream)))
    (let ((*error-output* report)) (compile-file *source*))
    (let ((text (get-output-stream-string report))) (subseq text (search "error" text)))))
                                                        => report-of-compiling
(report-of-compiling "(defun f () '#.(let ((n 0)) (lambda () (incf n))))") => "error: COMPILE-FILE: #<FUNCTION (LAMBDA NIL)> cannot be put into a compiled file
"
(report-of-compiling "(print '#.*readtable*)")          => "error: COMPILE-FILE: #<READTABLE> cannot be put into a compiled file
"
;; objects before it in the form are not in the file; they are written when they are needed next
(progn (report-of-compiling "(list 'first-of-it '#.*readtable*) (defun g () 'first-of-it)") (handler-case (load *compiled*) (error () :fails))) => :fails
(progn (write-text *source* "(ignore-errors (list '(first-of-it) '#.*readtable*)) (defun g () 'first-of-it)")
       (let ((*error-output* (make-broadcast-stream))) (compile-file *source*))
       (handler-case (load *compiled*) (program-error () :fails))) => :fails
;;; --- a source that loads or compiles itself ends in an error
(progn (write-text *source* "(load *load-truename*)") (load *source*)) => (error simple-error "Does a source load itself?")
(progn (write-text *source* "(with-open-file (s *load-truename*) (load s))") (load *source*)) => (error simple-error "Does a source load itself?")
(progn (write-text *source* "(load *load-truename*)") (compile-file *source*) (load *compiled*)) => (error simple-error "Does a source load itself?")
(progn (write-text *source* "(eval-when (:compile-toplevel) (compile-file *compile-file-truename*))")
       (let ((*error-output* (make-broadcast-stream))) (compile-file *source*) :ends)) => :ends
(progn (delete-file *source*) (not (delete-file *compiled*))) => nil
