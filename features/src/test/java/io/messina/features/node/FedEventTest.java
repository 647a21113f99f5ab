package io.messina.features.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.messina.api.Position;
import io.messina.api.StreamName;
import io.messina.api.WireException;
import io.messina.api.feature.EntityId;
import io.messina.api.feature.FeatureValue;
import io.messina.api.feature.FeedOptions;
import io.messina.features.FeatureRoom;
import io.messina.store.Bytes;
import io.messina.stream.Event;
import io.messina.stream.EventAddress;
import io.messina.stream.StoredEvent;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class FedEventTest {

  private static final FeedOptions OPTIONS =
      FeedOptions.list(new StreamName("edits"), FeatureRoom.PAGES.name().name(), "/user", "/page")
          .time("/time");

  @Test
  void a_value_is_the_one_that_the_text_of_the_event_would_be_through_the_api() {
    for (String json : List.of("0.1234567890123456789012345", "1e400", "9007199254740993.0")) {
      assertThat(read(payload(json, "")).value()).isEqualTo(FeatureValue.json(json));
    }
  }

  @Test
  void what_the_api_refuses_says_nothing() {
    for (String payload :
        List.of(
            payload("1", "}"),
            payload("1e9999999999", ""),
            payload("100e2147483647", ""),
            payload("1", "").replace("58.771Z", "58.771"),
            payload("1", "").replace(":58.771Z", "Z"))) {
      assertThatThrownBy(() -> read(payload)).as(payload).isInstanceOf(WireException.class);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "\"5\", 5",
    "5, 5",
    "5.0, 5",
    "5e0, 5",
    "50e-1, 5",
    "-0.0, 0",
    "0e999999999, 0",
    "1e20, 100000000000000000000",
    "12345678901234567890, 12345678901234567890"
  })
  void a_whole_number_names_the_same_entity_however_it_is_written(String user, String entity) {
    assertThat(read(payload("1", "").replace("\"alice\"", user)).entity())
        .isEqualTo(new EntityId(entity));
  }

  @ParameterizedTest
  @CsvSource({
    "5.5, 5.5",
    "1e-999999999, 1E-999999999",
    "1e999999999, 1E+999999999",
    "1e800, 1E+800",
    "true, true",
    "null, null"
  })
  void what_is_neither_a_text_nor_a_whole_number_names_no_entity(String user, String shown) {
    assertThatThrownBy(() -> read(payload("1", "").replace("\"alice\"", user)))
        .isInstanceOf(WireException.class)
        .hasMessage("entity: " + shown + " (expected: a text or a whole number)");
  }

  @Test
  void an_entity_that_is_missing_is_called_so() {
    assertThatThrownBy(() -> read(payload("1", "").replace("user", "name")))
        .hasMessage("entity: none (expected: a text or a whole number)");
  }

  @Test
  void of_a_member_that_stands_twice_the_last_one_counts() {
    assertThat(read(payload("1,\"page\":2", "")).value()).isEqualTo(FeatureValue.json("2"));
  }

  private static String payload(String value, String behind) {
    return "{\"user\":\"alice\",\"time\":\"2015-09-12T00:46:58.771Z\",\"page\":%s}%s"
        .formatted(value, behind);
  }

  private static FedEvent read(String payload) {
    return FedEvent.read(
        FeedPointers.of(OPTIONS),
        new StoredEvent(
            new EventAddress(1, 0, 0, new Position(1, 1)),
            Event.of(Bytes.utf8(payload)),
            FeatureRoom.at(0)));
  }
}
