;;; LOOP: FOR, AS and REPEAT: what is iterated over, and how it is stepped.
(in-package "TESSERA")

;;; A step is a cons of two lists of forms: those before the first iteration and those before each later one.
;;; If the two are EQ, the forms can stand once, at the head of the body (see loop.lisp).

(defun add-loop-step (first next)
  "Appends a step to the loop."
  (when (or first next)
    (push (cons first next) *loop-steps*)))

(defun loop-end-when (test)
  "Returns the form that ends the loop when TEST is true."
  `(when ,test (go ,*loop-end*)))

(defun loop-end-unless-cons (list check)
  "Returns the form that ends the loop when the variable LIST does not hold a cons. The forms CHECK look at its value
then."
  `(unless (consp ,list) ,@check (go ,*loop-end*)))

(defstruct (iteration (:copier nil) (:predicate nil))
  "One FOR or AS: its bindings, its steps and tests, and the assignments of the user's variables."
  pattern                               ; the user's variable or variables
  (type t)                              ; and their type
  stepped                               ; the user's variable, if it is the counter itself: BINDINGS bind it then
  bindings                              ; of counters, limits and the like, in order of evaluation
  declarations                          ; for those
  setup                                 ; forms that run once, inside the bindings
  first next                            ; forms that step and test before the first and the later iterations
  counts-p                              ; true if this is a counter
  tests                                 ; of a counter: the tests after NEXT, with those of the counters that AND joins
  first-sets sets                       ; lists (pattern form): the user's variables; the former only if it differs
  user-form-p)                          ; true if these forms are the user's and may look at other variables

;;; Arithmetic: FROM, UPFROM, DOWNFROM, TO, UPTO, DOWNTO, BELOW, ABOVE, BY, in any order

(defun loop-phrase-role (preposition)
  "Returns the role of PREPOSITION in an arithmetic iteration: :START, :BY or :LIMIT."
  (cond ((member preposition '("FROM" "UPFROM" "DOWNFROM") :test #'string=) :start)
        ((string= preposition "BY") :by)
        (t :limit)))

(defun read-loop-phrases (preposition)
  "Returns the phrases of an arithmetic iteration, in order: lists of role, preposition and form. The first begins with
PREPOSITION, which has been consumed."
  (let ((phrases '()))
    (do ((preposition preposition (loop-skip "FROM" "UPFROM" "DOWNFROM" "TO" "UPTO" "DOWNTO" "BELOW" "ABOVE" "BY")))
        ((null preposition) (nreverse phrases))
      (let ((role (loop-phrase-role preposition)))
        (when (assoc role phrases)
          (loop-error preposition " cannot follow " (second (assoc role phrases))))
        (push (list role preposition (loop-next-form)) phrases)))))

(defun loop-direction (phrases)
  "Returns the function that steps, + or -, as the prepositions of PHRASES demand."
  (flet ((find-in (names)
           (second (find-if (lambda (phrase) (member (second phrase) names :test #'string=)) phrases))))
    (let ((up (find-in '("UPFROM" "UPTO" "BELOW"))) (down (find-in '("DOWNFROM" "DOWNTO" "ABOVE"))))
      (when (and up down) (loop-error up " and " down " contradict each other"))
      (when (and down (not (assoc :start phrases)))
        (loop-error down " needs FROM or DOWNFROM to tell where to start"))
      (if down '- '+))))

(defun loop-limit-test (preposition direction)
  "Returns the name of the predicate that is true of the variable and the limit when the loop is over."
  (cond ((string= preposition "BELOW") '>=)
        ((string= preposition "ABOVE") '<=)
        ((eq direction '+) '>)
        (t '<)))

(defun loop-constant-or-binding (form name)
  "Returns two values: a variable or number with the value of FORM, and the list of the bindings needed: none for a
number."
  (if (numberp form)
      (values form '())
      (let ((variable (gensym name)))
        (values variable `((,variable ,form))))))

(defun loop-step-form (variable direction by)
  "Returns the form that steps VARIABLE by BY in DIRECTION, + or -; signals an error if BY is known not to be positive."
  (when (and (realp by) (not (plusp by)))
    (loop-error "BY needs a positive number, not " by))
  (cond ((not (eql by 1)) `(,direction ,variable ,by))
        ((eq direction '+) `(1+ ,variable))
        (t `(1- ,variable))))

(defun loop-test-passed-p (predicate start limit)
  "True if START and LIMIT are numbers, so that it is known now that the loop has a first iteration."
  (and (realp start) (realp limit) (not (funcall predicate start limit))))

(defun arithmetic-iteration (name type phrases)
  "Returns the iteration of the variable NAME that PHRASES describe."
  (let ((start (loop-initial-value (if (eq type t) 'fixnum type))) (limit nil) (by 1) (bindings '())
        (direction (loop-direction phrases)) (predicate nil))
    (dolist (phrase phrases)
      (destructuring-bind (role preposition form) phrase
        (if (eq role :start)
            (setf start form bindings (append bindings `((,name ,form))))
            (multiple-value-bind (value binding) (loop-constant-or-binding form preposition)
              (setf bindings (append bindings binding))
              (if (eq role :by)
                  (setf by value)
                  (setf limit value predicate (loop-limit-test preposition direction)))))))
    (unless (assoc :start phrases) (push `(,name ,start) bindings))
    (let ((tests (and predicate (list (loop-end-when `(,predicate ,name ,limit))))))
      (make-iteration :pattern name :type type :stepped name
                      :bindings bindings :declarations (loop-type-declaration name type t)
                      :first (if (and tests (loop-test-passed-p predicate start limit)) '() tests)
                      :next `((setq ,name ,(loop-step-form name direction by)))
                      :counts-p t :tests tests))))

(defun read-loop-arithmetic (pattern type preposition)
  "Reads FOR pattern PREPOSITION form and the further phrases of an arithmetic iteration."
  (unless (symbolp pattern)
    (loop-error preposition " steps one variable, not the pattern " pattern))
  (arithmetic-iteration (or pattern (gensym "COUNTER")) type (read-loop-phrases preposition)))

(defun counting-iteration (pattern type)
  "Returns the iteration of FOR with a variable and nothing else, which counts from 0, as the textbook's Lisp does."
  (unless (symbolp pattern) (loop-error "a pattern such as " pattern " cannot count"))
  (arithmetic-iteration (or pattern (gensym "COUNTER")) type '()))

;;; IN and ON

(defun loop-list-step (list)
  "Reads an optional BY. Two values: the form that steps the variable LIST, and a list of the bindings it needs."
  (let ((by (if (loop-skip "BY") (loop-next-form) '(function cdr))))
    (if (and (consp by) (eq (car by) 'function) (symbolp (cadr by)))
        (values `(,(cadr by) ,list) '())
        (let ((step (gensym "STEP")))
          (values `(funcall ,step ,list) `((,step ,by)))))))

(defun read-loop-in (pattern type)
  "Reads FOR pattern IN list [BY function]"
  (let ((list (gensym "LIST")) (form (loop-next-form)))
    (multiple-value-bind (step bindings) (loop-list-step list)
      (let ((test (loop-end-unless-cons list `((endp ,list))))) ; ENDP complains about a dotted list
        (make-iteration :pattern pattern :type type :bindings `((,list ,form) ,@bindings)
                        :first (list test) :next `((setq ,list ,step) ,test)
                        :sets `((,pattern (car ,list))))))))

(defun read-loop-on (pattern type)
  "Reads FOR pattern ON list [BY function]"
  (let* ((stepped (and pattern (symbolp pattern) pattern))
         (list (or stepped (gensym "LIST"))) (form (loop-next-form)))
    (multiple-value-bind (step bindings) (loop-list-step list)
      (let ((test (loop-end-unless-cons list '())))
        (make-iteration :pattern pattern :type type :stepped stepped
                        :bindings `((,list ,form) ,@bindings)
                        :first (list test) :next `((setq ,list ,step) ,test)
                        :sets (unless stepped `((,pattern ,list))))))))

;;; ACROSS and =

(defun read-loop-across (pattern type)
  "Reads FOR pattern ACROSS vector"
  (let ((vector (gensym "VECTOR")) (index (gensym "INDEX")) (length (gensym "LENGTH")))
    (let ((test (loop-end-when `(>= ,index ,length))))
      (make-iteration :pattern pattern :type type
                      :bindings `((,vector ,(loop-next-form)) (,index 0) (,length 0))
                      :setup `((setq ,length (length ,vector)))
                      :first (list test) :next `((setq ,index (1+ ,index)) ,test)
                      :sets `((,pattern (aref ,vector ,index)))))))

(defun read-loop-equals (pattern type)
  "Reads FOR pattern = form [THEN form]"
  (let* ((first (loop-next-form))
         (then (if (loop-skip "THEN") (list (loop-next-form)) '())))
    (make-iteration :pattern pattern :type type :user-form-p t
                    :first-sets (and then `((,pattern ,first)))
                    :sets `((,pattern ,(if then (car then) first))))))

;;; BEING: hash tables, packages and generators

(defun loop-being-object (using)
  "Reads `{IN | OF} form` and, if USING is given, `USING (name variable)`, in either order. Two values: the form or NIL,
the other variable or NIL."
  (let ((form nil) (other nil))
    (do () (nil)
      (cond ((and (not form) (loop-skip "IN" "OF")) (setf form (list (loop-next-form))))
            ((and using (not other) (loop-skip "USING")) (setf other (loop-using-variable using)))
            (t (return (values (car form) other)))))))

(defun loop-using-variable (using)
  "Returns the variable of USING (name variable), where name must be one of the names USING."
  (let ((pair (loop-next "(name variable)")))
    (unless (and (consp pair) (consp (cdr pair)) (null (cddr pair))
                 (member (loop-token-name (car pair)) using :test #'equal))
      (loop-error "USING must be followed by (" (car using) " variable), not " (loop-shown pair)))
    (cadr pair)))

(defun hash-iteration (pattern type keys-p)
  "Reads FOR pattern BEING THE HASH-KEYS (or the HASH-VALUES, if KEYS-P is false) OF table [USING (name other)]"
  (multiple-value-bind (form other)
      (loop-being-object (if keys-p '("HASH-VALUE" "HASH-VALUES") '("HASH-KEY" "HASH-KEYS")))
    (unless form (loop-error "there must be IN or OF and a hash table"))
    (let* ((entries (gensym "ENTRIES")) (end (gensym "END")) (index (gensym "INDEX")) (key (gensym "KEY"))
           (value (if (or other (not keys-p)) (gensym "VALUE") nil))
           (step (%walk-step entries index end key value (loop-end-when t))))
      (make-iteration :pattern (cons pattern other)
                      :type (if (eq type t) t (cons type t))
                      :bindings `((,entries ,form) (,end 0) (,index 0) (,key nil) ,@(if value `((,value nil))))
                      :setup `((multiple-value-setq (,entries ,end) (%hash-table-walk ,entries)))
                      :first (list step) :next (list step)
                      :sets `((,pattern ,(if keys-p key value))
                              ,@(and other `((,other ,(if keys-p value key)))))))))

(defun symbol-iteration (pattern type kinds)
  "Reads FOR pattern BEING THE SYMBOLS (of the KINDS) [OF package]"
  (let ((list (gensym "SYMBOLS")) (package (or (loop-being-object nil) '*package*)))
    (let ((test (loop-end-when `(null ,list))))
      (make-iteration :pattern pattern :type type
                      :bindings `((,list (%package-symbols ,package ',kinds)))
                      :first (list test) :next `((setq ,list (cdr ,list)) ,test)
                      :sets `((,pattern (car ,list)))))))

;;; Generators are made by the library CONTINUATIONS, whose module redefines this.
(defun %next-yield (generator value)
  "Resumes GENERATOR, whose pending YIELD returns VALUE. Returns the next value that it yields; or the symbol %END."
  (declare (notinline %next-yield))
  (%need-module "continuations" 'loop)
  (%next-yield generator value))

(defun generator-iteration (pattern type)
  "Reads FOR pattern BEING EACH YIELD (or THE YIELDS) OF generator"
  (let ((generator (gensym "GENERATOR")) (value (gensym "VALUE")) (form (loop-being-object nil)))
    (unless form (loop-error "there must be IN or OF and a generator"))
    (let ((step (loop-end-when `(eq (setq ,value (%next-yield ,generator nil)) '%end))))
      (make-iteration :pattern pattern :type type
                      :bindings `((,generator ,form) (,value nil))
                      :first (list step) :next (list step)
                      :sets `((,pattern ,value))))))

(defun read-loop-being (pattern type)
  "Reads FOR pattern BEING {EACH | THE} what ..."
  (unless (loop-skip "EACH" "THE") (loop-error "BEING must be followed by EACH or THE"))
  (cond ((loop-skip "HASH-KEY" "HASH-KEYS") (hash-iteration pattern type t))
        ((loop-skip "HASH-VALUE" "HASH-VALUES") (hash-iteration pattern type nil))
        ((loop-skip "SYMBOL" "SYMBOLS") (symbol-iteration pattern type '(:internal :external :inherited)))
        ((loop-skip "PRESENT-SYMBOL" "PRESENT-SYMBOLS") (symbol-iteration pattern type '(:internal :external)))
        ((loop-skip "EXTERNAL-SYMBOL" "EXTERNAL-SYMBOLS") (symbol-iteration pattern type '(:external)))
        ((loop-skip "YIELD" "YIELDS") (generator-iteration pattern type))
        (t (loop-error "BEING THE cannot iterate over " (loop-shown (loop-next "a kind of things"))))))

;;; FOR and AS

(defun read-loop-iteration ()
  "Reads what follows FOR, AS or AND: a pattern, a type, and what it runs over."
  (let* ((pattern (loop-next-pattern)) (type (loop-type-spec))
         (preposition (loop-skip "IN" "ON" "=" "ACROSS" "BEING" "FROM" "UPFROM" "DOWNFROM"
                                 "TO" "UPTO" "DOWNTO" "BELOW" "ABOVE" "BY")))
    (cond ((null preposition) (read-loop-counter pattern type))
          ((string= preposition "IN") (read-loop-in pattern type))
          ((string= preposition "ON") (read-loop-on pattern type))
          ((string= preposition "=") (read-loop-equals pattern type))
          ((string= preposition "ACROSS") (read-loop-across pattern type))
          ((string= preposition "BEING") (read-loop-being pattern type))
          (t (read-loop-arithmetic pattern type preposition)))))

(defun read-loop-counter (pattern type)
  "Returns the iteration of a variable without a preposition, which another clause must follow."
  (cond ((null *loop-rest*) (loop-error "nothing follows the variable " pattern))
        ((or (loop-clause-at-point) (loop-at "AND")) (counting-iteration pattern type))
        (t (loop-error (loop-shown (car *loop-rest*)) " is not a preposition that can follow the variable " pattern))))

;;; From iterations to layers and steps

(defun hide-counter (iteration)
  "Makes ITERATION step a separate variable and gives the user's variable its value afterwards. So forms that are
evaluated while several variables step in parallel see the old value; before the first iteration, the start."
  (let ((name (iteration-stepped iteration)) (counter (gensym "COUNTER")))
    (when name
      (setf (iteration-stepped iteration) nil
            (iteration-sets iteration) `((,name ,counter))
            (iteration-setup iteration) (cons `(setq ,name ,counter) (iteration-setup iteration))
            (iteration-first iteration) (subst counter name (iteration-first iteration))
            (iteration-next iteration) (subst counter name (iteration-next iteration))
            (iteration-tests iteration) (subst counter name (iteration-tests iteration))
            (iteration-declarations iteration) '())
      (dolist (binding (iteration-bindings iteration))
        (when (eq (car binding) name) (setf (car binding) counter))))))

(defun iteration-user-bindings (iteration)
  "Returns the bindings and declarations of those user's variables that are not among the counters."
  (cond ((iteration-stepped iteration)
         (check-loop-variable (iteration-stepped iteration))
         (values '() '()))
        (t (loop-pattern-bindings (iteration-pattern iteration) (iteration-type iteration)))))

(defun bind-iterations (iterations)
  "Adds the layer of all variables of ITERATIONS: they are bound in parallel."
  (let ((bindings '()) (declarations '()) (setup '()))
    (dolist (iteration iterations)
      (multiple-value-bind (b d) (iteration-user-bindings iteration)
        (setf bindings (append bindings b (iteration-bindings iteration))
              declarations (append declarations d (iteration-declarations iteration))
              setup (append setup (iteration-setup iteration)))))
    (add-loop-layer bindings declarations setup)))

(defun parallel-assignment (sets)
  "Returns the forms that evaluate all forms of SETS, lists (pattern form), and only then assign."
  (if (null (cdr sets))
      (loop-assignment (first (car sets)) (second (car sets)))
      (let ((values (mapcar (lambda (set) (declare (ignore set)) (gensym "VALUE")) sets)))
        `((let ,(mapcar (lambda (value set) (list value (second set))) values sets)
            ,@(mapcan (lambda (value set) (loop-assignment (first set) value)) values sets))))))

(defun iteration-assignments (iterations sets)
  "Returns the forms that give the user's variables of ITERATIONS the values that the function SETS names. The user's
own forms come first: they must not see the new values of the others."
  (let ((own '()) (others '()))
    (dolist (iteration iterations)
      (if (iteration-user-form-p iteration)
          (setf own (append own (funcall sets iteration)))
          (setf others (append others (funcall sets iteration)))))
    (append (and own (parallel-assignment own))
            (mapcan (lambda (set) (loop-assignment (first set) (second set))) others))))

(defun add-iteration-assignments (iterations)
  "Adds the step in which the user's variables get their values."
  (let ((forms (iteration-assignments iterations #'iteration-sets)))
    (add-loop-step (if (some #'iteration-first-sets iterations)
                       (iteration-assignments
                        iterations
                        (lambda (iteration) (or (iteration-first-sets iteration) (iteration-sets iteration))))
                       forms)
                   forms)))

(defun add-iteration-steps (iterations)
  "Adds the steps of ITERATIONS. Those that find an end by themselves come first; of counters all have been stepped when
one of them ends the loop."
  (let ((counters (remove-if-not #'iteration-counts-p iterations)))
    (dolist (iteration iterations)
      (unless (iteration-counts-p iteration)
        (add-loop-step (iteration-first iteration) (iteration-next iteration))))
    (add-loop-step (mapcan (lambda (counter) (copy-list (iteration-first counter))) counters)
                   (append (mapcan (lambda (counter) (copy-list (iteration-next counter))) counters)
                           (mapcan (lambda (counter) (copy-list (iteration-tests counter))) counters)))))

(defun read-loop-for ()
  "Reads FOR iteration {AND iteration}*"
  (end-loop-tests)
  (let ((iterations (list (read-loop-iteration))))
    (do () ((not (loop-skip "AND")))
      (setf iterations (append iterations (list (read-loop-iteration)))))
    (when (and (cdr iterations) (some #'iteration-user-form-p iterations))
      (mapc #'hide-counter iterations))
    (bind-iterations iterations)
    (add-iteration-steps iterations)
    (add-iteration-assignments iterations)
    '()))

(defun end-loop-tests ()
  "Makes the WHILE and UNTIL clauses read so far a step, so that what follows them is stepped after them."
  (when *loop-action*
    (loop-error "an iteration cannot follow the clause " *loop-action* " of the loop's body"))
  (when *loop-body*
    (let ((forms (reverse *loop-body*)))
      (setf *loop-body* '())
      (add-loop-step forms forms))))

(install-loop-clause '("FOR" "AS") :variable 'read-loop-for)

;;; REPEAT

(defun read-loop-repeat ()
  "Reads REPEAT number: as many iterations, fewer if another clause ends the loop."
  (let ((count (gensym "COUNT")) (form (loop-next-form)))
    (let ((test (loop-end-when `(<= ,count 0))))
      (add-loop-layer `((,count ,form)))
      (add-loop-step (if (and (realp form) (plusp form)) '() (list test))
                     `((setq ,count (1- ,count)) ,test)))
    '()))

(install-loop-clause '("REPEAT") :test 'read-loop-repeat)
