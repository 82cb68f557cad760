;;; The collector: GC, GC-STATISTICS, ROOM; and what machine code takes.

(in-package "TESSERA")

(export '(gc gc-statistics machine-code-statistics))

(defun gc (&key full)
  "Collects the garbage among new objects, or if FULL among all. Returns the bytes in use afterwards.
  (<= (gc :full t) (getf (gc-statistics) :bytes-in-use)) => T"
  (%collect full)
  (getf (%collected-figures) :bytes-in-use))

(defun %collected-figures ()
  "Returns the heap's figures. A collection that was asked for runs when this function is entered."
  (%heap-figures))

(defun %internal-time (nanoseconds)
  "Returns NANOSECONDS in internal time units, rounded."
  (values (round (* nanoseconds internal-time-units-per-second) 1000000000)))

(defun gc-statistics ()
  "Returns a property list about the work of the collector since the start:
  :BYTES-IN-USE          part of them may be garbage
  :BYTES-ALLOCATED       since the start
  :BYTES-PROMOTED        moved to old space by minor collections
  :NURSERY-BYTES         allocation between two minor collections at present
  :MINOR-COLLECTIONS     their number, as :MAJOR-COLLECTIONS
  :MINOR-TIME            the time in them, as :MAJOR-TIME, in internal time units
  :LONGEST-MINOR         the longest minor collection
  :LONGEST-PAUSE         the longest pause of all
  :PAUSES                their number; a major collection is done in many
  :PAUSE-99              a time that 99 percent of them did not exceed
  (>= (getf (gc-statistics) :bytes-allocated) 0) => T"
  (let ((figures (%heap-figures)))
    (dolist (key '(:minor-time :major-time :longest-minor :longest-pause :pause-99) figures)
      (setf (getf figures key) (%internal-time (getf figures key))))))

(defun machine-code-statistics ()
  "Returns a property list about machine code; NIL if Tessera was built without it. :FUNCTIONS is the number of
functions that have machine code now, and :BYTES its size. :COMPILATIONS is the number of compilations since the start,
and :INSTRUCTIONS that of the bytecode instructions in them. :LOOPS is the number of loops compiled separately. :TIME is
the time of all compilations and :LONGEST that of the longest, in internal time units.
  (>= (getf (machine-code-statistics) :bytes 0) 0) => T"
  (let ((figures (%machine-code-figures)))
    (when figures
      (dolist (key '(:time :longest) figures)
        (setf (getf figures key) (%internal-time (getf figures key)))))))

(defun room (&optional (detail :default))
  "Writes how much memory is in use. If DETAIL is true, also writes how much was allocated and the number of
collections; if it is T, their time, too. Returns no values."
  (destructuring-bind (&key bytes-in-use bytes-allocated bytes-promoted minor-collections major-collections minor-time
                            major-time longest-minor longest-pause &allow-other-keys)
      (gc-statistics)
    (flet ((ms (time) (* 1000 (/ (float time) internal-time-units-per-second))))
      (format t "~&~:D bytes in use~%" bytes-in-use)
      (let ((machine-code (machine-code-statistics)))
        (when (plusp (getf machine-code :functions 0))
          (format t "~:D bytes of machine code, of ~:D function~:P~%" (getf machine-code :bytes) (getf machine-code :functions))))
      (when detail
        (format t "~:D bytes allocated since the start, ~:D of them promoted~%~:D minor and ~:D major collection~:P~%"
                bytes-allocated bytes-promoted minor-collections major-collections))
      (when (eq detail t)
        (format t "~,3F ms of minor, ~,3F ms of major collection; the longest minor one ~,3F ms, the longest pause ~,3F ms~%"
                (ms minor-time) (ms major-time) (ms longest-minor) (ms longest-pause)))))
  (values))
