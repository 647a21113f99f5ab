package io.messina.bench;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** What benchmarks print. */
public final class Printed {

  /** Options of a server that is measured too shortly for the second compiler to pay. */
  public static final String QUICK_JAVA = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC";

  private Printed() {}

  /** A benchmark, which is run by its arguments. */
  @FunctionalInterface
  public interface Benchmark<E extends Exception> {

    void run(List<String> arguments) throws E;
  }

  /** Returns all that a benchmark prints. */
  public static <E extends Exception> String by(Benchmark<E> benchmark, String... arguments)
      throws E {
    PrintStream out = System.out;
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (PrintStream captured = new PrintStream(bytes, true, StandardCharsets.UTF_8)) {
      System.setOut(captured);
      benchmark.run(List.of(arguments));
    } finally {
      System.setOut(out);
    }
    return bytes.toString(StandardCharsets.UTF_8);
  }
}
