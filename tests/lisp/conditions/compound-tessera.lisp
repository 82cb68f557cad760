;;; MAKE-CONDITION of compound types.

;;; MAKE-CONDITION of compound types
(let ((c (make-condition '(or program-error type-error)))) (and (typep c '(or program-error type-error)) (typep c 'condition))) => t
(let ((c (make-condition '(and simple-error type-error)))) (and (typep c '(and simple-error type-error)) (typep c 'condition))) => t
(let ((c (make-condition '(and error (not simple-error))))) (and (typep c '(and error (not simple-error))) (typep c 'condition))) => (error type-error)
(let ((c (make-condition '(or (and simple-condition type-error) warning))))
  (and (typep c '(or (and simple-condition type-error) warning)) (typep c 'condition)))   => t
(let ((c (make-condition '(and warning simple-condition)))) (and (typep c '(and warning simple-condition)) (typep c 'condition))) => t
(make-condition '(or integer string)) => (error type-error "MAKE-CONDITION: (OR INTEGER STRING) does not name a condition class")
(make-condition '(and program-error (not condition))) => (error type-error "MAKE-CONDITION: (AND PROGRAM-ERROR (NOT CONDITION)) does not name a condition class")
(make-condition 'integer) => (error type-error "MAKE-CONDITION: INTEGER does not name a condition class")
(simple-condition-format-control (make-condition '(and simple-error type-error) :format-control "x" :datum 1 :expected-type t)) => "x"
(type-error-datum (make-condition '(or type-error) :datum 5)) => 5
