package io.messina.flink.sink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.messina.api.EventBounds;
import io.messina.client.MessinaClient;
import io.messina.client.event.NewEvent;
import io.messina.client.event.Payload;
import io.messina.client.stream.StreamClient;
import io.messina.flink.jobs.ServerFixture;
import io.messina.flink.jobs.Streams;
import java.io.IOException;
import java.util.Map;
import org.apache.flink.metrics.groups.UnregisteredMetricsGroup;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

/** Records that are appended as they come, to a stream of strings. */
class AppendingWriterTest extends ServerFixture {

  @RepeatedTest(20) // what notes the failure and what waits for it run side by side
  void an_event_that_the_stream_refuses_fails_the_flush_behind_it() throws Exception {
    try (AppendingWriter<String> writer = writer(strings(), refused(false))) {
      writer.write("7", NumberedBatchesTest.NO_CONTEXT);
      assertThatThrownBy(() -> writer.flush(false))
          .isInstanceOf(IOException.class)
          .hasStackTraceContaining("schema");
    }
  }

  @Test
  void events_that_are_refused_or_out_of_bounds_are_left_out_where_the_sink_says_so()
      throws Exception {
    StreamClient stream = strings();
    RefusedEvents refused = refused(true);
    try (AppendingWriter<String> writer = writer(stream, refused)) {
      for (String json :
          new String[] {"\"a\"", "7", '"' + "x".repeat(EventBounds.PAYLOAD_BYTES_MAX) + '"'}) {
        writer.write(json, NumberedBatchesTest.NO_CONTEXT);
      }
      writer.write("\"b\"", NumberedBatchesTest.NO_CONTEXT);
      writer.flush(false);
    }
    assertThat(refused.count()).isEqualTo(2);
    assertThat(Streams.payloads(stream)).containsExactly("\"a\"", "\"b\"");
  }

  private StreamClient strings() {
    StreamClient stream = client.stream(nameOf("strings"));
    var unused = stream.create(Map.of("shards", 1, "schema", Map.of("type", "string")));
    return stream;
  }

  private static RefusedEvents refused(boolean drops) {
    return new RefusedEvents("strings", drops, new UnregisteredMetricsGroup());
  }

  private static AppendingWriter<String> writer(StreamClient stream, RefusedEvents refused) {
    return new AppendingWriter<>(
        json -> NewEvent.of(Payload.json(json)),
        MessinaClient.connect(server.url()),
        stream.name().toString(),
        refused);
  }
}
