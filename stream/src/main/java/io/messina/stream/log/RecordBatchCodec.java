package io.messina.stream.log;

import io.messina.api.Checks;
import io.messina.runtime.BoundedBytes;
import io.messina.runtime.GrowingBytes;
import io.messina.store.Bytes;
import io.messina.stream.Event;
import io.messina.stream.log.DecodedBatch.DamagedBatch;
import io.messina.stream.log.DecodedBatch.NewerBatch;
import io.messina.stream.log.RecordBatch.BatchPart;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.zip.CRC32C;

/**
 * Encodes a batch as the value of one row, and decodes it. Numbers are big-endian.
 *
 * <pre>
 *   0        1  version: 1, or 2 if a batch of a source takes several rows
 *   1        1  codec of the body: 0 as it is · 1 zstd
 *   2        8  append time of the first event, microseconds since 1970
 *   10       4  number of events
 *   14       4  length of the body before compression
 *   18       n  body: of version 2 in 4 bytes which one of its batch the first event is, from 0,
 *               times 2, plus 1 if the batch of the last event goes on in a later row;
 *               per event its length in 4 bytes, then its parts as EventLayout draws them
 *   18 + n   4  CRC32C of all before
 * </pre>
 *
 * <p>Every later version, too, begins with its number and ends with this checksum, so that a batch
 * of the future is told from a damaged one. Safe for use by many threads.
 */
public final class RecordBatchCodec {

  /** The highest version that is written. */
  public static final int VERSION = 2;

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

  /** The largest value of a row. */
  public static final int VALUE_BYTES_MAX = HEAD_BYTES + BODY_BYTES_MAX + CHECKSUM_BYTES;

  private static final int PLAIN = 0;
  private static final int ZSTD = 1;

  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  private RecordBatchCodec() {}

  /**
   * Encodes a batch.
   *
   * @return at most {@link #VALUE_BYTES_MAX}
   */
  public static Bytes encode(RecordBatch batch) {
    boolean whole = batch.part().equals(BatchPart.WHOLE);
    int bodyBytesMax = (int) batch.bytes() + (whole ? 0 : PART_BYTES);
    GrowingBytes body = new GrowingBytes(HEAD_BYTES + bodyBytesMax + CHECKSUM_BYTES);
    body.skip(HEAD_BYTES);
    if (!whole) {
      body.skip(PART_BYTES);
      INT.set(body.array(), HEAD_BYTES, batch.part().packed());
    }
    putEvents(body, batch);
    int bodyLength = body.length() - HEAD_BYTES;
    BodyCompression.Packed packed =
        BodyCompression.pack(body.array(), HEAD_BYTES, bodyLength, CHECKSUM_BYTES);
    byte[] value = packed.array();
    value[0] = (byte) (whole ? VERSION_WHOLE : VERSION);
    value[CODEC_AT] = (byte) (packed.compressed() ? ZSTD : PLAIN);
    LONG.set(value, TIME_AT, batch.firstAppendMicros());
    INT.set(value, COUNT_AT, batch.events().size());
    INT.set(value, BODY_LENGTH_AT, bodyLength);
    int checksumAt = HEAD_BYTES + packed.length();
    INT.set(value, checksumAt, checksum(value, checksumAt));
    return Bytes.wrap(Arrays.copyOf(value, checksumAt + CHECKSUM_BYTES));
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
    if (version > VERSION) {
      return new NewerBatch(version);
    }
    Checks.between("version", version, VERSION_WHOLE, VERSION);
    Checks.between("batch bytes", value.length, HEAD_BYTES + CHECKSUM_BYTES, VALUE_BYTES_MAX);
    long firstAppendMicros = (long) LONG.get(value, TIME_AT);
    BoundedBytes body = body(value);
    BatchPart part = version == VERSION_WHOLE ? BatchPart.WHOLE : BatchPart.unpack(body.takeInt());
    List<Event> events =
        takeEvents(body, (int) INT.get(value, COUNT_AT), baseSeconds(firstAppendMicros));
    return new RecordBatch(firstAppendMicros, events, part);
  }

  private static void putEvents(GrowingBytes target, RecordBatch batch) {
    long baseSeconds = baseSeconds(batch.firstAppendMicros());
    for (Event event : batch.events()) {
      int lengthAt = target.length();
      target.skip(EventLayout.LENGTH_BYTES);
      EventLayout.put(target, event, baseSeconds);
      INT.set(target.array(), lengthAt, target.length() - lengthAt - EventLayout.LENGTH_BYTES);
    }
  }

  private static List<Event> takeEvents(BoundedBytes body, int count, long baseSeconds) {
    Checks.between("events", count, 1, RecordBatch.EVENTS_MAX);
    Checks.between("events", count, 1, body.remaining() / EventLayout.BYTES_MIN);
    List<Event> events = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      int length = body.takeInt();
      Checks.between("event bytes", length, 1, body.remaining());
      events.add(EventLayout.take(body.takePart(length), baseSeconds));
    }
    Checks.between("bytes behind the last event", body.remaining(), 0, 0);
    return events;
  }

  private static BoundedBytes body(byte[] value) {
    int bodyLength = (int) INT.get(value, BODY_LENGTH_AT);
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
    int stored = (int) INT.get(value, checksumAt);
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
