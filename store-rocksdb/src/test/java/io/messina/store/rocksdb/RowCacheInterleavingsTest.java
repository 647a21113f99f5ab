package io.messina.store.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.messina.test.rules.FullBuild;
import java.util.concurrent.atomic.AtomicInteger;
import org.jetbrains.lincheck.LincheckAssertionError;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.junit.jupiter.api.Test;

/** A row behind the cache is read as the database has it, however reads and writes interleave. */
public class RowCacheInterleavingsTest {

  private static final byte[] KEY = {0, 0, 0, 1, 7};
  private static final String TABLE = "table";

  @Test
  void a_row_is_read_as_it_was_written() {
    options().check(Blocking.class);
  }

  @FullBuild("the writer that blocks it")
  @Test
  void a_writer_that_does_not_block_the_row_is_found() {
    assertThatThrownBy(() -> options().check(NotBlocking.class))
        .isInstanceOf(LincheckAssertionError.class);
  }

  private static ModelCheckingOptions options() {
    return new ModelCheckingOptions()
        .iterations(5)
        .invocationsPerIteration(200)
        .threads(3)
        .actorsPerThread(2)
        .actorsBefore(0)
        .actorsAfter(1)
        .sequentialSpecification(Register.class);
  }

  /** What a reader and the committer do. */
  abstract static class Cached {

    private final RowCache cache = new RowCache(1);
    private final AtomicInteger database = new AtomicInteger();

    final int readThrough() {
      RowCache.Place seen = cache.at(KEY);
      byte[] held = seen.find(TABLE, KEY);
      if (held != null) {
        return held[0];
      }
      int value = database.get();
      cache.keep(seen, TABLE, KEY, new byte[] {(byte) value});
      return value;
    }

    final void commit(int value, boolean blocking) {
      if (blocking) {
        cache.block(TABLE, KEY);
      }
      database.set(value);
      if (blocking) {
        cache.unblock(KEY);
      }
    }
  }

  /** As the store does it: one thread writes. */
  public static final class Blocking extends Cached {

    /** Reads. */
    @Operation
    public int read() {
      return readThrough();
    }

    /** Writes. */
    @Operation(nonParallelGroup = "committer")
    public void write(@Param(gen = IntGen.class, conf = "1:3") int value) {
      commit(value, true);
    }
  }

  /** Planted. */
  public static final class NotBlocking extends Cached {

    /** Reads. */
    @Operation
    public int read() {
      return readThrough();
    }

    /** Writes. */
    @Operation(nonParallelGroup = "committer")
    public void write(@Param(gen = IntGen.class, conf = "1:3") int value) {
      commit(value, false);
    }
  }

  /** What it is to be like. */
  public static final class Register {

    private int value;

    /** Reads. */
    public int read() {
      return value;
    }

    /** Writes. */
    public void write(int next) {
      assertThat(next).isBetween((int) Byte.MIN_VALUE, (int) Byte.MAX_VALUE);
      value = next;
    }
  }
}
