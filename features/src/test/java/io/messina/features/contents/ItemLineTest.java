package io.messina.features.contents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.messina.api.WireException;
import io.messina.api.feature.FeatureValue;
import io.messina.api.feature.ItemLine;
import io.messina.api.feature.ListItem;
import io.messina.features.FeatureRoom;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ItemLineTest {

  private static final String TIME = ",\"time\":\"2020-01-01T00:00:00.000000001Z\"}";

  @Test
  void json_keeps_all_its_digits() {
    for (String json :
        List.of(
            "{\"a\":0.1234567890123456789012345}",
            "{\"a\":1E+400}",
            "[9007199254740993.5,123456789012345678901234567890]",
            "\"\u00fc\\n\"",
            "null")) {
      assertThat(read(json).item())
          .isEqualTo(new ListItem(FeatureValue.json(json), FeatureRoom.at(1)));
      assertThat(read(json).item().value().json()).isEqualTo(json);
    }
  }

  @Test
  void what_the_api_refuses_is_no_line() {
    for (String value :
        List.of("{\"a\":1,\"a\":2}", "\"\\ud800\"", "[".repeat(300) + "]".repeat(300), "1,")) {
      assertThatThrownBy(() -> read(value)).as(value).isInstanceOf(WireException.class);
    }
  }

  private static ItemLine read(String json) {
    return ItemLine.parse("{\"entity\":\"alice\",\"value\":" + json + TIME);
  }
}
