package io.messina.client.group;

import io.messina.api.ClaimOptions;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.List;

/**
 * Acknowledgements to send, cut into requests: each is bounded in bytes, and smaller after each
 * refusal of a whole request, until a refused acknowledgement is alone in its request. For one
 * thread at a time.
 */
final class AckQueue {

  /** Of a request, unless one acknowledgement is larger by itself. */
  static final int BYTES_MAX = 4 << 20;

  private final Deque<PendingAck> waiting = new ArrayDeque<>();
  private final Deque<List<PendingAck>> halves = new ArrayDeque<>();

  void add(Collection<PendingAck> acks) {
    waiting.addAll(acks);
  }

  /** The next request; empty for none. */
  List<PendingAck> next() {
    List<PendingAck> half = halves.poll();
    return half != null ? half : take();
  }

  private List<PendingAck> take() {
    List<PendingAck> request = new ArrayList<>();
    long bytes = 0;
    while (!waiting.isEmpty() && fits(request.size(), bytes + waiting.element().entry().length)) {
      PendingAck ack = waiting.remove();
      bytes += ack.entry().length + 1;
      request.add(ack);
    }
    return request;
  }

  private static boolean fits(int acks, long bytes) {
    return acks == 0 || (acks < ClaimOptions.LIMIT_MAX && bytes <= BYTES_MAX);
  }

  /** Whether the next request has to be sent alone, as one of its kind was refused. */
  boolean isApart() {
    return !halves.isEmpty();
  }

  /**
   * Sends the acknowledgements of a claim that was refused, or broken off, by a separate request.
   */
  void apart(List<PendingAck> refused) {
    halves.addFirst(refused);
  }

  /** Sends a refused request of several in two halves, before anything else. */
  void split(List<PendingAck> refused) {
    int middle = refused.size() / 2;
    halves.addFirst(refused.subList(middle, refused.size()));
    halves.addFirst(refused.subList(0, middle));
  }
}
