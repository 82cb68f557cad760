;;; A database of SQLite, asked by the libraries sqlite and clsql, for databases.sh: CACHE is a directory for compiled
;;; files, DATABASE the name of a file that is not there yet. Says FINE if all answers are right.
(load "load-http.lisp")
(mapc #'load-quietly '("sqlite" "clsql-sqlite3"))

(defvar *file* (uiop:getenv "DATABASE"))

(defmacro check (form expected)
  `(let ((value ,form))
     (assert (equalp value ,expected) () "~S gave ~S" ',form value)))

(sqlite:with-open-database (db *file*)
  (sqlite:execute-non-query db "create table dice (id integer primary key, name text not null, sides integer, weight real, picture blob)")
  (sqlite:execute-non-query db "insert into dice (name, sides, weight, picture) values (?, ?, ?, ?)" "Würfel λ" 6 1.5d0
                            (coerce '(1 2 255) '(vector (unsigned-byte 8))))
  (sqlite:execute-non-query db "insert into dice (name, sides) values (?, ?)" "tetrahedron" 4)
  (check (sqlite:execute-to-list db "select * from dice order by id")
         '((1 "Würfel λ" 6 1.5d0 #(1 2 255)) (2 "tetrahedron" 4 nil nil)))
  (check (sqlite:execute-single db "select name from dice where sides = ?" 4) "tetrahedron")
  (check (handler-case (sqlite:execute-single db "select colour from dice") (sqlite:sqlite-error (c) (sqlite:sqlite-error-code c))) :error)
  (check (handler-case (sqlite:execute-non-query db "insert into dice (id, name) values (1, 'again')")
           (sqlite:sqlite-constraint-error () :twice))
         :twice)
  (sqlite:with-transaction db
    (dotimes (i 5000) (sqlite:execute-non-query db "insert into dice (name, sides) values (?, ?)" (format nil "d~D" i) i)))
  (check (sqlite:execute-one-row-m-v db "select count(*) from dice") 5002)
  (check (length (sqlite:execute-to-list db "select id, name from dice")) 5002))

(clsql:def-view-class player ()
  ((id :db-kind :key :type integer :initarg :id :reader player-id)
   (name :type (string 20) :initarg :name :accessor player-name)))

(clsql:with-database (db (list *file*) :database-type :sqlite3 :if-exists :new)
  (let ((clsql:*default-database* db))
    (check (clsql:query "select sides, weight from dice where id = 1") '((6 1.5d0)))
    (clsql:create-view-from-class 'player)
    (loop for name in '("Ada" "Zoë" "Λ") for id from 1
          do (clsql:update-records-from-instance (make-instance 'player :id id :name name)))
    (check (sort (mapcar #'player-name (clsql:select 'player :flatp t)) #'string<) '("Ada" "Zoë" "Λ"))
    (check (handler-case (clsql:query "selekt 1") (clsql:sql-database-error (c) (null (search "syntax error" (princ-to-string c))))) nil)))
(format t "~&FINE~%")
