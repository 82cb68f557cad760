;;; A small logic language: facts and rules, unification, and a search that calls back for each answer. It shows
;;; closures as continuations, property lists as a data base, and macros as a notation.

(defun logic-variable-p (x) (and (symbolp x) (plusp (length (symbol-name x))) (char= #\? (char (symbol-name x) 0))))
                                                        => logic-variable-p

;; The value of TERM under BINDINGS, an alist from variables to terms: as far as its outermost variable goes.
(defun resolved (term bindings)
  (let ((binding (and (logic-variable-p term) (assoc term bindings))))
    (if binding (resolved (cdr binding) bindings) term))) => resolved

(defun occurs-p (variable term bindings)
  (let ((term (resolved term bindings)))
    (if (consp term)
        (or (occurs-p variable (car term) bindings) (occurs-p variable (cdr term) bindings))
        (eq variable term))))                           => occurs-p

;; BINDINGS with those added that make the terms A and B equal; :FAIL if nothing does.
(defun unify (a b &optional (bindings '()))
  (let ((a (resolved a bindings)) (b (resolved b bindings)))
    (cond ((eql a b) bindings)
          ((logic-variable-p a) (if (occurs-p a b bindings) :fail (acons a b bindings)))
          ((logic-variable-p b) (unify b a bindings))
          ((and (consp a) (consp b))
           (let ((heads (unify (car a) (car b) bindings)))
             (if (eq heads :fail) :fail (unify (cdr a) (cdr b) heads))))
          (t :fail))))                                  => unify

(defun instance (term bindings)
  (let ((term (resolved term bindings)))
    (if (consp term)
        (cons (instance (car term) bindings) (instance (cdr term) bindings))
        term)))                                         => instance

(instance '(?x ?y) (unify '(?x b (c . ?z)) '(a ?y (?w d)))) => (a b)
(unify '(f ?x ?x) '(f a b))                             => :fail
(unify '?x '(list ?x))                                  => :fail
(unify '(?x ?y a) '(?y ?x ?x))                          => ((?y . a) (?x . ?y))

;;; --- the data base: clauses stand on the property list of their predicate

(defun add-clause (head &rest body)
  (setf (get (first head) 'clauses) (append (get (first head) 'clauses) (list (cons head body))))
  (first head))                                         => add-clause

(defmacro fact (&rest head) `(add-clause ',head))       => fact
(defmacro rule (head if &body body)
  (assert (eq if :if))
  `(add-clause ',head ,@(mapcar (lambda (goal) `',goal) body))) => rule

;; CLAUSE with fresh variables: each use of a rule has its own.
(defun renamed (clause)
  (let ((names '()))
    (labels ((rename (term)
               (cond ((consp term) (cons (rename (car term)) (rename (cdr term))))
                     ((not (logic-variable-p term)) term)
                     (t (or (cdr (assoc term names))
                            (let ((fresh (make-symbol (symbol-name term))))
                              (push (cons term fresh) names)
                              fresh))))))
      (rename clause))))                                => renamed

;; Call FOUND with the bindings of each way to prove all GOALS.
(defun prove (goals bindings found)
  (if (null goals)
      (funcall found bindings)
      (dolist (clause (get (first (first goals)) 'clauses))
        (destructuring-bind (head &rest body) (renamed clause)
          (let ((unified (unify (first goals) head bindings)))
            (unless (eq unified :fail)
              (prove (append body (rest goals)) unified found)))))))
                                                        => prove

(defmacro answers (term &body goals)
  `(let ((found '()))
     (prove ',goals '() (lambda (bindings) (push (instance ',term bindings) found)))
     (nreverse found)))                                 => answers

(defmacro first-answer (term &body goals)
  `(block nil
     (prove ',goals '() (lambda (bindings) (return (instance ',term bindings))))
     :no))                                              => first-answer

(progn (fact parent anna bert) (fact parent anna carl) (fact parent bert dora) (fact parent dora emil)
       (rule (ancestor ?a ?b) :if (parent ?a ?b))
       (rule (ancestor ?a ?c) :if (parent ?a ?b) (ancestor ?b ?c))) => ancestor
(answers ?who (ancestor anna ?who))                     => (bert carl dora emil)
(answers ?who (ancestor ?who emil))                     => (dora anna bert)
(answers (?a ?b) (parent ?a ?b) (parent ?b dora))       => ((anna bert))
(first-answer yes (ancestor carl emil))                 => :no

;;; --- lists: the same rules join them, and take them apart
(progn (fact joined () ?tail ?tail)
       (rule (joined (?x . ?front) ?tail (?x . ?all)) :if (joined ?front ?tail ?all))
       (fact element ?x (?x . ?rest))
       (rule (element ?x (?y . ?rest)) :if (element ?x ?rest))) => element
(answers ?all (joined (1 2) (3) ?all))                  => ((1 2 3))
(answers (?a ?b) (joined ?a ?b (1 2)))                  => ((() (1 2)) ((1) (2)) ((1 2) ()))
(answers ?x (element ?x (a b c)))                       => (a b c)
(first-answer ?last (joined ?front (?last) (p q r)))    => r
