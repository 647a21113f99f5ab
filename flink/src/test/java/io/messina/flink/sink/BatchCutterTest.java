package io.messina.flink.sink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.messina.client.event.NewEvent;
import io.messina.client.event.Payload;
import java.io.IOException;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;
import org.apache.flink.api.connector.sink2.SinkWriter;
import org.apache.flink.metrics.groups.UnregisteredMetricsGroup;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What goes into the batches of a checkpoint. */
class BatchCutterTest {

  private static final NewEvent GOOD = NewEvent.of("a", Payload.text("good"));

  private static final SinkWriter.Context NO_CONTEXT =
      new SinkWriter.Context() {
        @Override
        public long currentWatermark() {
          return Long.MIN_VALUE;
        }

        @Override
        public Long timestamp() {
          return 0L;
        }
      };

  static Stream<Arguments> outOfBounds() {
    NewEvent headers = GOOD;
    for (int i = 0; i < 65; i++) {
      headers = headers.withHeader("name-" + i, "value");
    }
    return Stream.of(
        arguments(
            NewEvent.of(Payload.bytes(new byte[(1 << 20) + 1])),
            "payload bytes: 1048577 (expected: from 0 to 1048576)"),
        arguments(headers, "headers: 65 (expected: from 0 to 64)"),
        arguments(
            GOOD.withHeader("n".repeat(257), ""),
            "header name: 257 characters (expected: from 1 to 256)"),
        arguments(
            GOOD.withHeader("name", "v".repeat(16_381)),
            "header characters: 16385 (expected: from 0 to 16384)"),
        arguments(GOOD.withHeader("name", "\ud800"), "header name:"),
        arguments(GOOD.withKey("é".repeat(1024)), "key bytes: 2048 (expected: from 1 to 1024)"),
        arguments(GOOD.withKey("\udfff"), "key:"),
        arguments(GOOD.withTime(Instant.MAX), "+1000000000-12-31T23:59:59.999999999Z"),
        arguments(GOOD.withTime(Instant.parse("-0001-01-01T00:00:00Z")), "-0001-01-01T00:00:00Z"));
  }

  @ParameterizedTest
  @MethodSource("outOfBounds")
  void an_event_that_no_stream_takes_fails_the_job_before_a_checkpoint_has_it(
      NewEvent event, String why) throws IOException {
    BatchCutter<NewEvent> cutter = cutter(1 << 20);
    cutter.write(GOOD, NO_CONTEXT);
    assertThatThrownBy(() -> cutter.write(event, NO_CONTEXT))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith("stream lines: no stream takes this event: " + why)
        .hasMessageContaining("dropRefused()");
    assertThat(events(cutter.prepareCommit())).containsExactly(GOOD);
  }

  @ParameterizedTest
  @MethodSource("outOfBounds")
  void such_an_event_is_left_out_and_counted_where_the_sink_says_so(NewEvent event, String why)
      throws IOException {
    RefusedEvents refused = new RefusedEvents("lines", true, new UnregisteredMetricsGroup());
    BatchCutter<NewEvent> cutter =
        new BatchCutter<>(each -> each, "cutter", 1 << 20, 1 << 20, refused);
    cutter.write(event, NO_CONTEXT);
    cutter.write(GOOD, NO_CONTEXT);
    assertThat(events(cutter.prepareCommit())).as(why).containsExactly(GOOD);
    assertThat(refused.count()).isEqualTo(1);
  }

  @Test
  void a_batch_has_no_more_bytes_than_it_may_unless_one_event_alone_has() throws IOException {
    BatchCutter<NewEvent> cutter = cutter(4_000);
    for (int length : new int[] {1_000, 1_000, 1_000, 3_500, 10_000, 500, 500}) {
      cutter.write(NewEvent.of(Payload.bytes(new byte[length])), NO_CONTEXT);
    }
    List<NumberedBatches> batches = List.copyOf(cutter.prepareCommit());
    assertThat(batches).hasSize(1);
    assertThat(batches.get(0).batches())
        .extracting(batch -> EventBytes.readAll(batch).size())
        .containsExactly(3, 1, 1, 2);
  }

  private static BatchCutter<NewEvent> cutter(int batchBytesMax) {
    return new BatchCutter<>(
        event -> event,
        "cutter",
        1 << 20,
        batchBytesMax,
        new RefusedEvents("lines", false, new UnregisteredMetricsGroup()));
  }

  private static List<NewEvent> events(Collection<NumberedBatches> batches) throws IOException {
    assertThat(batches).hasSize(1);
    return EventBytes.readAll(batches.iterator().next().batches().get(0));
  }
}
