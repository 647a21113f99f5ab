package io.messina.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.api.Position;
import io.messina.api.StreamName;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class DefinitionsTest {

  private static final String GROUP =
      "\"name\":\"g\",\"generation\":2,\"stream\":\"s\",\"start\":\"2026-01-01T00:00:00Z\",\"lease\":\"30s\","
          + "\"max_attempts\":5,\"backoff\":{\"first\":\"1s\",\"longest\":\"60s\",\"jitter_percent\":20},"
          + "\"order\":\"key\",\"delivery\":\"at_most_once\",\"max_in_flight\":2000,"
          + "\"max_concurrent_per_key\":0,\"rate_limit\":7,\"max_unfinished\":10000";

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
  void a_group_is_read_in_full() {
    String shard =
        "{\"end\":\"1.9\",\"floor\":\"1.2\",\"lag\":7,\"in_flight\":1,\"waiting\":2,"
            + "\"followed\":null,\"oldest_unfinished\":\"2026-01-01T00:00:00Z\",\"paused\":true}";
    byte[] json =
        utf8(
            "{"
                + GROUP
                + ",\"shards\":{\"3\":"
                + shard
                + "},\"lag\":7,\"in_flight\":1,\"dead\":4}");
    GroupStatus status = JsonReader.read(json, Definitions::status);
    assertThat(status.definition().start())
        .isEqualTo(Start.since(Instant.parse("2026-01-01T00:00:00Z")));
    assertThat(status.definition().order()).isEqualTo(Order.KEY);
    assertThat(status.definition().delivery()).isEqualTo(Delivery.AT_MOST_ONCE);
    assertThat(status.definition().backoff())
        .isEqualTo(new Backoff(Duration.ofSeconds(1), Duration.ofMinutes(1), 20));
    assertThat(status.definition().limits()).isEqualTo(new GroupLimits(2000, 0, 7, 10_000));
    assertThat(status.dead()).hasValue(4);
    assertThat(status.lag()).hasValue(7);
    assertThat(status.missing()).isEmpty();
    GroupStatus partly =
        JsonReader.read(
            utf8("{" + GROUP + ",\"shards\":{},\"lag\":null,\"missing\":[3,5],\"dead\":null}"),
            Definitions::status);
    assertThat(partly.missing()).containsExactly(3, 5);
    assertThat(partly.lag()).isEmpty();
    assertThat(partly.dead()).isEmpty();
    ShardProgress shard3 = Objects.requireNonNull(status.shards().get(3));
    assertThat(shard3.end()).contains(new Position(1, 9));
    assertThat(shard3.followed()).isEmpty();
    assertThat(shard3.paused()).isTrue();
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
    assertThat(GroupOptions.defaults().order(Order.KEY).maxAttempts(3).toJson())
        .isEqualTo(utf8("{\"order\":\"key\",\"max_attempts\":3}"));
  }
}
