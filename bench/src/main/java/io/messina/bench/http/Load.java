package io.messina.bench.http;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.Supplier;

/**
 * Connections that stay open, each with one request under way at a time, all served by the thread
 * that calls {@link #run}.
 */
final class Load implements AutoCloseable {

  private static final int BUFFER_BYTES = 1 << 18;

  private final Selector selector;
  private final ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER_BYTES);
  private final List<Connection> connections = new ArrayList<>();
  private Latencies latencies = new Latencies();
  private long events;

  Load(InetSocketAddress address, int connections, Supplier<Dialogue> dialogues)
      throws IOException {
    this.selector = Selector.open();
    for (int i = 0; i < connections; i++) {
      this.connections.add(new Connection(address, dialogues.get()));
    }
  }

  /** Asks again and again for so long, then waits for what is under way. */
  Measured run(Duration length) throws IOException {
    latencies = new Latencies();
    events = 0;
    long beganNanos = System.nanoTime();
    long untilNanos = beganNanos + length.toNanos();
    for (Connection connection : connections) {
      connection.ask();
    }
    int underWay = connections.size();
    while (underWay > 0) {
      selector.select();
      underWay -= served(untilNanos);
    }
    return new Measured(events, (System.nanoTime() - beganNanos) / 1e9, latencies);
  }

  /** Serves connections that are ready; returns how many have ended. */
  private int served(long untilNanos) throws IOException {
    int ended = 0;
    Iterator<SelectionKey> keys = selector.selectedKeys().iterator();
    while (keys.hasNext()) {
      Connection connection = (Connection) keys.next().attachment();
      keys.remove();
      if (connection.progress()) {
        if (System.nanoTime() < untilNanos) {
          connection.ask();
        } else {
          ended++;
        }
      }
    }
    return ended;
  }

  /** A socket with at most one request under way. */
  private final class Connection {

    private final SocketChannel channel;
    private final SelectionKey key;
    private final Dialogue dialogue;
    private final Answer answer = new Answer();
    private ByteBuffer request = ByteBuffer.allocate(0);
    private long askedNanos;

    private Connection(InetSocketAddress address, Dialogue dialogue) throws IOException {
      this.dialogue = dialogue;
      this.channel = SocketChannel.open(address);
      channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
      channel.configureBlocking(false);
      this.key = channel.register(selector, SelectionKey.OP_READ, this);
    }

    private void ask() throws IOException {
      request = dialogue.next().duplicate();
      askedNanos = System.nanoTime();
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

    /** Goes on; says whether the answer is complete. */
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
