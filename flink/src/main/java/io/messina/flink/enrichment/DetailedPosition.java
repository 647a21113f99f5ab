package io.messina.flink.enrichment;

/**
 * A position with a partition and a sub number.
 *
 * @param <E> an event
 */
record DetailedPosition<E>(
    EventPosition<E> position,
    EventPosition.EventNumber<E> partition,
    EventPosition.EventNumber<E> number)
    implements EventPosition<E> {

  @Override
  public long of(E event) {
    return position.of(event);
  }

  @Override
  public int partitionOf(E event) {
    return partition.of(event);
  }

  @Override
  public int subOf(E event) {
    return number.of(event);
  }
}
