;;; Special forms that bind: destructuring, let, loop, fn, letfn (module clojure).

(in-package "TESSERA-CLOJURE")

;;; What binds is collected as a list of steps, outermost first: (:LET SYMBOL FORM) and (:LABELS DEFINITION). Each
;;; extends *LOCALS*, which whoever collects has bound.

(defun nested (steps body)
  "Returns BODY inside the bindings STEPS."
  (dolist (step (reverse steps) body)
    (setq body (ecase (first step)
                 (:let (if (and (consp body) (eq (car body) 'let*))
                           `(let* (,(rest step) ,@(second body)) ,@(cddr body))
                           `(let* (,(rest step)) ,body)))
                 (:labels `(labels (,(second step)) ,body))))))

(defun local-name (pattern)
  "Returns the symbol that the simple PATTERN binds."
  (let ((symbol (plain-symbol pattern)))
    (when (and (symbol-namespace symbol) (symbol-package symbol))
      (fail "Can't let qualified name: ~A" (symbol-name symbol)))
    symbol))

(defun add-local (symbol)
  "Makes SYMBOL a local variable of the same name."
  (push (list symbol :value symbol) *locals*))

(defun destructure (pattern form)
  "Returns the steps that bind PATTERN to the value of FORM, which is expanded."
  (typecase pattern
    ((or symbol hinted)
     (unless (simple-symbol-object-p pattern) (bad-pattern pattern))
     (let ((symbol (local-name pattern)))
       (add-local symbol)
       (list (list :let symbol form))))
    (pvec (destructure-vector pattern form))
    (pmap (destructure-map pattern form))
    (t (bad-pattern pattern))))

(defun bad-pattern (pattern)
  "Signals that PATTERN cannot be bound."
  (if (and (symbolp pattern) (symbol-object-p pattern))
      (fail "Can't let qualified name: ~A" (symbol-name pattern))
      (fail "Unsupported binding form: ~A" (written pattern))))

(defun amp-p (object)
  "True if OBJECT is the symbol &."
  (and (symbolp object) (string= (symbol-name object) "&")))

(defun destructure-vector (pattern form)
  "Returns the steps that bind PATTERN, a vector, to the elements of the value of FORM."
  (let* ((source (gensym "V")) (patterns (list-of-seq pattern)) (steps (list (list :let source form)))
         (as (member :|as| patterns)) (elements (ldiff patterns as)) (amp (position-if #'amp-p elements)))
    (flet ((add (more) (setq steps (append steps more))))
      (if amp
          (let ((seq (gensym "S")))
            (unless (eql (length elements) (+ amp 2)) (fail "Unsupported binding form: ~A" (written pattern)))
            (add (list (list :let seq `(seq-of ,source))))
            (loop for element in (subseq elements 0 amp)
                  do (add (destructure element `(first-of ,seq)))
                     (let ((next (gensym "S")))
                       (add (list (list :let next `(next-of ,seq))))
                       (setq seq next)))
            (add (destructure (nth (+ amp 1) elements) seq)))
          (loop for element in elements
                for index from 0
                do (add (destructure element `(nth-of ,source ,index nil)))))
      (when as
        (unless (and (eql (length as) 2) (simple-symbol-object-p (second as))) (fail "Unsupported binding form: ~A" (written pattern)))
        (add (destructure (second as) source)))
      steps)))

(defun map-to-take-apart (value)
  "Returns VALUE as a map: a sequence has keys and values in turns, and maybe a map at its end."
  (if (sequence-object-p value)
      (let ((elements (list-of-seq value)))
        (if (and elements (null (rest elements)) (map-object-p (first elements)))
            (first elements)
            (let* ((last (if (oddp (length elements)) (first (last elements)) nil)) (pairs (if (oddp (length elements)) (butlast elements) elements))
                   (map (map-of-array (coerce pairs 'simple-vector))))
              (cond ((evenp (length elements)) map)
                    ((map-object-p last) (map-conj map last))
                    (t (throw-new "IllegalArgumentException" "No value supplied for key: ~A" (written last)))))))
      value))

(defun key-patterns (key value)
  "Returns a list of (PATTERN . KEY-FORM) for :keys, :strs or :syms, the keyword KEY, with the vector VALUE."
  (let ((kind (symbol-part key)) (namespace (symbol-namespace key)))
    (unless (pvec-p value) (fail "Unsupported binding form: ~A" (written value)))
    (mapcar (lambda (name)
              (unless (or (keywordp name) (symbol-object-p name)) (fail "Unsupported binding form: ~A" (written name)))
              (let* ((part (symbol-part name)) (space (or (symbol-namespace name) namespace))
                     (full (if space (concatenate 'string space "/" part) part)))
                (cons (symbol-of part)
                      (cond ((string= kind "keys") (intern full "KEYWORD"))
                            ((string= kind "strs") part)
                            (t `',(symbol-of full))))))
            (list-of-seq value))))

(defun destructure-map (pattern form)
  "Returns the steps that bind PATTERN, a map, to the entries of the value of FORM."
  (let* ((source (gensym "M")) (defaults (get-of pattern :|or| nil)) (steps (list (list :let source `(map-to-take-apart ,form)))))
    (labels ((add (more) (setq steps (append steps more)))
             (value (name key)
               (let ((default (if (and defaults (symbolp name)) (get-of defaults name '%none) '%none)))
                 (if (eq default '%none)
                     `(get-of ,source ,key nil)
                     (let ((found (gensym)))
                       `(let ((,found (get-of ,source ,key '%none))) (if (eq ,found '%none) ,(expand default) ,found)))))))
      (do-seq (entry pattern)
        (let ((key (vector-nth entry 0)) (value (vector-nth entry 1)))
          (cond ((eq key :|or|) (unless (map-object-p value) (fail "Unsupported binding form: ~A" (written pattern))))
                ((eq key :|as|) (add (destructure value source)))
                ((and (keywordp key) (member (symbol-part key) '("keys" "strs" "syms") :test #'string=))
                 (loop for (name . form) in (key-patterns key value)
                       do (add (destructure name (value name form)))))
                ((keywordp key) (fail "Unsupported binding form: ~A" (written key)))
                (t (add (destructure key (value (plain-symbol key) (expand value))))))))
      steps)))

;;; let.

(defun binding-pairs (form name)
  "Returns the pairs of the binding vector of FORM, a list of lists."
  (let ((vector (second form)))
    (unless (pvec-p vector) (fail "~A requires a vector for its binding" name))
    (unless (evenp (pvec-count vector)) (fail "~A requires an even number of forms in binding vector" name))
    (loop for (pattern value) on (list-of-seq vector) by #'cddr
          collect (list pattern value))))

(defun function-form-p (form)
  "True if FORM is a function literal."
  (and (consp form)
       (symbol-object-p (first form))
       (eq (head-kind (first form)) :special)
       (member (symbol-part (first form)) '("fn" "fn*") :test #'string=)))

(defun expand-bindings (pairs)
  "Returns the steps of PAIRS. Functions become local functions."
  (let ((steps '()) (*recur* nil))
    (loop for (pattern value) in pairs
          do (let ((value (unwrapped value)))
               (setq steps
                     (append steps
                             (if (and (simple-symbol-object-p pattern) (function-form-p value))
                                 (let* ((symbol (local-name pattern)) (label (make-symbol (symbol-name symbol)))
                                        (definition (at-form (value) (expand-function value label))))
                                   (push (list symbol :function label) *locals*)
                                   (list (list :labels definition)))
                                 (destructure pattern (expand value)))))))
    (values steps *locals*)))

(define-special ("let" "let*") (form tail)
  (let ((*locals* *locals*) (pairs (binding-pairs form "let")))
    (let ((steps (expand-bindings pairs)))
      (nested steps (expand-body (cddr form) tail)))))

;;; loop and recur.

(define-special ("loop" "loop*") (form)
  (let ((*locals* *locals*) (label (make-symbol "LOOP")) (pairs (binding-pairs form "loop")) (parameters '()) (steps '()))
    (loop for (pattern value) in pairs
          do (let ((parameter (if (simple-symbol-object-p pattern) (local-name pattern) (gensym "L"))))
               (push (list :let parameter (let ((*recur* nil)) (expand value))) steps)
               (push parameter parameters)
               (if (symbol-package parameter)
                   (add-local parameter)
                   (setq steps (append (reverse (destructure pattern parameter)) steps)))))      ; later values may use its names
    (setq parameters (nreverse parameters))
    (let* ((inner (loop for (pattern) in pairs
                        for parameter in parameters
                        append (if (symbol-package parameter) '() (destructure pattern parameter))))
           (*recur* (cons label (length parameters))))
      (nested (nreverse steps)
              `(labels ((,label ,(unique-parameters parameters) ,(nested inner (expand-body (cddr form) t))))
                 (,label ,@parameters))))))

(defun unique-parameters (parameters)
  "Returns PARAMETERS, but for those that a later one of the same name hides: these are other symbols."
  (loop for (parameter . more) on parameters
        collect (if (member parameter more :test #'eq) (gensym) parameter)))

(define-special "recur" (form tail)
  (cond ((eq *recur* :try) (fail "Cannot recur across try"))
        ((or (not tail) (null *recur*)) (fail "Can only recur from tail position"))
        ((/= (length (rest form)) (cdr *recur*))
         (fail "Mismatched argument count to recur, expected: ~D args, got: ~D" (cdr *recur*) (length (rest form)))))
  (let ((target *recur*))
    `(,(car target) ,@(let ((*recur* nil)) (expand-all (rest form))))))

;;; fn.

(defstruct (arity (:copier nil))
  "One of a function's parameter lists: PARAMETERS are symbols, REST one or NIL, BODY an expanded form."
  parameters rest body)

(defun condition-forms (forms label)
  "Returns forms that assert FORMS, a vector of conditions."
  (mapcar (lambda (condition)
            `(unless ,(expand-test condition)
               (throw-new "AssertionError" "Assert failed: ~A" ,(written condition))))
          (progn (unless (pvec-p forms) (fail "~A must be a vector" label)) (list-of-seq forms))))

(defun expand-function-body (forms)
  "Returns the expansion of the body FORMS of a function, which may begin with a map of :pre and :post."
  (let ((conditions (and (rest forms) (pmap-p (first forms))
                         (or (contains-of (first forms) :|pre|) (contains-of (first forms) :|post|))
                         (first forms))))
    (if (null conditions)
        (expand-body forms t)
        (let ((pre (get-of conditions :|pre| nil)) (post (get-of conditions :|post| nil)) (result (symbol-of "%")))
          `(progn ,@(and pre (condition-forms pre ":pre"))
                  ,(if post
                       `(let ((,result ,(let ((*recur* nil)) (expand-body (rest forms)))))
                          ,@(let ((*locals* *locals*)) (add-local result) (condition-forms post ":post"))
                          ,result)
                       (expand-body (rest forms) t)))))))

(defun split-parameters (vector)
  "Returns the patterns of the parameters VECTOR, and that after & or NIL."
  (let* ((patterns (list-of-seq vector)) (amp (position-if #'amp-p patterns)))
    (cond ((null amp) (values patterns nil))
          ((/= (length patterns) (+ amp 2)) (fail "Unexpected parameter list: ~A" (written vector)))
          (t (values (subseq patterns 0 amp) (nth (+ amp 1) patterns))))))

(defun parameter-of (pattern)
  "Returns the variable for the parameter PATTERN."
  (cond ((simple-symbol-object-p pattern) (local-name pattern))
        ((symbol-object-p pattern) (fail "Can't use qualified name as parameter: ~A" (symbol-name (plain-symbol pattern))))
        (t (gensym "A"))))

(defun expand-arity (clause)
  "Returns the arity that CLAUSE, ([PARAMETER*] FORM*), defines."
  (unless (and (consp clause) (pvec-p (first clause)))
    (fail "Parameter declaration ~A should be a vector" (written (if (consp clause) (first clause) clause))))
  (multiple-value-bind (patterns rest) (split-parameters (first clause))
    (let* ((*locals* *locals*) (label (make-symbol "FN")) (all (if rest (append patterns (list rest)) patterns))
           (variables (mapcar #'parameter-of all)) (*recur* (cons label (length all))) (steps '()))
      (dolist (variable variables) (when (symbol-package variable) (add-local variable)))
      (loop for pattern in all
            for variable in variables
            do (if (symbol-object-p pattern)
                   (add-local variable)
                   (setq steps (append steps (destructure pattern variable)))))
      (let* ((body (nested steps (expand-function-body (rest clause)))) (unique (unique-parameters variables))
             (body (if (recurs-p label body) `(labels ((,label ,unique ,body)) (,label ,@unique)) body)))
        (make-arity :parameters (if rest (butlast unique) unique) :rest (if rest (first (last unique)) nil) :body body)))))

(defun recurs-p (label form)
  "True if LABEL is called somewhere in FORM."
  (do ((form form (cdr form))) ((atom form) nil)
    (when (or (eq (car form) label) (and (consp (car form)) (recurs-p label (car form))))
      (return t))))

(defun function-clauses (forms)
  "Returns the arities of a function, a list of clauses, from what follows its name."
  (cond ((pvec-p (first forms)) (list forms))
        ((every #'list-form-p forms) (mapcar #'unwrapped forms))
        (t (fail "Parameter declaration ~A should be a vector" (written (find-if-not #'list-form-p forms))))))

(defun check-arities (arities)
  "Signals an error unless ARITIES can stand in one function."
  (when (null arities) (fail "Parameter declaration missing"))
  (let ((variadic (remove nil arities :key #'arity-rest)) (fixed (remove-if #'arity-rest arities)))
    (when (rest variadic) (fail "Can't have more than 1 variadic overload"))
    (loop for (arity . more) on fixed
          do (when (find (length (arity-parameters arity)) more :key (lambda (other) (length (arity-parameters other))))
               (fail "Can't have 2 overloads with same arity"))
             (when (and variadic (> (length (arity-parameters arity)) (length (arity-parameters (first variadic)))))
               (fail "Can't have fixed arity function with more params than variadic function")))))

(defun expand-function (form label)
  "Returns the function that FORM, a list of fn, is: (LABEL LAMBDA-LIST FORM), as of LABELS."
  (let* ((named (symbol-object-p (second form))) (forms (if named (cddr form) (rest form))) (*locals* *locals*))
    (when named (push (list (plain-symbol (second form)) :function label) *locals*))
    (cons label (lambda-of-arities (mapcar #'expand-arity (function-clauses forms)) (symbol-name label)))))

(defun lambda-of-arities (arities name)
  "Returns lambda list and body of a function called NAME that has ARITIES, as a list."
  (check-arities arities)
  (if (null (rest arities))
      (let ((arity (first arities)))
        (list (append (arity-parameters arity) (and (arity-rest arity) (list '&rest (arity-rest arity)))) (arity-body arity)))
      (dispatching-lambda arities name)))

(defun dispatching-lambda (arities name)
  "Returns lambda list and body of a function of several ARITIES: it looks at how many arguments there are."
  (let* ((counts (mapcar (lambda (arity) (length (arity-parameters arity))) arities)) (variadic (find-if #'arity-rest arities))
         (least (reduce #'min counts)) (most (reduce #'max counts)) (rest (and variadic (gensym "REST")))
         (variables (loop repeat most collect (gensym "P"))) (given (loop repeat (- most least) collect (gensym "GIVEN"))))
    (flet ((body (count)
             (let ((arity (or (find-if (lambda (arity) (and (null (arity-rest arity)) (eql (length (arity-parameters arity)) count))) arities)
                              (and variadic (>= count (length (arity-parameters variadic))) variadic))))
               (if arity
                   (entered arity (subseq variables 0 count) nil)
                   `(wrong-arity ,count ,name)))))
      (list (append (subseq variables 0 least)
                    (and given '(&optional))
                    (loop for variable in (nthcdr least variables)
                          for supplied in given
                          collect `(,variable nil ,supplied))
                    (and rest `(&rest ,rest)))
            `(cond ,@(and rest `((,rest ,(entered variadic variables rest))))
                   ,@(loop for count from most above least
                           for supplied in (reverse given)
                           collect `(,supplied ,(body count)))
                   (t ,(body least)))))))

(defun entered (arity variables rest)
  "Returns the body of ARITY with its parameters bound to VARIABLES, of which it may have fewer, and to the list REST."
  (let* ((parameters (arity-parameters arity)) (count (length parameters)) (more (nthcdr count variables)))
    `(let* (,@(mapcar #'list parameters variables)
            ,@(and (arity-rest arity)
                   `((,(arity-rest arity) ,(if more `(list* ,@more ,rest) rest)))))
       ,(arity-body arity))))

(defun lambda-named (name definition)
  "Returns a form for the function whose lambda list and body are DEFINITION."
  `(named-lambda ,name ,@definition))

(define-special ("fn" "fn*") (form)
  (let ((*recur* nil))
    (if (symbol-object-p (second form))
        (let ((label (make-symbol (symbol-name (plain-symbol (second form))))))
          `(labels (,(expand-function form label)) (function ,label)))
        (lambda-named (symbol-of "fn") (rest (expand-function form (symbol-of "fn")))))))

(define-special "letfn" (form tail)
  (unless (pvec-p (second form)) (fail "letfn requires a vector for its binding"))
  (let* ((*locals* *locals*) (specs (mapcar #'unwrapped (list-of-seq (second form)))))
    (dolist (spec specs)
      (unless (and (consp spec) (symbol-object-p (first spec))) (fail "letfn requires functions: ~A" (written spec))))
    (let ((labels (mapcar (lambda (spec) (make-symbol (symbol-name (plain-symbol (first spec))))) specs)))
      (loop for spec in specs
            for label in labels
            do (push (list (plain-symbol (first spec)) :function label) *locals*))
      `(labels ,(let ((*recur* nil))
                  (loop for spec in specs
                        for label in labels
                        collect (expand-function (cons nil (rest spec)) label)))
         ,(expand-body (cddr form) tail)))))
