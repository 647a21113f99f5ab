package io.messina.flink.enrichment;

import java.io.Serializable;

/**
 * The place of an event in its source, by which it is known again when it comes a second time. The
 * positions of the events of a key have to rise in their order, so all of them must come from one
 * shard of a stream, or from one partition: key by what decides the shard, or by a part of it that
 * fixes the shard too. An event at or below the position that the key's row has counts as included,
 * and is not applied.
 *
 * @param <E> an event
 */
@FunctionalInterface
public interface EventPosition<E> extends Serializable {

  /**
   * The place of an event.
   *
   * @param event any
   * @return from 0, such as an offset
   */
  long of(E event);
}
