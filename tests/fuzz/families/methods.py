"""Generic functions beyond calling methods in order: user-defined combinations, protocols for missing methods and
slots, writers, keywords of several methods, printing, closures over CALL-NEXT-METHOD."""
from families import Case

STORIES = [
    # A combination defined in short, with or without an identity.
    (["(define-method-combination {c} :operator {op}{id})", "(defgeneric {g} (x) (:method-combination {c}{order}))", "(defmethod {g} {c} ((x number)) (note {n}))",
      "(defmethod {g} {c} ((x integer)) (note {m}))", "(defmethod {g} {c} ((x (eql {k}))) (note {l}))", "(defmethod {g} :around ((x rational)) (list :around (call-next-method)))"],
     "(list ({g} {k}) ({g} 1.5) ({g} 1/2) ({g} 7))", {"op": ["list", "+", "max", "progn", "and", "vector"], "id": ["", " :identity-with-one-argument t"],
                                                     "order": ["", " :most-specific-last", " :most-specific-first"]}),
    # One defined at length.
    (["(define-method-combination {c} () ((first (:first)) (others (:other . *) :order {order}) (main () :required t))"
      " `(list ,@(mapcar (lambda (m) `(call-method ,m)) first) (progn ,@(mapcar (lambda (m) `(call-method ,m)) others) (call-method ,(first main) ,(rest main)))))",
      "(defgeneric {g} (x) (:method-combination {c}))", "(defmethod {g} :first ((x t)) (note {n}))", "(defmethod {g} :first ((x integer)) (note {m}))", "(defmethod {g} :other 1 ((x t)) (note :a))",
      "(defmethod {g} :other 2 3 ((x number)) (note :b))", "(defmethod {g} ((x number)) (list :number x))", "(defmethod {g} ((x integer)) (list :integer (if (next-method-p) 1 2) (call-next-method)))"],
     "(list ({g} {k}) ({g} 2.5) (handler-case ({g} 'a) (error () :error)))", {"order": [":most-specific-first", ":most-specific-last"]}),
    # Parameters of a combination.
    (["(define-method-combination {c} (&optional (tag 'none) &key (times 1)) ((all ())) `(list ',tag ,@(loop repeat times append (mapcar (lambda (m) `(call-method ,m)) all))))",
      "(defgeneric {g} (x) (:method-combination {c}{args}))", "(defmethod {g} ((x number)) (note {n}))", "(defmethod {g} ((x t)) (note {m}))"],
     "(list ({g} 1) ({g} 'a))", {"args": ["", " here", " there :times 2", " nil :times 0"]}),
    # Missing slots and methods.
    (["(defclass {a} () ((x :initarg :x) (y)))", "(defmethod slot-unbound (class (o {a}) (name (eql 'y))) (declare (ignore class)) (note (list :unbound name)) {n})",
      "(defmethod slot-missing (class (o {a}) name operation &optional (value :none)) (declare (ignore class)) (note (list name operation value)) (if (eq operation 'slot-value) {m} t))"],
     "(let ((o (make-instance '{a} :x {k}))) (list (slot-value o 'x) (slot-value o 'y) (slot-value o 'zz) (slot-boundp o 'y) (multiple-value-list (slot-boundp o 'zz))"
     " (setf (slot-value o 'zz) 5) (progn (slot-makunbound o 'zz) 1) (setf (slot-value o 'y) 8) (slot-value o 'y) (handler-case (slot-value (progn (slot-makunbound o 'x) o) 'x) (unbound-slot (c) (cell-error-name c)))))", {}),
    (["(defgeneric {g} (x more))", "(defmethod no-applicable-method ((f (eql #'{g})) &rest arguments) (note arguments) {n})", "(defmethod {g} ((x integer) more) (list x more))",
      "(defmethod no-next-method ((f (eql #'{g})) method &rest arguments) (declare (ignore method)) (list :no-next arguments))", "(defmethod {g} ((x symbol) more) (declare (ignorable more)) (call-next-method))"],
     "(list ({g} {k} 2) ({g} \"s\" 1) ({g} 'a 3))", {}),
    # Writers and their methods.
    (["(defclass {a} () ((x :initform {n} :accessor {g})))", "(defmethod (setf {g}) :before (new (o {a})) (note (list :before new)))", "(defmethod (setf {g}) :around ((new integer) (o {a})) (call-next-method (* 2 new) o))",
      "(defmethod {g} :around ((o {a})) (list (call-next-method)))"],
     "(let ((o (make-instance '{a}))) (list ({g} o) (setf ({g} o) {k}) ({g} o) (setf ({g} o) 'sym) ({g} o) (push 1 ({g} o)) ({g} o) (slot-value o 'x)))", {}),
    # Keywords that some method takes.
    (["(defgeneric {g} (x &key))", "(defmethod {g} ((x t) &key a) (list :t a))", "(defmethod {g} ((x number) &key b) (list :number b (call-next-method)))", "(defmethod {g} ((x integer) &rest all &key c &allow-other-keys) (list :integer c all (call-next-method)))"],
     "(list (handler-case ({g} {arg}) (error () :error)) ({g} {k} :a 1 :b 2 :c 3))", {"arg": ["'a :a 1", "'a :b 1", "1.5 :a 1 :b 2", "1.5 :c 3", "1 :zz 5", "1.5 :zz 1 :allow-other-keys t", "'a :a"]}),
    # Printing and describing by methods.
    (["(defclass {a} () ((x :initarg :x :reader {g})))", "(defclass {b} ({a}) ())", "(defmethod print-object ((o {a}) stream) (format stream \"<~a>\" ({g} o)))", "(defmethod print-object ((o {b}) stream) (write-string \"B\" stream) (call-next-method))"],
     "(let ((o (make-instance '{b} :x {k})) (p (make-instance '{a} :x \"s\"))) (list (prin1-to-string o) (princ-to-string (list o p)) (format nil \"~a ~s ~w\" p o (vector p)) (with-output-to-string (s) (print o s))))", {}),
    # Next methods as closures, called late and often.
    (["(defgeneric {g} (x))", "(defmethod {g} ((x t)) (list :t x))", "(defmethod {g} ((x number)) (let ((next (lambda () (call-next-method)))) (list (funcall next) (mapcar (lambda (y) (call-next-method y)) (list x {n})))))",
      "(defmethod {g} ((x integer)) (setq x (+ x 1)) (list (call-next-method) (if (next-method-p) 1 2) x))"],
     "(list ({g} {k}) ({g} 2.5))", {}),
    # Argument precedence and ties.
    (["(defclass {a} () ())", "(defclass {b} () ())", "(defclass {c} ({a} {b}) ())", "(defgeneric {g} (x y){order})", "(defmethod {g} ((x {a}) (y {b})) (list :ab{next}))", "(defmethod {g} ((x {b}) (y {a})) (list :ba{next}))",
      "(defmethod {g} ((x {c}) (y t)) (list :ct{next}))", "(defmethod {g} ((x t) (y {c})) (list :tc{next}))", "(defmethod {g} (x y) :default)"],
     "(let ((a (make-instance '{a})) (b (make-instance '{b})) (c (make-instance '{c}))) (mapcar (lambda (p) ({g} (first p) (second p))) (list (list a b) (list b a) (list c c) (list a c) (list c a) (list 1 c) (list c 1) (list b b))))",
     {"order": ["", " (:argument-precedence-order y x)"], "next": [" (call-next-method)", " (if (next-method-p) (call-next-method))"]}),
    # Redefinition: of a method, of a class with instances, adding and removing.
    (["(defgeneric {g} (x))", "(defmethod {g} ((x integer)) {n})", "(defmethod {g} ((x number)) (list :number))"],
     "(list ({g} 1) (progn (defmethod {g} ((x integer)) (list :new (call-next-method))) ({g} 1)) (progn (defmethod {g} :around ((x (eql {k}))) (list :eql (call-next-method))) (list ({g} {k}) ({g} 1000)))"
     " (progn (remove-method #'{g} (find-method #'{g} nil (list (find-class 'integer)))) ({g} 1)) (progn (remove-method #'{g} (find-method #'{g} '(:around) (list '(eql {k})))) ({g} {k})) (null (find-method #'{g} nil (list (find-class 'symbol)) nil)))", {}),
    # Initialization of all kinds.
    (["(defclass {a} () ((x :initarg :x :initarg :both :initform (note :x)) (y :initarg :both :initform (note :y))) (:default-initargs :z {n}))", "(defmethod initialize-instance :after ((o {a}) &key z) (note (list :z z)))",
      "(defmethod reinitialize-instance :before ((o {a}) &key again) (note (list :again again)))", "(defmethod shared-initialize :around ((o {a}) names &rest all) (note names) (apply #'call-next-method o names all))"],
     "(let ((o (make-instance '{a} {args}))) (reinitialize-instance o :again {k}) (list (slot-value o 'x) (slot-value o 'y)))", {"args": ["", ":x 1", ":both 2", ":x 1 :both 2", ":both 2 :x 1", ":z 5", ":x 1 :x 2"]}),
    # Instances of the built-in classes, structures and conditions.
    (["(defstruct {a} one)", "(defstruct ({b} (:include {a})) two)", "(defgeneric {g} (x))", "(defmethod {g} ((x {a})) (list :a ({a}-p x)))", "(defmethod {g} ((x {b})) (list :b (call-next-method)))", "(defmethod {g} ((x structure-object)) :structure)",
      "(defmethod {g} ((x error)) (list :error (if (next-method-p) 1 2)))", "(defmethod {g} ((x condition)) :condition)", "(defmethod {g} ((x sequence)) (list :sequence (length x)))", "(defmethod {g} ((x null)) (list :null (call-next-method)))",
      "(defmethod {g} ((x symbol)) :symbol)", "(defmethod {g} ((x vector)) (list :vector (call-next-method)))", "(defmethod {g} ((x class)) :class)", "(defmethod {g} ((x function)) :function)", "(defmethod {g} ((x t)) :other)"],
     "(mapcar #'{g} (list (make-{b} :one 1) (make-{a}) (make-condition 'simple-error) (make-condition 'warning) nil 'a (list 1) \"abc\" #*10 (find-class 't) #'car #'{g} {k} #\\a))", {}),
]


def case(s):
    setup, form, choices = s.one(STORIES)
    names = {x: s.fresh(x) for x in "abcg"}
    numbers = {x: str(s.between(0, 9)) for x in "nmlk"}
    chosen = {key: s.one(values) for key, values in choices.items()}

    def fill(text):
        for key, value in {**chosen, **numbers, **names}.items():
            text = text.replace("{" + key + "}", value)
        return text
    definitions = [fill(text) for text in setup]
    head = [d for d in definitions if not d.startswith("(defmethod")]
    methods = [d for d in definitions if d.startswith("(defmethod")]
    return Case(fill(form), head + s.shuffled(methods), way=s.below(3))
