package io.messina.server.streams;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.server.RunningNode;
import io.messina.testkit.Seeds;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Events with whatever JSON allows, before all that follows a stream by itself: each reader goes on
 * to the good events behind them.
 */
@Timeout(180)
@SuppressWarnings("NullAway.Init")
class OddEventsTest {

  private static final int SEEDS = 2;
  private static final int ODD = 300;
  private static final int GOOD = 5;
  private static final String KEY = "Messina-Key: ";
  private static final String GOOD_EVENT =
      "{\"group\":\"good\",\"number\":1,\"member\":\"m\",\"user\":\"ada\",\"time\":\"2026-01-01T00:00:00Z\"}";
  private static final List<String> MEMBERS = List.of("group", "number", "member", "user", "time");

  private static final List<String> ODDEST =
      List.of(
          "1e99999999999",
          "-1e99999999999",
          "1e-99999999999",
          "0e99999999999",
          "100e2147483647",
          "1e2147483648",
          "1e-2147483648",
          "1e300000000",
          "123456789012345678901234567890.5",
          "-0",
          "1.000000000000000000000000000000000001",
          "9223372036854775808",
          "\"\\ud83d\"",
          "\"\\ude00a\\ud83d\"",
          "\"\\u0000\"",
          "\"\"",
          "null",
          "true",
          "[]",
          "{}",
          "[[[1e99999999999]]]",
          "{\"a\":1,\"a\":{\"a\":2}}",
          "\"9999-12-31T23:59:59.999999999Z\"",
          "\"-999999999-01-01T00:00:00Z\"",
          "\"0000-01-01T00:00:00Z\"",
          "1e18",
          "-62135596800001");

  @TempDir private static Path folder;
  @AutoClose private static RunningNode node;

  @BeforeAll
  static void start() throws Exception {
    node = RunningNode.in(folder, "--durability", "os");
  }

  @Test
  void every_reader_goes_on_behind_them() throws Exception {
    Seeds.forEach(SEEDS, seed -> new Trial(seed).run());
  }

  /** One stream and its readers. */
  private static final class Trial {

    private final SplittableRandom random;
    private final String name;
    private final Map<String, String> aggregates = new LinkedHashMap<>();
    private final List<String> feeds = new ArrayList<>();

    Trial(long seed) {
      this.random = new SplittableRandom(seed);
      this.name = "odd" + seed;
    }

    void run() throws Exception {
      node.json(201, "PUT", stream(), "{\"shards\":1}");
      putReaders();
      for (int i = 0; i < ODD; i++) {
        node.json(202, "POST", events(), odd(), KEY + random.nextInt(5));
      }
      for (int i = 0; i < GOOD; i++) {
        node.json(202, "POST", events(), GOOD_EVENT, KEY + "good");
      }
      for (Map.Entry<String, String> aggregate : aggregates.entrySet()) {
        awaitCounted(aggregate.getKey(), aggregate.getValue());
      }
      for (String feed : feeds) {
        var _ = node.awaited(feed, report -> report.path("lag").asInt(1) == 0);
      }
      var _ =
          node.awaited(
              "/v1/enrichments/" + name,
              report ->
                  report.path("lag").asInt(1) == 0 && report.required("keys_busy").asInt() == 0);
      assertThat(node.json(200, "GET", "/v1/lists/user/" + name + "/ada", "").required("items"))
          .isNotEmpty();
      assertThat(
              node.json(200, "GET", "/v1/enrichments/" + name + "/good", "")
                  .required("state")
                  .required("events")
                  .intValue())
          .isEqualTo(GOOD);
    }

    private String stream() {
      return "/v1/streams/" + name;
    }

    private String events() {
      return stream() + "/events";
    }

    private void putReaders() throws Exception {
      aggregate("count", "");
      aggregate("sum", ",\"of\":\"/number\"");
      aggregate("min", ",\"of\":\"/number\"");
      aggregate("max", ",\"of\":\"/number\"");
      aggregate("unique", ",\"of\":\"/member\",\"rekey\":true");
      aggregate("approx_unique", ",\"of\":\"/member\"");
      aggregate("count", ",\"where\":[{\"field\":\"/number\",\"equals\":1}]");
      node.json(
          201, "PUT", "/v1/features/user/" + name, "{\"type\":\"list\",\"value_type\":\"json\"}");
      feed("list", ",\"list\":\"%s\",\"value\":\"/member\",\"time\":\"/time\"".formatted(name));
      node.json(
          201,
          "PUT",
          "/v1/features/user/" + name + "s",
          "{\"type\":\"scalar\",\"value_type\":\"integer\"}");
      feed("scalar", ",\"scalar\":\"%ss\",\"value\":\"/number\"".formatted(name));
      node.json(
          201,
          "PUT",
          "/v1/enrichments/" + name,
          """
          {"stream":"%s","fields":{"events":{"function":"count"},\
          "sum":{"function":"sum","value":"/number"},"least":{"function":"min","value":"/number"},\
          "last":{"function":"last","value":"/member"},\
          "some":{"function":"append_to_list","value":"/member","max":3}}}\
          """
              .formatted(name));
    }

    private void aggregate(String kind, String more) throws Exception {
      String aggregate = "%s-%d".formatted(name, aggregates.size());
      String path = "/v1/aggregates/" + aggregate;
      node.json(
          201,
          "PUT",
          path,
          "{\"stream\":\"%s\",\"kind\":\"%s\",\"group_by\":[\"/group\"],\"window\":\"1h\"%s}"
              .formatted(name, kind, more));
      aggregates.put(path, kind);
    }

    private void feed(String what, String more) throws Exception {
      String feed = "/v1/feeds/%s-%s".formatted(name, what);
      node.json(
          201, "PUT", feed, "{\"stream\":\"%s\",\"entity\":\"/user\"%s}".formatted(name, more));
      feeds.add(feed);
    }

    private void awaitCounted(String path, String kind) throws Exception {
      var _ =
          node.awaited(
              path + "/rows?key=good&from=1000-01-01T00:00:00Z",
              page ->
                  page.required("missing").isEmpty()
                      && page.required("rows")
                          .valueStream()
                          .anyMatch(row -> row.required("value").intValue() == expected(kind)));
    }

    /** The good events have the number 1 and one member. */
    private static int expected(String kind) {
      return kind.equals("count") || kind.equals("sum") ? GOOD : 1;
    }

    /** Members that come twice are among them. */
    private String odd() {
      return IntStream.range(0, 1 + random.nextInt(7))
          .mapToObj(_ -> "\"%s\":%s".formatted(MEMBERS.get(random.nextInt(5)), value(0)))
          .collect(Collectors.joining(",", "{\"group\":%s,".formatted(scalar()), "}"));
    }

    private String scalar() {
      return ODDEST.get(random.nextInt(ODDEST.size()));
    }

    private String value(int depth) {
      return switch (random.nextInt(depth > 3 ? 3 : 5)) {
        case 0 -> scalar();
        case 1 ->
            "%d%s.%de%s%d"
                .formatted(
                    1 + random.nextInt(9),
                    "0".repeat(random.nextInt(40)),
                    random.nextInt(1000),
                    random.nextBoolean() ? "-" : "",
                    random.nextLong() >>> (1 + random.nextInt(62)));
        case 2 -> "[".repeat(150) + "]".repeat(150);
        case 3 -> "[%s,%s]".formatted(value(depth + 1), value(depth + 1));
        default -> "{\"a\":%s,\"\\ud83d\\ude00\":%s}".formatted(value(depth + 1), value(depth + 1));
      };
    }
  }
}
