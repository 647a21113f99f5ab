package io.messina.stream.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.messina.store.Bytes;
import io.messina.stream.Event;
import java.util.List;
import org.junit.jupiter.api.Test;

class RecordBatchTest {

  @Test
  void events_are_appended_a_microsecond_apart() {
    RecordBatch batch = new RecordBatch(7, List.of(Batches.BARE, Batches.FULL));
    assertThat(batch.appendMicros(0)).isEqualTo(7);
    assertThat(batch.appendMicros(1)).isEqualTo(8);
  }

  @Test
  void a_batch_has_events_but_not_too_many() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Batches.of())
        .withMessage("events: none (expected: at least one)");
    assertThat(Batches.repeated(Batches.BARE, 16_384).events()).hasSize(16_384);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Batches.repeated(Batches.BARE, 16_385))
        .withMessage("events: 16385 (expected: from 1 to 16384)");
  }

  @Test
  void several_events_share_a_bound() {
    Event half = Event.of(Bytes.wrap(new byte[RecordBatch.BYTES_MAX / 2]));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Batches.of(half, half))
        .withMessage("batch bytes: 262154 (expected: at most 262144 for several events)");
    assertThat(Batches.of(Batches.largest()).events()).hasSize(1);
  }

  @Test
  void the_largest_event_fits_into_a_body() {
    assertThat(RecordBatch.bytesAtMost(Batches.largest()))
        .isLessThanOrEqualTo(RecordBatchCodec.BODY_BYTES_MAX);
  }

  @Test
  void a_time_is_neither_before_1970_nor_beyond_a_long() {
    List<Event> events = List.of(Batches.BARE);
    assertThatIllegalArgumentException().isThrownBy(() -> new RecordBatch(-1, events));
    assertThatIllegalArgumentException().isThrownBy(() -> new RecordBatch(Long.MAX_VALUE, events));
  }
}
