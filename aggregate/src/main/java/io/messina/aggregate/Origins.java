package io.messina.aggregate;

import io.messina.stream.StoredEvent;

/** Tells where the events of a stream come from. Safe for use by many threads. */
public interface Origins {

  /** All are producers' own. */
  Origins OWN =
      new Origins() {

        @Override
        public int sources() {
          return 0;
        }

        @Override
        public Origin of(StoredEvent event) {
          return Origin.Own.EVENT;
        }
      };

  /** The number of shards that send events on to each shard of the stream; 0 if none does. */
  int sources();

  /**
   * Returns the origin of an event of the stream.
   *
   * @throws RuntimeException if it cannot be told: the shard stops
   */
  Origin of(StoredEvent event);

  /**
   * Says whether an event that counts may have a member that others have brought to another shard,
   * so that it counts twice.
   *
   * @param event a producer's own or a sent one, by {@link #of}
   * @return true marks the windows of the event as incomplete; false unless overridden
   */
  default boolean isMisplaced(StoredEvent event) {
    return false;
  }
}
