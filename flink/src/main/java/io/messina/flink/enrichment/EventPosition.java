package io.messina.flink.enrichment;

import io.messina.enrich.Included;
import java.io.Serializable;

/**
 * The place of an event in its source, by which it is known again when it comes a second time. An
 * event at or below the position that the key's row has counts as included, and is not applied.
 *
 * <p>Positions of the events of a key have to rise in their order. So all of them come from one
 * shard of a stream, for example if they are keyed by its key; or the position names the
 * {@linkplain #inPartition partition} too, and the positions of each partition rise. Several events
 * of a key that are made of one event of the source have the same position, and {@linkplain #sub
 * numbers} within it.
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

  /**
   * The partition that an event comes from.
   *
   * @param event any
   * @return from 0; {@link Included#NO_PARTITION} where positions name none
   */
  default int partitionOf(E event) {
    return Included.NO_PARTITION;
  }

  /**
   * Returns the number of an event among the events of its key that have the same position.
   *
   * @param event any
   * @return from 0
   */
  default int subOf(E event) {
    return 0;
  }

  /**
   * A position, as {@code EventPosition.<Visit>at(visit -> visit.offset).inPartition(…)} begins.
   *
   * @param position of an event
   * @param <E> an event
   * @return the same
   */
  static <E> EventPosition<E> at(EventPosition<E> position) {
    return position;
  }

  /**
   * The same in a partition, such as of a topic: the row of a key has a position of each partition
   * that its events came from, up to {@value Included#PARTITIONS_MAX}. So a key may move to another
   * partition, where offsets are lower, and events of a key may come from several. A row without
   * partitions, as written before the positions of a job had them, counts as one of the partition
   * that the next event of its key comes from; so give positions a partition before partitions are
   * added.
   *
   * @param partition of an event, from 0
   * @return another position
   */
  default EventPosition<E> inPartition(EventNumber<E> partition) {
    return new DetailedPosition<>(this, partition, this::subOf);
  }

  /**
   * The same with a number for each of several events that one event of the source has become, in
   * their order. Without it the second one of a key counts as included, or the job fails if both
   * wait.
   *
   * @param number of an event, from 0
   * @return another position
   */
  default EventPosition<E> sub(EventNumber<E> number) {
    return new DetailedPosition<>(this, this::partitionOf, number);
  }

  /**
   * A number of an event.
   *
   * @param <E> an event
   */
  @FunctionalInterface
  interface EventNumber<E> extends Serializable {

    /**
     * Tells the number.
     *
     * @param event any
     * @return from 0
     */
    int of(E event);
  }
}
