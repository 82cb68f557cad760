;;; Reports as text.
(in-package "PROFILE")

(defstruct (entry (:constructor make-entry (name)) (:copier nil) (:predicate nil))
  "What the samples say of a function: counts of samples in which it ran itself, by tier; in which it or what it called
ran; and for each caller."
  name (self 0) (interpreted 0) (machine-code 0) (native 0) (total 0) (callers '()))

(defun count-self (entry count tier)
  "Adds COUNT to those in which the function of ENTRY ran itself."
  (incf (entry-self entry) count)
  (case tier
    (:interpreted (incf (entry-interpreted entry) count))
    (:machine-code (incf (entry-machine-code entry) count))
    (t (incf (entry-native entry) count))))

(defun count-caller (entry caller count)
  "Adds COUNT to those in which CALLER called the function of ENTRY."
  (let ((known (assoc caller (entry-callers entry) :test #'equal)))
    (if known
        (incf (cdr known) count)
        (push (cons caller count) (entry-callers entry)))))

(defun entries (samples)
  "Returns the entries of all functions in SAMPLES, and the sum of counts."
  (let ((entries (make-hash-table :test #'equal)) (sum 0) (seen (make-hash-table :test #'eq)))
    (flet ((entry (name) (or (gethash name entries) (setf (gethash name entries) (make-entry name)))))
      (dolist (sample samples)
        (let ((path (or (sample-path sample) '("(outside of Lisp)"))) (count (sample-count sample)))
          (incf sum count)
          (count-self (entry (first path)) count (sample-tier sample))
          (clrhash seen)
          (loop for (name caller) on path
                do (setf (gethash (entry name) seen) caller)) ; of recursive calls the outermost one's
          (loop for entry being the hash-keys of seen using (hash-value caller)
                do (incf (entry-total entry) count)
                   (when caller (count-caller entry caller count))))))
    (values (loop for entry being the hash-values of entries collect entry) sum)))

(defun printed-name (name)
  "Returns the name of a function, or the function if it has none, as a string."
  (cond ((stringp name) name)
        ((functionp name) (format nil "~S" name))
        (t (let ((*print-length* 8) (*print-level* 3)) (format nil "~S" name)))))

(defun percent (part sum)
  "Returns PART in percent of SUM."
  (/ (* 100.0 part) sum))

(defun print-flat (entries sum stream)
  "Prints a line for each of ENTRIES."
  (format stream "~&  self s     %  total s     %  interp  machine  native~%")
  (dolist (entry entries)
    (flet ((share (part) (if (zerop (entry-self entry)) 0 (round (* 100 part) (entry-self entry)))))
      (format stream "~8,3F ~5,1F ~8,3F ~5,1F ~6D% ~7D% ~6D%  ~A~%"
              (float (* *interval* (entry-self entry))) (percent (entry-self entry) sum)
              (float (* *interval* (entry-total entry))) (percent (entry-total entry) sum)
              (share (entry-interpreted entry)) (share (entry-machine-code entry)) (share (entry-native entry))
              (printed-name (entry-name entry))))))

(defun print-callers (entries sum stream)
  "Prints a paragraph for each of ENTRIES, with its callers."
  (dolist (entry entries)
    (format stream "~&~5,1F% ~8,3F s  ~A~%" (percent (entry-total entry) sum) (float (* *interval* (entry-total entry)))
            (printed-name (entry-name entry)))
    (loop for (caller . count) in (sort (copy-list (entry-callers entry)) #'> :key #'cdr)
          repeat 8
          do (format stream "           ~5,1F%  from ~A~%" (percent count (entry-total entry)) (printed-name caller)))))

(defun print-tiers (samples sum stream)
  "Prints how the time is divided."
  (format stream "~&~D samples, ~,3F s:" (length samples) (float (* *interval* sum)))
  (loop for (tier text) in '((:interpreted "interpreted") (:machine-code "machine code") (:native "C++") (:collector "collector")
                             (:jit "compiler of machine code"))
        for count = (loop for sample in samples when (eq (sample-tier sample) tier) sum (sample-count sample))
        unless (zerop count)
          do (format stream " ~,1F% ~A" (percent count sum) text))
  (unless (zerop *dropped*)
    (format stream "; ~D more were dropped, beyond :MAX-SAMPLES" *dropped*))
  (terpri stream))

(defun report (&key (type :flat) (max 30) (sort-by :self) (stream *standard-output*))
  "Prints to STREAM where the time went: MAX functions, those first that took the most time by SORT-BY: :SELF without
what they called, or :TOTAL. TYPE is :FLAT for a table, whose last columns say how a function ran itself: interpreted,
as machine code, or in C++; or :CALLERS, for each function from where it was called. Returns no values. An error without
samples.
  (profile:report :type :callers :sort-by :total)"
  (check (member :flat :callers) type report)
  (check (integer 1) max report)
  (check (member :self :total) sort-by report)
  (let ((samples (all-samples)))
    (multiple-value-bind (entries sum) (entries samples)
      (let* ((key (if (eq sort-by :self) #'entry-self #'entry-total))
             (sorted (sort (remove 0 entries :key key) #'> :key key))
             (shown (subseq sorted 0 (min max (length sorted)))))
        (print-tiers samples sum stream)
        (if (eq type :flat)
            (print-flat shown sum stream)
            (print-callers shown sum stream)))))
  (values))
