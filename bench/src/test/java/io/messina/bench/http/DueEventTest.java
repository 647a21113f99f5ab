package io.messina.bench.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class DueEventTest {

  private final byte[] payload = DueEvent.create(new SplittableRandom(1));

  @Test
  void an_event_has_two_hundred_bytes_and_its_key_first() {
    String text = new String(payload, StandardCharsets.US_ASCII);
    String key = new String(DueEvent.key(payload), StandardCharsets.US_ASCII);
    assertThat(text)
        .hasSize(HttpRequests.EVENT_BYTES)
        .startsWith("{\"user\":\"" + key + "\",\"due\":\"0000000000000000000\"")
        .endsWith("\"}");
    assertThat(key).matches("user-[0-9]{6}");
  }

  @Test
  void the_moment_at_which_it_was_due_is_read_where_it_was_written() {
    DueEvent.setDue(ByteBuffer.wrap(payload), 0, 9_000_000_000_000_000_123L);
    assertThat(DueEvent.dueNanos(ByteBuffer.wrap(payload), DueEvent.DUE_AT))
        .isEqualTo(9_000_000_000_000_000_123L);
  }

  @Test
  void latencies_count_from_then_on_whether_events_arrive_alone_or_in_an_answer() {
    DueLatencies latencies = new DueLatencies();
    DueEvent.setDue(ByteBuffer.wrap(payload), 0, System.nanoTime() - 2_000_000_000L);
    latencies.add(ByteBuffer.wrap(payload));
    String body = new String(payload, StandardCharsets.US_ASCII);
    HttpAnswer answer = new HttpAnswer();
    String whole =
        "HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n[%s,%s]"
            .formatted(2 * body.length() + 3, body, body);
    assertThat(answer.take(ByteBuffer.wrap(HttpAnswer.ascii(whole)))).isTrue();
    latencies.addAll(answer);

    assertThat(latencies.count()).isEqualTo(3);
    assertThat(latencies.take()).matches("3 [2-9][0-9]{3}[.][0-9]+ [2-9][0-9]{3}[.][0-9]+");
    assertThat(latencies.take()).isEqualTo("0 NaN NaN");
  }
}
