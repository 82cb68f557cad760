"""The round trips of ping_pong.lisp by mpi4py: mpirun -n 2 python3 tests/bench/mpi/ping_pong.py"""
import array
import time

from mpi4py import MPI

comm = MPI.COMM_WORLD
rank, other = comm.Get_rank(), 1 - comm.Get_rank()


def one_way(count, send, receive):
    comm.Barrier()
    begin = time.perf_counter()
    for _ in range(count):
        if rank == 0:
            send()
            receive()
        else:
            receive()
            send()
    return (time.perf_counter() - begin) / (2 * count) * 1e6


def report(name, count, send, receive):
    best = min(one_way(count, send, receive) for _ in range(5))
    if rank == 0:
        print(f"{name:30} {best:10.2f} us")


small = [1, 2, 3]
doubles, into = array.array("d", [1.0] * 1000000), array.array("d", [0.0] * 1000000)
long = list(range(100000))
report("a list of three integers", 2000, lambda: comm.send(small, other), lambda: comm.recv(source=other))
report("10^6 doubles as an object", 20, lambda: comm.send(doubles, other), lambda: comm.recv(source=other))
report("10^6 doubles, a buffer", 20, lambda: comm.Send([doubles, MPI.DOUBLE], other), lambda: comm.Recv([into, MPI.DOUBLE], source=other))
report("a list of 10^5 integers", 10, lambda: comm.send(long, other), lambda: comm.recv(source=other))
