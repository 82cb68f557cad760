;;; Logical operations on integers, shifts, and byte specifiers.

(logand)                              => -1
(logior)                              => 0
(logxor)                              => 0
(logeqv)                              => -1
(logand 12 10)                        => 8
(logior 12 10)                        => 14
(logxor 12 10)                        => 6
(logeqv 12 10)                        => -7
(logand -1 255 15)                    => 15
(logand -4 7)                         => 4
(logior -4 3)                         => -1
(logxor -1 5)                         => -6
(logand (1- (expt 2 100)) -256)       => 1267650600228229401496703205120
(logior (expt 2 70) 1)                => 1180591620717411303425
(logxor (expt 2 70) (expt 2 70))      => 0
(logand (- (expt 2 70)) (1- (expt 2 72))) => 3541774862152233910272
(lognot 0)                            => -1
(lognot -1)                           => 0
(lognot (expt 2 70))                  => -1180591620717411303425
(lognand 12 10)                       => -9
(lognor 12 10)                        => -15
(logandc1 12 10)                      => 2
(logandc2 12 10)                      => 4
(logorc1 12 10)                       => -5
(logorc2 12 10)                       => -3
(logand 1 1.0)                        => (error type-error "LOGAND: 1.0 is not of type INTEGER")
(logior 'a)                           => (error type-error "LOGIOR: A is not of type INTEGER")
(lognot 1/2)                          => (error type-error)

(mapcar (lambda (op) (boole op 12 10))
        (list boole-clr boole-set boole-1 boole-2 boole-c1 boole-c2 boole-and boole-ior
              boole-xor boole-eqv boole-nand boole-nor boole-andc1 boole-andc2 boole-orc1 boole-orc2))
                                      => (0 -1 12 10 -13 -11 8 14 6 -7 -9 -15 2 4 -5 -3)
(boole boole-and (expt 2 70) -1)      => 1180591620717411303424
(boole 99 1 2)                        => (error type-error "BOOLE: 99 is not of type (INTEGER 0 (16))")

(ash 1 10)                            => 1024
(ash 1 0)                             => 1
(ash 1024 -3)                         => 128
(ash -1 -10)                          => -1
(ash -8 -1)                           => -4
(ash -7 -1)                           => -4
(ash -1 10)                           => -1024
(ash 1 62)                            => 4611686018427387904
(ash -1 62)                           => -4611686018427387904
(ash 1 100)                           => 1267650600228229401496703205376
(ash (ash 1 100) -100)                => 1
(ash (- (ash 1 100)) -99)             => -2
(ash 5 -100)                          => 0
(ash -5 -100)                         => -1
(ash 0 100000000000000000000)         => 0
(ash 5 -100000000000000000000)        => 0
(ash -5 -100000000000000000000)       => -1
(ash 1.0 2)                           => (error type-error "ASH: 1.0 is not of type INTEGER")
(ash 1 2.0)                           => (error #+tessera type-error #-tessera error)
#+tessera (ash 1 (expt 10 12)) #-tessera (error 'storage-condition) => (error storage-condition)
#+tessera (ash 1 (expt 10 40)) #-tessera (error 'storage-condition) => (error storage-condition)

(logcount 0)                          => 0
(logcount 13)                         => 3
(logcount -1)                         => 0
(logcount -13)                        => 2
(logcount (1- (expt 2 100)))          => 100
(logcount (- (expt 2 100)))           => 100
(integer-length 0)                    => 0
(integer-length 1)                    => 1
(integer-length -1)                   => 0
(integer-length 7)                    => 3
(integer-length 8)                    => 4
(integer-length -8)                   => 3
(integer-length -9)                   => 4
(integer-length (expt 2 100))         => 101
(integer-length (- (expt 2 100)))     => 100
(integer-length (1- (- (expt 2 100)))) => 101
(integer-length most-positive-fixnum) => 62
(integer-length 1.0)                  => (error type-error "INTEGER-LENGTH: 1.0 is not of type INTEGER")
(logtest 1 7)                         => t
(logtest 1 6)                         => nil
(logtest -2 1)                        => nil
(logbitp 0 5)                         => t
(logbitp 1 5)                         => nil
(logbitp 1000 -1)                     => t
(logbitp 1000 5)                      => nil
(logbitp 70 (expt 2 70))              => t
(logbitp 69 (- (expt 2 70)))          => nil
(logbitp 70 (- (expt 2 70)))          => t
(logbitp -1 5)                        => #+tessera (error type-error "LOGBITP: -1 is not of type UNSIGNED-BYTE") #-tessera nil

(let ((b (byte 8 4))) (list (byte-size b) (byte-position b))) => (8 4)
(ldb (byte 2 1) 10)                   => 1
(ldb (byte 8 4) #xABCD)               => #xBC
(ldb (byte 4 0) -1)                   => 15
(ldb (byte 0 5) -1)                   => 0
(ldb (byte 70 0) -1)                  => 1180591620717411303423
(ldb (byte 8 70) (* 77 (expt 2 70)))  => 77
(ldb (byte 8 70) 5)                   => 0
(ldb-test (byte 4 1) 16)              => t
(ldb-test (byte 3 1) 16)              => nil
(mask-field (byte 4 4) #xABC)         => #xB0
(mask-field (byte 1 5) -1)            => 32
(dpb 1 (byte 1 10) 0)                 => 1024
(dpb -2 (byte 2 10) 0)                => 2048
(dpb 1 (byte 2 10) 2048)              => 1024
(dpb 0 (byte 8 0) -1)                 => -256
(dpb -1 (byte 70 0) 0)                => 1180591620717411303423
(deposit-field 7 (byte 2 1) 0)        => 6
(deposit-field -1 (byte 4 0) 0)       => 15
(deposit-field 0 (byte 2 1) -3)       => -7
(let ((n #xABCD)) (setf (ldb (byte 8 4) n) 0) n) => #xA00D
(let ((n 0)) (setf (mask-field (byte 4 4) n) -1) n) => 240
(ldb (byte 4 0) 1.0)                  => (error type-error "LOGAND: 1.0 is not of type INTEGER")

;;; Bytes whose size and position are known, bits, and integers of 64 bits.
(let ((n #xABCD)) (list (ldb (byte 8 4) n) (ldb (byte 4 0) n) (ldb (byte 0 3) n) (mask-field (byte 4 8) n) (ldb-test (byte 4 4) n)))
                                                                       => (188 13 0 2816 t)
(let ((n -1)) (list (ldb (byte 64 0) n) (ldb (byte 64 64) n) (mask-field (byte 2 70) n)))
                                    => (18446744073709551615 18446744073709551615 3541774862152233910272)
(let ((n 0)) (list (dpb 255 (byte 4 4) n) (dpb -1 (byte 64 0) n) (deposit-field 255 (byte 4 4) n)))  => (240 18446744073709551615 240)
(let ((n 5) (order '())) (list (dpb (progn (push 1 order) 7) (byte 3 3) (progn (push 2 order) n)) order))  => (61 (2 1))
(let ((n 0)) (setf (ldb (byte 4 4) n) 15 (ldb (byte 1 0) n) 1) n)      => 241
(let ((n 6)) (list (logbitp 0 n) (logbitp 2 n) (logbitp 99 -1) (logtest n 4) (logtest n 1) (lognot n) (logandc1 n 7) (logandc2 7 n)))
                                                                       => (nil t t t nil -7 1 1)
(ldb (byte 8 0) 1.5)                                                   => (error type-error "LOGAND: 1.5 is not of type INTEGER")
(dpb 'a (byte 8 0) 1)                                                  => (error type-error "LOGAND: A is not of type INTEGER")
(let ((a (1- (expt 2 64))) (b (expt 2 63)) (c (- (expt 2 64))))
  (list (logand a b) (logior b 1) (logxor a b) (logand c a) (logior c b) (logxor c a) (+ a a) (- a) (- c a) (+ b c) (- b a) (ash b -63) (ash c -64)
        (ash a 1) (ash a 62) (ash c -3) (ash b 0)))
    => (9223372036854775808 9223372036854775809 9223372036854775807 0 -9223372036854775808 -1 36893488147419103230 -18446744073709551615
        -36893488147419103231 -9223372036854775808 -9223372036854775807 1 -1 36893488147419103230 85070591730234615861231965839514664960
        -2305843009213693952 9223372036854775808)
