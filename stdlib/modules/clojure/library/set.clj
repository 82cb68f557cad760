;; clojure.set.

(defn union "Returns the elements of all sets."
  ([] #{}) ([a] a)
  ([a b] (if (< (count a) (count b)) (reduce conj b a) (reduce conj a b)))
  ([a b & more] (reduce union (union a b) more)))
(defn intersection "Returns the elements that all sets have."
  ([a] a)
  ([a b] (reduce (fn [out x] (if (contains? b x) out (disj out x))) a a))
  ([a b & more] (reduce intersection (intersection a b) more)))
(defn difference "Returns the elements of the first set that no other has."
  ([a] a)
  ([a b] (reduce (fn [out x] (if (contains? b x) (disj out x) out)) a a))
  ([a b & more] (reduce difference (difference a b) more)))
(defn subset? "True if b has all elements of a." [a b] (every? (fn [x] (contains? b x)) a))
(defn superset? "True if a has all elements of b." [a b] (every? (fn [x] (contains? a x)) b))
(defn select "Returns the elements that the predicate is true of." [pred s] (reduce (fn [out x] (if (pred x) out (disj out x))) s s))
(defn map-invert "Returns the map from values to keys." [m] (reduce-kv (fn [out k v] (assoc out v k)) {} m))
(defn rename-keys "Returns the map with other keys: kmap maps old keys to new ones." [m kmap]
  (reduce-kv (fn [out old new] (if (contains? m old) (assoc out new (get m old)) out)) (apply dissoc m (keys kmap)) kmap))
(defn rename "Returns the set of the maps with other keys: kmap maps old keys to new ones." [s kmap] (set (map (fn [m] (rename-keys m kmap)) s)))
(defn project "Returns the set of maps, with those keys only." [s ks] (set (map (fn [m] (select-keys m ks)) s)))
(defn index "Returns a map from the values of the keys to the maps that have them." [s ks]
  (reduce (fn [out m] (let [k (select-keys m ks)] (assoc out k (conj (get out k #{}) m)))) {} s))
(defn join "Returns the maps of both sets joined where the values of the keys that both have are equal, or of those that the map says."
  ([a b]
   (if (and (seq a) (seq b))
     (let [common (intersection (set (keys (first a))) (set (keys (first b))))] (join a b (zipmap common common)))
     #{}))
  ([a b km]
   (let [by (index a (keys km))]
     (reduce (fn [out m]
               (reduce (fn [out other] (conj out (merge other m))) out (get by (rename-keys (select-keys m (vals km)) (map-invert km)))))
             #{} b))))
