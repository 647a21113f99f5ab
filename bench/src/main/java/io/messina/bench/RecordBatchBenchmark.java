package io.messina.bench;

import io.messina.store.Bytes;
import io.messina.stream.Event;
import io.messina.stream.log.DecodedBatch;
import io.messina.stream.log.RecordBatch;
import io.messina.stream.log.RecordBatchCodec;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Events that one core makes into a row's value, or reads from one, in a second. */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(value = 1, jvmArgsAppend = "--enable-native-access=ALL-UNNAMED")
public class RecordBatchBenchmark {

  private static final int EVENTS = 100;
  private static final int PAYLOAD_BYTES = 200;
  private static final long APPENDED_MICROS = 1_790_000_000_000_000L;

  /** The kind of payloads: JSON shrinks to a part, noise does not shrink. */
  @Param({"json", "noise"})
  public String payload;

  private final Random random = new Random(7);
  private List<Event> events;
  private Bytes value;

  /** Makes the events, each different. */
  @Setup(Level.Trial)
  public void prepare() {
    events = IntStream.range(0, EVENTS).mapToObj(this::event).toList();
    value = RecordBatchCodec.encode(new RecordBatch(APPENDED_MICROS, events));
  }

  /**
   * As the writer of a lane does it.
   *
   * @return the row's value
   */
  @Benchmark
  @OperationsPerInvocation(EVENTS)
  public Bytes encode() {
    return RecordBatchCodec.encode(new RecordBatch(APPENDED_MICROS, events));
  }

  /**
   * As a reader does it.
   *
   * @return the events
   */
  @Benchmark
  @OperationsPerInvocation(EVENTS)
  public DecodedBatch decode() {
    return RecordBatchCodec.decode(value);
  }

  private Event event(int index) {
    return Event.builder(payload.equals("json") ? json(index) : noise())
        .key(Bytes.utf8("user-" + random.nextInt(10_000)))
        .contentType(payload.equals("json") ? "application/json" : Event.OCTETS)
        .build();
  }

  private Bytes json(int index) {
    String text =
        "{\"user\":\"user-%d\",\"page\":\"/articles/%x\",\"at\":%d,\"bytes\":%d,\"comment\":\""
            .formatted(index, random.nextLong(), APPENDED_MICROS + index, random.nextInt(9_999));
    String letters = "etaoin shrdlu cmfwyp vbgkjqxz";
    StringBuilder filled = new StringBuilder(text);
    while (filled.length() < PAYLOAD_BYTES - 2) {
      filled.append(letters.charAt(random.nextInt(letters.length())));
    }
    return Bytes.utf8(filled.append("\"}").toString());
  }

  private Bytes noise() {
    byte[] bytes = new byte[PAYLOAD_BYTES];
    random.nextBytes(bytes);
    return Bytes.wrap(bytes);
  }
}
