;;; Libraries that ask for threads, in one process, for threads.sh: prints FINE if all of them did what they should.
(load "load-http.lisp")
(mapc #'load-quietly '("hunchentoot" "drakma" "lparallel" "bordeaux-threads/test"))

(defmacro expect (form value)
  "Ends the program unless FORM has VALUE."
  `(let ((found ,form))
     (unless (equal found ,value)
       (format t "~S is ~S.~%" ',form found)
       (tessera:exit 1))))

;;; A server whose connections have threads, asked by threads.

(hunchentoot:define-easy-handler (greeting :uri "/greeting") (name)
  (setf (hunchentoot:content-type*) "text/plain")
  (sleep 0.05)
  (format nil "Hello, ~A" name))

(hunchentoot:define-easy-handler (long :uri "/long") ()
  (setf (hunchentoot:content-type*) "text/plain")
  (make-string 3000000 :initial-element #\x))    ; more than the system keeps: who writes waits for who reads

(defvar *server* (make-instance 'hunchentoot:easy-acceptor :address "127.0.0.1" :port 0 :access-log-destination nil :message-log-destination nil))
(hunchentoot:start *server*)

(defun answer-to (path)
  (drakma:http-request (format nil "http://127.0.0.1:~D~A" (hunchentoot:acceptor-port *server*) path)))

(let ((begin (get-internal-real-time)))
  (expect (mapcar #'bt:join-thread
                  (loop for i below 20
                        collect (let ((path (format nil "/greeting?name=~D" i)))
                                  (bt:make-thread (lambda () (answer-to path))))))
          (loop for i below 20 collect (format nil "Hello, ~D" i)))
  (format t "; twenty answers that take 0.05 s each: ~,2F s~%" (/ (- (get-internal-real-time) begin) internal-time-units-per-second)))
(expect (length (answer-to "/long")) 3000000)
(hunchentoot:stop *server*)
(expect (loop repeat 1000 thereis (null (rest (bt:all-threads))) do (sleep 0.01)) t)    ; all its threads come to their ends

;;; A pool of workers.

(setf lparallel:*kernel* (lparallel:make-kernel 4))
(expect (lparallel:pmap 'list #'1+ '(1 2 3)) '(2 3 4))
(expect (lparallel:preduce #'+ (coerce (loop for i below 1000 collect i) 'vector)) 499500)
(expect (coerce (lparallel:psort (vector 3 1 2 9 8 7) #'<) 'list) '(1 2 3 7 8 9))
(expect (handler-case (lparallel:force (lparallel:future (error "x"))) (error (c) (princ-to-string c))) "x")
(let ((channel (lparallel:make-channel)))
  (dotimes (i 10) (lparallel:submit-task channel #'* i i))
  (expect (sort (loop repeat 10 collect (lparallel:receive-result channel)) #'<) '(0 1 4 9 16 25 36 49 64 81)))
(lparallel:end-kernel :wait t)
(expect (loop repeat 1000 thereis (null (rest (bt:all-threads))) do (sleep 0.01)) t)

;;; The suite of bordeaux-threads.

(let ((results (let ((*standard-output* (make-broadcast-stream))) (fiveam:run :bordeaux-threads))))
  (format t "; bordeaux-threads: ~D checks~%" (length results))
  (unless (fiveam:results-status results)
    (fiveam:explain! results)
    (tessera:exit 1)))
(format t "FINE~%")
