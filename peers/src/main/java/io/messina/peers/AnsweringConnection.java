package io.messina.peers;

import io.messina.peers.Frame.Kind;
import io.messina.runtime.NodeTime;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The side of a connection that answers. */
final class AnsweringConnection extends PeerConnection {

  /**
   * How many requests are carried out at once. So many answers may wait at most for a node that has
   * stopped reading, until it is given up after three pings.
   */
  static final int UNDER_WAY_MAX = 1_024;

  /** The first byte of a refusal. */
  static final byte NOT_DONE = 0;

  static final byte MAY_BE_DONE = 1;

  /** Not done, as there is no room. */
  static final byte BUSY = 2;

  private static final Duration WITHIN_MAX = Duration.ofMinutes(10);

  private static final Logger LOG = LoggerFactory.getLogger(AnsweringConnection.class);

  private final RequestHandler handler;
  private final Consumer<AnsweringConnection> whenEnded;
  private final Map<Long, Thread> underWay = new ConcurrentHashMap<>();

  AnsweringConnection(
      PeerSettings settings,
      Socket socket,
      DataInputStream in,
      Handshake.Session session,
      RequestHandler handler,
      Consumer<AnsweringConnection> whenEnded)
      throws IOException {
    super(settings, socket, in, session);
    this.handler = handler;
    this.whenEnded = whenEnded;
  }

  @Override
  void received(Kind kind, long id, byte[] body) {
    switch (kind) {
      case REQUEST -> begin(id, body);
      case CANCEL -> interrupt(id);
      default -> throw new FrameException("frame: " + kind + " (expected: a request)");
    }
  }

  @Override
  void heard() {
    if (isStuck(settings.silenceMax())) {
      abort("it does not read what it asked for");
    }
  }

  private void begin(long id, byte[] body) {
    if (body.length < Long.BYTES) {
      throw new FrameException("request: " + body.length + " bytes (expected: at least 8)");
    }
    if (underWay.size() >= UNDER_WAY_MAX) {
      giveBack(body.length);
      refuse(id, "more than " + UNDER_WAY_MAX + " requests are under way", BUSY);
      return;
    }
    Thread thread = settings.threads().newThread(() -> carryOut(id, body));
    if (underWay.putIfAbsent(id, thread) != null) {
      throw new FrameException("id: " + id + " twice (expected: one for each request)");
    }
    thread.start();
  }

  private void carryOut(long id, byte[] body) {
    NodeTime.Cancellation deadline = () -> {};
    boolean begun = false;
    try {
      long millis = ByteBuffer.wrap(body).getLong();
      Duration within = Duration.ofMillis(Math.clamp(millis, 0, WITHIN_MAX.toMillis()));
      deadline = settings.time().schedule(within, () -> interrupt(id));
      // A node that does not read its answers gets no more of them.
      awaitRoom(WINDOW);
      begun = true;
      byte[] request = Arrays.copyOfRange(body, Long.BYTES, body.length);
      byte[] answer = handler.answer(session.other(), request, within);
      if (answer.length > ANSWER_MAX) {
        refuse(id, "an answer of " + answer.length + " bytes", MAY_BE_DONE);
      } else {
        send(Kind.ANSWER, id, answer, () -> {});
      }
    } catch (InterruptedException e) {
      refuse(id, "it took too long, or nobody waits any more", begun ? MAY_BE_DONE : NOT_DONE);
    } catch (RuntimeException | Error e) {
      LOG.error("A request of {} has failed", this, e);
      refuse(id, e.toString(), MAY_BE_DONE);
    } finally {
      deadline.cancel();
      underWay.remove(id);
      giveBack(body.length);
    }
  }

  private void refuse(long id, String why, byte outcome) {
    byte[] text = why.getBytes(StandardCharsets.UTF_8);
    byte[] body = new byte[1 + text.length];
    body[0] = outcome;
    System.arraycopy(text, 0, body, 1, text.length);
    send(Kind.REFUSAL, id, body, () -> {});
  }

  private void interrupt(long id) {
    Thread thread = underWay.get(id);
    if (thread != null) {
      thread.interrupt();
    }
  }

  @Override
  void ended(String why) {
    underWay.values().forEach(Thread::interrupt);
    whenEnded.accept(this);
  }
}
