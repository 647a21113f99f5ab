package io.messina.server.ingest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.messina.api.RefusedLine;
import io.messina.server.problem.ProblemAnswer;
import io.messina.server.problem.ProblemException;
import io.messina.store.Bytes;
import io.messina.stream.Event;
import io.messina.stream.log.EventRun;
import io.messina.stream.log.ShardPlacement;
import io.messina.stream.log.ShardRuns;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

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
    assertThat(detail(new byte[0])).contains("remaining bytes");
    assertThat(detail(EncodedBatch.ofOneShard(0, List.of(SIMPLE)))).contains("a key of shard");
    assertThat(problem(good, IngestRules.NONE, Map.of("messina-key", "k")).detail())
        .contains("no such header");
  }

  @Test
  void events_with_keys_of_their_own_are_told_apart_by_the_shard() {
    Event keyed = Event.builder(Bytes.utf8("x")).idempotencyKey("i").build();
    ShardRuns runs =
        read(EncodedBatch.ofOneShard(1, List.of(keyed)), IngestRules.NONE, Map.of(), false)
            .events()
            .orElseThrow();

    assertThat(runs.parts().getFirst().isAnyNumberedOrKeyed()).isTrue();
    assertThat(events(runs)).containsExactly(keyed);
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
    return BatchBody.read(body, rules, IngestHeaders.parse(headers), PLACEMENT, partial);
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
