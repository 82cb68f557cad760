;;; Tasks take turns on one interpreter, and wait for each other at channels: a producer sends words, two consumers measure them, and what they
;;; found goes to whom has asked. A task runs until it waits; so nothing here needs a lock, and the order is the same in every run.
;;;     tessera examples/continuations/producer_consumer.lisp

(require "continuations")

(defparameter *words* '("continuations" "were" "found" "again" "and" "again" "by" "several" "people"))

(defun produce (words channel)
  "Sends WORDS to CHANNEL, and closes it. There is room for one in it: the producer waits where it is ahead by more."
  (dolist (word words)
    (format t "made ~a~%" word)
    (send channel word))
  (close-channel channel))

(defun consume (name words lengths)
  "Sends to the channel LENGTHS how long each word is that comes from the channel WORDS, until that is closed. Returns how many came."
  (loop for (word more) = (multiple-value-list (receive words))
        while more
        count t
        do (format t "  ~a takes ~a~%" name word)
           (send lengths (length word))))

(defun letters-in (words)
  "Has two consumers measure WORDS. Returns the number of letters, and how many words were measured."
  (with-tasks ()
    (let* ((channel (make-channel 1))
           (lengths (make-channel nil))
           (consumers (list (spawn (lambda () (consume "Ann" channel lengths)))
                            (spawn (lambda () (consume "Bob" channel lengths))))))
      (spawn (lambda () (produce words channel)))
      (let ((measured (reduce #'+ consumers :key #'join)))
        (close-channel lengths)
        (values (loop for (length more) = (multiple-value-list (receive lengths))
                      while more
                      sum length)
                measured)))))

(multiple-value-bind (letters words) (letters-in *words*)
  (format t "~d letters in ~d words~%" letters words)
  (assert (= letters (reduce #'+ *words* :key #'length)))
  (assert (= words (length *words*))))

;;; Timers: who waits for time lets the others run, and all wait for theirs at once.
(defun sorted-by-sleeping (numbers)
  "Returns NUMBERS, in the order in which tasks come back that sleep for as many twentieths of a second."
  (with-tasks ()
    (let ((channel (make-channel nil)))
      (dolist (number numbers)
        (let ((number number))
          (spawn (lambda ()
                   (sleep-for (/ number 20))
                   (send channel number)))))
      (loop repeat (length numbers)
            collect (values (receive channel))))))

(let ((sorted (sorted-by-sleeping '(9 3 6))))
  (format t "After some sleep:~{ ~d~}~%" sorted)
  (assert (equal sorted '(3 6 9))))

;;; Where nobody can ever go on, that is told instead of waiting for ever.
(handler-case (with-tasks () (receive (make-channel)))
  (deadlock (condition) (format t "~a~%" condition)))
