;;; Bounds, the walks over every kind of sequence, and FIND, POSITION and COUNT (chapter 17).

(in-package "TESSERA")

;;; Bounds

(defun %bad-bound (bound datum type operation)
  "Signals the TYPE-ERROR for DATUM, which OPERATION was given as the BOUND, :START or :END, and which is not of
TYPE, (INTEGER LOW) or (INTEGER LOW HIGH)."
  (%signal-failure 'bounds-error (list :datum datum :expected-type type :bound bound) operation))

(defun %bad-bounds (start end length operation)
  "Signals the TYPE-ERROR for START and END, which do not bound a part of a sequence of LENGTH elements."
  (if (and (integerp end) (<= 0 end) (<= end length))
      (%bad-bound :start start `(integer 0 ,end) operation)
      (%bad-bound :end end `(integer 0 ,length) operation)))

(defun %vector-end (vector start end operation)
  "Returns the index at which the part of VECTOR from START to END ends; a TYPE-ERROR if there is no such part."
  (let ((length (length vector)))
    (cond ((and (null end) (eql start 0)) length)
          (t (let ((limit (or end length)))
               (unless (and (integerp start) (integerp limit) (<= 0 start) (<= start limit) (<= limit length))
                 (%bad-bounds start limit length operation))
               limit)))))

(defun %list-from (list start end operation)
  "Returns the tail of LIST where the part from START to END begins; a TYPE-ERROR if it begins after the end of LIST."
  (cond ((and (eql start 0) (null end)) list)
        ((not (and (integerp start) (<= 0 start)))
         (%bad-bound :start start '(integer 0) operation))
        ((not (or (null end) (and (integerp end) (<= start end))))
         (%bad-bound :end end `(integer ,start) operation))
        (t (do ((tail list (cdr tail)) (i 0 (1+ i)))
               ((or (eql i start) (not (consp tail)))
                (%check-list-end tail i :start start operation)
                tail)))))

(defun %check-list-end (tail index bound limit operation)
  "Signals a TYPE-ERROR of OPERATION if a walk along a list, which stopped at TAIL after INDEX conses, did not reach
LIMIT, the value of the BOUND :START or :END. If LIMIT is NIL, the walk must have stopped at NIL."
  (cond ((eql index limit))
        (limit (%bad-bound bound limit `(integer 0 ,index) operation))
        (tail (%bad-argument tail 'list operation))))

;;; Walks. BODY is compiled once for each kind of sequence, so that the kind is asked for once only. (The variables of
;;; these macros themselves begin with a % sign.)

(defmacro %do-list ((cell index list start end operation) &body body)
  "Runs BODY for each CELL of the list from START to END (which may be NIL). Returns NIL. After many steps it checks
once that the list is not circular: so BODY gathers little of a circular list, and the steps have no extra cost."
  `(do ((,cell (%list-from ,list ,start ,end ,operation) (cdr ,cell))
        (,index ,start (1+ ,index))
        (%stop (or ,end (+ ,start 200000))))
       ((if (consp ,cell)
            (if (eq ,index %stop)
                (or ,end (setq %stop (%check-ends ,cell ,operation)))
                nil)
            (progn (%check-list-end ,cell ,index :end ,end ,operation) t))
        nil)
     ,@body))

(defmacro %with-reader ((vector) &body body)
  "Runs BODY where (ref i) is the Ith element of VECTOR."
  (flet ((variant (reader) `(macrolet ((ref (i) (list ',reader ',vector i))) ,@body)))
    `(if (simple-vector-p ,vector)
         ,(variant 'svref)
         ,(variant 'aref))))

(defmacro %do-vector ((element index vector start end) &body body)
  "Runs BODY for each ELEMENT of the vector from START up to END, a number. Returns NIL."
  `(%with-reader (,vector)
     (do ((,index ,start (1+ ,index)))
         ((>= ,index ,end) nil)
       (let ((,element (ref ,index))) ,@body))))

(defmacro %sequence-case ((sequence operation) list-form vector-form)
  "Evaluates the form for the kind that SEQUENCE is of; if of neither, signals a TYPE-ERROR."
  `(cond ((%listp ,sequence) ,list-form)
         ((vectorp ,sequence) ,vector-form)
         (t (%bad-argument ,sequence 'sequence ,operation))))

(defmacro %do-range ((element index sequence start end operation) &body body)
  "Runs BODY for each ELEMENT of the sequence from START to END, from left to right. Returns NIL."
  `(%sequence-case (,sequence ,operation)
     (%do-list (%cell ,index ,sequence ,start ,end ,operation)
       (let ((,element (car %cell))) ,@body))
     (let ((%limit (%vector-end ,sequence ,start ,end ,operation)))
       (%do-vector (,element ,index ,sequence ,start %limit) ,@body))))

(defmacro %do-range-backward ((element index sequence start end operation) &body body)
  "Runs BODY for each ELEMENT of the sequence from START to END, from right to left. Returns NIL."
  `(let* ((%vector (%range-vector ,sequence ,start ,end ,operation))
          (%limit (if (%listp ,sequence) (length %vector) (%vector-end %vector ,start ,end ,operation))))
     (%with-reader (%vector)
       (do ((,index (1- %limit) (1- ,index)))
           ((< ,index ,start) nil)
         (let ((,element (ref ,index))) ,@body)))))

(defun %range-vector (sequence start end operation)
  "Returns a vector with the elements of SEQUENCE from START to END at their own indices: SEQUENCE itself, if it is
one."
  (%sequence-case (sequence operation)
    (let ((elements '()) (length start))
      (%do-list (cell i sequence start end operation)
        (push (car cell) elements)
        (setq length (1+ i)))
      (let ((vector (make-array length)))
        (do ((i (1- length) (1- i)))
            ((null elements) vector)
          (setf (svref vector i) (pop elements)))))
    sequence))

;;; Searches

(%define-matching find (() item (sequence) (from-end (start 0) end))
    "Returns the first element of SEQUENCE between START and END that ~, or NIL. With FROM-END, the last one."
  (if-plain (when (vectorp sequence)
              (answer (%vector-find item sequence start (%vector-end sequence start end operation) from-end)))
            nil)
  (when (and (consp sequence) (not from-end) (eql start 0) (null end))
    (let ((tail (by-native sequence %member-string %memqual 0)))
      (unless (eql tail 0) (answer (car tail)))))
  (if from-end
      (%do-range-backward (element i sequence start end operation)
        (when (match element) (answer element)))
      (%do-range (element i sequence start end operation)
        (when (match element) (answer element)))))

(%define-matching position (() item (sequence) (from-end (start 0) end))
    "Returns the index of the first element of SEQUENCE between START and END that ~, or NIL. With FROM-END, that of the
last one."
  (if-plain (when (vectorp sequence)
              (answer (%vector-position item sequence start (%vector-end sequence start end operation) from-end)))
            nil)
  (if from-end
      (%do-range-backward (element i sequence start end operation)
        (when (match element) (answer i)))
      (%do-range (element i sequence start end operation)
        (when (match element) (answer i)))))

(%define-matching count (() item (sequence) (from-end (start 0) end))
    "Returns the number of elements of SEQUENCE between START and END of which each ~. With FROM-END, they are
looked at from right to left."
  (if-plain (when (vectorp sequence)
              (answer (%vector-count item sequence start (%vector-end sequence start end operation) from-end)))
            nil)
  (let ((found 0))
    (if from-end
        (%do-range-backward (element i sequence start end operation)
          (when (match element) (setq found (1+ found))))
        (%do-range (element i sequence start end operation)
          (when (match element) (setq found (1+ found)))))
    found))
