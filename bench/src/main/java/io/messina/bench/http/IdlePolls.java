package io.messina.bench.http;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Claims that wait for nothing, each on a separate connection, beside the measurement. */
final class IdlePolls implements AutoCloseable {

  private static final Duration FOR_EVER = Duration.ofDays(1);

  private final HttpLoad load;
  private volatile @Nullable Exception failure;
  private volatile boolean closed;

  private IdlePolls(HttpLoad load) {
    this.load = load;
  }

  static IdlePolls start(InetSocketAddress address, int connections) throws IOException {
    IdlePolls polls =
        new IdlePolls(new HttpLoad(address, connections, () -> new Single(HttpRequests.poll())));
    Thread.ofPlatform().name("idle-polls").daemon().start(polls::run);
    return polls;
  }

  private void run() {
    try {
      var _ = load.run(FOR_EVER);
    } catch (IOException | RuntimeException e) {
      failure = e;
    }
  }

  /** Fails where a poll has. */
  void check() throws IOException {
    Exception thrown = failure;
    if (thrown != null && !closed) {
      throw new IOException("a poll failed", thrown);
    }
  }

  @Override
  public void close() throws IOException {
    closed = true;
    load.close();
  }
}
