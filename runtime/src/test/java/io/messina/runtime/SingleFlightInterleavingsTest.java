package io.messina.runtime;

import java.util.concurrent.atomic.AtomicInteger;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.junit.jupiter.api.Test;

/** Who shares a read sees what was written before he asked, however reads and writes interleave. */
public class SingleFlightInterleavingsTest {

  @Test
  void a_shared_read_is_no_older_than_the_call() {
    new ModelCheckingOptions()
        .iterations(5)
        .invocationsPerIteration(200)
        .threads(3)
        .actorsPerThread(2)
        .actorsBefore(0)
        .actorsAfter(0)
        .sequentialSpecification(Register.class)
        .check(Shared.class);
  }

  /** A value that is read by all who ask at the same time. */
  public static final class Shared {

    private final SingleFlight<String, Integer> reads = new SingleFlight<>();
    private final AtomicInteger value = new AtomicInteger();

    /** Reads. */
    @Operation
    public int read() {
      return reads.read("value", value::get);
    }

    /** Writes. */
    @Operation
    public void write(@Param(gen = IntGen.class, conf = "1:3") int next) {
      value.set(next);
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
      value = next;
    }
  }
}
