package io.messina.features.feed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.messina.api.Position;
import io.messina.api.StreamName;
import io.messina.features.FeatureException;
import io.messina.features.FeatureRoom;
import io.messina.features.FeatureValue;
import io.messina.features.FeatureVersion;
import io.messina.features.FeedOptions;
import io.messina.features.ValueType;
import io.messina.store.Bytes;
import io.messina.stream.Event;
import io.messina.stream.EventId;
import io.messina.stream.StoredEvent;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class FedEventTest {

  private static final FeedOptions OPTIONS =
      new FeedOptions(
          new StreamName("edits"),
          FeatureRoom.PAGES.name(),
          FeatureVersion.DEFAULT,
          "/user",
          "/page",
          Optional.of("/time"));

  @Test
  void a_value_is_the_one_that_the_text_of_the_event_would_be_through_the_api() {
    for (String json : List.of("0.1234567890123456789012345", "1e400", "9007199254740993.0")) {
      assertThat(read(ValueType.JSON, payload(json, "")).value())
          .isEqualTo(FeatureValue.ofJson(json));
    }
  }

  @Test
  void what_the_api_refuses_says_nothing() {
    for (String payload :
        List.of(
            payload("1,\"page\":2", ""),
            payload("1", "}"),
            payload("1", "").replace("58.771Z", "58.771"),
            payload("1", "").replace(":58.771Z", "Z"))) {
      assertThatThrownBy(() -> read(ValueType.JSON, payload))
          .as(payload)
          .isInstanceOf(FeatureException.Refused.class);
    }
  }

  private static String payload(String value, String behind) {
    return "{\"user\":\"alice\",\"time\":\"2015-09-12T00:46:58.771Z\",\"page\":%s}%s"
        .formatted(value, behind);
  }

  private static FedEvent read(ValueType type, String payload) {
    return FedEvent.read(
        FeedPointers.of(OPTIONS),
        type,
        new StoredEvent(
            new EventId(1, 0, 0, new Position(1, 1)),
            Event.of(Bytes.utf8(payload)),
            FeatureRoom.at(0)));
  }
}
