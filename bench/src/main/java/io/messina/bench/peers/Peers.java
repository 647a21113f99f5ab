package io.messina.bench.peers;

import io.messina.bench.figures.JvmProcess;
import io.messina.bench.http.ServerProcess;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/** The servers of a comparison: one of each kind, which its arms share, begun when first used. */
final class Peers implements AutoCloseable {

  private static final String BASELINE = "baseline";

  private final PeerSettings settings;
  private final Map<String, Peer> running = new HashMap<>();

  Peers(PeerSettings settings) {
    this.settings = settings;
  }

  /**
   * The server of an arm.
   *
   * @throws MissingPeerException where this machine does not have it
   * @throws IOException with a sentence, where it does not start
   */
  Peer of(PeerArm arm, boolean isBaseline) throws IOException, InterruptedException {
    String kind = isBaseline ? BASELINE : arm.server().name();
    Peer known = running.get(kind);
    if (known != null) {
      return known;
    }
    Peer started = isBaseline ? baseline() : start(arm.server());
    running.put(kind, started);
    return started;
  }

  private Peer baseline() throws IOException {
    String classPath = ServerProcess.classPathOf(settings.baseline().orElseThrow());
    return JvmPeer.messina(classPath, settings.javaOptions());
  }

  private Peer start(PeerArm.Server server) throws IOException, InterruptedException {
    return switch (server) {
      case MESSINA -> JvmPeer.messina(JvmProcess.ownClassPath(), settings.javaOptions());
      case HELIDON -> JvmPeer.helidon(settings.javaOptions());
      case KAFKA -> KafkaBroker.start();
      case POSTGRES -> PostgresServer.start();
    };
  }

  @Override
  public void close() throws IOException {
    for (Peer peer : running.values()) {
      peer.close();
    }
  }
}
