package io.messina.client.stream;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.messina.api.EventProgress;
import io.messina.api.EventState;
import io.messina.api.GroupName;
import io.messina.client.internal.AnswerFields;
import io.messina.client.internal.JsonReader;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.provider.MethodSource;

class StreamAnswersTest {

  private static final String EVENT =
      "{\"id\":\"e1\",\"shard\":3,\"position\":\"2.17\","
          + "\"append_time\":\"2026-01-01T00:00:01Z\",\"headers\":{},\"payload\":1,";

  @Test
  void every_field_of_an_answer_is_read() {
    assertThat(AnswerFields.unread("EventPage", StreamAnswers::read)).isEmpty();
    assertThat(AnswerFields.unread("EventReport", StreamAnswers::report)).isEmpty();
    assertThat(AnswerFields.unread("Appended", StreamAnswers::appended)).isEmpty();
  }

  @MethodSource("io.messina.client.internal.AnswerFields#answers")
  @FuzzTest
  void any_answer_is_read_or_malformed(byte[] body) {
    AnswerFields.readOrMalformed(body, StreamAnswers::read);
    AnswerFields.readOrMalformed(body, StreamAnswers::report);
    AnswerFields.readOrMalformed(body, StreamAnswers::appended);
  }

  @Test
  void progress_of_groups_is_read() {
    byte[] json =
        (EVENT
                + "\"groups\":{\"g\":{\"state\":\"PROCESSING\",\"worker\":\"w\","
                + "\"since\":\"2026-01-01T00:00:01Z\","
                + "\"lease_until\":\"2026-01-01T00:00:02Z\",\"attempt\":2,\"error\":null}}}")
            .getBytes(StandardCharsets.UTF_8);
    EventReport report = JsonReader.read(json, StreamAnswers::report);
    assertThat(report.groups().get(new GroupName("g")))
        .isEqualTo(
            new EventProgress(
                EventState.PROCESSING,
                Optional.of("w"),
                Optional.of(Instant.parse("2026-01-01T00:00:01Z")),
                Optional.of(Instant.parse("2026-01-01T00:00:02Z")),
                Optional.empty(),
                2,
                Optional.empty()));
  }
}
