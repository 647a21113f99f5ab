package io.messina.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TraceHeadersTest {

  private static final String PARENT = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

  private static Map<String, String> parsed(String name, String... values) {
    return TraceHeaders.parse(Map.of(name, List.of(values)));
  }

  private static Map<String, String> beside(String name, String... values) {
    return TraceHeaders.parse(Map.of(TraceHeaders.PARENT, List.of(PARENT), name, List.of(values)));
  }

  @Test
  void a_parent_is_taken_as_it_is() {
    for (String good :
        List.of(
            PARENT,
            PARENT.replace("-01", "-00"),
            PARENT.replace("-01", "-ff"),
            PARENT.replace("00-", "01-"),
            PARENT.replace("00-", "cc-") + "-what-the-future-will-be-like",
            PARENT.replace("00-", "cc-") + "-")) {
      assertThat(parsed("traceparent", good)).isEqualTo(Map.of("traceparent", good));
    }
  }

  @Test
  void a_wrong_parent_is_dropped_and_its_state_with_it() {
    for (String wrong :
        List.of(
            "",
            "00",
            " " + PARENT,
            PARENT + " ",
            PARENT + "-",
            PARENT + "-01",
            PARENT.replace("00-", "ff-"),
            PARENT.replace("0af", "0AF"),
            PARENT.replace("0af", "0ag"),
            PARENT.replace("0af", ".0af"),
            PARENT.replace("0af7651916cd43dd8448eb211c80319c", "0".repeat(32)),
            PARENT.replace("b7ad6b7169203331", "0".repeat(16)),
            PARENT.replace("00-", "cc-") + ".x",
            PARENT.replace("-01", "-1"))) {
      assertThat(
              TraceHeaders.parse(
                  Map.of("traceparent", List.of(wrong), "tracestate", List.of("a=1"))))
          .as(wrong)
          .isEmpty();
    }
    assertThat(parsed("traceparent", PARENT, PARENT)).isEmpty();
    assertThat(parsed("tracestate", "a=1")).isEmpty();
  }

  @Test
  void a_state_of_several_headers_is_one() {
    assertThat(beside("tracestate", "rojo=00f067aa0ba902b7", "congo=t61rcWkgMzE"))
        .isEqualTo(
            Map.of("traceparent", PARENT, "tracestate", "rojo=00f067aa0ba902b7,congo=t61rcWkgMzE"));
    for (String good : List.of("a=1, ,b=2", "1a-_*/@b=x y", "a= b!~")) {
      assertThat(beside("tracestate", good)).containsEntry("tracestate", good);
    }
  }

  @Test
  void a_wrong_state_is_dropped_alone() {
    for (String wrong :
        List.of(
            "",
            "a",
            "a=",
            "A=1",
            "a =1",
            "a=1=2",
            "a=1,a=2",
            "a=\u00e9",
            "a=" + "x".repeat(257),
            IntStream.range(0, 33)
                .mapToObj(i -> "k" + i + "=1")
                .collect(Collectors.joining(",")))) {
      assertThat(beside("tracestate", wrong)).as(wrong).isEqualTo(Map.of("traceparent", PARENT));
    }
  }

  @Test
  void baggage_needs_no_trace_and_has_bounds() {
    for (String good :
        List.of("a=1", "a = 1;p=2;q , b=%20", "user=anna,k=", "a=" + "x".repeat(8_190))) {
      assertThat(parsed("baggage", good)).isEqualTo(Map.of("baggage", good));
    }
    assertThat(parsed("baggage", "a=1", "b=2")).isEqualTo(Map.of("baggage", "a=1,b=2"));
    for (String wrong :
        List.of(
            "",
            "a",
            "a b=1",
            "a=1 2",
            "a=\"1\"",
            "a=1,,b=2",
            "a=\u00e9",
            "a=1\r\nx: y",
            "a=" + "x".repeat(8_191),
            IntStream.range(0, 65)
                .mapToObj(i -> "k" + i + "=1")
                .collect(Collectors.joining(",")))) {
      assertThat(parsed("baggage", wrong)).as(wrong).isEmpty();
    }
  }

  @Test
  void what_an_event_has_itself_wins_and_keeps_to_itself() {
    Map<String, String> trace =
        Map.of("traceparent", PARENT, "tracestate", "a=1", "baggage", "b=2");
    assertThat(TraceHeaders.of(Map.of("traceparent", PARENT, "x", "y", "baggage", "no")))
        .isEqualTo(Map.of("traceparent", PARENT));
    assertThat(TraceHeaders.passOn(trace, Map.of("x", "y")))
        .containsOnlyKeys("x", "traceparent", "tracestate", "baggage");
    assertThat(TraceHeaders.passOn(trace, Map.of("traceparent", "own")))
        .isEqualTo(Map.of("traceparent", "own", "baggage", "b=2"));
    assertThat(TraceHeaders.passOn(trace, Map.of("baggage", "own=1")))
        .containsEntry("baggage", "own=1")
        .containsEntry("tracestate", "a=1");
    assertThat(TraceHeaders.passOn(Map.of(), Map.of("x", "y"))).isEqualTo(Map.of("x", "y"));
  }

  @Test
  void a_trace_takes_no_event_out_of_its_bounds() {
    Map<String, String> many =
        IntStream.range(0, EventBounds.HEADERS_MAX)
            .boxed()
            .collect(Collectors.toMap(i -> "h" + i, i -> "v"));
    Map<String, String> long1 =
        Map.of("h", "v".repeat(EventBounds.HEADER_CHARS_MAX - 1 - PARENT.length()));
    Map<String, String> trace = Map.of("traceparent", PARENT);
    assertThat(TraceHeaders.passOn(trace, many)).isEqualTo(many);
    assertThat(TraceHeaders.passOn(trace, long1)).isEqualTo(long1);
    assertThat(TraceHeaders.added(trace, many)).hasSize(EventBounds.HEADERS_MAX + 1);
  }
}
