package io.messina.bench.peers;

import io.messina.bench.figures.CpuTime;
import java.util.Optional;

/**
 * The figures of an arm in one round. CPU times are in microseconds for each event, without the
 * compilers, which have their own.
 *
 * @param eventsPerSecond that were acknowledged
 * @param serverMicros of the server's processes
 * @param loadMicros of the clients
 * @param compilerMicros of the threads that compile code, in server and clients
 * @param p50Millis from when an event was due until it arrived; NaN where that is not measured
 * @param p99Millis as p50
 * @param longestPauseMillis of the collector of Messina's JVM; NaN of others
 * @param pausedPercent of the time of the round; NaN of others
 */
record PeerRound(
    double eventsPerSecond,
    double serverMicros,
    double loadMicros,
    double compilerMicros,
    double p50Millis,
    double p99Millis,
    double longestPauseMillis,
    double pausedPercent) {

  static PeerRound of(Answered answered, CpuTime server, CpuTime load, Optional<long[]> pauses) {
    double micros = 1e6 / answered.events();
    return new PeerRound(
        answered.events() / answered.seconds(),
        server.work() * micros,
        load.work() * micros,
        (server.compilers() + load.compilers()) * micros,
        answered.p50Millis(),
        answered.p99Millis(),
        pauses.map(all -> (double) all[0]).orElse(Double.NaN),
        pauses.map(all -> all[1] / answered.seconds() / 10).orElse(Double.NaN));
  }

  /** CPU time of server and clients together. */
  double bothMicros() {
    return serverMicros + loadMicros;
  }
}
