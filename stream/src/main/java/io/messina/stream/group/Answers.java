package io.messina.stream.group;

import io.messina.stream.delivery.Effect;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The callers that wait for answers of a group. Not safe for use by several threads; its futures
 * are.
 */
final class Answers {

  private final Map<Long, Waiting> waiting = new LinkedHashMap<>();
  private long tickets;

  /** A waiting caller; in doubt if its request may be carried out although no answer comes. */
  record Waiting(long ticket, CompletableFuture<Effect> answer, boolean inDoubt) {

    void fail(Ended ended) {
      answer.completeExceptionally(inDoubt ? ended.doubt() : ended.refusal());
    }
  }

  Waiting await(boolean inDoubt) {
    Waiting next = new Waiting(++tickets, new CompletableFuture<>(), inDoubt);
    waiting.put(next.ticket(), next);
    return next;
  }

  /** A ticket whose answer no caller waits for. */
  long forNobody() {
    return ++tickets;
  }

  @Nullable Waiting take(long ticket) {
    return waiting.remove(ticket);
  }

  List<Waiting> takeAll() {
    List<Waiting> all = new ArrayList<>(waiting.values());
    waiting.clear();
    return all;
  }
}
