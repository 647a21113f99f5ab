package io.messina.client.group;

import io.messina.api.Discard;
import io.messina.api.Discarded;
import io.messina.api.EventId;
import io.messina.api.PageQuery;
import io.messina.api.Redrive;
import io.messina.api.Redriven;
import io.messina.client.error.MessinaException;
import io.messina.client.internal.Call;
import io.messina.client.internal.Call.Repeat;
import io.messina.client.internal.JsonBodies;
import io.messina.client.internal.Query;
import io.messina.client.internal.Transport;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * The dead letters of a group, an enrichment or a sink. Methods wait for the answer and throw a
 * {@link MessinaException} if it is not good; an interrupted thread gets {@link
 * MessinaException.Unknown} and stays interrupted. Safe for use by many threads.
 */
public final class DeadLettersClient {

  /** The longest time that the server may need to hand out all letters without a rate. */
  private static final Duration LONGEST = Duration.ofMinutes(10);

  private static final Duration RATED_LONGEST = Duration.ofDays(1);

  private final Transport transport;
  private final String path;

  /**
   * Makes a client for the dead letters of an owner, which need not exist yet; applications ask its
   * client for them.
   *
   * @param transport sends the requests
   * @param owner the path of it
   */
  @SuppressWarnings("exports") // no application can name it
  public DeadLettersClient(Transport transport, String owner) {
    this.transport = transport;
    this.path = owner + "/dead-letters";
  }

  /**
   * A page of them.
   *
   * @param limit how many at most, from 1 to 10,000
   * @param after as {@link DeadLetters#next} gave it; empty for the first page
   * @return the page
   */
  public DeadLetters get(int limit, Optional<EventId> after) {
    Query query = Query.NONE.with(new PageQuery(limit, after.map(EventId::value)));
    return transport.send(Call.get(path + query), GroupAnswers::deadLetters);
  }

  /**
   * Hands some out again; of an enrichment, appends their events again to its stream, except for
   * the ones whose {@link io.messina.api.Death#applied} is not {@code no}; of a sink, posts them
   * again. The answer comes once
   * the last one is handed out: the client waits up to 10 minutes beyond its time-out, or up to a
   * day if there is a rate.
   *
   * @param redrive which, and how fast
   * @return how many
   */
  public int redrive(Redrive redrive) {
    Duration longest = redrive.rate().isPresent() ? RATED_LONGEST : LONGEST;
    return send("/redrive", redrive, longest, Redriven.class).redriven();
  }

  /**
   * Deletes some.
   *
   * @param ids of their events, at least one
   * @return the number that existed
   */
  public int delete(Collection<EventId> ids) {
    return discard(new Discard(List.copyOf(ids), false));
  }

  /**
   * Deletes all.
   *
   * @return the number that existed
   */
  public int deleteAll() {
    return discard(new Discard(List.of(), true));
  }

  private int discard(Discard which) {
    return send("/discard", which, LONGEST, Discarded.class).discarded();
  }

  private <T> T send(String what, Record which, Duration longest, Class<T> answer) {
    Call call = Call.post(path + what, JsonBodies.record(which), Repeat.UNDONE);
    return transport.send(call.waiting(longest), answer);
  }
}
