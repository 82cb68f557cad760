;;; A chat over the network: a process for each visitor, a process that delivers messages, and a lock around the list
;;; of visitors. The visitors are processes too, so the program runs by itself and ends.
;;;     tessera examples/chat.lisp
(require "mp")
(require "sockets")

(defvar *visitors* '() "The streams to the visitors.")
(defvar *visitors-lock* (mp:make-lock :name "visitors"))
(defvar *all-there* (mp:make-barrier 3 :name "all there") "The barrier where visitors wait until all are there.")
(defvar *said* (mp:make-mailbox :name "what was said"))

(defun deliver ()
  "Sends each message to every visitor, until a message is :END."
  (loop for line = (mp:mailbox-read *said*)
        until (eq line :end)
        do (dolist (visitor (mp:with-lock (*visitors-lock*) (copy-list *visitors*)))
             (ignore-errors (write-line line visitor)    ; the visitor may have left
                            (finish-output visitor)))))

(defun serve (visitor)
  "Takes the name and the lines of VISITOR, a stream, until they end."
  (unwind-protect
       (let ((name (read-line visitor nil "nobody")))
         (mp:with-lock (*visitors-lock*) (push visitor *visitors*))
         (write-line "welcome" visitor)
         (finish-output visitor)
         (loop for line = (read-line visitor nil)
               while line
               do (mp:mailbox-send *said* (format nil "~A: ~A" name line))))
    (mp:with-lock (*visitors-lock*) (setf *visitors* (remove visitor *visitors*)))
    (close visitor :abort t)))

(defun visit (port name remark heard)
  "Says REMARK as NAME, and returns the next HEARD lines."
  (with-open-stream (server (sockets:connect "127.0.0.1" port))
    (format server "~A~%" name)
    (finish-output server)
    (read-line server)    ; welcome
    (mp:barrier-wait *all-there*)
    (write-line remark server)
    (finish-output server)
    (loop repeat heard collect (read-line server))))

(sockets:with-listener (listener "127.0.0.1" 0)
  (let* ((port (nth-value 1 (sockets:local-address listener)))
         (delivery (mp:process-run-function "delivery" #'deliver))
         (door (mp:process-run-function "door" (lambda () (loop repeat 3 do (mp:process-run-function "visitor" #'serve (sockets:accept listener))))))
         (visits (loop for (name remark) in '(("Ann" "Attack from 2 to 5!") ("Bob" "They have three dice.") ("Cem" "So have we."))
                       collect (mp:process-run-function name #'visit port name remark 3))))
    (mp:process-join door)
    ;; Every visitor received the same messages in the same order.
    (let ((heard (mapcar #'mp:process-join visits)))
      (assert (every #'equal heard (rest heard)))
      (format t "~{~A~%~}" (sort (first heard) #'string<)))
    (mp:mailbox-send *said* :end)
    (mp:process-join delivery)))
