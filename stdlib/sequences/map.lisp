;;; Functions that call a function on elements of one or more sequences, and constructors (chapter 17).

(in-package "TESSERA")

;;; Sequences walked in step

(defun %step-sequences (places index operation)
  "Returns the INDEXth elements of the sequences in the list PLACES, or :END when one of them is at its end. A list
among PLACES is replaced by its tail at each step, so PLACES must be fresh and INDEX count from 0."
  (let ((arguments '()))
    (do ((rest places (cdr rest)))
        ((null rest) (nreverse arguments))
      (let ((sequence (car rest)))
        (cond ((consp sequence)
               (push (car sequence) arguments)
               (setf (car rest) (cdr sequence)))
              ((null sequence) (return (%sequences-end (cdr rest) index operation)))
              ((not (vectorp sequence)) (%bad-argument sequence 'sequence operation))
              ((< index (length sequence)) (push (aref sequence index) arguments))
              (t (return (%sequences-end (cdr rest) index operation))))))))

(defun %sequences-end (others index operation)
  "Returns :END. At the first step, checks that OTHERS, which follow the sequence that ended, are sequences, too."
  (when (eql index 0)
    (dolist (object others)
      (unless (or (listp object) (vectorp object)) (%bad-argument object 'sequence operation))))
  :end)

(defmacro %do-sequences ((call function sequence more-sequences operation) &body body)
  "Runs BODY, with the symbol CALL standing for a call of FUNCTION with the next elements, until a sequence ends."
  (flet ((with-call (form) `(symbol-macrolet ((,call ,form)) ,@body)))
    `(cond ((consp ,more-sequences)
            (do* ((%places (cons ,sequence (copy-list ,more-sequences)))
                  (%index 0 (1+ %index))
                  (%arguments (%step-sequences %places %index ,operation)
                              (%step-sequences %places %index ,operation)))
                 ((eq %arguments :end) nil)
              ,(with-call `(apply ,function %arguments))))
           (t (%sequence-case (,sequence ,operation)
                (%do-cells (%cell ,sequence ,operation)
                  ,(with-call `(funcall ,function (car %cell))))
                (let ((%limit (length ,sequence)))
                  (%do-vector (element %index ,sequence 0 %limit)
                    ,(with-call `(funcall ,function element)))))))))

(defmacro %define-quantifier (name test default documentation)
  "Defines NAME, which returns the value of TEST, a form on VALUE, as soon as it is true, else DEFAULT."
  `(defun ,name (predicate sequence &rest more-sequences)
     ,documentation
     (let ((predicate (%coerce-to-function predicate)))
       (if (and more-sequences (null (cdr more-sequences)) (listp sequence) (listp (car more-sequences)))
           (%do-two-lists (cell sequence other (car more-sequences) ',name)
             (let ((value (funcall predicate (car cell) (car other))))
               (when ,(car test) (return-from ,name ,(cadr test)))))
           (%do-sequences (call predicate sequence more-sequences ',name)
             (let ((value call))
               (when ,(car test) (return-from ,name ,(cadr test))))))
       ,default)))

(%define-quantifier some (value value) nil
  "Calls PREDICATE with the first elements of the sequences, then the second ones and so on. Returns the first true
value, or NIL when a sequence ends before.")

(%define-quantifier every ((not value) nil) t
  "Calls PREDICATE with the first elements of the sequences, then the second ones and so on. Returns NIL as soon as a
value is false, or T when a sequence ends before.")

(%define-quantifier notany (value nil) t
  "Calls PREDICATE with the first elements of the sequences, then the second ones and so on. Returns NIL as soon as a
value is true, or T when a sequence ends before.")

(%define-quantifier notevery ((not value) t) nil
  "Calls PREDICATE with the first elements of the sequences, then the second ones and so on. Returns T as soon as a
value is false, or NIL when a sequence ends before.")

;;; REDUCE

(defmacro %fold (walk combination)
  "Returns the body of REDUCE: WALK's elements folded by COMBINATION, a form on VALUE and ELEMENT."
  `(let ((value initial-value) (started initial-value-p))
     (,walk (item i sequence start end 'reduce)
       (let ((element (if key (funcall key item) item)))
         (setq value (if started ,combination element)
               started t)))
     (if started value (funcall function))))

(defun reduce (function sequence &key key from-end (start 0) end (initial-value nil initial-value-p))
  "Combines the elements of SEQUENCE between START and END, after KEY, by the two-argument FUNCTION: from left to
right, or from right to left with FROM-END. INITIAL-VALUE, if given, comes in front (with FROM-END, at the end). A
lone value is returned as it is; without any, FUNCTION is called without arguments."
  (let ((function (%coerce-to-function function))
        (key (and key (%coerce-to-function key))))
    (if from-end
        (%fold %do-range-backward (funcall function element value))
        (%fold %do-range (funcall function value element)))))

;;; The types of results

(defun %length-from-type (type)
  "Returns the length of vectors of the list TYPE, expanded; NIL if it allows any."
  (let ((dimensions (if (member (car type) '(vector array simple-array)) (caddr type) (cadr type))))
    (cond ((integerp dimensions)
           (if (member (car type) '(array simple-array)) nil dimensions))
          ((and (consp dimensions) (integerp (car dimensions))) (car dimensions)))))

(defun %one-dimensional-p (type)
  "True if the array type TYPE, a list, includes vectors."
  (let ((dimensions (if (consp (cddr type)) (caddr type) '*)))
    (or (eql dimensions '*)
        (eql dimensions 1)
        (and (consp dimensions) (null (cdr dimensions))))))

(defun %vector-type-element (type operation)
  "Returns the element type of the vectors that the list TYPE, expanded, describes."
  (let ((element (if (consp (cdr type)) (cadr type) '*)))
    (case (car type)
      ((string simple-string) 'character)
      ((base-string simple-base-string) 'base-char)
      ((bit-vector simple-bit-vector) 'bit)
      (simple-vector t)
      (vector (if (eql element '*) t element))
      ((array simple-array)
       (unless (%one-dimensional-p type) (%bad-result-type type operation))
       (if (eql element '*) t element))
      (t (%bad-result-type type operation)))))

(defun %bad-result-type (type operation)
  "Signals the TYPE-ERROR for TYPE, a list, which is not a result type of lists or of vectors."
  (let ((type (if (cdr type) type (car type))))
    (%signal-failure 'simple-type-error
                     (list :datum type :expected-type '(satisfies %sequence-type-p)
                           :format-control "~S is not a type of lists or of vectors" :format-arguments (list type))
                     operation)))

(defun %bad-length (length expected-type type operation)
  "Signals the TYPE-ERROR for LENGTH, which sequences of TYPE cannot have, but lengths of EXPECTED-TYPE."
  (%signal-failure 'simple-type-error
                   (list :datum length :expected-type expected-type
                         :format-control "a sequence of type ~S cannot have ~D element~:P" :format-arguments (list type length))
                   operation))

(defun %sequence-type-p (type)
  "True if TYPE specifies lists alone or vectors alone."
  (and (%testable-type-p type)
       (or (subtypep type 'list) (subtypep type 'vector))
       t))

(defun %expanded-type (type)
  "Returns TYPE, a specifier or a class, as a list, expanded; some names of vectors stay."
  (if (%memq type '(list vector string simple-vector simple-string bit-vector))
      (list type)
      (let ((type (%expand-type (if (or (symbolp type) (consp type)) type (class-name type)) nil)))
        (if (consp type) type (list type)))))

(defun %list-type-p (type operation)
  "True if TYPE is a type of lists, NIL if it is a type of vectors. Signals an error of OPERATION for other types."
  (or (eq type 'list)
      (%expanded-list-type-p (%expanded-type type) operation)))

(defun %expanded-list-type-p (type operation)
  "True if TYPE, a list that %EXPANDED-TYPE returned, is a type of lists, NIL if it is a type of vectors. Signals an
error of OPERATION for other types."
  (case (car type)
    ((nil list cons null) t)
    ((array simple-array vector string simple-vector simple-string bit-vector) nil)
    (t (cond ((not (%testable-type-p type)) (%bad-result-type type operation))
             ((subtypep type 'list) t)
             ((subtypep type 'vector) nil)
             (t (%bad-result-type type operation))))))

(defun %admits-length-p (type length)
  "True if TYPE, a type of tails of lists, may contain lists of LENGTH elements."
  (let ((type (%expanded-type type)))
    (case (car type)
      (null (eql length 0))
      (cons (and (> length 0)
                 (or (null (cddr type)) (eq (caddr type) '*) (%admits-length-p (caddr type) (- length 1)))))
      (or (some (lambda (part) (%admits-length-p part length)) (cdr type)))
      (and (every (lambda (part) (%admits-length-p part length)) (cdr type)))
      (t (not (null (car type)))))))

(defun %admitted-lengths (type)
  "Returns a type of the lengths of lists of TYPE for a message, or NIL if it is not known."
  (dotimes (n 64 nil)
    (when (%admits-length-p type n)
      (return (if (%admits-length-p type (+ n 1)) (list 'integer n) (list 'eql n))))))

(defun %check-list-length (type length operation)
  "Signals a TYPE-ERROR unless a list of LENGTH elements may be of TYPE."
  (unless (or (eq type 'list) (%admits-length-p type length))
    (%bad-length length (%admitted-lengths type) type operation)))

(defun %array-type-for (type length)
  "Returns the array type, a list, that a vector of LENGTH elements gets to be of TYPE, expanded. For an OR or AND, it
is the first part that includes such a vector, or NIL if there is none."
  (if (%memq (car type) '(or and))
      (some (lambda (part) (and (%sequence-type-p part) (%array-type-for (%expanded-type part) length))) (cdr type))
      (let ((required (%length-from-type type)))
        (and (or (null required) (eql required length)) type))))

(defun %make-result (type length operation fill)
  "Returns a new sequence of TYPE with LENGTH elements; each is the only element of the list FILL, if there is one."
  (let ((expanded (%expanded-type type)))
    (cond ((%expanded-list-type-p expanded operation)
           (%check-list-length type length operation)
           (make-list length :initial-element (car fill)))
          (t
           (let* ((array-type (or (%array-type-for expanded length)
                                  (%bad-length length (let ((n (%length-from-type expanded))) (and n (list 'eql n))) type operation)))
                  (element (%vector-type-element array-type operation)))
             (if fill
                 (make-array length :element-type element :initial-element (car fill))
                 (make-array length :element-type element)))))))

(defun make-sequence (result-type size &key (initial-element nil initial-element-p))
  "Returns a new sequence of RESULT-TYPE with SIZE elements, which are all INITIAL-ELEMENT if that is given."
  (unless (and (integerp size) (<= 0 size))
    (%bad-argument size 'unsigned-byte 'make-sequence))
  (%make-result result-type size 'make-sequence (and initial-element-p (list initial-element))))

(defun concatenate (result-type &rest sequences)
  "Returns a new sequence of RESULT-TYPE with the elements of all SEQUENCES in order."
  (or (and (eq result-type 'string) (apply #'%joined-strings sequences))
      (%concatenate result-type sequences)))

(defun %length-for (sequence operation)
  "Returns the length of SEQUENCE. Signals a TYPE-ERROR of OPERATION if it is not a sequence."
  (length (if (or (listp sequence) (vectorp sequence)) sequence (%bad-argument sequence 'sequence operation))))

(defun %concatenate (result-type sequences &optional (operation 'concatenate))
  "Implements CONCATENATE for every type and all kinds of SEQUENCES. Errors name OPERATION."
  (let ((length 0) (start 0))
    (dolist (sequence sequences)
      (setq length (+ length (%length-for sequence operation))))
    (let ((result (%make-result result-type length operation nil)))
      (if (listp result)
          (%fill-list result sequences)
          (dolist (sequence sequences)
            (replace result sequence :start1 start)
            (setq start (+ start (length sequence)))))
      result)))

(defun %fill-list (list sequences)
  "Stores the elements of all SEQUENCES into the conses of LIST."
  (let ((cell list))
    (dolist (sequence sequences)
      (%do-range (element i sequence 0 nil 'concatenate)
        (setf (car cell) element)
        (setq cell (cdr cell))))))

;;; MAP and MAP-INTO

(defun %shortest-length (sequences operation)
  "Returns the length of the shortest of SEQUENCES, which OPERATION walks."
  (let ((shortest (%length-for (car sequences) operation)))
    (dolist (sequence (cdr sequences) shortest)
      (setq shortest (min shortest (%length-for sequence operation))))))

(defun map (result-type function sequence &rest more-sequences)
  "Calls FUNCTION with the first elements of the sequences, then the second ones and so on, until the shortest ends.
Returns the values as a sequence of RESULT-TYPE, or NIL if that is NIL."
  (let ((function (%coerce-to-function function)))
    (cond ((null result-type)
           (%do-sequences (call function sequence more-sequences 'map) call)
           nil)
          ((%list-type-p result-type 'map)
           (let ((result (%gathering-list
                          (%do-sequences (call function sequence more-sequences 'map) (gather call)))))
             (unless (eq result-type 'list)
               (%check-list-length result-type (length result) 'map))
             result))
          (t
           (let* ((length (%shortest-length (cons sequence more-sequences) 'map))
                  (result (%make-result result-type length 'map nil)))
             (apply #'map-into result function sequence more-sequences))))))

(defun %map-into-list (list function sequences)
  "Stores the values of FUNCTION on successive elements of SEQUENCES into LIST."
  (do* ((cell list (cdr cell))
        (places (copy-list sequences))
        (index 0 (1+ index))
        (arguments nil))
       ((or (null cell) (eq :end (setq arguments (%step-sequences places index 'map-into)))))
    (setf (car cell) (apply function arguments))))

(defun %map-into-vector (vector function sequences limit)
  "Stores LIMIT values of FUNCTION on successive elements of SEQUENCES into VECTOR."
  (let ((next 0))
    (if sequences
        (%do-sequences (call function (car sequences) (cdr sequences) 'map-into)
          (when (eql next limit) (return))
          (setf (aref vector next) call)
          (setq next (1+ next)))
        (dotimes (i limit) (setf (aref vector i) (funcall function))))))

(defun map-into (result-sequence function &rest sequences)
  "Stores the values of FUNCTION, called with the first elements of SEQUENCES, then the second ones and so on, into
RESULT-SEQUENCE until one of them all ends. A fill pointer of RESULT-SEQUENCE is ignored, then set to the number of
values. Returns RESULT-SEQUENCE."
  (let ((function (%coerce-to-function function)))
    (%sequence-case (result-sequence 'map-into)
      (if result-sequence
          (%map-into-list result-sequence function sequences)
          (%step-sequences (copy-list sequences) 0 'map-into))
      (let* ((filled (array-has-fill-pointer-p result-sequence))
             (room (if filled (array-dimension result-sequence 0) (length result-sequence)))
             (limit (if sequences (min room (%shortest-length sequences 'map-into)) room)))
        (when filled (setf (fill-pointer result-sequence) limit))
        (%map-into-vector result-sequence function sequences limit)))
    result-sequence))
