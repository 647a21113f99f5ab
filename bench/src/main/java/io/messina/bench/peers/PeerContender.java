package io.messina.bench.peers;

import io.messina.bench.figures.CpuTime;
import io.messina.bench.http.ServerProcess;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** An arm with its server, its load and its rounds. */
final class PeerContender implements AutoCloseable {

  private static final Duration SETTLE_STEP = Duration.ofMillis(100);
  private static final int SETTLE_STEPS_MAX = 30;
  private static final double SETTLED_SECONDS = 0.02;
  private static final long HANDLED_MAX_SECONDS = 30;

  private final PeerArm arm;
  private final boolean isBaseline;
  private final Peer peer;
  private final LoadProcess load;
  private final List<PeerRound> rounds = new ArrayList<>();
  private Optional<String> failure = Optional.empty();

  private PeerContender(PeerArm arm, boolean isBaseline, Peer peer, LoadProcess load) {
    this.arm = arm;
    this.isBaseline = isBaseline;
    this.peer = peer;
    this.load = load;
  }

  /** Connects the load of an arm with its server. */
  static PeerContender start(PeerArm arm, boolean isBaseline, Peer peer) throws IOException {
    if (arm.isNeutral()) {
      var _ = NeutralClient.find();
    }
    LoadProcess load = LoadProcess.start(arm, peer.address());
    PeerContender contender = new PeerContender(arm, isBaseline, peer, load);
    if (contender.handler().isPresent()) {
      contender.handler().get().handle(arm.toString());
    }
    return contender;
  }

  /** The rounds that counted. */
  ArmRounds rounds() {
    return new ArmRounds(arm, isBaseline, rounds);
  }

  /** The reason why it has no more rounds. */
  Optional<String> failure() {
    return failure;
  }

  void fail(String reason) {
    failure = Optional.of(reason);
  }

  /** A round that counts, or one that warms up. */
  void run(Duration length, boolean counts) throws IOException, InterruptedException {
    load.prepare(length);
    var _ = settled();
    var _ = pauses();
    CpuTime serverBefore = CpuTime.of(peer.pids());
    CpuTime loadBefore = CpuTime.of(List.of(load.pid()));
    Answered answered = load.run(length);
    if (handler().isPresent()) {
      answered = answered.arrived(handled(answered.events()));
    }
    Optional<long[]> pauses = pauses();
    CpuTime loadTook = CpuTime.of(List.of(load.pid())).since(loadBefore);
    // What a server leaves for later, such as files to be sorted, is a cost of the events too.
    CpuTime serverTook = settled().since(serverBefore);
    load.check();
    if (counts) {
      rounds.add(PeerRound.of(answered, serverTook, loadTook, pauses));
    }
  }

  private Optional<long[]> pauses() throws IOException {
    return arm.server() == PeerArm.Server.MESSINA && peer instanceof JvmPeer jvm
        ? jvm.server().pauses()
        : Optional.empty();
  }

  private Optional<ServerProcess> handler() {
    return (arm == PeerArm.HANDLER_5000 || arm == PeerArm.HANDLER_10000)
            && peer instanceof JvmPeer jvm
        ? Optional.of(jvm.server())
        : Optional.empty();
  }

  /** What a handler in the server's process has had, once it has had all. */
  private String handled(long events) throws IOException, InterruptedException {
    ServerProcess server = handler().orElseThrow();
    long untilNanos = System.nanoTime() + Duration.ofSeconds(HANDLED_MAX_SECONDS).toNanos();
    while (server.handledCount() < events && System.nanoTime() < untilNanos) {
      Thread.sleep(SETTLE_STEP);
    }
    return server.handled();
  }

  /** Waits until the server is at rest, at most three seconds; returns its CPU time by then. */
  private CpuTime settled() throws IOException, InterruptedException {
    CpuTime last = CpuTime.of(peer.pids());
    for (int i = 0; i < SETTLE_STEPS_MAX; i++) {
      Thread.sleep(SETTLE_STEP);
      CpuTime now = CpuTime.of(peer.pids());
      boolean isAtRest = now.since(last).work() <= SETTLED_SECONDS;
      last = now;
      if (isAtRest) {
        break;
      }
    }
    return last;
  }

  @Override
  public void close() throws IOException {
    load.close();
  }
}
