package io.messina.peers;

import io.messina.peers.Frame.Kind;
import io.messina.runtime.Mutex;
import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One connection to a known node: a thread that reads and one that writes. Of bodies, a side sends
 * as many bytes as the other one has granted; it is granted more as bodies are done with, so a side
 * that is slow holds the other one back and needs a bounded memory. Safe for use by many threads.
 */
abstract class PeerConnection {

  /** How many bytes of bodies may be under way that the receiver is not done with. */
  static final int WINDOW = 4 << 20;

  /** Credit is given back in pieces, as each is a frame. */
  private static final int CREDIT_LEAST = WINDOW / 8;

  /**
   * How long a request may be: it fits into the window although less than a piece of credit is kept
   * back.
   */
  static final int REQUEST_MAX = WINDOW - CREDIT_LEAST;

  /** How long an answer may be. */
  static final int ANSWER_MAX = 32 << 20;

  private static final int BUFFER_BYTES = 64 << 10;

  private static final Logger LOG = LoggerFactory.getLogger(PeerConnection.class);

  final PeerSettings settings;
  final Handshake.Session session;
  private final Socket socket;
  private final DataInputStream in;
  private final OutputStream out;
  private final Mutex lock = new Mutex();
  private final Condition changed = lock.newCondition();
  // All under the lock.
  private final Deque<Outgoing> queue = new ArrayDeque<>();
  private long queuedBytes;
  private long credit = WINDOW;
  private long toGiveBack;
  private long received;
  private long progressNanos;
  private Optional<String> ended = Optional.empty();

  /** Bodies that have come in part; for the reading thread only, as is the next. */
  private final Map<Long, ByteArrayOutputStream> parts = new HashMap<>();

  private long partBytes;

  /** A body on its way, and a callback for the moment before its first part is sent. */
  private static final class Outgoing {

    private final Kind kind;
    private final long id;
    private final ByteBuffer body;
    private final Runnable begins;
    private boolean begun;

    private Outgoing(Kind kind, long id, byte[] body, Runnable begins) {
      this.kind = kind;
      this.id = id;
      this.body = ByteBuffer.wrap(body);
      this.begins = begins;
    }
  }

  PeerConnection(
      PeerSettings settings, Socket socket, DataInputStream in, Handshake.Session session)
      throws IOException {
    this.settings = settings;
    this.session = session;
    this.socket = socket;
    this.in = in;
    this.progressNanos = settings.time().nanoTime();
    this.out = new BufferedOutputStream(socket.getOutputStream(), BUFFER_BYTES);
  }

  final void start() {
    settings.threads().newThread(this::readAll).start();
    settings.threads().newThread(this::writeAll).start();
  }

  /** A body that has come, whole. Called by the reading thread, which it must not hold up. */
  abstract void received(Kind kind, long id, byte[] body);

  /** Something has come. Called by the reading thread. */
  void heard() {}

  /** The connection has ended; called once. */
  abstract void ended(String why);

  /** Why it has ended, if it has. */
  final Optional<String> end() {
    try (var _ = lock.hold()) {
      return ended;
    }
  }

  /** Whether bodies wait to be sent, and no part of one could be for some time. */
  final boolean isStuck(Duration time) {
    try (var _ = lock.hold()) {
      return queuedBytes > 0 && settings.time().nanoTime() - progressNanos > time.toNanos();
    }
  }

  /** How many bytes of bodies wait to be sent. */
  final long queuedBytes() {
    try (var _ = lock.hold()) {
      return queuedBytes;
    }
  }

  /**
   * Sends a body as soon as it may. Once the connection has ended, nothing is sent.
   *
   * @param begins is called just before the first part is taken
   */
  final void send(Kind kind, long id, byte[] body, Runnable begins) {
    try (var _ = lock.hold()) {
      if (ended.isEmpty()) {
        queue.add(new Outgoing(kind, id, body, begins));
        progressNanos = queuedBytes == 0 ? settings.time().nanoTime() : progressNanos;
        queuedBytes += body.length;
        changed.signalAll();
      }
    }
  }

  /** Takes back a body of which nothing was sent; false if something was sent, or it is unknown. */
  final boolean withdraw(long id) {
    try (var _ = lock.hold()) {
      Optional<Outgoing> found =
          queue.stream().filter(each -> each.id == id && !each.begun).findFirst();
      found.ifPresent(
          each -> {
            queue.remove(each);
            queuedBytes -= each.body.remaining();
            changed.signalAll();
          });
      return found.isPresent();
    }
  }

  /** Has the other side stop a request: sent after its last part, and before all other bodies. */
  final void cancel(long id) {
    try (var _ = lock.hold()) {
      if (ended.isEmpty()) {
        Outgoing first = queue.peek();
        boolean behind = first != null && first.begun;
        if (behind) {
          queue.remove();
        }
        queue.addFirst(new Outgoing(Kind.CANCEL, id, Frame.NO_BODY, () -> {}));
        if (behind) {
          queue.addFirst(first);
        }
        changed.signalAll();
      }
    }
  }

  /** Waits until less than so many bytes wait to be sent, or the connection has ended. */
  final void awaitRoom(long bytes) throws InterruptedException {
    try (var _ = lock.hold()) {
      while (ended.isEmpty() && queuedBytes >= bytes) {
        changed.await();
      }
    }
  }

  /** Bytes of requests that were received are done with. */
  final void giveBack(int bytes) {
    try (var _ = lock.hold()) {
      received -= bytes;
      toGiveBack += bytes;
      if (toGiveBack >= CREDIT_LEAST) {
        changed.signalAll();
      }
    }
  }

  /**
   * Ends the connection at once. Nothing that the system still holds is delivered later, when it
   * might be carried out by an owner of a later epoch.
   */
  final void abort(String why) {
    try (var _ = lock.hold()) {
      if (ended.isPresent()) {
        return;
      }
      ended = Optional.of(why);
      queue.clear();
      changed.signalAll();
    }
    try {
      socket.setSoLinger(true, 0);
      socket.close();
    } catch (IOException e) {
      LOG.debug("{}: cannot be closed", this, e);
    }
    ended(why);
  }

  @Override
  public final String toString() {
    return session.other().address();
  }

  private void readAll() {
    try {
      socket.setSoTimeout((int) settings.silenceMax().toMillis());
      while (end().isEmpty()) {
        take(FrameStreams.read(in, session.receiving(), Frame.BODY_MAX));
        heard();
      }
    } catch (SocketTimeoutException e) {
      abort("silent for " + settings.silenceMax().toMillis() + " ms");
    } catch (IOException e) {
      abort("the connection has ended: " + e.getMessage());
    } catch (FrameException e) {
      LOG.warn("{}: sends what no peer sends, the connection is ended: {}", this, e.getMessage());
      abort(String.valueOf(e.getMessage()));
    } catch (RuntimeException | Error e) {
      LOG.error("{}: the connection is ended", this, e);
      abort(e.toString());
    }
  }

  private void take(Frame frame) {
    switch (frame.kind()) {
      case PING -> {}
      case CREDIT -> addCredit(number(frame));
      case GOODBYE -> abort(new String(frame.body(), StandardCharsets.UTF_8));
      case CANCEL -> received(frame.kind(), frame.id(), frame.body());
      case REQUEST, ANSWER, REFUSAL -> addPart(frame);
      case HELLO, PROOF ->
          throw new FrameException("frame: " + frame.kind() + " (expected: one hello)");
    }
  }

  private void addPart(Frame frame) {
    checkWindow(frame.body().length);
    partBytes += frame.body().length;
    if (partBytes > ANSWER_MAX) {
      throw new FrameException(
          "body: " + partBytes + " bytes (expected: at most " + ANSWER_MAX + ")");
    }
    if (frame.kind() != Kind.REQUEST) {
      giveBack(frame.body().length); // nobody waits with what is answered
    }
    ByteArrayOutputStream former = parts.remove(frame.id());
    if (!parts.isEmpty() || (!frame.last() && frame.body().length == 0)) {
      throw new FrameException(
          "part of " + frame.id() + " (expected: what follows of the body that was begun)");
    }
    if (frame.last() && former == null) {
      partBytes -= frame.body().length;
      received(frame.kind(), frame.id(), frame.body());
      return;
    }
    ByteArrayOutputStream all = former == null ? new ByteArrayOutputStream() : former;
    all.writeBytes(frame.body());
    if (frame.last()) {
      partBytes -= all.size();
      received(frame.kind(), frame.id(), all.toByteArray());
    } else {
      parts.put(frame.id(), all);
    }
  }

  private void checkWindow(int bytes) {
    try (var _ = lock.hold()) {
      received += bytes;
      if (received > WINDOW) {
        throw new FrameException(
            "bodies: " + received + " bytes (expected: at most the granted " + WINDOW + ")");
      }
    }
  }

  private static long number(Frame frame) {
    if (frame.body().length != Long.BYTES) {
      throw new FrameException("credit: " + frame.body().length + " bytes (expected: 8)");
    }
    return ByteBuffer.wrap(frame.body()).getLong();
  }

  private void addCredit(long bytes) {
    try (var _ = lock.hold()) {
      if (bytes < 0 || bytes > WINDOW - credit) {
        throw new FrameException(
            "credit: " + bytes + " (expected: from 0 to " + (WINDOW - credit) + ")");
      }
      credit += bytes;
      changed.signalAll();
    }
  }

  private void writeAll() {
    try {
      for (Optional<Frame> next = next(); next.isPresent(); next = next()) {
        FrameStreams.write(out, next.get(), session.sending());
        if (!hasMore()) {
          out.flush();
        }
      }
    } catch (IOException e) {
      abort("the connection has ended: " + e.getMessage());
    } catch (InterruptedException e) {
      abort("interrupted");
    } catch (RuntimeException | Error e) {
      LOG.error("{}: the connection is ended", this, e);
      abort(e.toString());
    }
  }

  private boolean hasMore() {
    try (var _ = lock.hold()) {
      return toGiveBack >= CREDIT_LEAST || sendable() > 0;
    }
  }

  /** How many bytes of the body that is next may be sent now; 1 where it has none. */
  private long sendable() {
    Outgoing first = queue.peek();
    if (first == null) {
      return 0;
    }
    int left = Math.min(first.body.remaining(), Frame.BODY_MAX);
    return left == 0 ? 1 : Math.min(left, credit);
  }

  /** Waits for the next frame to send; a ping if there is none for a while. */
  private Optional<Frame> next() throws InterruptedException {
    try (var _ = lock.hold()) {
      long nanos = settings.pingEvery().toNanos();
      while (ended.isEmpty() && toGiveBack < CREDIT_LEAST && sendable() == 0) {
        nanos = changed.awaitNanos(nanos);
        if (nanos <= 0) {
          return Optional.of(Frame.of(Kind.PING, Frame.NO_BODY));
        }
      }
      if (ended.isPresent()) {
        return Optional.empty();
      }
      return Optional.of(toGiveBack >= CREDIT_LEAST ? creditBack() : part());
    }
  }

  private Frame creditBack() {
    byte[] body = ByteBuffer.allocate(Long.BYTES).putLong(toGiveBack).array();
    toGiveBack = 0;
    return Frame.of(Kind.CREDIT, body);
  }

  private Frame part() {
    Outgoing first = queue.element();
    if (!first.begun) {
      first.begun = true;
      first.begins.run();
    }
    byte[] body = new byte[(int) Math.min(sendable(), first.body.remaining())];
    first.body.get(body);
    boolean last = !first.body.hasRemaining();
    if (last) {
      queue.remove();
    }
    credit -= body.length;
    queuedBytes -= body.length;
    progressNanos = settings.time().nanoTime();
    changed.signalAll();
    return new Frame(first.kind, first.id, last, body);
  }
}
