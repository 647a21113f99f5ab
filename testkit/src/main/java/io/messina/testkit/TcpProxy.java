package io.messina.testkit;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;

/**
 * Stands before the address of a process, passes on what comes, and can hold it up in either
 * direction, cut all connections, or take no new ones. Each takes effect at once, also on open
 * connections.
 *
 * <p>Safe for use by many threads. Of each direction of a connection it holds up to 16 MiB; then
 * the sender can send no more.
 */
public final class TcpProxy implements AutoCloseable {

  /** The two directions of a connection. */
  public enum Direction {
    /** From the end that connected to the process behind. */
    THERE,
    /** From the process behind to the end that connected. */
    BACK
  }

  private static final int PIECE_BYTES = 64 * 1024;
  private static final int HELD_PIECES = 256;
  private static final int BACKLOG = 128;

  private final InetSocketAddress target;
  private final ServerSocket listening;
  private final Set<Connection> connections = ConcurrentHashMap.newKeySet();
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final Way there = new Way();
  private final Way back = new Way();
  private volatile boolean refuses;

  /** What is known of one direction of all connections. */
  private static final class Way {
    private final AtomicLong bytes = new AtomicLong();

    /** The beginnings of the connections that are held up. */
    private volatile Predicate<String> stalled = _ -> false;
  }

  /** What a sender did. */
  private record Piece(Kind kind, byte[] bytes) {

    enum Kind {
      BYTES,
      END,
      RESET
    }

    static Piece last(Kind kind) {
      return new Piece(kind, new byte[0]);
    }
  }

  private TcpProxy(InetSocketAddress target, ServerSocket listening) {
    this.target = target;
    this.listening = listening;
  }

  /** Takes a free port of loopback, and stands before an address, which may be free as yet. */
  public static TcpProxy to(InetSocketAddress target) throws IOException {
    return at(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), target);
  }

  /** The same at another address of this machine. */
  public static TcpProxy at(InetSocketAddress listening, InetSocketAddress target)
      throws IOException {
    ServerSocket socket = new ServerSocket(listening.getPort(), BACKLOG, listening.getAddress());
    TcpProxy proxy = new TcpProxy(target, socket);
    Thread.startVirtualThread(proxy::accept);
    return proxy;
  }

  /** The address to connect to in place of the one behind. */
  public InetSocketAddress address() {
    return new InetSocketAddress(listening.getInetAddress(), listening.getLocalPort());
  }

  /**
   * Holds what is sent in a direction from now on, also on connections that their sender closes.
   */
  public void stall(Direction direction) {
    stall(direction, _ -> true);
  }

  /**
   * Holds up some connections, and no others in this direction.
   *
   * @param direction which is held up
   * @param beginnings tells by the first piece that the connecting end sent, read as Latin-1, which
   *     is empty before that
   */
  public void stall(Direction direction, Predicate<String> beginnings) {
    way(direction).stalled = beginnings;
    signal();
  }

  /** Passes on what was held, in both directions. */
  public void pass() {
    there.stalled = _ -> false;
    back.stalled = _ -> false;
    signal();
  }

  /** Resets all connections, and loses what was held of them. New ones are taken. */
  public void cut() {
    connections.forEach(Connection::reset);
  }

  /** Resets all connections, and each new one at once. */
  public void refuse() {
    refuses = true;
    cut();
  }

  /** Takes connections again, and passes on all. */
  public void heal() {
    refuses = false;
    pass();
  }

  /** Returns how many bytes were sent in a direction so far, held or not. */
  public long bytes(Direction direction) {
    return way(direction).bytes.get();
  }

  @Override
  public void close() {
    close(listening);
    refuse();
  }

  private Way way(Direction direction) {
    return direction == Direction.THERE ? there : back;
  }

  private void signal() {
    lock.lock();
    try {
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  private void accept() {
    while (!listening.isClosed()) {
      try {
        Socket from = listening.accept();
        Thread.startVirtualThread(() -> new Connection(from).begin());
      } catch (IOException e) {
        // It is closed, or the next one may do better.
      }
    }
  }

  private static void close(AutoCloseable each) {
    try {
      each.close();
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  /** Two sockets; each direction has a thread to read and one to write. */
  private final class Connection {

    private final Socket from;
    private final Socket to = new Socket();
    private final AtomicBoolean halfEnded = new AtomicBoolean();
    private volatile String beginning = "";
    private volatile boolean isReset;

    Connection(Socket from) {
      this.from = from;
    }

    void begin() {
      connections.add(this);
      try {
        to.connect(target);
        from.setTcpNoDelay(true);
        to.setTcpNoDelay(true);
      } catch (IOException e) {
        reset();
      }
      if (refuses) {
        reset();
      }
      pass(there, from, to);
      pass(back, to, from);
    }

    /** Reads on while it is held up, so that nothing is lost of what the sender closes. */
    private void pass(Way way, Socket sender, Socket receiver) {
      BlockingQueue<Piece> pieces = new LinkedBlockingQueue<>(HELD_PIECES);
      Thread.startVirtualThread(() -> read(way, sender, pieces));
      Thread.startVirtualThread(() -> write(way, receiver, pieces));
    }

    private void read(Way way, Socket sender, BlockingQueue<Piece> pieces) {
      byte[] buffer = new byte[PIECE_BYTES];
      Piece last = Piece.last(Piece.Kind.END);
      try {
        InputStream in = sender.getInputStream();
        for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
          byte[] piece = Arrays.copyOf(buffer, count);
          if (way == there && beginning.isEmpty()) {
            beginning = new String(piece, StandardCharsets.ISO_8859_1);
          }
          way.bytes.addAndGet(count);
          put(pieces, new Piece(Piece.Kind.BYTES, piece));
        }
      } catch (IOException e) {
        last = Piece.last(Piece.Kind.RESET);
      }
      put(pieces, last);
    }

    private void write(Way way, Socket receiver, BlockingQueue<Piece> pieces) {
      Piece piece = take(pieces);
      while (piece.kind() == Piece.Kind.BYTES) {
        awaitPassing(way);
        send(receiver, piece.bytes());
        piece = take(pieces);
      }
      awaitPassing(way);
      if (piece.kind() == Piece.Kind.RESET) {
        reset();
      }
      end(receiver);
    }

    private void send(Socket receiver, byte[] bytes) {
      if (!isReset) {
        try {
          OutputStream out = receiver.getOutputStream();
          out.write(bytes);
        } catch (IOException e) {
          reset();
        }
      }
    }

    private void awaitPassing(Way way) {
      lock.lock();
      try {
        while (!isReset && way.stalled.test(beginning)) {
          changed.awaitUninterruptibly();
        }
      } finally {
        lock.unlock();
      }
    }

    private void end(Socket receiver) {
      try {
        if (!isReset) {
          receiver.shutdownOutput();
        }
      } catch (IOException e) {
        reset();
      }
      if (halfEnded.getAndSet(true)) {
        close(from);
        close(to);
        connections.remove(this);
      }
    }

    /** Both sides see it broken, not ended. */
    private void reset() {
      isReset = true;
      abort(from);
      abort(to);
      connections.remove(this);
      signal();
    }

    private static void abort(Socket socket) {
      try {
        socket.setSoLinger(true, 0);
      } catch (IOException e) {
        // It is closed already.
      }
      close(socket);
    }

    private static void put(BlockingQueue<Piece> pieces, Piece piece) {
      try {
        pieces.put(piece);
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
    }

    private static Piece take(BlockingQueue<Piece> pieces) {
      try {
        return pieces.take();
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
    }
  }
}
