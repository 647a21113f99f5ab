package io.messina.bench.peers;

import io.messina.bench.figures.JvmProcess;
import io.messina.bench.http.ServerProcess;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** A server of Messina, or the bare one beside it: one JVM. */
final class JvmPeer implements Peer {

  private final ServerProcess server;

  private JvmPeer(ServerProcess server) {
    this.server = server;
  }

  static JvmPeer messina(String classPath, List<String> javaOptions) throws IOException {
    return new JvmPeer(ServerProcess.start(classPath, options(javaOptions), List.of()));
  }

  static JvmPeer helidon(List<String> javaOptions) throws IOException {
    return new JvmPeer(
        ServerProcess.start(
            JvmProcess.ownClassPath(), options(javaOptions), ConstantAnswer.class, List.of()));
  }

  private static List<String> options(List<String> javaOptions) {
    List<String> options = new ArrayList<>(LoadProcess.JAVA_OPTIONS);
    options.addAll(javaOptions);
    return options;
  }

  ServerProcess server() {
    return server;
  }

  @Override
  public String address() {
    return server.url().toString();
  }

  @Override
  public Collection<Long> pids() {
    return List.of(server.pid());
  }

  @Override
  public void close() throws IOException {
    server.close();
  }
}
