;;; The collector: GC, GC-STATISTICS, ROOM, and TIME's report of it. Tessera's own, except ROOM and TIME.

(integerp (tessera:gc))                                  => t
(integerp (tessera:gc :full t))                          => t
(tessera:gc :full t :whole t)                            => (error program-error "GC: :WHOLE is not a keyword argument; known are :FULL")
(loop for (key value) on (tessera:gc-statistics) by #'cddr
      collect key into keys
      always (typep value '(integer 0))
      finally (return keys))
 => (:bytes-in-use :bytes-allocated :bytes-promoted :nursery-bytes :minor-collections :major-collections :minor-time
     :major-time :longest-minor :longest-pause :pauses :pause-99)

(defun since (key function)
  "Returns by how much the figure KEY grows while FUNCTION is called."
  (let ((before (getf (tessera:gc-statistics) key)))
    (funcall function)
    (- (getf (tessera:gc-statistics) key) before)))      => since
(>= (since :minor-collections #'tessera:gc) 1)           => t
(>= (since :major-collections (lambda () (tessera:gc :full t))) 1) => t
(<= 160000 (since :bytes-allocated (lambda () (make-list 10000))) 400000) => t

;; Reachable objects are promoted, others are freed, except some conses that GC-STATISTICS makes itself.
(defvar *kept* nil)                                      => *kept*
(>= (since :bytes-promoted (lambda () (setf *kept* (make-list 10000)) (tessera:gc))) 160000) => t
(progn (tessera:gc :full t) (<= (since :bytes-in-use (lambda () (setf *kept* nil) (tessera:gc :full t))) -159000)) => t
(<= (getf (tessera:gc-statistics) :longest-minor) (getf (tessera:gc-statistics) :longest-pause)) => t

;; Recursion that allocates nothing requests collections, too: each visits only a part of a deep stack.
(defun deep (n) (if (zerop n) 0 (1+ (deep (1- n)))))     => deep
(>= (since :minor-collections (lambda () (deep 1000000))) 3) => t
(list (deep 300000) (integerp (tessera:gc)) (deep 300000)) => (300000 t 300000)

(defun room-lines (detail)
  (with-input-from-string (lines (with-output-to-string (*standard-output*) (room detail)))
    (loop for line = (read-line lines nil) while line count (not (search "machine code" line))))) => room-lines
(mapcar #'room-lines '(nil :default t))                  => (1 3 4)
(multiple-value-list (let ((*standard-output* (make-broadcast-stream))) (room))) => nil
(let ((text (with-output-to-string (*trace-output*) (time (tessera:gc :full t)))))
  (list (not (null (search "real time" text))) (not (null (search "bytes allocated; " text)))
        (not (null (search "major collections in " text)))))
                                                         => (t t t)
(let ((*trace-output* (make-broadcast-stream))) (time (values 1 2))) => (values 1 2)
