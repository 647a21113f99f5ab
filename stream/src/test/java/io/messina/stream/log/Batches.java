package io.messina.stream.log;

import io.messina.api.SourceBatch;
import io.messina.store.Bytes;
import io.messina.stream.Event;
import io.messina.stream.EventBuilder;
import io.messina.stream.log.RecordBatch.BatchPart;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/** Batches of every shape. */
final class Batches {

  static final long NOW_MICROS = 1_790_000_000_123_456L;

  static final Event BARE = Event.of(Bytes.EMPTY);

  static final Event FULL =
      Event.builder(Bytes.utf8("{\"page\":\"Messina\"}"))
          .key(Bytes.utf8("user-17"))
          .time(Instant.parse("2015-09-12T00:46:58.771123456Z"))
          .idempotencyKey("request-1#7")
          .sourceBatch(new SourceBatch("edits-β", 1_234_567_890_123L))
          .header("trace", "4bf92f35")
          .header("naïve", "日本 🌊")
          .header("empty", "")
          .contentType("application/vnd.example+json")
          .build();

  private Batches() {}

  static RecordBatch of(Event... events) {
    return new RecordBatch(NOW_MICROS, List.of(events));
  }

  static RecordBatch repeated(Event event, int count) {
    return new RecordBatch(NOW_MICROS, Collections.nCopies(count, event));
  }

  /** Nothing shrinks it. */
  static Bytes noise(int length) {
    byte[] array = new byte[length];
    new Random(42).nextBytes(array);
    return Bytes.wrap(array);
  }

  /** With every part at its bound, in the characters that take most bytes. */
  static Event largest() {
    EventBuilder event =
        Event.builder(noise(Event.PAYLOAD_BYTES_MAX))
            .key(noise(Event.KEY_BYTES_MAX))
            .time(Instant.MAX)
            .idempotencyKey("語".repeat(Event.IDEMPOTENCY_KEY_CHARS_MAX))
            .sourceBatch(new SourceBatch("語".repeat(SourceBatch.SOURCE_CHARS_MAX), Long.MAX_VALUE))
            .contentType("語".repeat(Event.CONTENT_TYPE_CHARS_MAX));
    int chars = Event.HEADER_CHARS_MAX / Event.HEADERS_MAX;
    for (int i = 0; i < Event.HEADERS_MAX; i++) {
      event.header(Character.toString('一' + i), "語".repeat(chars - 1));
    }
    return event.build();
  }

  static Stream<RecordBatch> examples() {
    return Stream.of(
        of(BARE),
        of(FULL),
        of(BARE, FULL, BARE),
        new RecordBatch(
            NOW_MICROS, List.of(EventRun.of(List.of(FULL, FULL))), new BatchPart(1 << 20, true)),
        new RecordBatch(
            NOW_MICROS,
            List.of(EventRun.of(List.of(FULL, BARE)).withKey("日本#"), EventRun.of(List.of(BARE))),
            BatchPart.WHOLE),
        repeated(FULL, 100),
        of(Event.of(noise(10_000)), FULL),
        of(Event.builder(Bytes.utf8("[]")).contentType("application/json").build()));
  }
}
