package io.messina.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.api.StreamName;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class DefinitionsTest {

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @Test
  void a_stream_is_read_in_full() {
    byte[] json =
        utf8(
            "{\"name\":\"s\",\"generation\":1,\"shards\":16,\"retention\":\"forever\",\"deduplicate\":\"10m\",\"placement\":\"core\",\"key\":\"/user\",\"time\":null,\"schema\":{\"a\":"
                + " [1]}}");
    assertThat(JsonReader.read(json, Definitions::stream))
        .isEqualTo(
            new StreamDefinition(
                new StreamName("s"),
                1,
                16,
                Optional.empty(),
                Duration.ofMinutes(10),
                Placement.CORE,
                Optional.of("/user"),
                Optional.empty(),
                Optional.of("{\"a\": [1]}")));
  }

  @Test
  void options_say_only_what_was_set() {
    assertThat(StreamOptions.defaults().toJson()).isEqualTo(utf8("{}"));
    assertThat(
            StreamOptions.defaults()
                .shards(8)
                .retention(Duration.ofDays(7))
                .key("/\"")
                .schema("{ }")
                .toJson())
        .isEqualTo(utf8("{\"shards\":8,\"retention\":\"7d\",\"key\":\"/\\\"\",\"schema\":{ }}"));
  }
}
