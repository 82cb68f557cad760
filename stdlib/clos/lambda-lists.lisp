;;; Lambda lists of generic functions and methods: their parts, and whether they agree (7.6.2 to 7.6.5).
(in-package "TESSERA")

;;; The relevant properties of a lambda list.
(%define-fields "%SHAPE-" :vector required   ; names
  optional       ; how many
  rest-p         ; true with &REST or &KEY: more arguments are taken
  key-p          ; true with &KEY
  keys           ; the keywords
  open-p)        ; true with &ALLOW-OTHER-KEYS

(defun %lambda-list-error (operation control &rest arguments)
  "Signals a PROGRAM-ERROR of OPERATION with a message that CONTROL makes of ARGUMENTS."
  (apply #'%clos-program-error operation control arguments))

(defun %parameter-keyword (parameter)
  "Returns the keyword by which PARAMETER, after &KEY, is given."
  (let ((name (if (consp parameter) (car parameter) parameter)))
    (if (consp name) (car name) (intern (symbol-name name) "KEYWORD"))))

(defun %lambda-list-sections (lambda-list operation)
  "Returns an alist from :REQUIRED and the lambda list keywords of LAMBDA-LIST to lists of the parameters that follow
them."
  (let ((sections (list (list :required))) (order '(:required &optional &rest &key &allow-other-keys &aux)))
    (dolist (item lambda-list)
      (cond ((%memq item '(&optional &rest &key &allow-other-keys &aux))
             (setq order (%memq item (cdr order)))
             (unless order (%lambda-list-error operation "~S is misplaced in the lambda list ~S" item lambda-list))
             (push (list item) sections))
            ((%memq item lambda-list-keywords)
             (%lambda-list-error operation "~S has no place in the lambda list ~S" item lambda-list))
            (t (push item (cdr (car sections))))))
    (mapcar (lambda (section) (cons (car section) (reverse (cdr section)))) sections)))

(defun %lambda-list-shape (lambda-list operation)
  "Returns the shape of LAMBDA-LIST, whose required parameters are unspecialized; OPERATION is named in errors."
  (let ((sections (%lambda-list-sections lambda-list operation)))
    (when (and (%assq '&rest sections) (/= (length (%assq '&rest sections)) 2))
      (%lambda-list-error operation "&REST does not have one variable in the lambda list ~S" lambda-list))
    (dolist (name (cdr (%assq :required sections)))
      (unless (and name (symbolp name))
        (%lambda-list-error operation "~S is not a required parameter, in the lambda list ~S" name lambda-list)))
    (vector (cdr (%assq :required sections))
            (length (cdr (%assq '&optional sections)))
            (if (or (%assq '&rest sections) (%assq '&key sections)) t nil)
            (if (%assq '&key sections) t nil)
            (mapcar #'%parameter-keyword (cdr (%assq '&key sections)))
            (if (%assq '&allow-other-keys sections) t nil))))

(defun %check-required-names (names operation lambda-list)
  "Signals an error of OPERATION if one of the required parameters NAMES stands twice in LAMBDA-LIST."
  (do ((rest names (cdr rest))) ((null rest))
    (when (%memq (car rest) (cdr rest))
      (%lambda-list-error operation "the parameter ~S stands twice in the lambda list ~S" (car rest) lambda-list))))

(defun %check-generic-lambda-list (name lambda-list)
  "Signals an error unless LAMBDA-LIST suits a generic function NAME: it may have neither defaults nor &AUX."
  (let ((sections (%lambda-list-sections lambda-list 'defgeneric)))
    (%check-required-names (cdr (%assq :required sections)) 'defgeneric lambda-list)
    (when (%assq '&aux sections)
      (%lambda-list-error 'defgeneric "~S: &AUX has no place in the lambda list ~S" name lambda-list))
    (dolist (parameter (append (cdr (%assq '&optional sections)) (cdr (%assq '&key sections))))
      (when (and (consp parameter) (cdr parameter))
        (%lambda-list-error 'defgeneric "~S: the parameter ~S in the lambda list ~S has a default" name parameter lambda-list)))))

(defun %shape-takes-more-p (shape)
  "True if functions of SHAPE take more than their required arguments."
  (or (%shape-rest-p shape) (plusp (%shape-optional shape))))

(defun %takes-anything-p (shape)
  "True if SHAPE is that of a generic function of C++ classes whose methods differ in their parameters: each method
takes what it takes, and only the first argument is dispatched on."
  (%memq '%any-object (%shape-required shape)))

(defun %disagreement (generic method)
  "Returns a text that says why METHOD, a method's shape, does not fit GENERIC, its generic function's; or NIL if it
fits."
  (cond ((%takes-anything-p generic)
         (if (%shape-required method) nil "it has no required parameter"))
        ((/= (length (%shape-required method)) (length (%shape-required generic)))
         (format nil "it has ~D required parameter~:P, not ~D"
                 (length (%shape-required method)) (length (%shape-required generic))))
        ((/= (%shape-optional method) (%shape-optional generic))
         (format nil "it has ~D optional parameter~:P, not ~D" (%shape-optional method) (%shape-optional generic)))
        ((and (%shape-rest-p generic) (not (%shape-rest-p method)))
         "it has neither &REST nor &KEY")
        ((and (%shape-rest-p method) (not (%shape-rest-p generic)))
         "only it has &REST or &KEY")
        ((and (%shape-key-p method) (not (%shape-open-p method)))
         (let ((missing (set-difference (%shape-keys generic) (%shape-keys method))))
           (if missing (format nil "it does not take the keyword~P~{ ~S~}" (length missing) missing) nil)))
        (t nil)))

;;; Specialized lambda lists.

(defun %split-specialized (lambda-list)
  "Returns three values for the LAMBDA-LIST of a method: the required variables, their specializers as written, and what
follows."
  (let ((variables '()) (specializers '()))
    (do ((rest lambda-list (cdr rest)))
        ((or (atom rest) (%memq (car rest) lambda-list-keywords))
         (%check-required-names variables 'defmethod lambda-list)
         (values (nreverse variables) (nreverse specializers) rest))
      (let ((parameter (car rest)))
        (cond ((and parameter (symbolp parameter))
               (push parameter variables)
               (push t specializers))
              ((and (consp parameter) (car parameter) (symbolp (car parameter))
                    (consp (cdr parameter)) (null (cddr parameter)))
               (push (car parameter) variables)
               (push (cadr parameter) specializers))
              (t (%lambda-list-error 'defmethod "~S is not a required parameter, in the lambda list ~S"
                                     parameter lambda-list)))))))

(defun %generic-lambda-list (lambda-list)
  "Returns the lambda list that a generic function gets from its first method, whose LAMBDA-LIST is without
specializers."
  (let* ((sections (%lambda-list-sections lambda-list 'defmethod))
         (optional (%assq '&optional sections)) (rest (%assq '&rest sections)) (key (%assq '&key sections)))
    (append (cdr (%assq :required sections))
            (if optional
                (cons '&optional (mapcar (lambda (p) (if (consp p) (car p) p)) (cdr optional)))
                '())
            (if rest rest '())
            (if key '(&key) '()))))
