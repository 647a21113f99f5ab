package io.messina.stream.testkit;

import io.messina.api.StreamName;
import io.messina.stream.Event;
import io.messina.stream.testkit.SimulatedServer.Running;
import java.time.Duration;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Appends its events one after the other, each until it is acknowledged: the same event, with the
 * same idempotency key. For the thread of the simulation.
 */
public final class Producer<T> {

  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private final StreamName stream;
  private final int count;
  private final BiFunction<Integer, Running<T>, Event> events;
  private final Consumer<Event> acknowledged;
  private final SimulatedCluster<T> cluster;
  private final Errand<T> errand;
  private int next;
  private @Nullable Event event;

  /**
   * Creates one that has appended nothing.
   *
   * @param events the event of each number, from 0, with an idempotency key, and the server that it
   *     is first sent to; called once for each number
   */
  public Producer(
      SimulatedCluster<T> cluster,
      StreamName stream,
      int count,
      BiFunction<Integer, Running<T>, Event> events,
      Consumer<Event> acknowledged) {
    this.cluster = cluster;
    this.stream = stream;
    this.count = count;
    this.events = events;
    this.acknowledged = acknowledged;
    this.errand = cluster.errand("produce", PATIENCE, this::append);
  }

  /** Returns whether all its events are acknowledged. */
  public boolean isDone() {
    return next >= count;
  }

  /** Asks for the next event, unless a server is at it. */
  public void step() {
    if (!isDone()) {
      errand.ask(cluster.any());
    }
  }

  private void append(Running<T> server) {
    int number = next;
    Event sent = event;
    if (sent == null) {
      sent = events.apply(number, server);
      event = sent;
    }
    var _ = server.streams().stream(stream).append(List.of(sent));
    if (next == number) {
      next++;
      event = null;
      acknowledged.accept(sent);
    }
  }
}
