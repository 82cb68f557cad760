;;; Held requests: the server answers them later, when something has happened that a browser waits for, or when it
;;; should ask again. Loaded by webserver.lisp.
;;;     (hold-request "a topic" 20)          ; in a handler: holds the request for at most 20 seconds
;;;     (answer-held-requests "a topic")     ; answers with 200: something has happened
;;;     (tell "changed" "a topic")           ; makes all processes do so: see saving.lisp
;;;     (release-held-requests)              ; answers those whose time is over with 204
;;; A held request occupies a connection of the server and its thread, so their number is limited. The
;;; header Retry-After tells a browser whose request is not held when to ask again.

(defparameter *held-limit* 160
  "The most requests held at a time: fewer than the server has connections, so that others find room.")
(defparameter *held-client-limit* 24 "The most requests held for one client; this machine has no limit.")
(defparameter *held-pause* 4 "The seconds after which a browser whose request is not held should ask again.")

(defstruct held-request
  "A held request: its NUMBER, the TOPIC that it waits for, the CLIENT who asks, and UNTIL when, in internal time."
  number topic client until)

(defvar *held-requests* '() "The held requests, the latest first.")
(defvar *request-number* nil "The number of the request that is being answered.")
(defparameter *held-headers* '(("Content-Type" . "text/plain; charset=utf-8") ("Cache-Control" . "no-store") ("X-Content-Type-Options" . "nosniff"))
  "The headers of all answers to held requests.")

(defun forget-held-requests ()
  "Forgets all held requests. The server has answered them when it stopped."
  (setf *held-requests* '()))

(defun held-p (number)
  "True if the request NUMBER is held."
  (and *held-requests*
       (eql number (held-request-number (first *held-requests*)))))

(defun release (request pause)
  "Answers REQUEST with 204, nothing has happened. PAUSE is the number of seconds after which the browser should ask
again, or NIL."
  (setf *held-requests* (remove request *held-requests*))
  (webserver:answer (held-request-number request) 204
                    (if pause (acons "Retry-After" (princ-to-string pause) *held-headers*) *held-headers*)
                    ""))

(defun room-for-client-p (client)
  "True if one more request of CLIENT can be held."
  (or (string= client "")
      (< (count client *held-requests* :key #'held-request-client :test #'string=) *held-client-limit*)))

(defun hold-request (topic seconds)
  "Holds the current request until something happens to TOPIC, a string, for at most SECONDS, and returns true. If its
client has too many held already, returns NIL. If there are too many in all, the one that has waited longest is
released."
  (when (and *request-number* (room-for-client-p *client*))
    (when (>= (length *held-requests*) *held-limit*)
      (release (first (last *held-requests*)) *held-pause*))
    (push (make-held-request :number *request-number* :topic topic :client *client*
                             :until (+ (get-internal-real-time) (round (* seconds internal-time-units-per-second))))
          *held-requests*)
    t))

(defun answer-held-requests (topic)
  "Answers the requests held for TOPIC with 200. Returns their number."
  (let ((mine (remove topic *held-requests* :key #'held-request-topic :test-not #'string=)))
    (setf *held-requests* (remove topic *held-requests* :key #'held-request-topic :test #'string=)) ; in order
    (dolist (request mine (length mine))
      (webserver:answer (held-request-number request) 200 *held-headers* "changed"))))

(defun answer-all-held-requests ()
  "Answers all held requests with 200: something may have happened."
  (mapc #'answer-held-requests (remove-duplicates (mapcar #'held-request-topic *held-requests*) :test #'string=)))

(add-listener "reconnected" 'answer-all-held-requests)

(defun unhold-request (number)
  "Forgets that the request NUMBER is held: it is answered anew."
  (setf *held-requests* (remove number *held-requests* :key #'held-request-number)))

(defun release-held-requests (&optional (now (get-internal-real-time)))
  "Releases the requests whose time is over NOW."
  (when *held-requests*
    (dolist (request (remove-if (lambda (request) (< now (held-request-until request))) *held-requests*))
      (release request nil))))
