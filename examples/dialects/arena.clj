;; Warriors fight in an arena of dice. Shows records and a protocol, multimethods, infinite lazy sequences, transducers,
;; persistent maps, parallel fights whose results meet in a transaction, an agent that keeps the chronicle, and
;; functions of Scheme and Common Lisp.
;;     tessera examples/dialects/arena.clj

(ns arena
  (:require [clojure.string :as str]))

;; Dice: an infinite, repeatable sequence of throws for each seed.

(defn throws [seed]
  (->> (iterate #(mod (+ (* 1103515245 %) 12345) 2147483648) seed)
       rest
       (map #(inc (mod (quot % 65536) 6)))))

;; Each kind of warrior strikes differently.

(defprotocol Warrior
  (strike [this dice] "The damage of a throw of two dice."))

(defrecord Orc [name health club]
  Warrior
  (strike [_ [a b]] (+ a b club)))

(defrecord Mage [name health]
  Warrior
  (strike [_ [a b]] (if (= a b) 20 (max a b))))

(defmulti cry "What is shouted at the end." (fn [winner loser] [(class winner) (class loser)]))
(defmethod cry [Orc Mage] [w l] (str (:name w) " laughs: so much for the stars of " (:name l) "!"))
(defmethod cry [Mage Orc] [w l] (str (:name w) " bows to the dust that was " (:name l) "."))
(defmethod cry :default [w l] (str (:name w) " beats " (:name l) "."))

;; A fight is a value: the lazy sequence of its states.

(defn fight [a b seed]
  (->> (partition 2 (throws seed))
       (reductions (fn [[x y] dice] [(update y :health - (strike x dice)) x]) [a b])
       (drop-while (fn [[x y]] (and (pos? (:health x)) (pos? (:health y)))))
       first
       (sort-by :health >)))

;; All fights run as tasks. The table of points and the purse change together, in transactions.

(def points (ref {}))
(def purse (ref 100))
(def chronicle (agent []))

(defn record-fight! [[winner loser]]
  (dosync
   (alter points update (:name winner) (fnil + 0) 3)
   (Thread/yield)                                          ; let other fights run
   (alter purse - 10)
   (send chronicle conj (cry winner loser))))

(def warriors [(->Orc "Grom" 40 2) (->Orc "Ugh" 55 1) (->Mage "Lyra" 30) (->Mage "Zim" 35)])

(def fights
  (for [[i a] (map-indexed vector warriors) b (drop (inc i) warriors)]
    (future (record-fight! (fight a b (+ (* 7 (:health a)) (:health b)))))))

(run! deref fights)
(await chronicle)

(run! println @chronicle)
(println)

;; Common Lisp writes the table and a number in words; Scheme computes the rest of a list.

(doseq [[name n] (sort-by (juxt (comp - val) key) @points)]
  (cl/format true "~10a ~2d  ~a~%" name n (apply str (repeat n "*"))))
(println (str/capitalize (cl/format nil "~r gold pieces are left." @purse)))
(println "The last two words of the chronicle:"
         (str/join " " (let [words (re-seq #"\w+" (peek @chronicle))]
                         (scheme/list-tail (apply list words) (- (count words) 2)))))

;; Old values still exist: the warriors are unharmed. The longest lines come from one pass over the chronicle.

(println (into [] (comp (map count) (filter #(> % 25)) (take 3)) @chronicle) (map :health warriors))
(assert (= 40 @purse))
(assert (= 18 (reduce + (vals @points))))
