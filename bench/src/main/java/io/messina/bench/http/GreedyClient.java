package io.messina.bench.http;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/**
 * A client that appends at a rate of its own, whatever its token allows, while another one is
 * measured. For one thread.
 */
final class GreedyClient implements AutoCloseable {

  private static final int CONNECTIONS = 64;
  private static final int ACCEPTED = 202;
  private static final int RATE_LIMITED = 429;

  private final HttpLoad load;
  private final int perSecond;
  private long stored;
  private long refused;
  private double seconds;

  /**
   * Connects.
   *
   * @param requests of one event each
   * @param perSecond how many it sends
   */
  GreedyClient(InetSocketAddress address, List<ByteBuffer> requests, int perSecond)
      throws IOException {
    this.load = new HttpLoad(address, CONNECTIONS, () -> new Appends(requests));
    this.perSecond = perSecond;
  }

  /** Measures another load at a rate, while this client sends. */
  Measured beside(HttpLoad other, int otherPerSecond, Duration length) throws IOException {
    FutureTask<Measured> sending = new FutureTask<>(() -> load.run(length, perSecond));
    Thread.ofPlatform().name("greedy").daemon().start(sending);
    Measured measured = other.run(length, otherPerSecond);
    try {
      seconds += sending.get().seconds();
    } catch (ExecutionException e) {
      throw new IOException("the greedy client failed", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
    return measured;
  }

  /** What became of its events. */
  String line() {
    return "the other client: %,.0f of its events were stored a second, %,.0f refused%n"
        .formatted(stored / seconds, refused / seconds);
  }

  @Override
  public void close() throws IOException {
    load.close();
  }

  /** Appends that may be refused. */
  private final class Appends implements Dialogue {

    private final List<ByteBuffer> requests;
    private int at;

    private Appends(List<ByteBuffer> requests) {
      this.requests = requests;
    }

    @Override
    public ByteBuffer next() {
      at = (at + 1) % requests.size();
      return requests.get(at);
    }

    @Override
    public int answered(HttpAnswer answer) {
      switch (answer.status()) {
        case ACCEPTED -> stored++;
        case RATE_LIMITED -> refused++;
        default -> throw new IllegalStateException("an append was answered " + answer.body());
      }
      return 1;
    }
  }
}
