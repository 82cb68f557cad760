;;; A database of PostgreSQL, asked by the libraries pg and postmodern, for postgresql.sh: CACHE is a directory for
;;; compiled files, PORT where the server is, for the user ada. Says FINE if all answers are right.
(load "load-http.lisp")
(mapc #'load-quietly '("pg" "postmodern"))

(defvar *port* (parse-integer (uiop:getenv "PORT")))

(defmacro check (form expected)
  `(let ((value ,form))
     (assert (equalp value ,expected) () "~S gave ~S" ',form value)))

(pg:with-pg-connection (connection "postgres" "ada" :host "127.0.0.1" :port *port* :encoding "UTF8")
  (flet ((ask (question) (pg:pg-result (pg:pg-exec connection question) :tuples)))
    (ask "create table dice (name text, sides int, weight float8, fine bool)")
    (ask "insert into dice values ('Würfel λ 🎲', 6, 1.5, true), ('tetrahedron', 4, null, false)")
    (check (ask "select * from dice order by sides desc") '(("Würfel λ 🎲" 6 1.5d0 t) ("tetrahedron" 4 nil nil)))
    (check (pg:pg-columns connection "dice") '("name" "sides" "weight" "fine"))))

(postmodern:with-connection `("postgres" "ada" "" "127.0.0.1" :port ,*port*)
  (check (postmodern:query (:select 'name 'sides :from 'dice :where (:= 'name "Würfel λ 🎲")) :row) '("Würfel λ 🎲" 6))
  (check (postmodern:query "select count(*) from generate_series(1, $1) as n" 5000 :single) 5000)
  (check (handler-case (postmodern:execute "select colour from dice")
           (cl-postgres:database-error (condition) (cl-postgres:database-error-code condition)))
         "42703"))

;; What nobody listens for
(check (handler-case (pg:pg-connect "postgres" "ada" :host "127.0.0.1" :port 1)
         (pg:connection-failure () :no-server))
       :no-server)
(format t "~&FINE~%")
