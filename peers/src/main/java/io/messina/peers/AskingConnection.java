package io.messina.peers;

import io.messina.peers.Frame.Kind;
import io.messina.runtime.NodeTime;
import io.messina.runtime.RequestException.Overloaded;
import io.messina.stream.owner.PeerException;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** The side of a connection that asks. */
final class AskingConnection extends PeerConnection {

  /** How many bytes of requests may wait for credit before further ones are refused. */
  private static final int WAITING_MAX = 1 << 20;

  /** How long a request may be. */
  static final int REQUEST_BYTES_MAX = REQUEST_MAX - Long.BYTES;

  /** An answer that says that the time is over takes its time, too. */
  private static final Duration GRACE = Duration.ofSeconds(1);

  private final Map<Long, Pending> pending = new ConcurrentHashMap<>();
  private final AtomicLong ids = new AtomicLong();

  /** A request without an answer. */
  private static final class Pending {

    private final CompletableFuture<byte[]> answer = new CompletableFuture<>();
    private volatile boolean begun;
    private volatile NodeTime.Cancellation deadline = () -> {};
  }

  AskingConnection(
      PeerSettings settings, Socket socket, DataInputStream in, Handshake.Session session)
      throws IOException {
    super(settings, socket, in, session);
  }

  /**
   * Asks.
   *
   * @param request at most {@link #REQUEST_BYTES_MAX}
   * @param untilNanos until when the answer is wanted, by the monotonic clock
   * @return the answer; exceptionally {@link Overloaded} if there is no room for the request, here
   *     or at the other side, or a {@link PeerException}. Completed by the thread that reads, so
   *     dependent stages must not block. Cancelling it tells the other side
   */
  CompletableFuture<byte[]> ask(byte[] request, long untilNanos) {
    if (queuedBytes() > WAITING_MAX) {
      return CompletableFuture.failedFuture(
          new Overloaded(this + ": more than " + WAITING_MAX + " bytes wait for it"));
    }
    long id = ids.incrementAndGet();
    Pending asked = new Pending();
    ByteBuffer body = ByteBuffer.allocate(Long.BYTES + request.length).putLong(0).put(request);
    Duration grace = Duration.ofNanos(Math.max(0, left(untilNanos))).plus(GRACE);
    pending.put(id, asked);
    asked.deadline = settings.time().schedule(grace, () -> late(id, asked));
    send(
        Kind.REQUEST,
        id,
        body.array(),
        () -> {
          asked.begun = true;
          body.putLong(0, TimeUnit.NANOSECONDS.toMillis(Math.max(0, left(untilNanos))));
        });
    var _ = asked.answer.whenComplete((_, _) -> forget(id, asked));
    end().ifPresent(this::failAll);
    return asked.answer;
  }

  private long left(long untilNanos) {
    return untilNanos - settings.time().nanoTime();
  }

  /** The other side answers in time, were it only to say that the time is over. */
  private void late(long id, Pending asked) {
    if (withdraw(id)) {
      asked.answer.completeExceptionally(
          new Overloaded(this + ": it was not sent in time, as the other side is slow"));
    } else {
      abort("no answer in time");
    }
  }

  private void forget(long id, Pending asked) {
    asked.deadline.cancel();
    if (pending.remove(id) != null && asked.answer.isCancelled() && !withdraw(id)) {
      cancel(id);
    }
  }

  @Override
  void received(Kind kind, long id, byte[] body) {
    Pending asked = pending.get(id);
    if (asked == null) {
      return;
    }
    switch (kind) {
      case ANSWER -> asked.answer.complete(body);
      case REFUSAL -> asked.answer.completeExceptionally(refusal(body));
      default -> throw new FrameException("frame: " + kind + " (expected: an answer)");
    }
  }

  private RuntimeException refusal(byte[] body) {
    if (body.length == 0) {
      throw new FrameException("refusal: empty (expected: a reason)");
    }
    String why = new String(body, 1, body.length - 1, StandardCharsets.UTF_8);
    return body[0] == AnsweringConnection.BUSY
        ? new Overloaded(this + ": " + why)
        : new PeerException(this + ": " + why, body[0] != AnsweringConnection.NOT_DONE);
  }

  @Override
  void ended(String why) {
    failAll(why);
  }

  private void failAll(String why) {
    List.copyOf(pending.values())
        .forEach(
            asked ->
                asked.answer.completeExceptionally(
                    new PeerException(this + ": " + why, asked.begun)));
  }
}
