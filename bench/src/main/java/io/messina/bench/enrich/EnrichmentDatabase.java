package io.messina.bench.enrich;

import io.messina.enrich.StateRow;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One count per key. Answers come by threads of the database. */
interface EnrichmentDatabase extends AutoCloseable {

  /** Reads the row of a key; null where there is none. */
  void read(int key, Consumer<@Nullable StateRow<Long>> answer);

  /** Writes the row of a key without a condition; the answer is that row. */
  void write(int key, StateRow<Long> row, Consumer<@Nullable StateRow<Long>> answer);

  /** Ends it, so that the figures below can be read. */
  @Override
  void close();

  long requests();

  long writes();

  /** Returns the sum of all counts. */
  long sum();
}
