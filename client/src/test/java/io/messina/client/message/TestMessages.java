package io.messina.client.message;

import io.messina.api.Wire;
import io.messina.api.message.NewMessage;
import java.util.Optional;
import tools.jackson.databind.json.JsonMapper;

/** Messages for tests. */
final class TestMessages {

  private TestMessages() {}

  static NewMessage sms(String to, Optional<String> key) {
    String json =
        "{\"account\":\"shop\",\"channel\":\"sms\",\"to\":\"%s\",\"content\":{\"text\":\"hi\"}%s}"
            .formatted(to, key.map(text -> ",\"key\":\"" + text + "\"").orElse(""));
    return Wire.request(JsonMapper.shared().readTree(json), NewMessage.class);
  }
}
