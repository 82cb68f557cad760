# Sourced by the tests in this folder. They need $tessera.
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
command -v mpirun > /dev/null || { echo "mpirun is not installed (Debian: openmpi-bin)"; exit 77; }
[ -e "$(dirname "$tessera")/modules/mpi-native.so" ] || { echo "the module mpi was not built"; exit 77; }
export ASAN_OPTIONS=detect_leaks=0 # Open MPI has leaks of its own
# ranks COUNT COMMAND...: runs COUNT processes on this machine, however many cores it has, with no network but its own.
ranks() {
  local count=$1
  shift
  timeout "${RANKS_SECONDS:-300}" mpirun -n "$count" --oversubscribe --allow-run-as-root --mca btl self,vader,tcp --mca btl_tcp_if_include lo "$@" < /dev/null
}
