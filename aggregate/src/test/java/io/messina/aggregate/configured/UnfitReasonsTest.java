package io.messina.aggregate.configured;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.aggregate.field.EventFields;
import io.messina.aggregate.node.SkippedEvents;
import io.messina.api.Json;
import io.messina.api.Position;
import io.messina.api.StreamName;
import io.messina.api.aggregate.AggregateFields;
import io.messina.api.aggregate.AggregateForm;
import io.messina.api.aggregate.AggregateKind;
import io.messina.api.aggregate.AggregateOptions;
import io.messina.api.aggregate.FieldCondition;
import io.messina.api.aggregate.MemberForm;
import io.messina.store.Bytes;
import io.messina.stream.Event;
import io.messina.stream.EventAddress;
import io.messina.stream.StoredEvent;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class UnfitReasonsTest {

  private static final FieldCondition LIVING =
      new FieldCondition("/dead", Optional.of(new Json("false")));

  @Test
  void what_has_no_group_or_too_long_a_one_is_told_so() {
    assertThat(reason(AggregateKind.COUNT, "no JSON")).contains("the payload is no JSON");
    assertThat(reason(AggregateKind.COUNT, "{\"dead\":false,\"g\":[1]}"))
        .contains("/g: expected a text, a number, a flag or null");
    assertThat(reason(AggregateKind.COUNT, payload("\"" + "a".repeat(1_022) + "\"", "1")))
        .isEmpty();
    assertThat(reason(AggregateKind.COUNT, payload("\"" + "a".repeat(1_023) + "\"", "1")))
        .contains("group_by: expected at most 1,024 bytes of JSON");
  }

  @Test
  void what_has_no_value_of_its_kind_is_told_so() {
    for (AggregateKind kind : List.of(AggregateKind.SUM, AggregateKind.MIN, AggregateKind.MAX)) {
      assertThat(reason(kind, payload("1", "1e399"))).isEmpty();
      assertThat(reason(kind, payload("1", "1e400")))
          .contains(
              "/v: expected a number of at most 400 digits before the point and 400 behind it");
    }
    assertThat(reason(AggregateKind.UNIQUE, payload("1", "{}")))
        .contains("/v: expected a text, a number or a flag");
    assertThat(reason(MemberForm.BYTES, payload("1", "\"" + "a".repeat(16_384) + "\""))).isEmpty();
    assertThat(reason(MemberForm.BYTES, payload("1", "\"" + "a".repeat(16_385) + "\"")))
        .contains("/v: expected at most 16,384 bytes");
    assertThat(reason(MemberForm.INTEGERS, payload("1", "-1")))
        .contains("/v: expected a whole number from 0 to 9223372036854775807");
  }

  @Test
  void what_a_condition_excludes_is_no_news_and_the_last_of_the_others_is_remembered() {
    UnfitReasons reasons = reasons(AggregateKind.COUNT, MemberForm.HASH);
    reasons.skipped(List.of(event("no JSON"), event("{\"dead\":true}")));
    assertThat(reasons.last()).get().asString().endsWith(": the payload is no JSON");
    reasons.skipped(List.of(event("{\"dead\":true}")));
    assertThat(reasons.last()).isPresent();
  }

  private static String payload(String group, String value) {
    return "{\"dead\":false,\"g\":%s,\"v\":%s}".formatted(group, value);
  }

  private static Optional<String> reason(MemberForm form, String payload) {
    return reasons(AggregateKind.UNIQUE, form).reason(event(payload));
  }

  private static Optional<String> reason(AggregateKind kind, String payload) {
    return reasons(kind, MemberForm.HASH).reason(event(payload));
  }

  private static UnfitReasons reasons(AggregateKind kind, MemberForm form) {
    AggregateFields fields =
        new AggregateFields(
            List.of("/g"),
            kind == AggregateKind.COUNT ? Optional.empty() : Optional.of("/v"),
            List.of(LIVING),
            Optional.empty());
    AggregateOptions hourly =
        AggregateOptions.of(new StreamName("events"), kind, Optional.of("/v"), Duration.ofHours(1));
    AggregateOptions options =
        new AggregateOptions(
            hourly.stream(),
            kind,
            fields,
            hourly.windows(),
            new AggregateForm(12, form, Optional.empty(), Optional.empty()));
    return new UnfitReasons(options, new EventFields(fields), SkippedEvents.COUNTED);
  }

  private static StoredEvent event(String payload) {
    return new StoredEvent(
        new EventAddress(1, 0, 0, Position.unpack(1)),
        Event.builder(Bytes.utf8(payload)).build(),
        Instant.EPOCH);
  }
}
