package io.messina.flink.sink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.messina.client.event.NewEvent;
import io.messina.client.event.Payload;
import java.io.IOException;
import java.time.Instant;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Batches in checkpoints, and the events in them. */
class NumberedBatchesSerializerTest {

  private static final NumberedBatchesSerializer FORM = new NumberedBatchesSerializer();
  private static final NewEvent EVENT =
      NewEvent.of("kéy", Payload.text("päyload"))
          .withTime(Instant.parse("2026-01-01T10:00:00.123456Z"))
          .withHeader("trace", "4711");
  private static final NewEvent BARE = NewEvent.of(Payload.text(""));

  @Test
  void batches_and_events_are_read_as_they_were_written() throws IOException {
    NumberedBatches read = FORM.deserialize(1, FORM.serialize(batches()));
    assertThat(read.source()).isEqualTo("source/3");
    assertThat(read.first()).isEqualTo(48);
    assertThat(read.batches()).hasSize(2);
    assertThat(EventBytes.readAll(read.batches().get(0))).containsExactly(EVENT, BARE);
    assertThat(EventBytes.readAll(read.batches().get(1))).isEmpty();
  }

  @Test
  void the_first_version_stays_as_it_is() throws IOException {
    String hex =
        "0008736f757263652f330000000000000030000000020000007d01000000046bc3a97901"
            + "00000000695645a0075bca00000000010000000574726163650000000434373131000000"
            + "19746578742f706c61696e3b20636861727365743d7574662d38000000000870c3a4796c"
            + "6f616400000000000000000019746578742f706c61696e3b20636861727365743d757466"
            + "2d38000000000000000000";
    assertThat(HexFormat.of().formatHex(FORM.serialize(batches()))).isEqualTo(hex);
    NumberedBatches read = FORM.deserialize(1, HexFormat.of().parseHex(hex));
    assertThat(read.source()).isEqualTo("source/3");
    assertThat(read.first()).isEqualTo(48);
    assertThat(EventBytes.readAll(read.batches().get(0))).containsExactly(EVENT, BARE);
    assertThat(read.batches().get(1)).isEmpty();
  }

  @Test
  void other_bytes_and_a_later_version_are_no_batches() throws IOException {
    byte[] bytes = FORM.serialize(batches());
    for (int length = 0; length < bytes.length; length++) {
      byte[] part = Arrays.copyOf(bytes, length);
      assertThatThrownBy(() -> FORM.deserialize(1, part)).isInstanceOf(IOException.class);
    }
    byte[] more = Arrays.copyOf(bytes, bytes.length + 3);
    assertThatThrownBy(() -> FORM.deserialize(1, more)).hasMessageContaining("3 bytes more");
    assertThatThrownBy(() -> FORM.deserialize(2, bytes))
        .hasMessage("batches: version 2 (expected: 1)");
    int length = 2 + "source/3".length() + 12;
    for (byte high : new byte[] {127, -1}) {
      byte[] wrong = bytes.clone();
      wrong[length] = high;
      assertThatThrownBy(() -> FORM.deserialize(1, wrong))
          .hasMessageStartingWith("unreadable events");
    }
  }

  @Test
  void a_part_of_an_event_is_none() throws IOException {
    byte[] bytes = events(EVENT);
    for (int length = 1; length < bytes.length; length++) {
      byte[] part = Arrays.copyOf(bytes, length);
      assertThatThrownBy(() -> EventBytes.readAll(part)).isInstanceOf(IOException.class);
    }
  }

  static Stream<Arguments> bytes() throws IOException {
    return Stream.of(new byte[0], FORM.serialize(batches()), events(EVENT, BARE))
        .map(bytes -> arguments((Object) bytes));
  }

  @MethodSource("bytes")
  @FuzzTest
  void any_bytes_are_read_or_refused(byte[] bytes) {
    try {
      assertThat(FORM.deserialize(1, bytes)).isNotNull();
    } catch (IOException e) {
      assertThat(e).isNotNull();
    }
  }

  @MethodSource("bytes")
  @FuzzTest
  void any_bytes_are_events_or_refused(byte[] bytes) {
    try {
      assertThat(EventBytes.readAll(bytes)).isNotNull();
    } catch (IOException e) {
      assertThat(e).isNotNull();
    }
  }

  private static NumberedBatches batches() throws IOException {
    return new NumberedBatches("source/3", 48, List.of(events(EVENT, BARE), new byte[0]));
  }

  private static byte[] events(NewEvent... events) throws IOException {
    DataOutputSerializer to = new DataOutputSerializer(64);
    for (NewEvent each : events) {
      EventBytes.write(each, to);
    }
    return to.getCopyOfBuffer();
  }
}
