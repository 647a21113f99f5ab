package io.messina.bench.http;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/**
 * Connections that stay open, each with one request under way at a time, all served by the thread
 * that calls {@link #run}.
 */
public final class HttpLoad implements AutoCloseable {

  private static final int BUFFER_BYTES = 1 << 18;
  private static final long SECOND_NANOS = 1_000_000_000;

  /** Short beside an answer, and long enough to leave the cores to the server. */
  private static final long PAUSE_NANOS = 50_000;

  private final Selector selector;
  private final ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER_BYTES);
  private final List<Connection> connections = new ArrayList<>();
  private Latencies latencies = new Latencies();
  private long events;

  /**
   * Connects.
   *
   * @param address of a server
   * @param connections how many
   * @param dialogues the requests of each of them
   * @throws IOException where the server does not answer
   */
  public HttpLoad(InetSocketAddress address, int connections, Supplier<Dialogue> dialogues)
      throws IOException {
    this(List.of(address), connections, dialogues);
  }

  /** The same to several servers, to each in turn. */
  HttpLoad(List<InetSocketAddress> addresses, int connections, Supplier<Dialogue> dialogues)
      throws IOException {
    this.selector = Selector.open();
    for (int i = 0; i < connections; i++) {
      this.connections.add(new Connection(addresses.get(i % addresses.size()), dialogues.get()));
    }
  }

  /**
   * Sends requests for so long, then waits for the ones under way.
   *
   * @param length how long
   * @return the result
   * @throws IOException where the server breaks off
   */
  public Measured run(Duration length) throws IOException {
    long beganNanos = begin();
    long untilNanos = beganNanos + length.toNanos();
    for (Connection connection : connections) {
      connection.ask(System.nanoTime());
    }
    int underWay = connections.size();
    while (underWay > 0) {
      selector.select();
      for (Connection connection : answered()) {
        if (System.nanoTime() < untilNanos || !connection.dialogue.mayRest()) {
          connection.ask(System.nanoTime());
        } else {
          underWay--;
        }
      }
    }
    return measured(beganNanos);
  }

  /**
   * Asks at a rate, whether or not answers come; latencies count from the moment at which a request
   * was due, also where it had to wait for a connection.
   *
   * @param length how long
   * @param perSecond requests, at equal distances
   * @return the result
   * @throws IOException where the server breaks off
   */
  public Measured run(Duration length, int perSecond) throws IOException {
    long beganNanos = begin();
    long distanceNanos = SECOND_NANOS / perSecond;
    long count = length.toNanos() / distanceNanos;
    Deque<Connection> free = new ArrayDeque<>(connections);
    long asked = 0;
    long answered = 0;
    while (answered < count) {
      while (asked < count
          && !free.isEmpty()
          && System.nanoTime() >= beganNanos + asked * distanceNanos) {
        free.remove().ask(beganNanos + asked * distanceNanos);
        asked++;
      }
      if (selector.selectNow() == 0) {
        LockSupport.parkNanos(PAUSE_NANOS);
      }
      List<Connection> done = answered();
      free.addAll(done);
      answered += done.size();
    }
    return measured(beganNanos);
  }

  private long begin() {
    latencies = new Latencies();
    events = 0;
    return System.nanoTime();
  }

  private Measured measured(long beganNanos) {
    return new Measured(events, (System.nanoTime() - beganNanos) / 1e9, latencies);
  }

  /** Serves connections that are ready; returns those whose answers are complete. */
  private List<Connection> answered() throws IOException {
    List<Connection> complete = new ArrayList<>();
    Iterator<SelectionKey> keys = selector.selectedKeys().iterator();
    while (keys.hasNext()) {
      Connection connection = (Connection) keys.next().attachment();
      keys.remove();
      if (connection.progress()) {
        complete.add(connection);
      }
    }
    return complete;
  }

  /** A socket with at most one request under way. */
  private final class Connection {

    private final SocketChannel channel;
    private final SelectionKey key;
    private final Dialogue dialogue;
    private final HttpAnswer answer = new HttpAnswer();
    private ByteBuffer request = ByteBuffer.allocate(0);
    private long askedNanos;

    private Connection(InetSocketAddress address, Dialogue dialogue) throws IOException {
      this.dialogue = dialogue;
      this.channel = SocketChannel.open(address);
      channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
      channel.configureBlocking(false);
      this.key = channel.register(selector, SelectionKey.OP_READ, this);
    }

    private void ask(long dueNanos) throws IOException {
      request = dialogue.next(dueNanos).duplicate();
      askedNanos = dueNanos;
      answer.clear();
      send();
    }

    private void send() throws IOException {
      channel.write(request);
      int interest =
          request.hasRemaining()
              ? SelectionKey.OP_READ | SelectionKey.OP_WRITE
              : SelectionKey.OP_READ;
      if (key.interestOps() != interest) {
        key.interestOps(interest);
      }
    }

    /** Makes progress; says whether the answer is complete. */
    private boolean progress() throws IOException {
      if (request.hasRemaining()) {
        send();
      }
      if (channel.read(buffer.clear()) < 0) {
        throw new IOException("the server has closed a connection");
      }
      if (!answer.take(buffer.flip())) {
        return false;
      }
      events += dialogue.answered(answer);
      latencies.add(System.nanoTime() - askedNanos);
      return true;
    }
  }

  @Override
  public void close() throws IOException {
    for (Connection connection : connections) {
      connection.channel.close();
    }
    selector.close();
  }
}
