package io.messina.server.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;

/** Lines are read by one parser as long as they are even; nobody may notice. */
class JsonLinesPropertyTest {

  @Property
  void what_a_line_is_does_not_depend_on_the_lines_around_it(@ForAll("bodies") List<String> lines) {
    List<String> alone = new ArrayList<>();
    for (String line : lines) {
      alone.addAll(outcomes(line));
    }
    assertThat(outcomes(String.join("\n", lines))).containsExactlyInAnyOrderElementsOf(alone);
  }

  @Provide
  Arbitrary<List<String>> bodies() {
    Arbitrary<String> even =
        Arbitraries.of("{\"user\":\"a\"}", "{\"user\":7,\"x\":[{}]}", "{\"at\":{}, \"x\":\"ä\"}\r");
    Arbitrary<String> uneven =
        Arbitraries.of(
            "{\"user\":",
            "1}",
            "{",
            "}",
            "{}}",
            "{} {}",
            "{},\"a\":{",
            "[",
            "]",
            "[{}]",
            "\"",
            "7",
            "{\"user\":\"b\"",
            ",\"user\":\"c\"}",
            "{\"user\":1,\"user\":2}",
            "{\"user\":{}}");
    return Arbitraries.frequencyOf(Tuple.of(6, even), Tuple.of(1, uneven))
        .list()
        .ofMinSize(1)
        .ofMaxSize(12);
  }

  /** The events, then why others are none. */
  private static List<String> outcomes(String body) {
    Ingested read =
        BodyReader.read(
            Reading.bytes(body), Reading.LINES, Reading.KEY_AND_TIME, IngestHeaders.NONE, true);
    List<String> outcomes = new ArrayList<>();
    read.events()
        .forEach(each -> outcomes.add(Reading.key(each.event()) + Reading.payload(each.event())));
    read.refused().forEach(line -> outcomes.add(line.detail()));
    return outcomes;
  }
}
