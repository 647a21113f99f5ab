package io.messina.flink.sink;

import io.messina.client.event.NewEvent;
import java.io.Serializable;

/**
 * Makes an event of a record. Called by task threads, for one record at a time.
 *
 * @param <T> a record
 */
@FunctionalInterface
public interface RecordMapper<T> extends Serializable {

  /**
   * Makes an event.
   *
   * @param element of the job
   * @return the event to append
   */
  NewEvent map(T element);
}
