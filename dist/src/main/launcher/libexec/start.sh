# Starts Java as the commands of Messina want it; read by the script messina of the sources and by the one of an installation.
# shellcheck shell=sh disable=SC2154
# They set: java, the program; jar, the one of the command; caches, the folder of its caches; app, cli or bench; and, or nothing: natives, a
# folder of native libraries; s3_jars, what a server loads where snapshots are in a bucket; demo_day, the edits of the demo; cassandra_jars; kafka_jars.

# A server's heap may grow to a quarter of the memory, of the machine or the container, as Java's by default. It begins with half of that, and
# its young generation takes two fifths of it at least: the one of G1 begins too small for events, which are garbage soon.
server_memory="-XX:InitialRAMPercentage=12.5 -XX:+UnlockExperimentalVMOptions -XX:G1NewSizePercent=40"
# A command ends before threads of a collector are worth their start.
command_memory=-XX:+UseSerialGC
# Compilers take half of the time of a start, for code that runs a few hundred times: so they begin later.
server_compiler=-XX:CompileThresholdScaling=5
# A command is never worth the work of the optimizing one.
command_compiler="-XX:TieredStopAtLevel=1 $server_compiler"
# A library of the database's driver would have Java warn people at each start.
quiet=--sun-misc-unsafe-memory-access=allow

# Java reads arguments by the locale, and entities may be called anything. A locale that is named but not installed is like none.
use_utf8() {
  case $(locale charmap 2>/dev/null || true) in
    ANSI_X3.4-1968 | US-ASCII | "") export LC_ALL=C.UTF-8 ;;
  esac
}

# Caches of classes, and of what is compiled of a server: without them all works, and starts twice as slowly.
train() {
  part=$1
  shift
  mkdir -p "$caches/making/$part"
  "$java" "$@" $quiet -Xlog:disable ${natives:+"-Djava.library.path=$natives"} -XX:AOTCacheOutput="$caches/making/$part.aot" \
    -cp "$jar" io.messina.cli.CacheTraining "$part" "$caches/making/$part" &
  trainers="$trainers $!"
}

# Whether both were made. A signal ends the wait.
train_all() {
  use_utf8
  trainers=
  # shellcheck disable=SC2086 # the options are words
  train server $server_memory
  # Profiles in the cache would have commands compile more than they run.
  # shellcheck disable=SC2086
  train commands $command_memory $command_compiler -XX:+UnlockDiagnosticVMOptions -XX:-AOTRecordTraining
  for trainer in $trainers; do
    wait "$trainer" || true
  done
  if [ -f "$caches/making/server.aot" ] && [ -f "$caches/making/commands.aot" ]; then
    mv "$caches/making/server.aot" "$caches/making/commands.aot" "$caches/"
    rm -rf "${caches:?}/making"
  else
    rm -rf "${caches:?}/making"
    return 1
  fi
}

# A process that has these for its parent may go on for a moment; the folder into which it writes is removed.
stop_training() {
  # shellcheck disable=SC2086
  [ -z "${trainers:-}" ] || kill -9 $trainers 2>/dev/null || true
}

# Runs the command with its arguments, instead of this shell.
start() {
  command=${1:-}
  set -- -jar "$jar" "$@"
  # The options that people give come last, so that they win; but two collectors would be refused.
  case $app:$command in
    bench:*) part= memory= ;;
    cli:serve | cli:demo) part=server memory=$server_memory ;;
    *) part=commands memory=$command_memory ;;
  esac
  case " ${MESSINA_JAVA_OPTIONS:-} " in
    *GC\ *) [ "$part" = server ] || memory= ;;
  esac
  # shellcheck disable=SC2086 # the options are words
  set -- ${MESSINA_JAVA_OPTIONS:-} "$@"
  # A cache that does not fit, say because of an option, is passed over; nobody needs to hear of it.
  [ -z "$part" ] || set -- -XX:AOTCache="$caches/$part.aot" -Xlog:aot*=off -Xlog:cds*=off "$@"
  case $app:$command in
    cli:serve | cli:demo) set -- "$server_compiler" "$@" ;;
    cli:load | cli:tail | cli:feature | cli:lists | cli:values | cli:messages | cli:cassandra | bench:*) ;;
    # shellcheck disable=SC2086
    *) set -- $command_compiler "$@" ;;
  esac
  # shellcheck disable=SC2086
  set -- $memory "$@"
  use_utf8
  # Java cannot tell where stdout and stderr lead, and writes question marks where no locale is set.
  [ ! -t 1 ] || set -- -Dmessina.stdout.terminal=true "$@"
  [ ! -t 2 ] || set -- -Dmessina.stderr.terminal=true "$@"
  [ -z "${cassandra_jars:-}" ] || set -- -Dmessina.cassandra.jars="$cassandra_jars" "$@"
  [ -z "${kafka_jars:-}" ] || set -- -Dmessina.kafka.jars="$kafka_jars" "$@"
  [ -z "${demo_day:-}" ] || set -- -Dmessina.demo.day="$demo_day" "$@"
  [ -z "${s3_jars:-}" ] || set -- -Dmessina.s3.jars="$s3_jars" "$@"
  [ -z "${natives:-}" ] || set -- -Djava.library.path="$natives" "$@"
  # What is left of a process without memory would hold shards that nobody else can take.
  set -- -XX:+ExitOnOutOfMemoryError "$@"
  set -- $quiet "$@"
  set -- -Dstdout.encoding=UTF-8 -Dstderr.encoding=UTF-8 "$@"
  exec "$java" "$@"
}
