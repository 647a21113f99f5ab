package io.messina.stream.log;

import io.messina.api.Checks;
import io.messina.runtime.BoundedBytes;
import io.messina.runtime.FormatLevel;
import io.messina.runtime.FormatVersions;
import io.messina.runtime.Varints;
import io.messina.store.Bytes;
import io.messina.stream.Event;
import io.messina.stream.log.DecodedBatch.DamagedBatch;
import io.messina.stream.log.DecodedBatch.NewerBatch;
import io.messina.stream.log.RecordBatch.BatchPart;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.zip.CRC32C;

/**
 * Encodes a batch as the value of one row, and decodes it. Numbers are big-endian.
 *
 * <pre>
 *   0        1  version: 3
 *   1        1  codec of the body: 0 as it is · 1 zstd
 *   2        8  append time of the first event, microseconds since 1970
 *   10       4  number of events
 *   14       4  length of the body before compression
 *   18       n  body: in 4 bytes which one of its batch the first event is, from 0, times 2, plus 1
 *               if the batch of the last event goes on in a later row; then runs, each:
 *               1  form: 0 events one after another, as EventRun says · 1 the same, with an
 *                  idempotency key of all of them
 *               4  number of its events
 *               8  the second from which its times count
 *               4  length of its events
 *               k  only of form 1: the key, as EventLayout has texts
 *               m  its events
 *   18 + n   4  CRC32C of all before
 * </pre>
 *
 * <p>The body of version 1 is a run without the four fields before it, whose times count from the
 * second of the append time; that of version 2 has the number of its batch before it. Both are
 * read.
 *
 * <p>Every later version, too, begins with its number and ends with this checksum, so that a batch
 * of the future is told from a damaged one. Safe for use by many threads.
 */
public final class RecordBatchCodec {

  /** What is written, by the level of formats. */
  static final FormatVersions VERSIONS = FormatVersions.of(1, 3);

  private static final int VERSION_OF_RUNS = 3;
  private static final int VERSION_WHOLE = 1;

  /** The largest body that is written or read: one event with every part at its bound. */
  public static final int BODY_BYTES_MAX = Event.PAYLOAD_BYTES_MAX + 64 * 1024;

  private static final int CODEC_AT = 1;
  private static final int TIME_AT = 2;
  private static final int COUNT_AT = 10;
  private static final int BODY_LENGTH_AT = 14;
  private static final int HEAD_BYTES = 18;
  private static final int PART_BYTES = 4;
  private static final int CHECKSUM_BYTES = 4;
  private static final int RUN_HEAD_BYTES = 17;
  private static final int FORM_EVENTS = 0;
  private static final int FORM_KEYED = 1;

  /** The largest value of a row. */
  public static final int VALUE_BYTES_MAX = HEAD_BYTES + BODY_BYTES_MAX + CHECKSUM_BYTES;

  private static final int PLAIN = 0;
  private static final int ZSTD = 1;

  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  private static final FormatLevel OLDEST = new FormatLevel();

  private RecordBatchCodec() {}

  /**
   * A batch as the value of a row, and as it is kept in memory.
   *
   * @param value at most {@link #VALUE_BYTES_MAX}
   * @param kept the same events, in an array of their own that nothing else is in
   */
  record Encoded(Bytes value, RecordBatch kept) {}

  /**
   * Encodes a batch at the oldest level, which all processes on a store can read.
   *
   * @return at most {@link #VALUE_BYTES_MAX}
   */
  public static Bytes encode(RecordBatch batch) {
    return encodeAndKeep(batch, new BodyCompression(), OLDEST).value();
  }

  static Encoded encodeAndKeep(
      RecordBatch batch, BodyCompression compression, FormatLevel formats) {
    List<List<EventRun>> joined = joined(batch.runs());
    int bodyLength = PART_BYTES;
    for (List<EventRun> runs : joined) {
      bodyLength += RUN_HEAD_BYTES + runs.stream().mapToInt(RecordBatchCodec::keyAndEvents).sum();
    }
    byte[] plain = new byte[HEAD_BYTES + bodyLength + CHECKSUM_BYTES];
    EventLayout.INT.set(plain, HEAD_BYTES, batch.part().packed());
    List<EventRun> kept = new ArrayList<>(joined.size());
    int at = HEAD_BYTES + PART_BYTES;
    for (List<EventRun> runs : joined) {
      EventRun run = put(runs, plain, at);
      kept.add(run);
      at += RUN_HEAD_BYTES + keyAndEvents(run);
    }
    BodyCompression.Packed packed = compression.pack(plain, HEAD_BYTES, bodyLength, CHECKSUM_BYTES);
    int checksumAt = HEAD_BYTES + packed.length();
    byte[] value =
        packed.compressed() ? Arrays.copyOf(packed.array(), checksumAt + CHECKSUM_BYTES) : plain;
    value[0] = (byte) VERSIONS.at(formats);
    value[CODEC_AT] = (byte) (packed.compressed() ? ZSTD : PLAIN);
    LONG.set(value, TIME_AT, batch.firstAppendMicros());
    EventLayout.INT.set(value, COUNT_AT, batch.count());
    EventLayout.INT.set(value, BODY_LENGTH_AT, bodyLength);
    EventLayout.INT.set(value, checksumAt, checksum(value, checksumAt));
    return new Encoded(
        Bytes.wrap(value), new RecordBatch(batch.firstAppendMicros(), kept, batch.part()));
  }

  /** Runs next to each other whose times count from the same second become one. */
  private static List<List<EventRun>> joined(List<EventRun> runs) {
    List<List<EventRun>> joined = new ArrayList<>();
    long base = 0;
    for (EventRun run : runs) {
      if (joined.isEmpty()
          || run.baseSeconds() != base
          || run.key().isPresent()
          || joined.getLast().getLast().key().isPresent()) {
        joined.add(new ArrayList<>());
        base = run.baseSeconds();
      }
      joined.getLast().add(run);
    }
    return joined;
  }

  /** What a run with a key takes in a row beside its events. */
  static int keyedRunBytes(String key) {
    return RUN_HEAD_BYTES + keyBytes(key);
  }

  private static int keyBytes(String key) {
    int length = key.getBytes(StandardCharsets.UTF_8).length;
    return Varints.bytes(length) + length;
  }

  private static int keyAndEvents(EventRun run) {
    return run.bytes() + run.key().map(RecordBatchCodec::keyBytes).orElse(0);
  }

  private static EventRun put(List<EventRun> runs, byte[] target, int headAt) {
    Optional<String> key = runs.getFirst().key();
    int from = headAt + RUN_HEAD_BYTES;
    if (key.isPresent()) {
      byte[] utf8 = key.get().getBytes(StandardCharsets.UTF_8);
      from = Varints.put(target, from, utf8.length);
      System.arraycopy(utf8, 0, target, from, utf8.length);
      from += utf8.length;
    }
    int at = from;
    int count = 0;
    for (EventRun run : runs) {
      run.copyTo(target, at);
      at += run.bytes();
      count += run.count();
    }
    long baseSeconds = runs.getFirst().baseSeconds();
    target[headAt] = (byte) (key.isPresent() ? FORM_KEYED : FORM_EVENTS);
    EventLayout.INT.set(target, headAt + 1, count);
    LONG.set(target, headAt + 5, baseSeconds);
    EventLayout.INT.set(target, headAt + 13, at - from);
    EventRun run = new EventRun(target, from, at, count, baseSeconds);
    return key.map(run::withKey).orElse(run);
  }

  /**
   * Decodes the value of a row. Accepts any bytes, and allocates at most a few times {@link
   * #VALUE_BYTES_MAX}.
   *
   * @return the events, or why they cannot be read
   */
  public static DecodedBatch decode(Bytes value) {
    try {
      Checks.between("batch bytes", value.length(), 1 + CHECKSUM_BYTES, VALUE_BYTES_MAX);
      return decode(value.toArray());
    } catch (IllegalArgumentException e) {
      // Also from the constructors of events and batches, which check their bounds.
      return new DamagedBatch(String.valueOf(e.getMessage()));
    }
  }

  private static DecodedBatch decode(byte[] value) {
    checkChecksum(value);
    int version = value[0] & 0xff;
    if (version > VERSIONS.newest()) {
      return new NewerBatch(version);
    }
    VERSIONS.check(version);
    Checks.between("batch bytes", value.length, HEAD_BYTES + CHECKSUM_BYTES, VALUE_BYTES_MAX);
    long firstAppendMicros = (long) LONG.get(value, TIME_AT);
    int count = (int) EventLayout.INT.get(value, COUNT_AT);
    Checks.between("events", count, 1, RecordBatch.EVENTS_MAX);
    BoundedBytes body = body(value);
    BatchPart part = version == VERSION_WHOLE ? BatchPart.WHOLE : BatchPart.unpack(body.takeInt());
    List<EventRun> runs =
        version >= VERSION_OF_RUNS
            ? takeRuns(body)
            : List.of(takeEvents(body, body.remaining(), count, baseSeconds(firstAppendMicros)));
    RecordBatch batch = new RecordBatch(firstAppendMicros, runs, part);
    Checks.between("events", batch.count(), count, count);
    return batch;
  }

  private static List<EventRun> takeRuns(BoundedBytes body) {
    List<EventRun> runs = new ArrayList<>();
    while (body.remaining() > 0) {
      int form = body.takeByte();
      Checks.between("form", form, FORM_EVENTS, FORM_KEYED);
      int count = body.takeInt();
      long baseSeconds = body.takeLong();
      int length = body.takeInt();
      Optional<String> key = form == FORM_KEYED ? Optional.of(body.takeText()) : Optional.empty();
      EventRun run = takeEvents(body, length, count, baseSeconds);
      runs.add(key.map(run::withKey).orElse(run));
    }
    return runs;
  }

  private static EventRun takeEvents(BoundedBytes body, int length, int count, long baseSeconds) {
    return body.takeRange(
        length, (array, from, to) -> new EventRun(array, from, to, count, baseSeconds).checked());
  }

  private static BoundedBytes body(byte[] value) {
    int bodyLength = (int) EventLayout.INT.get(value, BODY_LENGTH_AT);
    Checks.between("body bytes", bodyLength, 0, BODY_BYTES_MAX);
    int end = value.length - CHECKSUM_BYTES;
    return switch (value[CODEC_AT]) {
      case PLAIN -> {
        Checks.between("body bytes", bodyLength, end - HEAD_BYTES, end - HEAD_BYTES);
        yield new BoundedBytes(value, HEAD_BYTES, end);
      }
      case ZSTD -> {
        byte[] body = BodyCompression.unpack(value, HEAD_BYTES, end, bodyLength);
        yield new BoundedBytes(body, 0, bodyLength);
      }
      default ->
          throw new IllegalArgumentException(
              "codec: " + value[CODEC_AT] + " (expected: from 0 to 1)");
    };
  }

  private static long baseSeconds(long firstAppendMicros) {
    return Math.floorDiv(firstAppendMicros, 1_000_000);
  }

  private static void checkChecksum(byte[] value) {
    int checksumAt = value.length - CHECKSUM_BYTES;
    int stored = (int) EventLayout.INT.get(value, checksumAt);
    int actual = checksum(value, checksumAt);
    if (stored != actual) {
      HexFormat hex = HexFormat.of();
      throw new IllegalArgumentException(
          "checksum: " + hex.toHexDigits(actual) + " (expected: " + hex.toHexDigits(stored) + ")");
    }
  }

  private static int checksum(byte[] value, int length) {
    CRC32C checksum = new CRC32C();
    checksum.update(value, 0, length);
    return (int) checksum.getValue();
  }
}
