package io.messina.api.feature;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.messina.api.StreamName;
import io.messina.api.StrictJson;
import io.messina.api.Wire;
import io.messina.api.WireException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The form of features in JSON, as it is between servers and clients of all versions. */
class FeatureWireTest {

  private static final Instant TIME = Instant.parse("2015-09-12T00:46:58.771000001Z");
  private static final String TIME_JSON = "\"time\":\"2015-09-12T00:46:58.771000001Z\"";
  private static final ListItem ITEM = new ListItem(FeatureValue.text("a \"b\"\n"), TIME);
  private static final String ITEM_JSON = "{\"value\":\"a \\\"b\\\"\\n\"," + TIME_JSON + "}";
  private static final FeedOptions FEED =
      FeedOptions.scalar(new StreamName("edits"), "age", "/user", "/age").time("/time");
  private static final String FEED_JSON =
      "\"stream\":\"edits\",\"entity_type\":\"user\",\"scalar\":\"age\",\"version\":\"\","
          + "\"entity\":\"/user\",\"value\":\"/age\",\"time\":\"/time\"";

  private static <T> void check(T value, Class<? super T> type, String json) {
    assertThat(Wire.write(value)).isEqualTo(json);
    assertThat((Object) Wire.read(json.getBytes(StandardCharsets.UTF_8), type)).isEqualTo(value);
  }

  private static <T extends Record> void checkRequest(T value, Class<T> type, String json) {
    assertThat(Wire.write(value)).isEqualTo(json);
    assertThat(Wire.request(StrictJson.read(json), type)).isEqualTo(value);
  }

  @Test
  void a_feature_is_written_and_read() {
    FeatureOptions options =
        FeatureOptions.list(ValueType.TEXT).unique(true).ttl(Duration.ofDays(30));
    String json = "\"type\":\"list\",\"value_type\":\"text\",\"ttl\":\"30d\",\"unique\":true";
    checkRequest(options, FeatureOptions.class, "{" + json + "}");
    check(
        new FeatureDefinition(
            new FeatureName("user", "pages"),
            options,
            new FeatureVersion("v2"),
            List.of(FeatureVersion.FIRST, new FeatureVersion("v2")),
            "t1"),
        FeatureDefinition.class,
        "{\"entity_type\":\"user\",\"name\":\"pages\","
            + json
            + ",\"latest\":\"v2\",\"versions\":[\"\",\"v2\"],\"tag\":\"t1\"}");
    assertThat(
            Wire.request(
                StrictJson.read("{\"type\":\"scalar\",\"value_type\":\"json\",\"ttl\":null}"),
                FeatureOptions.class))
        .isEqualTo(FeatureOptions.scalar(ValueType.JSON));
    assertThat(Wire.difference(options.keptForever(), options)).isEqualTo("{\"ttl\":\"forever\"}");
  }

  @Test
  void options_that_an_older_server_does_not_know_are_as_by_default() {
    FeatureDefinition feature =
        Wire.read(
            ("{\"entity_type\":\"user\",\"name\":\"pages\",\"type\":\"list\",\"value_type\":\"text\","
                 + "\"latest\":\"\",\"versions\":[\"\"],\"tag\":\"t1\"}")
                .getBytes(StandardCharsets.UTF_8),
            FeatureDefinition.class);
    assertThat(feature.options()).isEqualTo(FeatureOptions.list(ValueType.TEXT));
    FeedDefinition feed =
        Wire.read(
            ("{\"name\":\"f\",\"generation\":1,\"stream\":\"s\",\"entity_type\":\"user\",\"list\":\"pages\","
                 + "\"entity\":\"/user\",\"value\":\"/page\",\"tag\":\"t2\"}")
                .getBytes(StandardCharsets.UTF_8),
            FeedDefinition.class);
    assertThat(feed.options().version()).isEqualTo(FeatureVersion.FIRST);
  }

  @Test
  void a_feed_is_written_and_read() {
    checkRequest(FEED, FeedOptions.class, "{" + FEED_JSON + "}");
    FeedDefinition feed = new FeedDefinition(new FeedName("ages"), 2, FEED, "t2");
    String json = "\"name\":\"ages\",\"generation\":2," + FEED_JSON + ",\"tag\":\"t2\"";
    check(feed, FeedDefinition.class, "{" + json + "}");
    check(
        new FeedStatus(
            feed,
            true,
            Optional.empty(),
            Optional.of(7L),
            Optional.of(TIME),
            new FeedCounts(4, 8, 5, 6, Optional.of("why"))),
        FeedStatus.class,
        "{"
            + json
            + ",\"running\":true,\"lag\":7,\"oldest_unfed\":\"2015-09-12T00:46:58.771000001Z\","
            + "\"fed\":4,\"expired\":8,\"skipped\":5,\"passed\":6,\"last_skip\":\"why\"}");
    assertThat(
            Wire.request(
                    StrictJson.read(
                        "{\"stream\":\"edits\",\"entity\":\"/who/a~1b~0\",\"list\":\"x\","
                            + "\"value\":\"\"}"),
                    FeedOptions.class)
                .feature())
        .isEqualTo(new FeatureName("a/b~", "x"));
  }

  @Test
  void items_are_written_and_read() {
    checkRequest(new NewItems(List.of(ITEM)), NewItems.class, "{\"items\":[" + ITEM_JSON + "]}");
    check(new ItemPage(List.of(), Optional.empty()), ItemPage.class, "{\"items\":[]}");
    check(
        new ItemPage(List.of(ITEM), Optional.of("n")),
        ItemPage.class,
        "{\"items\":[" + ITEM_JSON + "],\"next\":\"n\"}");
    String line = "{\"entity\":\"a/b\"," + ITEM_JSON.substring(1);
    assertThat(Wire.write(ItemLine.of("a/b", ITEM))).isEqualTo(line);
    assertThat(ItemLine.parse(line)).isEqualTo(ItemLine.of("a/b", ITEM));
    check(
        new EntityPage(List.of(new EntityId("a/b")), Optional.empty()),
        EntityPage.class,
        "{\"entities\":[\"a/b\"]}");
    check(
        new ListAnswer.Found(new EntityId("a"), List.of(ITEM), Optional.of("n")),
        ListAnswer.class,
        "{\"status\":\"ok\",\"entity\":\"a\",\"items\":[" + ITEM_JSON + "],\"next\":\"n\"}");
    check(
        new ListAnswer.Failed(new EntityId("a"), "why", true),
        ListAnswer.class,
        "{\"status\":\"error\",\"entity\":\"a\",\"detail\":\"why\",\"retryable\":true}");
    check(new AddedItems(1, 2), AddedItems.class, "{\"stored\":1,\"expired\":2}");
    check(new RemovedItems(Optional.empty()), RemovedItems.class, "{}");
    check(new RemovedItems(Optional.of(3L)), RemovedItems.class, "{\"removed\":3}");
  }

  @Test
  void questions_are_written_and_read() {
    String query =
        "{\"entity_type\":\"user\",\"feature\":\"pages\",\"version\":\"latest\","
            + "\"entities\":[\"a\",\"b\"]";
    checkRequest(
        new ListsQuery(
            "user",
            "pages",
            FeatureVersion.LATEST,
            List.of(new EntityId("a"), new EntityId("b")),
            Map.of("b", "7"),
            Optional.of(TIME),
            Optional.empty(),
            5),
        ListsQuery.class,
        query
            + ",\"after\":{\"b\":\"7\"},\"min_time\":\"2015-09-12T00:46:58.771000001Z\","
            + "\"limit\":5}");
    assertThat(Wire.request(StrictJson.read(query + "}"), ListsQuery.class).each())
        .isEqualTo(ListQuery.newest(100));
    checkRequest(
        new ItemQuestion(FeatureValue.json("null"), Optional.empty(), Optional.empty()),
        ItemQuestion.class,
        "{\"value\":null}");
    checkRequest(
        SweepQuery.finding().after("n"),
        SweepQuery.class,
        "{\"dry_run\":true,\"limit\":1000,\"after\":\"n\"}");
    assertThat(Wire.request(StrictJson.read("{}"), SweepQuery.class))
        .isEqualTo(SweepQuery.deleting());
  }

  @Test
  void values_are_written_and_read() {
    Map<String, ValueAnswer> answers = new LinkedHashMap<>();
    answers.put("age", new ValueAnswer.Present(FeatureValue.integer(36), TIME));
    answers.put("job", new ValueAnswer.Missing());
    answers.put("size", new ValueAnswer.Expired(TIME));
    answers.put("mood", new ValueAnswer.Failed("why", false));
    check(
        new EntityValues(new EntityId("anna"), answers),
        EntityValues.class,
        "{\"entity\":\"anna\",\"features\":{\"age\":{\"status\":\"present\",\"value\":36,"
            + TIME_JSON
            + "},\"job\":{\"status\":\"missing\"},\"size\":{\"status\":\"expired\","
            + TIME_JSON
            + "},\"mood\":{\"status\":\"error\",\"detail\":\"why\",\"retryable\":false}}}");
    checkRequest(
        new NewValue(
            FeatureValue.json("{\"b\":1.50,\"a\":[1e400,0.1000000000000000055]}"),
            Optional.empty()),
        NewValue.class,
        "{\"value\":{\"b\":1.50,\"a\":[1E+400,0.1000000000000000055]}}");
    check(
        new SweepPage(
            3,
            2,
            1,
            List.of(
                new SweptFeature(
                    new FeatureName("user", "pages"),
                    FeatureVersion.FIRST,
                    2,
                    FeatureKind.LIST,
                    9)),
            Optional.empty()),
        SweepPage.class,
        "{\"looked_at\":3,\"deleted\":2,\"unknown\":1,\"features\":[{\"entity_type\":\"user\","
            + "\"name\":\"pages\",\"version\":\"\",\"generation\":2,\"type\":\"list\","
            + "\"entities\":9}]}");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"type\":\"list\"}|ABSENT|value_type: absent (expected: bytes or text or integer or"
            + " double or boolean or vector or json)",
        "{\"type\":\"graph\"}|WRONG_TYPE|type: graph (expected: list or scalar)",
        "{\"kind\":\"list\"}|UNKNOWN_FIELD|kind (expected: type, value_type, ttl, unique)",
        "{\"type\":\"list\",\"value_type\":\"text\",\"ttl\":\"1ms\"}|OUT_OF_BOUNDS|ttl: 1ms"
            + " (expected: from 1s to 36500d, or forever)",
        "{\"type\":\"list\",\"value_type\":\"text\",\"ttl\":\"1001ms\"}|OUT_OF_BOUNDS|ttl: 1001ms"
            + " (expected: whole seconds)",
        "{\"type\":\"scalar\",\"value_type\":\"text\",\"unique\":true}|OUT_OF_BOUNDS|unique: true"
            + " (expected: false, as for scalars)",
      })
  void what_is_wrong_with_a_feature_is_told(
      String json, WireException.Fault fault, String sentence) {
    checkRefused(json, FeatureOptions.class, fault, sentence);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"items\":[]}|OUT_OF_BOUNDS|items: 0 (expected: from 1 elements)",
        "{\"items\":7}|WRONG_TYPE|items: 7 (expected: a list)",
        "{\"items\":[7]}|WRONG_TYPE|items[0]: 7 (expected: an object)",
        "{\"items\":[{\"value\":null}]}|ABSENT|items[0].time: absent (expected: from"
            + " 1970-01-01T00:00:00Z to 2262-04-11T23:47:16.854775807Z)",
        "{\"items\":[{\"time\":\"1969-12-31T00:00:00Z\"}]}|OUT_OF_BOUNDS|items[0].time:"
            + " 1969-12-31T00:00:00Z (expected: from 1970-01-01T00:00:00Z to"
            + " 2262-04-11T23:47:16.854775807Z)",
        "{\"items\":[{\"time\":\"1970-01-01T00:00:00Z\"}]}|ABSENT|items[0].value: absent"
            + " (expected: any JSON)",
      })
  void what_is_wrong_with_items_is_told(String json, WireException.Fault fault, String sentence) {
    checkRefused(json, NewItems.class, fault, sentence);
  }

  private static void checkRefused(
      String json, Class<? extends Record> type, WireException.Fault fault, String sentence) {
    assertThatExceptionOfType(WireException.class)
        .isThrownBy(() -> Wire.request(StrictJson.read(json), type))
        .withMessage(sentence)
        .satisfies(e -> assertThat(e.fault()).isEqualTo(fault));
  }
}
