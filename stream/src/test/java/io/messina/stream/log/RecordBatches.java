package io.messina.stream.log;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.messina.api.SourceBatch;
import io.messina.store.Bytes;
import io.messina.stream.Event;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ArbitrarySupplier;
import net.jqwik.api.Combinators;

/** Batches of any events. */
final class RecordBatches implements ArbitrarySupplier<RecordBatch> {

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
            Arbitraries.longs().between(Instant.MIN.getEpochSecond(), Instant.MAX.getEpochSecond()),
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
    return Arbitraries.bytes().array(byte[].class).ofMinSize(min).ofMaxSize(max).map(Bytes::copyOf);
  }
}
