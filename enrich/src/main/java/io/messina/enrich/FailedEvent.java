package io.messina.enrich;

/**
 * An event that is set aside.
 *
 * @param key of the event
 * @param position of the event in its shard
 * @param event as it was offered
 * @param cause which step failed
 * @param applied whether the state has it
 * @param attempts how many requests failed in a row; 0 where none was sent
 * @param error the error of the last one
 * @param <K> a key
 * @param <E> an event
 */
public record FailedEvent<K, E>(
    K key, long position, E event, Cause cause, Applied applied, int attempts, String error) {

  /** Which step failed. */
  public enum Cause {
    /** The row could not be read. */
    READ,
    /** The row could not be written. */
    WRITE,
    /** The enricher failed. */
    ENRICH,
    /** Its key had as many events waiting as it may. */
    KEY_FULL
  }
}
