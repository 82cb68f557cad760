;;; The requests, which hunchentoot receives; cl-ppcre matches their paths.
;;;
;;;     GET  /games                                     {"games":[1,2]}
;;;     POST /games                                     a new game
;;;     GET  /games/1                                   the game: whose turn it is, board, moves
;;;     POST /games/1/moves  {"from":2,"to":3}          the game after that attack
;;;     POST /games/1/moves  {"pass":true}              after passing
;;;     POST /games/1/computer                          after the computer's move
;;;
;;; A refused request is answered by {"error":"..."} with status 400 (malformed), 404 (not found), 405 (wrong method) or
;;; 409 (illegal move).
(in-package "DICE-API")

(define-condition refused (error)
  ((status :initarg :status :reader status) (reason :initarg :reason :reader reason))
  (:report (lambda (condition stream) (write-string (reason condition) stream)))
  (:documentation "A request is refused, with STATUS of HTTP and REASON, a sentence."))

(defun refuse (status control &rest arguments)
  "Signals that the request is refused, with STATUS and a reason that CONTROL makes of ARGUMENTS."
  (error 'refused :status status :reason (apply #'format nil control arguments)))

(defun game-of (id)
  "Returns the tree of the game ID."
  (or (gethash id *games*)
      (refuse 404 "There is no game ~D." id)))

(defun asked-move (text)
  "Returns the move that the JSON text TEXT describes."
  (let ((object (or (parsed text) (refuse 400 "A move is an object of JSON, as {\"from\":2,\"to\":3} or {\"pass\":true}."))))
    (multiple-value-bind (from from-p) (gethash "from" object)
      (multiple-value-bind (to to-p) (gethash "to" object)
        (cond ((and from-p to-p) (list from to))
              ((gethash "pass" object) nil)
              (t (refuse 400 "A move has \"from\" and \"to\", or \"pass\".")))))))

(defun advance (id next)
  "Makes NEXT the current tree of game ID. Returns the game as JSON."
  (setf (gethash id *games*) next)
  (json-of-game id next))

(defun make-move (id text)
  "Makes the move that the JSON text TEXT describes in game ID. Returns the game as JSON."
  (let ((tree (game-of id)) (move (asked-move text)))
    (advance id (or (move-to move tree)
                    (refuse 409 "~A is not a legal move in game ~D now." (written (json-of-move move)) id)))))

(defun make-computer-move (id)
  "Makes the computer's move in game ID. Returns the game as JSON."
  (let ((tree (game-of id)))
    (unless (moves tree) (refuse 409 "Game ~D is over." id))
    (advance id (handle-computer tree))))

(defun list-games ()
  "Returns the numbers of all games as JSON."
  (json-object "games" (sort (coerce (alexandria:hash-table-keys *games*) 'vector) #'<)))

(defun begin-game ()
  "Begins a game. Returns it as JSON."
  (let ((id (new-game)))
    (setf (hunchentoot:return-code*) 201)
    (json-of-game id (gethash id *games*))))

(defun answer (method path text)
  "Returns the answer to METHOD, a keyword, for PATH. TEXT is the body of the request."
  (flet ((only (expected)
           (unless (eq method expected)
             (refuse 405 "~A takes ~A, not ~A." path expected method))))
    (cond ((string= path "/games")
           (case method
             (:get (list-games))
             (:post (begin-game))
             (t (refuse 405 "~A takes GET and POST, not ~A." path method))))
          (t (or (cl-ppcre:register-groups-bind ((#'parse-integer id) rest) ("^/games/([0-9]{1,9})(/[a-z]+)?$" path)
                   (cond ((null rest) (only :get) (json-of-game id (game-of id)))
                         ((string= rest "/moves") (only :post) (make-move id text))
                         ((string= rest "/computer") (only :post) (make-computer-move id))))
                 (refuse 404 "There is nothing at ~A." path))))))

(defun body-of (request)
  "Returns the body of REQUEST as text."
  (handler-case (or (hunchentoot:raw-post-data :request request :force-text t) "")
    (flexi-streams:external-format-encoding-error () (refuse 400 "The body is not UTF-8."))))

(defclass api-acceptor (hunchentoot:acceptor) ())

(defmethod hunchentoot:acceptor-dispatch-request ((acceptor api-acceptor) request)
  (setf (hunchentoot:content-type*) "application/json")
  (written (handler-case (answer (hunchentoot:request-method request)
                                 (hunchentoot:script-name request)
                                 (body-of request))
             (refused (condition)
               (setf (hunchentoot:return-code*) (status condition))
               (json-object "error" (reason condition))))))

(defun start (&key (port 8080))
  "Serves games at PORT of this machine, and prints where. Does not return."
  (format t "~&Games at http://127.0.0.1:~D/games~%" port)
  (finish-output)
  (hunchentoot:start (make-instance 'api-acceptor :address "127.0.0.1" :port port
                                                  :access-log-destination nil :message-log-destination nil
                                                  :taskmaster (make-instance 'hunchentoot:single-threaded-taskmaster))))
