package io.messina.client.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.messina.api.AttemptError;
import io.messina.api.DeathCause;
import io.messina.client.internal.AnswerFields;
import io.messina.client.internal.JsonReader;
import io.messina.client.internal.MalformedJsonException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class GroupAnswersTest {

  private static final String EVENT =
      "{\"id\":\"e1\",\"shard\":3,\"position\":\"2.17\","
          + "\"append_time\":\"2026-01-01T00:00:01Z\",\"headers\":{},\"payload\":1,";

  @Test
  void every_field_of_an_answer_is_read() {
    assertThat(AnswerFields.unread("ClaimedEvents", GroupAnswers::claimed)).isEmpty();
    assertThat(AnswerFields.unread("Results", json -> GroupAnswers.claimed(json).results()))
        .isEmpty();
    assertThat(AnswerFields.unread("FollowedEvents", GroupAnswers::followed)).isEmpty();
  }

  @MethodSource("io.messina.client.internal.AnswerFields#answers")
  @FuzzTest
  void any_answer_is_read_or_malformed(byte[] body) {
    AnswerFields.readOrMalformed(body, GroupAnswers::claimed);
    AnswerFields.readOrMalformed(body, GroupAnswers::followed);
    AnswerFields.readOrMalformed(body, json -> GroupAnswers.claimed(json).results());
    AnswerFields.readOrMalformed(body, GroupAnswers::deadLetters);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "[]", "{\"results\":1}", "{\"results\":[{}]}", "{\"results\":[]"})
  void an_answer_of_another_form_is_malformed(String text) {
    byte[] body = text.getBytes(StandardCharsets.UTF_8);
    assertThatThrownBy(() -> JsonReader.read(body, GroupAnswers::claimed))
        .isInstanceOf(MalformedJsonException.class);
  }

  @Test
  void a_dead_letter_is_read_in_full() {
    String letter =
        EVENT
            + "\"cause\":\"rejected\",\"attempts\":2,\"errors\":[{\"attempt\":1,\"error\":\"x\"}],"
            + "\"died\":\"2026-01-01T00:00:02Z\"}";
    byte[] json =
        ("{\"dead_letters\":[" + letter + "],\"next\":null}").getBytes(StandardCharsets.UTF_8);
    DeadLetters page = JsonReader.read(json, GroupAnswers::deadLetters);
    assertThat(page.next()).isEmpty();
    DeadLetter dead = page.deadLetters().get(0);
    assertThat(dead.death().cause()).isEqualTo(DeathCause.REJECTED);
    assertThat(dead.death().errors()).isEqualTo(List.of(new AttemptError(1, "x")));
    assertThat(dead.death().died()).isEqualTo(Instant.parse("2026-01-01T00:00:02Z"));
  }
}
