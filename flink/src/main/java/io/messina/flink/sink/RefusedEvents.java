package io.messina.flink.sink;

import io.messina.api.EventBounds;
import io.messina.api.RefusedLine;
import io.messina.api.Shown;
import io.messina.api.Times;
import io.messina.client.error.Problem;
import io.messina.client.event.NewEvent;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.MetricGroup;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Events that a stream does not take: the job fails, unless they shall be left out. Events that no
 * stream takes are found before a checkpoint has them, as no checkpoint with an event of this kind
 * could be sent, and no later one. For one thread.
 */
final class RefusedEvents {

  /** The name of the counter. */
  static final String METRIC = "eventsRefused";

  private static final Logger LOG = LoggerFactory.getLogger(RefusedEvents.class);
  private static final String WAY_OUT =
      "a sink with dropRefused() leaves such events out, and goes on from the same checkpoint";

  private final String stream;
  private final boolean drops;
  private final Counter count;
  private String first = "";
  private long unreported;

  RefusedEvents(String stream, boolean drops, MetricGroup metrics) {
    this.stream = stream;
    this.drops = drops;
    this.count = metrics.counter(METRIC);
  }

  boolean drops() {
    return drops;
  }

  /**
   * Whether a stream may take an event.
   *
   * @return false if it is left out
   * @throws IOException if no stream takes it, and it is not to be left out
   */
  boolean passes(NewEvent event) throws IOException {
    try {
      check(event);
      return true;
    } catch (IllegalArgumentException e) {
      if (!drops) {
        throw new IOException(
            "stream %s: no stream takes this event: %s (%s)"
                .formatted(stream, e.getMessage(), WAY_OUT),
            e);
      }
      dropped(1, String.valueOf(e.getMessage()));
      return false;
    }
  }

  private static void check(NewEvent event) {
    event.key().ifPresent(EventBounds::checkKey);
    event.time().ifPresent(RefusedEvents::checkTime);
    EventBounds.checkHeaders(event.headers());
    EventBounds.checkContentType(event.payload().contentType());
    EventBounds.checkPayloadBytes(event.payload().length());
  }

  private static void checkTime(Instant time) {
    var unused = Times.parse(time.toString());
  }

  /**
   * Returns the events of a refused request without the refused ones.
   *
   * @param problem names the refused ones, or the first of them
   * @return fewer events
   * @throws IOException if they are not to be left out, or it is unknown which they are
   */
  List<NewEvent> without(List<NewEvent> events, Problem problem, Throwable cause)
      throws IOException {
    Set<Integer> refused =
        problem.refused().stream().map(RefusedLine::line).collect(Collectors.toSet());
    if (refused.isEmpty()) {
      throw new IOException("stream " + stream + ": events cannot be appended", cause);
    }
    if (!drops) {
      throw new IOException(
          "stream %s: events cannot be appended, as it refuses some (%s)"
              .formatted(stream, WAY_OUT),
          cause);
    }
    List<NewEvent> left = new ArrayList<>();
    for (int line = 0; line < events.size(); line++) {
      if (!refused.contains(line)) {
        left.add(events.get(line));
      }
    }
    dropped(events.size() - left.size(), problem.detail());
    return left;
  }

  /** Events are left out. */
  void dropped(int events, String why) {
    if (unreported == 0) {
      first = why;
    }
    unreported += events;
    count.inc(events);
  }

  /** Logs the events that were left out since the last time, in one line. */
  void report() {
    if (unreported > 0) {
      LOG.warn(
          "stream {}: {} events left out, as it does not take them; the first: {}",
          stream,
          unreported,
          Shown.sentence(first));
      unreported = 0;
    }
  }

  /** Returns the number of events left out. */
  long count() {
    return count.getCount();
  }
}
