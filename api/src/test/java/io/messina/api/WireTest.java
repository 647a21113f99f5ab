package io.messina.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class WireTest {

  private static final String OPTIONS =
      "\"lease\":\"30s\",\"max_attempts\":5,"
          + "\"backoff\":{\"first\":\"1s\",\"longest\":\"1m\",\"jitter_percent\":20},"
          + "\"order\":\"key\",\"delivery\":\"at_most_once\",\"max_in_flight\":2000,"
          + "\"max_concurrent_per_key\":0,\"rate_limit\":7,\"max_unfinished\":10000";
  private static final String GROUP =
      "\"name\":\"g\",\"generation\":2,\"stream\":\"s\",\"start\":\"2026-01-01T00:00:00Z\","
          + OPTIONS
          + ",\"tag\":\"7a\"";
  private static final GroupDefinition DEFINITION =
      new GroupDefinition(
          new GroupName("g"),
          2,
          new StreamName("s"),
          Start.since(Instant.parse("2026-01-01T00:00:00Z")),
          GroupOptions.defaults().order(Order.KEY).delivery(Delivery.AT_MOST_ONCE).rateLimit(7),
          "7a");

  private static <T> T read(String json, Class<T> type) {
    return Wire.read(json.getBytes(StandardCharsets.UTF_8), type);
  }

  private static JsonNode json(String text) {
    return JsonMapper.shared().readTree(text);
  }

  private static GroupOptions changed(String change) {
    return Wire.change(
        GroupOptions.DEFAULT.maxAttempts(9).order(Order.KEY), json(change), GroupOptions.DEFAULT);
  }

  @Test
  void a_group_is_written_and_read() {
    String json = "{" + GROUP + "}";
    assertThat(Wire.write(DEFINITION)).isEqualTo(json);
    assertThat(read(json, GroupDefinition.class)).isEqualTo(DEFINITION);
  }

  @Test
  void a_stream_is_written_and_read() {
    String json =
        "{\"name\":\"s\",\"generation\":1,\"shards\":8,\"retention\":\"forever\","
            + "\"deduplicate\":\"0s\",\"key\":\"/user\",\"schema\":{\"a\":[1,null]},"
            + "\"placement\":\"core\",\"tag\":\"7b\"}";
    StreamDefinition stream =
        new StreamDefinition(
            new StreamName("s"),
            1,
            StreamOptions.defaults()
                .shards(8)
                .keptForever()
                .deduplicate(Duration.ZERO)
                .key("/user")
                .schema("{ \"a\": [1, null] }")
                .placement(Placement.CORE),
            "7b");
    assertThat(Wire.write(stream)).isEqualTo(json);
    assertThat(read(json, StreamDefinition.class)).isEqualTo(stream);
  }

  @Test
  void an_append_is_read() {
    assertThat(read("{\"accepted\":1,\"duplicates\":1,\"ids\":[\"a\",null]}", Appended.class).ids())
        .containsExactly(Optional.of(new EventId("a")), Optional.empty());
  }

  @Test
  void dead_letters_are_chosen_by_ids_by_their_number_or_all_of_them() {
    List<EventId> ids = List.of(new EventId("a"));
    Map.of(
            Redrive.of(ids).atRate(7), "{\"ids\":[\"a\"],\"rate\":7}",
            Redrive.atMost(3), "{\"limit\":3}",
            Redrive.everything(), "{\"all\":true}")
        .forEach(
            (redrive, json) -> {
              assertThat(Wire.write(redrive)).isEqualTo(json);
              assertThat(Wire.request(json(json), Redrive.class)).isEqualTo(redrive);
            });
    Map.of(
            new Discard(ids, false),
            "{\"ids\":[\"a\"]}",
            new Discard(List.of(), true),
            "{\"all\":true}")
        .forEach(
            (discard, json) -> {
              assertThat(Wire.write(discard)).isEqualTo(json);
              assertThat(Wire.request(json(json), Discard.class)).isEqualTo(discard);
            });
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {}                          | ABSENT        | ids, limit, all: 0 of them (expected: one)
          {"all":true,"limit":1}      | ABSENT        | ids, limit, all: 2 of them (expected: one)
          {"limit":0}                 | OUT_OF_BOUNDS | limit: 0 (expected: a whole number from 1 to 2147483647)
          {"limit":"1"}               | WRONG_TYPE    | limit: "1" (expected: a whole number from 1 to 2147483647)
          {"all":true,"rate":0}       | OUT_OF_BOUNDS | rate: 0 (expected: a whole number from 1 to 2147483647)
          {"all":true,"fast":1}       | UNKNOWN_FIELD | fast (expected: ids, limit, all, rate)
          """)
  void a_redrive_that_cannot_be_meant_is_refused(
      String json, WireException.Fault fault, String sentence) {
    assertThatExceptionOfType(WireException.class)
        .isThrownBy(() -> Wire.request(json(json), Redrive.class))
        .withMessage(sentence)
        .satisfies(wrong -> assertThat(wrong.fault()).isEqualTo(fault));
  }

  @Test
  void options_that_an_older_server_does_not_know_are_as_by_default() {
    GroupDefinition group =
        read(
            "{\"name\":\"g\",\"generation\":2,\"stream\":\"s\",\"start\":\"earliest\",\"tag\":\"7a\","
                + "\"lease\":\"45s\",\"backoff\":{\"first\":\"2s\"}}",
            GroupDefinition.class);
    assertThat(group.options())
        .isEqualTo(
            GroupOptions.DEFAULT
                .lease(Duration.ofSeconds(45))
                .backoff(
                    new Backoff(
                        Duration.ofSeconds(2),
                        Backoff.DEFAULT.longest(),
                        Backoff.DEFAULT.jitterPercent())));
    StreamDefinition stream =
        read(
            "{\"name\":\"s\",\"generation\":1,\"shards\":8,\"key\":\"/user\",\"tag\":\"7b\"}",
            StreamDefinition.class);
    assertThat(stream.options()).isEqualTo(StreamOptions.DEFAULT.shards(8).key("/user"));
    assertThatThrownBy(() -> read("{\"name\":\"s\",\"generation\":1}", StreamDefinition.class))
        .isInstanceOf(JacksonException.class)
        .hasMessageContaining("tag");
  }

  @Test
  void a_stream_is_changed_by_what_is_named() {
    StreamOptions standing = StreamOptions.DEFAULT.key("/a").schema("{\"a\":1}").keptForever();
    assertThat(
            Wire.change(
                standing,
                json("{\"key\":null,\"time\":\"/t\",\"schema\":{\"b\":2},\"retention\":null}"),
                StreamOptions.DEFAULT))
        .isEqualTo(StreamOptions.DEFAULT.time("/t").schema("{\"b\":2}"));
    assertThat(Wire.difference(standing.retention(Duration.ofDays(1)).time("/t"), standing))
        .isEqualTo("{\"retention\":\"1d\",\"time\":\"/t\"}");
    assertThat(Wire.difference(StreamOptions.DEFAULT, standing))
        .isEqualTo("{\"retention\":\"7d\",\"key\":null,\"schema\":null}");
    assertThatThrownBy(() -> StreamOptions.DEFAULT.shards(3))
        .hasMessage("shards: 3 (expected: a power of two from 1 to 4096)");
    assertThatThrownBy(() -> StreamOptions.DEFAULT.retention(Duration.ZERO))
        .hasMessage("retention: 0s (expected: from 1s to 36500d, or forever)");
  }

  @Test
  void how_far_a_group_is_is_written_and_read() {
    GroupStatus status =
        new GroupStatus(
            DEFINITION,
            Map.of(
                3,
                new ShardProgress(
                    new Position(1, 9),
                    new Position(1, 2),
                    7,
                    1,
                    2,
                    new Position(1, 0),
                    Optional.of(Instant.parse("2026-01-01T00:00:00.5Z")),
                    true,
                    Optional.empty())),
            OptionalLong.of(7),
            List.of(),
            1,
            OptionalLong.of(4));
    String json =
        "{"
            + GROUP
            + ",\"shards\":{\"3\":{\"end\":\"1.9\",\"floor\":\"1.2\",\"lag\":7,\"in_flight\":1,"
            + "\"waiting\":2,\"followed\":\"1.0\",\"oldest_unfinished\":\"2026-01-01T00:00:00.5Z\","
            + "\"paused\":true}},\"lag\":7,\"in_flight\":1,\"dead\":4}";
    assertThat(Wire.write(status)).isEqualTo(json);
    assertThat(read(json, GroupStatus.class)).isEqualTo(status);
  }

  @Test
  void of_a_group_with_missing_shards_some_is_unknown() {
    String json =
        "{"
            + GROUP
            + ",\"shards\":{},\"lag\":null,\"missing\":[3,5],\"in_flight\":0,\"dead\":null}";
    GroupStatus status = read(json, GroupStatus.class);
    assertThat(status.missing()).containsExactly(3, 5);
    assertThat(status.lag()).isEmpty();
    assertThat(Wire.write(status)).isEqualTo(json);
  }

  @Test
  void fields_of_a_newer_version_are_passed_over() {
    assertThat(read("{\"colour\":{\"a\":[1]}," + GROUP + "}", GroupDefinition.class))
        .isEqualTo(DEFINITION);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "[]", "{}", "{\"name\":\"g\"}", "{\"name\":5}"})
  void what_is_no_group_is_refused(String json) {
    assertThatThrownBy(() -> read(json, GroupDefinition.class))
        .isInstanceOf(RuntimeException.class);
  }

  @Test
  void a_change_changes_what_it_names_and_null_stands_for_the_default() {
    assertThat(changed("{}")).isEqualTo(GroupOptions.DEFAULT.maxAttempts(9).order(Order.KEY));
    assertThat(
            changed(
                "{\"max_attempts\":null,\"max_in_flight\":3,\"backoff\":{\"first\":\"2s\"},\"lease\":\"1m\"}"))
        .isEqualTo(
            GroupOptions.DEFAULT
                .order(Order.KEY)
                .maxInFlight(3)
                .lease(Duration.ofMinutes(1))
                .backoff(new Backoff(Duration.ofSeconds(2), Duration.ofMinutes(1), 20)));
  }

  @Test
  void the_difference_says_what_is_otherwise() {
    GroupOptions wanted = GroupOptions.DEFAULT.maxUnfinished(5).lease(Duration.ofSeconds(31));
    assertThat(Wire.difference(wanted, GroupOptions.DEFAULT))
        .isEqualTo("{\"lease\":\"31s\",\"max_unfinished\":5}");
    assertThat(Wire.difference(NewGroup.DEFAULT, NewGroup.DEFAULT)).isEqualTo("{}");
    Backoff usual = Backoff.DEFAULT;
    Backoff later = new Backoff(Duration.ofSeconds(2), usual.longest(), usual.jitterPercent());
    assertThat(Wire.difference(GroupOptions.DEFAULT.backoff(later), GroupOptions.DEFAULT))
        .isEqualTo("{\"backoff\":{\"first\":\"2s\"}}");
    assertThat(
            Wire.change(
                GroupOptions.DEFAULT,
                json(Wire.difference(wanted, GroupOptions.DEFAULT)),
                GroupOptions.DEFAULT))
        .isEqualTo(wanted);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "[]|WRONG_TYPE|body: a list (expected: an object)",
        "{\"backoff\":1}|WRONG_TYPE|backoff: 1 (expected: an object)",
        "{\"backoff\":{\"last\":1}}|UNKNOWN_FIELD|backoff.last (expected: first, longest,"
            + " jitter_percent)",
        "{\"backoff\":{\"jitter_percent\":101}}|OUT_OF_BOUNDS|backoff.jitter_percent: 101"
            + " (expected: a whole number from 0 to 100)",
        "{\"backoff\":{\"first\":\"2m\"}}|OUT_OF_BOUNDS|backoff.first: 2m (expected: up to the"
            + " longest, 1m)",
        "{\"lease\":30}|WRONG_TYPE|lease: 30 (expected: a text)",
        "{\"lease\":\"soon\"}|WRONG_TYPE|lease: soon (expected: a whole number with ms, s, m, h or"
            + " d, as in 30s)",
        "{\"lease\":\"13h\"}|OUT_OF_BOUNDS|lease: 13h (expected: from 1s to 12h)",
        "{\"max_attempts\":1.5}|WRONG_TYPE|max_attempts: 1.5 (expected: a whole number from 1 to"
            + " 100)",
        "{\"max_attempts\":\"5\"}|WRONG_TYPE|max_attempts: \"5\" (expected: a whole number from 1"
            + " to 100)",
        "{\"rate_limit\":2147483648}|OUT_OF_BOUNDS|rate_limit: 2147483648 (expected: a whole number"
            + " from 0 to 2147483647)",
        "{\"order\":\"KEY\"}|WRONG_TYPE|order: KEY (expected: none or key)",
      })
  void what_is_wrong_is_told_by_the_name_of_the_field(
      String change, WireException.Fault fault, String sentence) {
    assertThatExceptionOfType(WireException.class)
        .isThrownBy(() -> changed(change))
        .withMessage(sentence)
        .satisfies(e -> assertThat(e.fault()).isEqualTo(fault));
  }
}
