package io.messina.flink.source;

import io.messina.client.event.Event;
import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * Makes a record of an event. Called by task threads, for one event at a time.
 *
 * @param <T> a record
 */
@FunctionalInterface
public interface EventMapper<T> extends Serializable {

  /**
   * Makes a record.
   *
   * @param event of the stream
   * @return the record for the job, with the event's time as its timestamp; null leaves the event
   *     out, which the metric {@code eventsLeftOut} of the reader counts
   * @throws Exception where the event is none that the job understands: the job fails, and again
   *     when it comes back to the event
   */
  @Nullable T map(Event event) throws Exception;
}
