package io.messina.stream.log;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.messina.api.SourceBatch;
import io.messina.runtime.FormatLevel;
import io.messina.store.Bytes;
import io.messina.stream.Event;
import io.messina.stream.log.DecodedBatch.DamagedBatch;
import io.messina.stream.log.DecodedBatch.NewerBatch;
import io.messina.stream.log.RecordBatch.BatchPart;
import java.time.Instant;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ArbitrarySupplier;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class RecordBatchCodecTest {

  private static final int CODEC_AT = 1;
  private static final int COUNT_AT = 10;
  private static final int BODY_LENGTH_AT = 14;
  private static final int HEAD_BYTES = 18;
  private static final int EVENTS_AT = HEAD_BYTES + 4 + 17;

  private static final String FIRST_VERSION =
      "0100010203040506070800000001000000080000000401016b709ed2f462";
  private static final String SECOND_VERSION =
      "020000065bfeda27c24000000001000000090000000b00000001004bc12eff";
  private static final String THIRD_VERSION =
      "03000102030405060708000000010000001f0000000b00000000010000000000"
          + "0010000000000a0000000603016b020570470a1127";

  private static final Bytes FULL = RecordBatchCodec.encode(Batches.of(Batches.FULL));

  static Stream<RecordBatch> examples() {
    return Batches.examples();
  }

  @Test
  void the_first_version_stays_readable() {
    RecordBatch batch =
        new RecordBatch(
            0x0102030405060708L,
            List.of(Event.builder(Bytes.utf8("p")).key(Bytes.utf8("k")).build()));
    assertThat(RecordBatchCodec.decode(bytes(FIRST_VERSION))).isEqualTo(batch);
  }

  @Test
  void a_part_of_a_batch_stays_readable_too() {
    RecordBatch whole = Batches.of(Batches.BARE);
    RecordBatch part =
        new RecordBatch(whole.firstAppendMicros(), whole.runs(), new BatchPart(5, true));
    Bytes value = bytes(SECOND_VERSION);

    assertThat(RecordBatchCodec.decode(value)).isEqualTo(part);
    assertDamaged(Values.withInt(value, HEAD_BYTES, -1));
    assertDamaged(Values.withInt(RecordBatchCodec.encode(part), HEAD_BYTES, -1));
  }

  @Test
  void the_third_version_stays_readable() {
    RecordBatch batch =
        new RecordBatch(
            0x0102030405060708L,
            List.of(
                EventRun.of(
                    List.of(
                        Event.builder(Bytes.utf8("p"))
                            .key(Bytes.utf8("k"))
                            .time(Instant.ofEpochSecond(4097, 5))
                            .build()))),
            new BatchPart(5, true));
    assertThat(RecordBatchCodec.encode(batch)).isEqualTo(bytes(THIRD_VERSION));
    assertThat(RecordBatchCodec.decode(bytes(THIRD_VERSION))).isEqualTo(batch);
  }

  @Test
  void runs_of_the_same_time_become_one() {
    EventRun now = run(Batches.FULL.time().orElseThrow());
    EventRun later = run(Batches.FULL.time().orElseThrow().plusSeconds(9_000));
    RecordBatch batch = new RecordBatch(1, List.of(now, now, later, now), BatchPart.WHOLE);

    RecordBatch kept =
        RecordBatchCodec.encodeAndKeep(batch, new BodyCompression(), new FormatLevel()).kept();

    assertThat(kept)
        .isEqualTo(batch)
        .isEqualTo(RecordBatchCodec.decode(RecordBatchCodec.encode(batch)));
    assertThat(kept.runs()).extracting(EventRun::count).containsExactly(2, 1, 1);
    assertThat(kept.isDecoded()).isFalse();
    assertThat(kept.event(3)).isEqualTo(batch.event(3));
  }

  private static EventRun run(Instant time) {
    return EventRun.of(List.of(Event.builder(Bytes.utf8("p")).time(time).build()));
  }

  private static Bytes bytes(String hex) {
    return Bytes.wrap(HexFormat.of().parseHex(hex));
  }

  @Property
  void what_is_written_is_read(@ForAll(supplier = RecordBatches.class) RecordBatch batch) {
    assertThat(RecordBatchCodec.decode(RecordBatchCodec.encode(batch))).isEqualTo(batch);
  }

  @Property
  void a_batch_takes_no_more_than_was_counted(
      @ForAll(supplier = RecordBatches.class) RecordBatch batch) {
    int most = batch.events().stream().mapToInt(RecordBatch::bytesAtMost).sum();
    assertThat(RecordBatchCodec.encode(batch).length())
        .isLessThanOrEqualTo(EVENTS_AT + most + Values.CHECKSUM_BYTES);
  }

  @ParameterizedTest
  @MethodSource("examples")
  void a_batch_cut_anywhere_is_damaged(RecordBatch batch) {
    byte[] value = RecordBatchCodec.encode(batch).toArray();
    for (int length = 0; length < value.length; length++) {
      assertDamaged(Bytes.wrap(Arrays.copyOf(value, length)));
    }
  }

  @ParameterizedTest
  @MethodSource("examples")
  void a_batch_cut_anywhere_is_damaged_although_its_checksum_fits(RecordBatch batch) {
    byte[] value = RecordBatchCodec.encode(batch).toArray();
    for (int length = 1 + Values.CHECKSUM_BYTES; length < value.length; length++) {
      assertDamaged(Values.withChecksum(Arrays.copyOf(value, length)));
    }
  }

  @ParameterizedTest
  @MethodSource("examples")
  void each_flipped_bit_is_noticed(RecordBatch batch) {
    byte[] value = RecordBatchCodec.encode(batch).toArray();
    for (int bit = 0; bit < value.length * Byte.SIZE; bit++) {
      value[bit / Byte.SIZE] ^= (byte) (1 << bit % Byte.SIZE);
      assertDamaged(Bytes.wrap(value));
      value[bit / Byte.SIZE] ^= (byte) (1 << bit % Byte.SIZE);
    }
  }

  @Test
  void a_batch_of_the_future_is_not_damaged() {
    assertThat(RecordBatchCodec.decode(Values.withByte(FULL, 0, 4))).isEqualTo(new NewerBatch(4));
    assertThat(RecordBatchCodec.decode(Values.withChecksum(new byte[] {9, 0, 0, 0, 0})))
        .isEqualTo(new NewerBatch(9));
  }

  @Test
  void a_batch_of_no_version_is_damaged() {
    assertDamaged(Values.withByte(FULL, 0, 0), "version: 0 (expected: from 1 to 3)");
  }

  @Test
  void an_unknown_codec_is_damage() {
    assertDamaged(Values.withByte(FULL, CODEC_AT, 7), "codec: 7 (expected: from 0 to 1)");
  }

  @Test
  void a_body_that_is_not_compressed_although_it_should_be_is_damaged() {
    assertDamaged(Values.withByte(FULL, CODEC_AT, 1));
  }

  @Test
  void counts_are_checked_against_what_is_there() {
    assertDamaged(
        Values.withInt(FULL, COUNT_AT, Integer.MAX_VALUE),
        "events: 2147483647 (expected: from 1 to 16384)");
    assertDamaged(
        Values.withInt(FULL, COUNT_AT, 10_000), "events: 1 (expected: from 10000 to 10000)");
    int events = FULL.length() - EVENTS_AT - Values.CHECKSUM_BYTES;
    assertDamaged(
        Values.withInt(FULL, HEAD_BYTES + 5, 10_000),
        "events: 10000 (expected: from 1 to " + events / 5 + ")");
    assertDamaged(Values.withInt(FULL, COUNT_AT, 0), "events: 0 (expected: from 1 to 16384)");
    assertDamaged(Values.withInt(FULL, COUNT_AT, 2));
  }

  @Test
  void a_body_is_measured_before_anything_is_allocated() {
    assertDamaged(
        Values.withInt(FULL, BODY_LENGTH_AT, Integer.MAX_VALUE),
        "body bytes: 2147483647 (expected: from 0 to 1114112)");
    assertDamaged(
        Values.withInt(FULL, BODY_LENGTH_AT, -1), "body bytes: -1 (expected: from 0 to 1114112)");
  }

  @Test
  void a_compressed_body_must_be_as_long_as_it_says() {
    Bytes packed = RecordBatchCodec.encode(Batches.repeated(Batches.FULL, 100));
    int length = packed.asByteBuffer().getInt(BODY_LENGTH_AT);
    assertThat(packed.at(CODEC_AT)).isEqualTo((byte) 1);
    assertDamaged(Values.withInt(packed, BODY_LENGTH_AT, length - 1));
    assertDamaged(Values.withInt(packed, BODY_LENGTH_AT, length + 1));
  }

  @Test
  void a_value_that_nobody_writes_so_large_is_damaged() {
    assertDamaged(
        Bytes.wrap(new byte[RecordBatchCodec.VALUE_BYTES_MAX + 1]),
        "batch bytes: 1114135 (expected: from 5 to 1114134)");
  }

  @Test
  void a_bound_of_an_event_is_a_bound_of_what_is_read() {
    // The key of one byte becomes one of none.
    Bytes value =
        RecordBatchCodec.encode(
            Batches.of(Event.builder(Bytes.EMPTY).key(Bytes.utf8("k")).build()));
    assertDamaged(
        Values.withByte(value, EVENTS_AT + 5, 0), "key bytes: 0 (expected: from 1 to 1024)");
  }

  @Test
  void many_events_alike_are_compressed() {
    RecordBatch batch = Batches.repeated(Batches.FULL, 100);
    int most = 100 * RecordBatch.bytesAtMost(Batches.FULL);
    assertThat(RecordBatchCodec.encode(batch).length()).isLessThan(most / 10);
  }

  @Test
  void what_does_not_shrink_is_stored_as_it_is() {
    Bytes value = RecordBatchCodec.encode(Batches.of(Event.of(Batches.noise(100_000))));
    assertThat(value.at(CODEC_AT)).isZero();
  }

  @Test
  void the_largest_event_is_a_batch_of_its_own() {
    RecordBatch batch = Batches.of(Batches.largest());
    Bytes value = RecordBatchCodec.encode(batch);
    assertThat(value.length()).isBetween(Event.PAYLOAD_BYTES_MAX, RecordBatchCodec.VALUE_BYTES_MAX);
    assertThat(RecordBatchCodec.decode(value)).isEqualTo(batch);
  }

  private static void assertDamaged(Bytes value) {
    assertThat(RecordBatchCodec.decode(value)).isInstanceOf(DamagedBatch.class);
  }

  private static void assertDamaged(Bytes value, String reason) {
    assertThat(RecordBatchCodec.decode(value)).isEqualTo(new DamagedBatch(reason));
  }

  /** Batches of any events. */
  static final class RecordBatches implements ArbitrarySupplier<RecordBatch> {

    @Override
    public Arbitrary<RecordBatch> get() {
      return Combinators.combine(
              Arbitraries.longs().between(0, RecordBatch.APPEND_MICROS_MAX),
              events().list().ofMinSize(1).ofMaxSize(40))
          .as(RecordBatch::new);
    }

    private static Arbitrary<Event> events() {
      return Combinators.combine(
              bytes(1, Event.KEY_BYTES_MAX / 8).optional(),
              times().optional(),
              texts(1, Event.IDEMPOTENCY_KEY_CHARS_MAX / 4).optional(),
              sources().optional(),
              headers(),
              contentTypes(),
              bytes(0, 1000))
          .as(RecordBatches::event);
    }

    private static Event event(
        Optional<Bytes> key,
        Optional<Instant> time,
        Optional<String> idempotencyKey,
        Optional<SourceBatch> sourceBatch,
        Map<String, String> headers,
        String contentType,
        Bytes payload) {
      return new Event(key, time, idempotencyKey, sourceBatch, headers, contentType, payload);
    }

    private static Arbitrary<Instant> times() {
      return Combinators.combine(
              Arbitraries.longs()
                  .between(Instant.MIN.getEpochSecond(), Instant.MAX.getEpochSecond()),
              Arbitraries.longs().between(0, 999_999_999))
          .as(Instant::ofEpochSecond);
    }

    private static Arbitrary<SourceBatch> sources() {
      return Combinators.combine(texts(1, 20), Arbitraries.longs().greaterOrEqual(0))
          .as(SourceBatch::new);
    }

    private static Arbitrary<Map<String, String>> headers() {
      return Arbitraries.maps(texts(1, 10), texts(0, 20)).ofMaxSize(4);
    }

    private static Arbitrary<String> contentTypes() {
      return Arbitraries.oneOf(
          Arbitraries.of(Event.OCTETS, "application/json", "text/plain"), texts(1, 30));
    }

    private static Arbitrary<String> texts(int min, int max) {
      return Arbitraries.strings()
          .ofMinLength(min)
          .ofMaxLength(max)
          .filter(RecordBatches::isEncodable);
    }

    private static boolean isEncodable(String text) {
      return UTF_8.newEncoder().canEncode(text);
    }

    private static Arbitrary<Bytes> bytes(int min, int max) {
      return Arbitraries.bytes()
          .array(byte[].class)
          .ofMinSize(min)
          .ofMaxSize(max)
          .map(Bytes::copyOf);
    }
  }
}
