;;; LOOP: COLLECT, APPEND, NCONC, COUNT, SUM, MAXIMIZE and MINIMIZE.
(in-package "TESSERA")

;;; Clauses that accumulate into the same variable share an accumulator, if they are of one family: lists, totals
;;; (COUNT and SUM) or extremes. A list grows after a head cons whose cdr it is, so that no test is needed.

(defstruct (accumulator (:copier nil) (:predicate nil))
  "A place where values are accumulated."
  name                                  ; the user's variable, or NIL for the loop's value
  family                                ; :LIST, :TOTAL or :EXTREME
  clause                                ; the keyword that came first, for messages
  variable                              ; NAME, or a variable of our own; for an unnamed list, the head
  head tail)                            ; of a list: variables that hold the head cons and the last cons

(defun check-accumulator (accumulator family)
  "Signals an error if a clause of FAMILY cannot use ACCUMULATOR."
  (unless (eq (accumulator-family accumulator) family)
    (loop-error "it cannot accumulate into the same variable as " (accumulator-clause accumulator)))
  accumulator)

(defun check-new-accumulator (name)
  "Signals an error unless a new accumulator can be called NAME, or be unnamed if that is NIL."
  (cond (name (check-loop-variable name))
        (*loop-aggregate*
         (loop-error "without INTO it cannot be combined with " *loop-aggregate*))))

(defun bind-list-accumulator (accumulator)
  "Binds the variables of a list: its head cons, its last cons and, if named, the user's."
  (let ((head (accumulator-head accumulator)) (tail (accumulator-tail accumulator)) (name (accumulator-name accumulator)))
    (add-loop-layer `((,head (cons nil nil)) (,tail nil) ,@(and name `((,name nil))))
                    '()
                    `((setq ,tail ,head)))))

(defun bind-number-accumulator (accumulator type)
  "Binds the variable of a total, to a zero, of TYPE if there is one, or of an extreme, to NIL."
  (let* ((variable (accumulator-variable accumulator))
         (total (eq (accumulator-family accumulator) :total))
         (zero (and total (loop-initial-value (if (eq type t) 'fixnum type))))
         (initial (and total (or zero 0)))
         (type (if (eq zero initial) type `(or (integer 0 0) ,type))))
    (add-loop-layer `((,variable ,initial)) (loop-type-declaration variable type initial))))

(defun new-accumulator (name family type)
  "Makes and binds an accumulator; if NAME is NIL, it becomes the loop's value."
  (check-new-accumulator name)
  (let ((accumulator (make-accumulator :name name :family family :clause *loop-clause*
                                       :variable (or name (gensym "VALUE"))
                                       :head (gensym "HEAD") :tail (gensym "TAIL"))))
    (push accumulator *loop-accumulators*)
    (if (eq family :list)
        (bind-list-accumulator accumulator)
        (bind-number-accumulator accumulator type))
    (unless name
      (setf *loop-result* (if (eq family :list)
                              `(cdr ,(accumulator-head accumulator))
                              (accumulator-variable accumulator))))
    accumulator))

(defun loop-accumulator (name family type)
  "Returns the accumulator called NAME, or the unnamed one if NAME is NIL."
  (let ((known (find name *loop-accumulators* :key #'accumulator-name)))
    (if known
        (check-accumulator known family)
        (new-accumulator name family type))))

(defun loop-into-variable ()
  "Reads [INTO variable]."
  (when (loop-skip "INTO")
    (let ((name (loop-next "a variable")))
      (if (and name (symbolp name))
          name
          (loop-error "INTO must be followed by a variable, not " (loop-shown name))))))

;;; Lists

(defun append-to-tail (tail list)
  "Appends a copy of LIST to the cons TAIL. Returns the last cons."
  (do ((rest list (cdr rest)))
      ((atom rest)
       (when rest (setf (cdr tail) rest))
       tail)
    (setf tail (setf (cdr tail) (cons (car rest) nil)))))

(defun nconc-to-tail (tail list)
  "Appends LIST itself to the cons TAIL. Returns the last cons."
  (cond ((consp list) (setf (cdr tail) list) (last list))
        (t (when list (setf (cdr tail) list))
           tail)))

(defun list-accumulation-forms (operator accumulator form)
  "Returns the forms by which OPERATOR (COLLECT, APPEND or NCONC) adds the value of FORM."
  (let ((head (accumulator-head accumulator)) (tail (accumulator-tail accumulator)))
    `((setq ,tail ,(ecase operator
                     (collect `(%set-cdr ,tail (cons ,form nil)))
                     (append `(append-to-tail ,tail ,form))
                     (nconc `(nconc-to-tail ,tail ,form))))
      ,@(and (accumulator-name accumulator)
             `((setq ,(accumulator-name accumulator) (cdr ,head)))))))

(defun read-list-accumulation (operator)
  "Reads {COLLECT | APPEND | NCONC} {form | IT} [INTO variable]"
  (let* ((form (loop-next-value)) (name (loop-into-variable)))
    (list-accumulation-forms operator (loop-accumulator name :list t) form)))

(install-loop-clause '("COLLECT" "COLLECTING") :selectable 'read-list-accumulation 'collect)
(install-loop-clause '("APPEND" "APPENDING") :selectable 'read-list-accumulation 'append)
(install-loop-clause '("NCONC" "NCONCING") :selectable 'read-list-accumulation 'nconc)

;;; Numbers

(defun extreme-forms (variable better form)
  "Returns the forms that keep in VARIABLE the best of the values of FORM: the function BETTER, > or <, tells which."
  (let ((value (gensym "VALUE")))
    `((let ((,value ,form))
        (cond ((null ,variable) (setq ,variable (max ,value))) ; MAX, to see that it is a real number
              ((,better ,value ,variable) (setq ,variable ,value)))))))

(defun number-accumulation-forms (operator variable form)
  "Returns the forms by which OPERATOR (SUM, COUNT, MAXIMIZE or MINIMIZE) adds the value of FORM to VARIABLE."
  (ecase operator
    (sum `((setq ,variable (+ ,variable ,form))))
    (count `((when ,form (setq ,variable (1+ ,variable)))))
    (maximize (extreme-forms variable '> form))
    (minimize (extreme-forms variable '< form))))

(defun read-number-accumulation (operator family)
  "Reads {COUNT | SUM | MAXIMIZE | MINIMIZE} {form | IT} [INTO variable] [type]"
  (let* ((form (loop-next-value)) (name (loop-into-variable)) (type (loop-type-spec)))
    (number-accumulation-forms operator (accumulator-variable (loop-accumulator name family type)) form)))

(install-loop-clause '("SUM" "SUMMING") :selectable 'read-number-accumulation 'sum :total)
(install-loop-clause '("COUNT" "COUNTING") :selectable 'read-number-accumulation 'count :total)
(install-loop-clause '("MAXIMIZE" "MAXIMIZING") :selectable 'read-number-accumulation 'maximize :extreme)
(install-loop-clause '("MINIMIZE" "MINIMIZING") :selectable 'read-number-accumulation 'minimize :extreme)
