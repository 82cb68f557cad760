;;; Pairs written in other languages, `form => expected`, and the errors of wrong programs: tests/README.md.
(defpackage "LANGUAGE-TESTS" (:use "COMMON-LISP") (:export "RUN-PAIRS" "COMPLAINT"))
(in-package "LANGUAGE-TESTS")

(defun written (object language)
  "Returns OBJECT as LANGUAGE writes it."
  (with-output-to-string (out) (funcall (tessera::language-writer language) object out)))

(defun report (condition language)
  (funcall (tessera::language-report language) condition))

(defun tagged-p (expected tag)
  "True if EXPECTED is (TAG ...), in whatever language TAG was read."
  (and (consp expected) (symbolp (car expected)) (string-equal (symbol-name (car expected)) tag)
       (consp (cdr expected)) (stringp (cadr expected))))

(defun outcome (form language)
  "Evaluates FORM. Three values: its value, what was written, the condition that it signalled or NIL."
  (let ((output (make-string-output-stream)) (value nil) (condition nil))
    (handler-case
        (let ((*standard-output* output) (*error-output* output))
          (setf value (tessera::%call-at-toplevel (lambda () (funcall (tessera::language-evaluator language) form nil)))))
      (serious-condition (c) (setf condition c)))
    (values value (get-output-stream-string output) condition)))

(defun matches-p (expected value output condition language)
  "True if what a form did is what EXPECTED says."
  (cond ((tagged-p expected "error") (and condition (search (cadr expected) (report condition language)) t))
        (condition nil)
        ((tagged-p expected "prints")
         (and (string= output (cadr expected))
              (or (null (cddr expected)) (string= (written value language) (written (caddr expected) language)))))
        ((tagged-p expected "shows") (string= (written value language) (cadr expected)))
        (t (string= (written value language) (written expected language)))))

(defun run-pair (form expected language)
  "True if the pair of FORM and EXPECTED comes out; else says what does not."
  (multiple-value-bind (value output condition) (outcome form language)
    (or (matches-p expected value output condition language)
        (progn (format t "~&FAIL ~A~%  expected ~A~%  got      ~A~@[, printed ~S~]~%" (written form language) (written expected language)
                       (if condition (report condition language) (written value language))
                       (and (string/= output "") output))
               nil))))

(defun run-pairs (name path)
  "Runs the pairs of the file PATH, in the language NAME. Returns how many of them fail."
  (let ((pairs 0) (failures 0))
    (tessera:call-in-language name
      (lambda ()
        (let ((reader (tessera::language-reader tessera:*language*)))
          (with-open-file (in path)
            (flet ((next ()
                     (let ((form (funcall reader in in)))
                       (when (eq form in) (error "~A ends within a pair" path))
                       form)))
              (loop
                (tessera::%clear-positions)
                (let ((form (funcall reader in in)))
                  (when (eq form in) (return))
                  (let ((arrow (next)))
                    (unless (and (symbolp arrow) (string= (symbol-name arrow) "=>"))
                      (error "~A: there is no => after ~A" path (written form tessera:*language*))))
                  (incf pairs)
                  (unless (run-pair form (next) tessera:*language*) (incf failures)))))))))
    (if (zerop pairs) (error "~A: there are no pairs" path) failures)))

;;; Wrong programs.

(defun place ()
  "Returns FILE:LINE:COLUMN of the innermost place in the program that is evaluated, or the file alone while it is read,
or where the form is an atom."
  (let ((frame (or (find-if (lambda (frame)
                              (and (equal (tessera::%frame-file frame) "wrong") (tessera::%frame-line frame) (plusp (tessera::%frame-line frame))))
                            (tessera::%user-frames))
                   tessera::*toplevel-frame*)))
    (format nil "~A~@[:~D~]~@[:~D~]" (tessera::%frame-file frame) (tessera::%frame-line frame) (tessera::%frame-column frame))))

(defun complaint (language source)
  "Returns the place and the message of the error in SOURCE, a wrong program in the file `wrong`. Drops its output."
  (let ((*standard-output* (make-broadcast-stream)) (*error-output* (make-broadcast-stream)))
    (block nil
      (handler-bind ((serious-condition
                       (lambda (condition)
                         (return (format nil "~A ~A" (place) (report condition (tessera:find-language language)))))))
        (tessera:language-eval language source "wrong")
        "nothing is wrong"))))
