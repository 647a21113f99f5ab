package io.messina.runtime;

import io.messina.store.PlainBatch;
import io.messina.store.Row;
import io.messina.store.RowKey;
import io.messina.store.Store;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Reads and writes rows of many partitions: several in a request where the store can, and requests
 * side by side. Safe for use by many threads.
 *
 * @param store of the rows
 * @param calls how many requests at a time
 * @param attempt makes each request, which is harmless to repeat
 */
public record ManyRows(Store store, ParallelCalls calls, Attempt attempt) {

  /** Makes a request. */
  @FunctionalInterface
  public interface Attempt {

    /**
     * Makes a request once, or until it succeeds.
     *
     * @param request the request to the store
     * @param <T> the type of its answer
     * @return the answer
     */
    <T> T make(Supplier<T> request);
  }

  /**
   * Makes each request once.
   *
   * @param store of the rows
   * @param calls how many requests at a time
   */
  public ManyRows(Store store, ParallelCalls calls) {
    this(store, calls, Supplier::get);
  }

  /**
   * Reads rows as {@link Store#getEach} does.
   *
   * @param keys of rows, any number
   * @return for each, in their order, the row, or empty if there is none or if it has expired
   */
  public List<Optional<Row>> read(List<RowKey> keys) {
    if (keys.isEmpty()) {
      return List.of();
    }
    return store.rowsAtOnce() == 1
        ? calls.each(keys, key -> attempt.make(() -> store.get(key)))
        : calls
            .each(
                Parts.of(keys, store.rowsAtOnce()), part -> attempt.make(() -> store.getEach(part)))
            .stream()
            .flatMap(List::stream)
            .toList();
  }

  /**
   * Writes batches as {@link Store#writeEach} does.
   *
   * @param batches any number
   */
  public void write(List<PlainBatch> batches) {
    if (!batches.isEmpty()) {
      var unused =
          calls.each(
              Parts.of(batches, store.rowsAtOnce()),
              part ->
                  attempt.make(
                      () -> {
                        store.writeEach(part);
                        return part;
                      }));
    }
  }
}
