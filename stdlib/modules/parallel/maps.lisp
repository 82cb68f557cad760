;;; Parallel forms of MAP, REDUCE and DOTIMES. Each worker gets parts of the work, eight by default.
(in-package "PARALLEL")

(defconstant +parts-per-worker+ 8 "The number of parts of the work for each worker: several, so that all end at about the same time.")

(defvar *progress* nil
  "NIL, or a function that the maps call with the number of parts of their work that are done, and of all.

    (let ((parallel:*progress* (lambda (done all) (format t \"~D of ~D~%\" done all))))
      (parallel:pmapcar #'isqrt '(1 4 9)))")

(defun part-size (length)
  "Returns how many of LENGTH elements make a part."
  (max 1 (ceiling length (* +parts-per-worker+ (kernel-worker-count)))))

(defun run-parts (function operation arguments)
  "Returns the results of the tasks of FUNCTION and OPERATION for each list in the list ARGUMENTS. If one fails, or the
caller leaves, the others end."
  (when *elsewhere* (return-from run-parts (funcall (second *elsewhere*) function operation arguments)))
  (let ((message (pack function)) (parts '()))
    (unwind-protect
         (progn
           (dolist (one arguments) (push (list (submit message operation one)) parts))
           (gather (setf parts (nreverse parts))))
      (parallel-native:drop-message message)
      (loop for (task) in parts when task do (parallel-native:drop-task task)))))

(defun gather (parts)
  "Waits for PARTS, lists (TASK) that become (NIL OUTPUT VALUE). Prints their output in order, and returns the list of
their values in order; signals the first failure at once."
  (loop with printed = parts and all = (length parts)
        for waiting = (remove nil parts :key #'first)
        while waiting
        do (parallel-native:wait-for-any (mapcar #'first waiting))
           (dolist (part waiting)
             (when (parallel-native:task-done-p (first part))
               (multiple-value-bind (output value failure) (end-task (first part))
                 (when failure (received output nil failure))
                 (setf (first part) nil (cdr part) (list output value)))
               (when *progress* (funcall *progress* (- all (count-if #'first parts)) all))))
           (loop while (and printed (null (first (car printed))))
                 do (show (second (pop printed)))))
  (mapcar #'third parts))

(defun parts-of (sequence size)
  "Returns a list of the parts of SEQUENCE, lists of SIZE elements at most."
  (if (listp sequence)
      (loop while sequence
            collect (loop repeat size while sequence collect (pop sequence)))
      (loop for start from 0 below (length sequence) by size
            collect (coerce (subseq sequence start (min (length sequence) (+ start size))) 'list))))

(defun mapped (function sequences)
  "Returns the list of the results of FUNCTION for the elements of SEQUENCES."
  (let* ((length (reduce #'min (mapcar #'length sequences)))
         (sequences (mapcar (lambda (sequence) (if (= (length sequence) length) sequence (subseq sequence 0 length))) sequences)))
    (if *worker*
        (apply #'map 'list function sequences)
        (apply #'nconc
               (run-parts (coerce function 'function) 1
                          (apply #'mapcar #'list (mapcar (lambda (sequence) (parts-of sequence (part-size length))) sequences)))))))

(defun pmap (result-type function sequence &rest sequences)
  "Does the same as MAP, in all workers at once: FUNCTION is called with copies of the elements in no particular order,
and its values are copied back. Of variables that FUNCTION changes, the workers change their own. If a call signals an
error, PMAP ends the others and signals a TASK-ERROR.

    (parallel:pmap 'vector #'isqrt '(1 4 9))   ; #(1 2 3)"
  (let ((values (mapped function (cons sequence sequences))))
    (if result-type (coerce values result-type) nil)))

(defun pmapcar (function list &rest lists)
  "Does the same as MAPCAR, in all workers at once: see PMAP. The arguments may be vectors, too.

    (parallel:pmapcar (lambda (x y) (* x y)) '(1 2 3) '(4 5 6))   ; (4 10 18)"
  (mapped function (cons list lists)))

(defun preduce (function sequence &key (key #'identity) (initial-value nil initial-value-p))
  "Does the same as REDUCE, in all workers at once. FUNCTION must be associative: parts of SEQUENCE are reduced first,
then their results, from left to right after INITIAL-VALUE.

    (parallel:preduce #'+ '(1 2 3 4) :key (lambda (x) (* x x)))   ; 30"
  (let ((function (coerce function 'function)) (key (coerce key 'function)) (length (length sequence)))
    (flet ((all (partial) (if initial-value-p (reduce function partial :initial-value initial-value) (reduce function partial))))
      (if (or *worker* (< length 2))
          (all (map 'list key sequence))
          (all (run-parts (lambda (part) (reduce function part :key key)) 0
                          (mapcar #'list (parts-of sequence (part-size length)))))))))

(defun call-times (function count)
  "Calls FUNCTION with the integers below COUNT, in all workers at once."
  (if *worker*
      (dotimes (i count) (funcall function i))
      (let ((size (part-size count)))
        (run-parts function 2 (loop for start from 0 below count by size collect (list start (min count (+ start size)))))))
  nil)

(defmacro pdotimes ((variable count &optional result) &body forms)
  "(pdotimes (VARIABLE COUNT [RESULT]) FORM*): evaluates FORMS for each integer from 0 below COUNT, in all workers at
once. What they assign stays in the worker: send results by a queue, or use PMAP. Returns RESULT.

    (let ((queue (parallel:make-queue)))
      (parallel:pdotimes (i 3) (parallel:push-queue (* i i) queue))
      (sort (list (parallel:pop-queue queue) (parallel:pop-queue queue) (parallel:pop-queue queue)) #'<))   ; (0 1 4)"
  (multiple-value-bind (body declarations) (tessera::%parse-body forms)
    `(progn (call-times (lambda (,variable) ,@declarations (block nil (tagbody ,@body))) ,count)
            ,result)))
