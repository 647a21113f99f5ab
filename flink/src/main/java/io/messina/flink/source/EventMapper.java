package io.messina.flink.source;

import io.messina.client.event.Event;
import java.io.Serializable;

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
   * @return what the job works on; its timestamp is the event's time
   * @throws Exception where the event is none that the job understands: the job fails
   */
  T map(Event event) throws Exception;
}
