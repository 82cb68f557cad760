;;; Requests that are answered later: when something has happened that a browser waits for, or when it should ask again. Loaded by webserver.lisp.
;;;     (hold-request "a topic" 20)          ; in a handler: the request is answered by one of these
;;;     (answer-held-requests "a topic")     ; with 200, since something has happened
;;;     (release-held-requests)              ; with 204, those whose time is over
;;; Each takes one of the server's connections, with its thread, and nothing else. So there are limits: a browser whose request is not held is told in
;;; Retry-After when it should ask again.

(defparameter *held-limit* 160 "How many requests are held at most: fewer than the server has connections, so that there is room for others.")
(defparameter *held-client-limit* 24 "How many of them are those of one client, but of this machine.")
(defparameter *held-pause* 4 "After how many seconds a browser should ask again whose request is not held.")

(defstruct held-request
  "A request that waits: its NUMBER, the TOPIC that it waits for, who asks, and UNTIL when, in internal time."
  number topic client until)

(defvar *held-requests* '() "The requests that wait, the latest first.")
(defvar *request-number* nil "The number of the request that is being answered.")
(defparameter *held-headers* '(("Content-Type" . "text/plain; charset=utf-8") ("Cache-Control" . "no-store") ("X-Content-Type-Options" . "nosniff"))
  "What the answers to them begin with.")

(defun forget-held-requests ()
  "Forgets all of them, since the server has answered them at its end."
  (setf *held-requests* '()))

(defun held-p (number)
  "True if the request NUMBER waits."
  (and *held-requests*
       (eql number (held-request-number (first *held-requests*)))))

(defun release (request pause)
  "Answers REQUEST: nothing has happened, and the browser should ask again after PAUSE seconds, or at once if that is NIL."
  (setf *held-requests* (remove request *held-requests*))
  (webserver:answer (held-request-number request) 204
                    (if pause (acons "Retry-After" (princ-to-string pause) *held-headers*) *held-headers*)
                    ""))

(defun room-for-client-p (client)
  "True if one more request of CLIENT can be held."
  (or (string= client "")
      (< (count client *held-requests* :key #'held-request-client :test #'string=) *held-client-limit*)))

(defun hold-request (topic seconds)
  "Holds the request that is being answered until something happens to TOPIC, a string, SECONDS at most, and returns true. If its client has too many
already, return NIL. Where there are too many of all clients, the one that has waited longest is released."
  (when (and *request-number* (room-for-client-p *client*))
    (when (>= (length *held-requests*) *held-limit*)
      (release (first (last *held-requests*)) *held-pause*))
    (push (make-held-request :number *request-number* :topic topic :client *client*
                             :until (+ (get-internal-real-time) (round (* seconds internal-time-units-per-second))))
          *held-requests*)
    t))

(defun answer-held-requests (topic)
  "Answers those that wait for TOPIC, since something has happened. Returns how many those were."
  (let ((mine (remove topic *held-requests* :key #'held-request-topic :test-not #'string=)))
    (setf *held-requests* (remove topic *held-requests* :key #'held-request-topic :test #'string=)) ; in order
    (dolist (request mine (length mine))
      (webserver:answer (held-request-number request) 200 *held-headers* "changed"))))

(defun release-held-requests (&optional (now (get-internal-real-time)))
  "Answers those whose time is over NOW."
  (when *held-requests*
    (dolist (request (remove-if (lambda (request) (< now (held-request-until request))) *held-requests*))
      (release request nil))))
