package io.messina.server.ingest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.messina.server.problem.ProblemException;
import io.messina.stream.Event;
import io.messina.stream.log.EventRun;
import io.messina.stream.log.ShardPlacement;
import io.messina.stream.log.ShardRuns;
import io.messina.stream.log.ShardRunsBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the scan takes is what the parser takes, and both read the same. */
class PlainBodyTest {

  private static final IngestRules RULES =
      IngestRules.compile(Optional.of("/user"), Optional.of("/at"), Optional.empty());

  static Stream<Arguments> bodies() {
    return Stream.of(
            "{\"user\":\"a\",\"at\":\"2015-09-12T00:46:58.771+02:00\"}\r\n\n{}\n{\"user\":1e3}",
            "{\"user\":null,\"x\":[[],{},{\"user\":1},-0.5E-7,true,\"\\ud83c\\u0041\\n"
                + "\"],\"at\":null}",
            "\uFEFF {\"user\" : \"日本\" , \"y\":\"🌊\"} \t\n {\"user\":false}",
            "{\"user\":01}",
            "{\"user\":\"a\",\"user\":\"b\"}",
            "{\"us\\u0065r\":\"a\"}",
            "{\"user\":\"\\ud800\"}",
            "{\"user\":\"a\"}{}",
            "{\"user\":\"a\"},{}",
            "{\"user\":[1]}\n[1]\n7",
            "{\"a\":1,}",
            "{\"a\":tru}",
            "{,}")
        .map(text -> arguments((Object) Reading.bytes(text)));
  }

  @MethodSource("bodies")
  @FuzzTest
  void lines_are_the_same_events_either_way(byte[] body) {
    assertSame(body, Reading.LINES);
  }

  @MethodSource("bodies")
  @FuzzTest
  void a_value_is_the_same_event_either_way(byte[] body) {
    assertSame(body, Reading.JSON);
  }

  @Property(tries = 3_000)
  void almost_json_is_the_same_events_either_way(@ForAll("almostJson") String text) {
    assertSame(Reading.bytes(text), Reading.LINES);
    assertSame(Reading.bytes(text), Reading.JSON);
  }

  @Provide
  Arbitrary<String> almostJson() {
    Arbitrary<String> scalar =
        Arbitraries.of(
            "1",
            "-0",
            "0.5",
            "1e3",
            "01",
            "1.",
            "-",
            "true",
            "null",
            "nul",
            "\"\"",
            "\"a\"",
            "\"\\u00e4\"",
            "\"\\x\"",
            "\"ä語🌊 and more than eight bytes\"",
            "\"tab\t\"",
            "\"\u007f\"",
            "\"2015-09-12T00:46:58Z\"",
            "\"0000-01-01T00:00:00+18:00\"",
            "[]",
            "{}",
            "[1,{\"user\":2}]",
            "{\"user\":3}");
    Arbitrary<String> member =
        Combinators.combine(
                Arbitraries.of("\"user\"", "\"at\"", "\"other\"", "\"us\\u0065r\"", "\"\"", "user"),
                Arbitraries.of(":", " : ", "", "::"),
                scalar)
            .as((name, colon, value) -> name + colon + value);
    Arbitrary<String> object =
        member.list().ofMaxSize(4).map(members -> "{" + String.join(",", members) + "}");
    return Combinators.combine(
            Arbitraries.frequencyOf(
                net.jqwik.api.Tuple.of(8, object), net.jqwik.api.Tuple.of(1, scalar)),
            Arbitraries.of("", " ", "\n", "\r\n", "\n\n", ",", "}", "\u0000", "\t"))
        .as((value, behind) -> value + behind)
        .list()
        .ofMinSize(1)
        .ofMaxSize(4)
        .map(lines -> String.join("", lines));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"user\":\"Ada\",\"at\":\"2015-09-12T00:46:58.771Z\",\"n\":[1.5e3,{\"a\":null}]}",
        "{\"user\":7,\"text\":\"\\\"quoted\\\" \\u00e4\"}\r\n\r\n  {}  \n",
        "{\"user\":\"日本\"}\n{\"user\":null,\"at\":null}"
      })
  void what_producers_send_is_plain(String text) {
    assertThat(plain(Reading.bytes(text), Reading.LINES, Map.of())).isNotEmpty();
  }

  @Test
  void the_headers_of_a_request_are_those_of_its_events() {
    byte[] body = Reading.bytes("{\"user\":\"a\"}\n{}");
    Map<String, String> headers = Map.of("messina-key", "k", "messina-header-trace", "7");

    assertThat(plain(body, Reading.LINES, headers))
        .contains(events(BodyReader.read(body, Reading.LINES, RULES, parsed(headers), false)));
    assertThat(plain(body, Reading.LINES, Map.of("idempotency-key", "i"))).isEmpty();
    assertThat(plain(body, Reading.LINES, Map.of("messina-time", "2015-09-12T00:46:58Z")))
        .isEmpty();
  }

  @Test
  void bytes_without_rules_are_an_event() {
    byte[] body = {1, 2, 3};
    Optional<ShardRunsBuilder> read =
        PlainBody.read(
            body,
            "image/png",
            IngestRules.NONE,
            IngestHeaders.NONE,
            template -> new ShardRunsBuilder(new ShardPlacement(4), 3, template, body));

    assertThat(inOrder(read.orElseThrow().build()))
        .isEqualTo(
            events(
                BodyReader.read(body, "image/png", IngestRules.NONE, IngestHeaders.NONE, false)));
  }

  private static void assertSame(byte[] body, String type) {
    plain(body, type, Map.of())
        .ifPresent(
            events ->
                assertThat(events)
                    .isEqualTo(
                        events(BodyReader.read(body, type, RULES, IngestHeaders.NONE, false))));
  }

  private static Optional<List<Event>> plain(
      byte[] body, String type, Map<String, String> headers) {
    try {
      return PlainBody.read(
              body,
              type,
              RULES,
              parsed(headers),
              template -> new ShardRunsBuilder(new ShardPlacement(4), 3, template, body))
          .map(events -> inOrder(events.build()));
    } catch (ProblemException e) {
      throw new AssertionError("it refuses nothing", e);
    }
  }

  private static IngestHeaders parsed(Map<String, String> headers) {
    return IngestHeaders.parse(headers);
  }

  private static List<Event> events(Ingested ingested) {
    return ingested.events().stream().map(IngestedEvent::event).toList();
  }

  private static List<Event> inOrder(ShardRuns runs) {
    int[] next = new int[runs.parts().size()];
    List<Event> events = new ArrayList<>();
    for (int i = 0; i < runs.count(); i++) {
      int part = runs.partOf().length == 0 ? 0 : runs.partOf()[i];
      EventRun run = runs.parts().get(part);
      events.add(run.event(next[part]++));
    }
    for (int part = 0; part < next.length; part++) {
      assertThat(next[part]).isEqualTo(runs.parts().get(part).count());
    }
    return events;
  }
}
