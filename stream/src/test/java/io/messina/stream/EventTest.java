package io.messina.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.messina.api.SourceBatch;
import io.messina.store.Bytes;
import org.junit.jupiter.api.Test;

class EventTest {

  @Test
  void an_event_may_be_nothing_but_a_payload() {
    Event event = Event.of(Bytes.utf8("hello"));
    assertThat(event.key()).isEmpty();
    assertThat(event.time()).isEmpty();
    assertThat(event.contentType()).isEqualTo("application/octet-stream");
    assertThat(event.payload()).isEqualTo(Bytes.utf8("hello"));
  }

  @Test
  void headers_keep_their_order_and_the_last_value() {
    Event event =
        empty().header("b", "1").header("a", "2").header("c", "3").header("b", "4").build();
    assertThat(event.headers().toString()).isEqualTo("{b=4, a=2, c=3}");
  }

  @Test
  void a_key_is_not_empty_and_not_too_long() {
    assertRefused(empty().key(Bytes.EMPTY), "key bytes: 0 (expected: from 1 to 1024)");
    assertThat(empty().key(bytes(1024)).build().key()).isPresent();
    assertRefused(empty().key(bytes(1025)), "key bytes: 1025 (expected: from 1 to 1024)");
  }

  @Test
  void an_idempotency_key_is_not_empty_and_not_too_long() {
    assertRefused(
        empty().idempotencyKey(""), "idempotency key: 0 characters (expected: from 1 to 256)");
    assertThat(empty().idempotencyKey("k".repeat(256)).build().idempotencyKey()).isPresent();
    assertRefused(
        empty().idempotencyKey("k".repeat(257)),
        "idempotency key: 257 characters (expected: from 1 to 256)");
  }

  @Test
  void a_text_can_be_encoded() {
    assertThat(empty().idempotencyKey("🌊").build().idempotencyKey()).contains("🌊");
    assertRefused(
        empty().idempotencyKey("a\ud83c"),
        "idempotency key: an unpaired surrogate (expected: a text that UTF-8 can hold)");
    assertRefused(
        empty().header("h", "\udf0a\ud83c"),
        "header h: an unpaired surrogate (expected: a text that UTF-8 can hold)");
  }

  @Test
  void headers_are_bounded_in_number_and_size() {
    EventBuilder many = empty();
    for (int i = 0; i < 65; i++) {
      many.header("h" + i, "");
    }
    assertRefused(many, "headers: 65 (expected: from 0 to 64)");
    assertRefused(
        empty().header("h", "v".repeat(16_384)),
        "header characters: 16385 (expected: from 0 to 16384)");
    assertRefused(empty().header("", "v"), "header name: 0 characters (expected: from 1 to 256)");
  }

  @Test
  void a_payload_has_at_most_a_mebibyte() {
    assertThat(Event.of(bytes(1 << 20)).payload().length()).isEqualTo(1 << 20);
    assertRefused(
        Event.builder(bytes((1 << 20) + 1)),
        "payload bytes: 1048577 (expected: from 0 to 1048576)");
  }

  @Test
  void a_source_numbers_its_batches_from_zero() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new SourceBatch("s", -1))
        .withMessage("batch: -1 (expected: from 0)");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new SourceBatch("", 0))
        .withMessage("source: 0 characters (expected: from 1 to 256)");
  }

  private static EventBuilder empty() {
    return Event.builder(Bytes.EMPTY);
  }

  private static Bytes bytes(int length) {
    return Bytes.wrap(new byte[length]);
  }

  private static void assertRefused(EventBuilder event, String message) {
    assertThatIllegalArgumentException().isThrownBy(event::build).withMessage(message);
  }
}
