;;; Maps for Dice of Doom: named ones, and islands made from a seed. Loaded by ../maps.lisp.
;;;     (map-holes :atoll 7 0)               ; the holes of a named map, whatever the seed
;;;     (map-holes :islands 8 12)            ; the holes of the islands of seed 12 on a board of 8x8 places

(defstruct (game-map (:conc-name map-))
  "A map: its NAME, a keyword, its TITLE, and its ROWS from the top, each half a hex further to the left than the one
above it: # is land, . a hole. Islands have no ROWS."
  name title rows)

(defparameter *maps*
  (loop for (name title . rows)
          in '((:islands "Islands")
               (:horseshoe "Horseshoe"
                "####..."
                "#####.."
                "######."
                "###.###"
                ".##..##"
                "..##.##"
                "...#.##")
               (:atoll "Atoll"
                "####..."
                "#####.."
                "##..##."
                "##...##"
                ".##..##"
                "..#####"
                "...####")
               (:isthmus "Isthmus"
                "####..."
                "#####.."
                ".#####."
                ".#.#.#."
                ".#####."
                "..#####"
                "...####")
               (:fjords "Fjords"
                "##.##."
                "###.##"
                "######"
                "######"
                "##.###"
                ".##.##")
               (:archipelago "Archipelago"
                "####..."
                "##.##.."
                "######."
                ".##.##."
                ".######"
                "..##.##"
                "...####"))
        collect (make-game-map :name name :title title :rows rows))
  "The maps.")

(defun map-named (name)
  "Returns the map whose name is NAME, a keyword or a string; NIL if there is none.
  (map-title (map-named \"atoll\")) => \"Atoll\""
  (and (typep name '(or string (and symbol (not null)))) (find name *maps* :key #'map-name :test #'string-equal)))

(defun check-map (name)
  "Signals an INVALID-SETTING unless NAME is that of a map."
  (check-setting (map-named name) :map name "one of ~(~{~a~^, ~}~)" (mapcar #'map-name *maps*)))

(defun map-size (name size)
  "Returns the number of places in a row of the map NAME; islands have the SIZE that is asked for. Signals an
INVALID-SETTING if there is no such map.
  (list (map-size :atoll 6) (map-size :islands 6)) => (7 6)"
  (check-map name)
  (let ((rows (map-rows (map-named name))))
    (if rows (length rows) size)))

(defun map-with-holes (holes size)
  "Returns the name of the map of SIZE that has HOLES; :ISLANDS if no other one does.
  (map-with-holes (map-holes :atoll 7 0) 7) => :ATOLL"
  (or (loop for map in *maps*
            when (and (eql size (length (map-rows map))) (equal holes (map-holes (map-name map) size 0)))
              return (map-name map))
      :islands))

(defparameter *least-islands* 5 "The least length of a board's row for islands.")

(defun map-holes (name size seed)
  "Returns the positions of the holes of the map NAME on a board with rows of SIZE places; SEED decides those of
islands. Signals an INVALID-SETTING if the map does not have that size.
  (length (map-holes :atoll 7 0)) => 19"
  (check-map name)
  (let ((rows (map-rows (map-named name))))
    (check-setting (if rows (eql size (length rows)) (typep size `(integer ,*least-islands* 16))) :size size
                   "~:[a number from ~d to 16~;~*~d~], on this map" rows *least-islands* (length rows))
    (if rows
        (loop for char across (apply #'concatenate 'string rows)
              for pos from 0
              when (char= char #\.) collect pos)
        (island-holes size seed))))

;;; Islands: both sharp corners of the board and blots of sea are taken away, as long as the land stays in one piece and
;;; no hex hangs on by a single neighbor. Blots at the edge are bays, others lakes; between them are choke points.

(defparameter *sea-part* 1/4 "The part of the places that the sea takes.")

(defun places-around (pos size)
  "Returns the positions that touch POS on a board of SIZE rows without holes."
  (multiple-value-bind (row column) (floor pos size)
    (loop for (down right) in '((-1 0) (1 0) (-1 -1) (0 -1) (0 1) (1 1))
          for y = (+ row down) and x = (+ column right)
          when (and (< -1 y size) (< -1 x size))
            collect (+ x (* y size)))))

(defun land-around (pos land size)
  "Returns the positions of hexes of LAND, a bit for each place of a board of SIZE rows, that touch POS."
  (remove-if (lambda (pos) (zerop (aref land pos))) (places-around pos size)))

(defun piece-size (land size pos)
  "Returns the number of hexes of the piece of LAND, a bit for each place of a board of SIZE rows, that has a hex at
POS.
  (list (piece-size #*1101 2 0) (piece-size #*0110 2 1)) => (3 1)"
  (let ((seen (make-array (length land) :element-type 'bit :initial-element 0))
        (open '()))
    (flet ((reach (pos)
             (when (zerop (aref seen pos))
               (setf (aref seen pos) 1)
               (push pos open))))
      (reach pos)
      (loop while open
            do (mapc #'reach (land-around (pop open) land size))))
    (count 1 seen)))

(defun in-one-piece-p (land size)
  "True if LAND, a bit for each place of a board of SIZE rows, is in one piece.
  (list (in-one-piece-p #*1101 2) (in-one-piece-p #*0110 2)) => (T NIL)"
  (let ((first (position 1 land)))
    (or (null first) (= (piece-size land size first) (count 1 land)))))

(defun stronghold-p (land size)
  "True if a single hex of LAND, a bit for each place of a board of SIZE rows, separates so much of it that whoever
holds the hex and the rest cannot win. Players on both sides can then hold out for ever.
  (list (stronghold-p #*1100011000001000001100011 5) (stronghold-p #*1110011100011100000000000 5)) => (T NIL)"
  (let ((needed (ceiling (* *winning-share* (count 1 land)))))
    (loop for pos below (length land)
          thereis (and (= 1 (aref land pos))
                       (< (1+ (largest-piece-without land size pos)) needed)))))

(defun largest-piece-without (land size pos)
  "Returns the number of hexes of the largest piece of LAND, a bit for each place of a board of SIZE rows, when the hex
at POS has become sea."
  (let ((rest (copy-seq land)))
    (setf (aref rest pos) 0)
    (loop for near in (land-around pos rest size) maximize (piece-size rest size near))))

(defun sound-land-p (land size)
  "True if LAND, a bit for each place of a board of SIZE rows, is in one piece and each hex has two neighbors at least."
  (and (loop for pos below (length land)
             never (and (= 1 (aref land pos)) (null (rest (land-around pos land size)))))
       (in-one-piece-p land size)))

(defun sink (land size pos)
  "Makes POS of LAND sea if that leaves sound land. Returns true if it does."
  (when (= 1 (aref land pos))
    (setf (aref land pos) 0)
    (or (sound-land-p land size)
        (progn (setf (aref land pos) 1) nil))))

(defun cut-corners (land size)
  "Makes triangles of sea of random size at both sharp corners of LAND."
  (flet ((cut (far)
           (dotimes (row size)
             (dotimes (column size)
               (when (funcall far (- column row))
                 (setf (aref land (+ column (* row size))) 0))))))
    (let ((right (+ (floor size 2) (random (floor size 3)))) (left (+ (floor size 2) (random (floor size 3)))))
      (cut (lambda (lean) (> lean right)))
      (cut (lambda (lean) (< lean (- left)))))))

(defun random-islands (size)
  "Returns random land, a bit for each place of a board of SIZE rows."
  (let* ((places (* size size))
         (land (make-array places :element-type 'bit :initial-element 1))
         (wanted (round (* *sea-part* places))))
    (cut-corners land size)
    (loop repeat (* 20 size)
          while (< (count 0 land) wanted)
          do (let ((pos (random places)))
               (when (sink land size pos)
                 (loop repeat (random 4)       ; the blot grows
                       do (let ((around (places-around pos size)))
                            (setf pos (nth (random (length around)) around))
                            (sink land size pos))))))
    land))

(defun island-holes (size seed)
  "Returns the positions of the holes of the islands of SEED on a board of SIZE rows, in ascending order."
  (let* ((*random-state* (tessera:seed-random-state (+ seed (ash 1 40))))
         (land (loop for land = (random-islands size)
                     unless (stronghold-p land size)
                       return land)))
    (loop for pos from 0 for bit across land when (zerop bit) collect pos)))
