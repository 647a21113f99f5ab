package io.messina.server.ingest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.messina.api.ProblemCode;
import io.messina.api.RefusedLine;
import io.messina.server.problem.ProblemAnswer;
import io.messina.server.problem.ProblemException;
import io.messina.store.Bytes;
import io.messina.stream.Event;
import io.messina.stream.log.EventRun;
import io.messina.stream.log.ShardPlacement;
import io.messina.stream.log.ShardRuns;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class BatchBodyTest {

  private static final ShardPlacement PLACEMENT = new ShardPlacement(4);
  private static final Instant TIME = Instant.parse("2015-09-12T00:46:58.771Z");
  private static final Event FULL =
      Event.builder(Bytes.utf8("<a/>"))
          .key(Bytes.utf8("日本"))
          .time(TIME)
          .header("trace", "7")
          .contentType("application/xml")
          .build();
  private static final Event SIMPLE =
      Event.builder(Bytes.utf8("{\"n\":1}"))
          .key(Bytes.utf8("ada"))
          .time(TIME.plusSeconds(9))
          .contentType("application/json")
          .build();
  private static final Map<String, String> KEY = Map.of("idempotency-key", "k");
  private static final Map<String, String> TRACE = Map.of("traceparent", "00-1", "baggage", "b=1");
  private static final Event BARE = Event.of(Bytes.utf8("b"));

  private static byte[] body(List<Event> events) {
    return EncodedBatch.of(PLACEMENT, events);
  }

  static Stream<Arguments> bodies() {
    return Stream.of(List.of(SIMPLE), List.of(FULL, SIMPLE, BARE), List.of(BARE, BARE))
        .map(events -> arguments((Object) body(events)));
  }

  @MethodSource("bodies")
  @FuzzTest
  void any_bytes_are_events_or_refused(byte[] body) {
    try {
      BatchBody.Batch batch = read(body, IngestRules.NONE, Map.of(), true);
      batch.events().ifPresent(runs -> assertThat(events(runs)).hasSize(runs.count()));
      assertThat(batch.events().isPresent() || !batch.refused().isEmpty()).isTrue();
    } catch (ProblemException e) {
      assertThat(e.problem().detail()).startsWith("body: ");
    }
  }

  @Test
  void events_come_as_they_were_encoded() {
    List<Event> all = List.of(FULL, SIMPLE, BARE);
    BatchBody.Batch batch =
        read(body(all), IngestRules.NONE, Map.of("idempotency-key", "k"), false);

    ShardRuns runs = batch.events().orElseThrow();
    assertThat(events(runs)).containsExactlyInAnyOrderElementsOf(all);
    assertThat(runs.parts()).allMatch(run -> run.key().equals(Optional.of("k#")));
    assertThat(batch.refused()).isEmpty();
  }

  @Test
  void the_trace_of_the_request_reaches_events_without_one() {
    Event own = SIMPLE.withHeaders(Map.of("traceparent", "own"));
    Event crowded = BARE.withHeaders(Map.of("a", "x".repeat(Event.HEADER_CHARS_MAX - 20)));
    byte[] body = body(List.of(FULL, SIMPLE, own, BARE, crowded));

    List<Event> events = events(traced(body, Map.of()));

    assertThat(events)
        .containsExactlyInAnyOrder(
            FULL.withHeaders(Map.of("trace", "7", "traceparent", "00-1", "baggage", "b=1")),
            SIMPLE.withHeaders(TRACE),
            own.withHeaders(Map.of("traceparent", "own", "baggage", "b=1")),
            BARE.withHeaders(TRACE),
            crowded);
  }

  @Test
  void without_a_trace_the_bytes_are_stored_as_they_came() {
    byte[] body = body(List.of(SIMPLE));
    ShardRuns runs = read(body, IngestRules.NONE, Map.of(), false).events().orElseThrow();
    body[body.length - 1] = 'x';
    assertThat(events(runs).getFirst().payload()).isEqualTo(Bytes.utf8("{\"n\":1x"));
  }

  @Test
  void a_repeat_is_one_whatever_its_trace() {
    for (Event event : List.of(SIMPLE, FULL, BARE)) {
      byte[] body = body(List.of(event));
      int without = digest(read(body, IngestRules.NONE, KEY, false).events().orElseThrow());
      assertThat(digest(traced(body, KEY))).isEqualTo(without);
      Event other = event.withHeaders(Map.of("other", "header"));
      assertThat(digest(traced(body(List.of(other)), KEY))).isNotEqualTo(without);
    }
  }

  @Test
  void events_that_must_be_in_one_row_go_without_the_trace_where_it_has_no_room() {
    List<Event> many = Collections.nCopies(10_000, BARE);
    byte[] body = EncodedBatch.ofOneShard(0, many);
    assertThat(events(traced(body, KEY))).isEqualTo(many);
    assertThat(events(traced(body, Map.of()))).allMatch(event -> event.headers().equals(TRACE));
  }

  private static ShardRuns traced(byte[] body, Map<String, String> headers) {
    return read(body, IngestRules.NONE, headers, TRACE, false).events().orElseThrow();
  }

  private static int digest(ShardRuns runs) {
    return runs.parts().getFirst().digest();
  }

  @Test
  void a_bad_event_is_refused_alone_if_that_is_allowed() {
    Event broken = Event.builder(Bytes.utf8("{")).contentType("application/json").build();
    byte[] body = EncodedBatch.ofOneShard(2, List.of(BARE, broken, BARE));

    BatchBody.Batch batch = read(body, IngestRules.NONE, Map.of(), true);

    assertThat(events(batch.events().orElseThrow())).containsExactly(BARE, BARE);
    assertThat(batch.refused()).extracting(RefusedLine::line).containsExactly(1);
    assertThat(problem(body, IngestRules.NONE, Map.of()).detail()).startsWith("line 1: not JSON");
    BatchBody.Batch none =
        read(EncodedBatch.ofOneShard(2, List.of(broken)), IngestRules.NONE, Map.of(), true);
    assertThat(none.events()).isEmpty();
  }

  @Test
  void what_the_stream_takes_from_payloads_must_be_in_the_event() {
    IngestRules rules =
        IngestRules.compile(
            Optional.of("/user"), Optional.of("/at/time"), Optional.of("{\"required\":[\"n\"]}"));
    Event given =
        Event.builder(Bytes.utf8("{\"user\":\"x\",\"n\":1,\"at\":{\"time\":\"" + TIME + "\"}}"))
            .key(Bytes.utf8("x"))
            .time(TIME)
            .contentType("application/json")
            .build();
    Event unkeyed = Event.builder(given.payload()).contentType("application/json").build();
    Event without =
        Event.builder(Bytes.utf8("{}"))
            .key(Bytes.utf8("x"))
            .contentType("application/json")
            .build();

    assertThat(events(read(body(List.of(given)), rules, Map.of(), false).events().orElseThrow()))
        .containsExactly(given);
    assertThat(problem(body(List.of(unkeyed)), rules, Map.of()).detail())
        .contains("only in the payload");
    assertThat(problem(body(List.of(without)), rules, Map.of()).detail()).contains("n");
    assertThat(problem(body(List.of(BARE)), rules, Map.of()).detail())
        .contains("application/json, as the stream has a schema");
  }

  @Test
  void what_is_no_batch_is_refused_with_a_sentence() {
    byte[] good = body(List.of(SIMPLE));
    assertThat(detail(with(good, 0, 9))).contains("version 9");
    assertThat(detail(with(good, 2, 200))).contains("shard 200");
    assertThat(detail(with(good, good.length - 1, 'x'))).contains("checksum");
    assertThat(detail(new byte[] {1})).contains("no events");
    assertThat(detail(EncodedBatch.ofOneShard(0, List.of(SIMPLE)))).contains("a key of shard");
    assertThat(problem(good, IngestRules.NONE, Map.of("messina-key", "k")).detail())
        .contains("no such header");
  }

  @ParameterizedTest
  @CsvSource({
    "04 01 69 78, line 0: flags: 4",
    "08 01 73 01 78, line 0: flags: 8",
    "28 06 6c6f61646572 e807 7b7d, line 0: flags: 40",
    "80 78, line 0: flags: 128",
    "10 01 01 ff 01 61 78, line 0: header name: not UTF-8",
    "10 01 01 61 01 ff 78, line 0: header a: not UTF-8",
    "10 02 01 61 01 62 01 61 01 63 78, line 0: headers: a twice",
    "60 01 ff 78, line 0: content type: not UTF-8",
    "11 01 ff 01 01 61 01 62 78, line 0: key: not UTF-8",
    "01 01 ff 78, line 0: key: not UTF-8",
    "02 feffffffff3f 00 78, line 0: time: +",
    "12 feffffffff3f 00 01 01 61 01 62 78, line 0: time: +",
    "02 fdffffffff3f 00 78, line 0: time: -",
  })
  void an_event_of_a_batch_says_no_more_than_a_line_may(String hex, String sentence) {
    byte[] event = HexFormat.of().parseHex(hex.replace(" ", ""));
    assertThat(detail(EncodedBatch.ofBytes(event))).startsWith(sentence).contains("expected: ");
  }

  @ParameterizedTest
  @ValueSource(strings = {"0000-01-01T00:00:00Z", "9999-12-31T23:59:59.999999999Z"})
  void the_first_and_the_last_time_of_a_line_are_taken(String time) {
    Event event = Event.builder(Bytes.utf8("x")).time(Instant.parse(time)).build();
    byte[] body = body(List.of(event));
    assertThat(events(read(body, IngestRules.NONE, Map.of(), false).events().orElseThrow()))
        .containsExactly(event);
  }

  @Test
  void a_payload_that_is_too_large_is_so_in_each_form() {
    byte[] plain = new byte[Event.PAYLOAD_BYTES_MAX + 2];
    byte[] named = new byte[Event.PAYLOAD_BYTES_MAX + 4];
    named[0] = 3 << 5;
    named[1] = 1;
    named[2] = 'a';
    for (byte[] event : List.of(plain, named)) {
      ProblemAnswer problem = problem(EncodedBatch.ofBytes(event), IngestRules.NONE, Map.of());
      assertThat(problem.code()).isEqualTo(ProblemCode.TOO_LARGE);
      assertThat(problem.detail()).startsWith("line 0: payload bytes: 1048577");
    }
  }

  @Test
  void a_part_that_does_not_add_up_is_named() {
    byte[] good = EncodedBatch.ofBytes(new byte[] {0, 'a'}, new byte[] {0, 'b'});
    String part = "body: part of shard 0: ";
    assertThat(detail(changed(good, 3, -1))).startsWith(part + "4294967295 events");
    assertThat(detail(changed(good, 3, 3))).startsWith(part + "events: 2 (expected: ");
    assertThat(detail(changed(good, 3, 1))).startsWith(part + "bytes behind its 1 events: 6");
    assertThat(detail(changed(good, 15, -1))).startsWith(part + "4294967295 bytes of events");
    assertThat(detail(changed(good, 15, 13))).startsWith(part + "13 bytes of events");
    assertThat(detail(Arrays.copyOf(good, good.length + 1))).startsWith("body: 1 bytes behind");
    assertThat(detail(new byte[0])).startsWith("body: empty");
  }

  private static byte[] changed(byte[] body, int at, int number) {
    byte[] copy = body.clone();
    ByteBuffer.wrap(copy).putInt(at, number);
    return copy;
  }

  private static String detail(byte[] body) {
    return problem(body, IngestRules.NONE, Map.of()).detail();
  }

  private static ProblemAnswer problem(
      byte[] body, IngestRules rules, Map<String, String> headers) {
    return Reading.problem(() -> read(body, rules, headers, false));
  }

  private static BatchBody.Batch read(
      byte[] body, IngestRules rules, Map<String, String> headers, boolean partial) {
    return read(body, rules, headers, Map.of(), partial);
  }

  private static BatchBody.Batch read(
      byte[] body,
      IngestRules rules,
      Map<String, String> headers,
      Map<String, String> trace,
      boolean partial) {
    return BatchBody.read(
        body, rules, IngestHeaders.parse(headers), trace, PLACEMENT, partial, _ -> {});
  }

  private static List<Event> events(ShardRuns runs) {
    return runs.parts().stream().map(EventRun::events).flatMap(List::stream).toList();
  }

  private static byte[] with(byte[] body, int index, int changed) {
    byte[] copy = body.clone();
    copy[index] = (byte) changed;
    return copy;
  }
}
