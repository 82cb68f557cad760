;;; The orders in which tasks can have their turns: for the tests of Clojure's transactions.
(defpackage "SCHEDULES" (:use "COMMON-LISP") (:export "OUTCOMES"))
(in-package "SCHEDULES")

(tessera:find-language :clojure)

(defparameter *depth* 7 "At how many turns, the first ones, all tasks that can go on are tried; then they take turns fairly, so that all come to an end.")

(defun take-task (queue index)
  "Takes the task INDEX out of QUEUE."
  (let* ((tasks (car queue)) (task (nth index tasks)))
    (setf (car queue) (remove task tasks :test #'eq :count 1)
          (cdr queue) (last (car queue)))
    task))

(defun run-with-choices (choices functions)
  "Runs FUNCTIONS as tasks: at each turn that task which the next of CHOICES says, the first when they are used up.
Returns a list, the last turn first, of the choices and how many there were to choose from."
  (let ((taken '()))
    (progv (list (find-symbol "*SCHEDULER*" "TESSERA-CONTINUATIONS"))
        (list (funcall (find-symbol "%SCHEDULER" "TESSERA-CONTINUATIONS")))
      (let* ((scheduler (symbol-value (find-symbol "*SCHEDULER*" "TESSERA-CONTINUATIONS")))
             (queue (funcall (find-symbol "%SCHEDULER-READY" "TESSERA-CONTINUATIONS") scheduler)))
        (dolist (function functions) (funcall (find-symbol "START-TASK" "TESSERA-CLOJURE") function))
        (loop while (car queue)
              do (let ((count (length (car queue))) (choice (or (pop choices) 0)))
                   (push (cons choice count) taken)
                   (funcall (find-symbol "%RUN-TASK" "TESSERA-CONTINUATIONS") (take-task queue choice))))))
    taken))

(defun next-choices (taken)
  "Returns the choices that come after those TAKEN, or NIL if these were the last."
  (let ((rest (member-if (lambda (turn) (< (+ 1 (car turn)) (cdr turn)))
                         (last taken *depth*))))
    (and rest (append (reverse (mapcar #'car (cdr rest))) (list (+ 1 (car (first rest))))))))

(defun outcomes (source)
  "Runs SOURCE, in Clojure, which makes a function that makes a vector of functions: tasks, and last what returns a
value when they are through. Runs it in all orders. Two values: the different values as text, sorted; and the number of
orders."
  (let ((make (tessera:language-eval :clojure source)) (seen '()) (choices '()) (count 0))
    (loop
      (let* ((functions (coerce (funcall (find-symbol "LIST-OF-SEQ" "TESSERA-CLOJURE") (funcall make)) 'list))
             (taken (run-with-choices choices (butlast functions))))
        (incf count)
        (pushnew (funcall (find-symbol "WRITTEN" "TESSERA-CLOJURE") (funcall (first (last functions)))) seen :test #'string=)
        (setq choices (next-choices taken))
        (when (null choices)
          (return (values (sort seen #'string<) count)))))))
