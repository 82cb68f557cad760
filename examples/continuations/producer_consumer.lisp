;;; Cooperative tasks and channels: a producer sends words, two consumers measure them, and the results go to the
;;; caller. A task runs until it waits, so nothing here needs a lock, and the order is the same in every run.
;;;     tessera examples/continuations/producer_consumer.lisp

(require "continuations")

(defparameter *words* '("continuations" "were" "found" "again" "and" "again" "by" "several" "people"))

(defun produce (words channel)
  "Sends WORDS to CHANNEL and closes it. The channel buffers one word, so the producer waits when it is further ahead."
  (dolist (word words)
    (format t "made ~a~%" word)
    (send channel word))
  (close-channel channel))

(defun consume (name words lengths)
  "Sends the length of each word from the channel WORDS to the channel LENGTHS until WORDS is closed. Returns the
count."
  (loop for (word more) = (multiple-value-list (receive words))
        while more
        count t
        do (format t "  ~a takes ~a~%" name word)
           (send lengths (length word))))

(defun letters-in (words)
  "Makes two consumers measure WORDS. Returns the number of letters, and the number of words."
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

;;; Timers: a sleeping task lets the others run, and all tasks sleep at the same time.
(defun sorted-by-sleeping (numbers)
  "Returns NUMBERS in the order in which tasks wake that sleep for that many twentieths of a second."
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

;;; A deadlock is an error, not an endless wait.
(handler-case (with-tasks () (receive (make-channel)))
  (deadlock (condition) (format t "~a~%" condition)))
