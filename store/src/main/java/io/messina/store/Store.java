package io.messina.store;

import java.util.Iterator;
import java.util.List;
import java.util.Optional;

/**
 * A wide-column store: tables of partitions of ordered rows. This interface is the whole of what
 * Messina asks of a database; the test kit's {@code StoreContract} checks an engine against every
 * promise made here.
 *
 * <h2>Tables of kind PLAIN</h2>
 *
 * <p>{@link #write} is unconditional. Each put and delete has the timestamp of its batch. What a
 * row holds follows from the set of mutations that reached the store, whatever their order and
 * however often each came:
 *
 * <ul>
 *   <li>a put is hidden by a put of the same row with a higher timestamp, and by a delete that
 *       covers the row (of the row, of a range, of the partition) with the same timestamp or a
 *       higher one. Deletes hide what arrives after them for as long as {@link
 *       StoreLimits#deleteMemory} says;
 *   <li>a put writes the whole row: nothing shows through it from older puts, also once it has
 *       expired;
 *   <li>of two puts with equal timestamps and different content each column shows the value of one
 *       of them, the same for all readers. Callers avoid this; {@link HybridClock} never gives one
 *       timestamp twice. Only where a table has a single column, of {@link Bytes}, and both puts
 *       have a value and no expiry, all engines agree on which: the larger by {@link
 *       Bytes#compareTo};
 *   <li>a put with an expiry is seen while the engine's clock is before that moment, to the
 *       millisecond.
 * </ul>
 *
 * <p>What a write has been acknowledged for, every later read sees; what one read has returned,
 * later reads return.
 *
 * <h2>Tables of kind FENCED</h2>
 *
 * <p>A partition begins without a fence, then always has one; it cannot be deleted. {@link
 * #writeIf} changes it if the expected fence stands, and not otherwise. Writes and reads of one
 * partition are linearizable: each takes effect at one moment between call and return, and
 * everybody sees them in that order.
 *
 * <h2>Batches and scans</h2>
 *
 * <p>A batch applies as a whole or not at all, for crashes and for readers alike: what one {@link
 * #get}, one {@link #getStatic} or one page of a scan returns holds all of a batch or nothing of
 * it. Engines choose the size of pages; it is bounded, and at least one row. Pages of one scan may
 * stem from later moments, never from earlier ones.
 *
 * <h2>Threads, time and errors</h2>
 *
 * <p>Methods are safe for use by many threads and block the caller, who runs on a virtual thread
 * where many wait. Interrupting a caller does not break an operation off; it ends as it would have,
 * and the thread stays interrupted. Bad requests are refused before anything is written. All
 * methods throw
 *
 * <ul>
 *   <li>{@link StoreUnavailableException} when the store cannot do it now: try again;
 *   <li>{@link StoreException} when trying again does not help: {@link
 *       StoreException.Code#TABLE_MISSING} where no such table was created, {@link
 *       StoreException.Code#TABLE_DIFFERS} where the table of this name has another definition,
 *       {@link StoreException.Code#LIMIT_EXCEEDED}, for reads too, {@link
 *       StoreException.Code#DAMAGED}, {@link StoreException.Code#CLOSED};
 *   <li>{@link IllegalArgumentException} where a request names a table of the wrong kind.
 * </ul>
 *
 * <p>Everything is passed in immutable values, so a decorator that meters, traces or retries
 * implements this interface by calling another one.
 */
public interface Store extends AutoCloseable {

  /**
   * Makes a table exist. Repeating it changes nothing, also when several processes do it at once.
   *
   * @param table the declaration
   * @throws StoreException with code {@link StoreException.Code#TABLE_DIFFERS} where a table of
   *     this name has another definition; it stays as it is
   */
  void create(Table table);

  /**
   * Reads one row.
   *
   * @param key the row, of a table of either kind
   * @return the row, or empty if there is none or if it has expired
   */
  Optional<Row> get(RowKey key);

  /**
   * Reads several rows, each as {@link #get} does, and each as it stood at some moment between call
   * and return. Where one of them cannot be read it throws for all.
   *
   * @param keys rows of tables of either kind
   * @return for each, in their order, the row, or empty if there is none or if it has expired
   */
  default List<Optional<Row>> getEach(List<RowKey> keys) {
    return keys.stream().map(this::get).toList();
  }

  /**
   * How many rows at once {@link #getEach} reads, and how many batches {@link #writeEach} writes,
   * at a lower cost than one by one. Whoever has more calls it several times, side by side.
   *
   * @return from 1, which means that each is a request of its own, one after the other; the same at
   *     any time
   */
  default int rowsAtOnce() {
    return 1;
  }

  /**
   * Reads the fence and the static columns of a partition.
   *
   * @param key a partition of a FENCED table
   * @return what stands, or empty if the partition was never written
   */
  Optional<StaticRow> getStatic(PartitionKey key);

  /**
   * Reads the fence and the static columns of a partition, for those who only want to know whether
   * to do more: at the cost of a plain read, and without slowing the writers of the partition down.
   * It returns all that was acknowledged before the call, or linearizably read. A write without an
   * answer may be seen, and then not be seen again until somebody reads or writes with a fence.
   *
   * @param key a partition of a FENCED table
   * @return what stood, or empty if the partition was not written
   */
  default Optional<StaticRow> look(PartitionKey key) {
    return getStatic(key);
  }

  /**
   * Reads rows of one partition, in the table's order or the opposite one. Pages are read as the
   * iterator is advanced, so that the range never stands in memory; an iterator that is dropped
   * half-way holds nothing.
   *
   * @param scan which rows of a table of either kind
   * @return the rows, for use by one thread; {@code hasNext} and {@code next} block and throw as
   *     all methods here do
   */
  Iterator<Row> scan(Scan scan);

  /**
   * Walks over the partitions of a PLAIN table, in an order of the engine's own: any order, but the
   * same for all walks of the table, at any time and by any process, so that one may go on where
   * another one was broken off. Pages are read as the iterator is advanced, as those of a {@link
   * #scan}; each may stem from another moment.
   *
   * <p>A partition that has a row which readers see, from the beginning of the walk until its place
   * was passed, comes exactly once. No partition comes twice. One that gains its first row or loses
   * its last one meanwhile, and one that has only rows which were deleted or have expired, may come
   * or not; one that was never written does not. The cost is that of looking at every partition: it
   * grows with the table, not with what the caller is after.
   *
   * @param walk where to begin
   * @return the partitions, for use by one thread; {@code hasNext} and {@code next} block and throw
   *     as all methods here do, and after such a failure may be called again
   */
  Iterator<PartitionKey> partitions(PartitionWalk walk);

  /**
   * Writes a batch to a PLAIN table. On return it is durable. Repeating it, also after an error, is
   * harmless.
   *
   * @param batch the batch
   * @throws StoreUnavailableException when it is not known to be durable: it may have applied, or
   *     may at any later time; send it again
   */
  void write(PlainBatch batch);

  /**
   * Writes several batches, each as {@link #write} does: readers may see some of them and not yet
   * the others.
   *
   * @param batches to PLAIN tables
   * @throws StoreUnavailableException when not all of them are known to be durable: send them again
   */
  default void writeEach(List<PlainBatch> batches) {
    batches.forEach(this::write);
  }

  /**
   * Writes a batch to a FENCED table if the fence that it expects stands. On {@link
   * FenceOutcome.Applied} it is durable.
   *
   * <p>The rule for callers: a process has one write in flight per partition. After an {@link
   * UnknownOutcomeException} it sends the same batch again, until the answer is known. Then {@link
   * FenceOutcome.Rejected} showing exactly the batch's own next fence, writer included, means that
   * an earlier sending had applied; showing anything else, that it had not applied and never will,
   * or that others have written after it. A partition with several writers therefore keeps a trace
   * of each write, such as the id of its request, where its writer can look for it.
   *
   * @param batch the batch
   * @return what became of it
   * @throws UnknownOutcomeException when there was no answer: the batch may have applied, or may at
   *     any later time while its expected fence stands
   * @throws StoreUnavailableException when it has not applied and never will
   */
  FenceOutcome writeIf(FencedBatch batch);

  /**
   * What the store can hold.
   *
   * @return the limits, the same at any time, also once the store is closed
   */
  StoreLimits limits();

  /**
   * A timestamp below which new writes of this process should not go, so that a clock that was set
   * back between two runs harms nothing: the floor for {@link HybridClock}.
   *
   * @return at least the highest timestamp of any plain write that this store has acknowledged, if
   *     the engine knows it; otherwise 0
   */
  long timestampFloorMicros();

  /**
   * Where partitions lie.
   *
   * @return the same object at any time; {@link PartitionLocations#UNKNOWN} unless the engine
   *     overrides this
   */
  default PartitionLocations locations() {
    return PartitionLocations.UNKNOWN;
  }

  /**
   * Ends the use of the store: operations under way end first, later ones throw {@link
   * StoreException.Code#CLOSED}. Repeating it changes nothing.
   */
  @Override
  void close();
}
