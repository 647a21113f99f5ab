package io.messina.stream.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.messina.api.GroupName;
import io.messina.api.GroupOptions;
import io.messina.api.Position;
import io.messina.api.Start;
import io.messina.api.StreamName;
import io.messina.runtime.RequestException;
import io.messina.store.Bytes;
import io.messina.stream.ClaimAddress;
import io.messina.stream.Event;
import io.messina.stream.GroupId;
import io.messina.stream.Output;
import io.messina.stream.StoredEvent;
import io.messina.stream.StreamId;
import io.messina.stream.catalog.CatalogGroup;
import io.messina.stream.catalog.CatalogStream;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

final class OutputsTest {

  private static final CatalogStream SCORES = NodeRoom.stream("scores", 4, Duration.ofMinutes(10));
  private static final CatalogStream FORGETFUL = NodeRoom.stream("forgetful", 1, Duration.ZERO);

  @AutoClose private final NodeRoom room = room();

  @Test
  void an_output_is_appended_once_however_often_its_event_is_handled() {
    assertThat(append(ack(1, 5, "first"), ack(2, 6, "second"))).containsExactly(true, true);
    // Another claim of the same event, whose handler came to something else.
    assertThat(append(ack(1, 9, "other"))).containsExactly(true);
    assertThat(texts()).containsExactlyInAnyOrder("first", "second");
    List<String> keys =
        SCORES.shards().stream()
            .flatMap(shard -> room.cluster.log(shard).stream())
            .map(stored -> stored.event().idempotencyKey().orElseThrow())
            .toList();
    assertThat(keys).allMatch(key -> key.startsWith("~out/edits~1/scorer~1/"));
  }

  @Test
  void a_lost_answer_does_not_repeat_an_output() {
    SCORES.shards().forEach(shard -> room.cluster.give(shard, "b"));
    room.loseAnswers(2);
    assertThat(append(ack(1, 5, "first"), ack(2, 6, "second"))).containsExactly(true, true);
    assertThat(texts()).hasSize(2);
  }

  @Test
  void only_events_whose_outputs_are_all_stored_are_done() {
    SCORES.shards().forEach(room.cluster::take);
    room.cluster.give(SCORES.shard(SCORES.keyPlacement().shardOf(Bytes.utf8("k"))), "a");
    Output there =
        new Output(
            new StreamName("scores"), Event.builder(Bytes.EMPTY).key(Bytes.utf8("k")).build());
    Output lost =
        new Output(
            new StreamName("scores"),
            Event.builder(Bytes.EMPTY).key(Bytes.utf8("elsewhere")).build());
    assertThat(SCORES.keyPlacement().shardOf(Bytes.utf8("elsewhere")))
        .isNotEqualTo(SCORES.keyPlacement().shardOf(Bytes.utf8("k")));
    assertThat(
            append(
                new Ack(receipt(1, 1), List.of(there)),
                new Ack(receipt(2, 2), List.of(there, lost)),
                new Ack(receipt(3, 3), List.of())))
        .containsExactly(true, false, true);
  }

  @Test
  void a_target_that_is_missing_or_remembers_nothing_is_told_before_anything_is_done() {
    Ack good = ack(1, 5, "first");
    Output missing = new Output(new StreamName("nowhere"), Event.of(Bytes.EMPTY));
    Output forgotten = new Output(new StreamName("forgetful"), Event.of(Bytes.EMPTY));
    assertThatThrownBy(() -> append(good, new Ack(receipt(2, 2), List.of(missing))))
        .isInstanceOf(RequestException.NotFound.class);
    assertThatThrownBy(() -> append(good, new Ack(receipt(2, 2), List.of(forgotten))))
        .isInstanceOf(RequestException.Refused.class);
    assertThat(texts()).isEmpty();
  }

  @Test
  void the_key_of_the_longest_names_is_within_the_bound() {
    String longest = "x".repeat(100);
    CatalogGroup group =
        new CatalogGroup(
            new StreamId(new StreamName(longest), Integer.MAX_VALUE),
            new GroupId(new GroupName(longest), Integer.MAX_VALUE),
            Start.earliest(),
            GroupOptions.DEFAULT);
    Position last = new Position(Position.EPOCH_MAX, Position.SEQUENCE_MAX);
    ClaimAddress receipt = new ClaimAddress(1, 1, 0, 4095, last, 1);
    assertThat(Outputs.key(group, receipt, Ack.OUTPUTS_MAX).length())
        .isLessThanOrEqualTo(Event.IDEMPOTENCY_KEY_CHARS_MAX);
  }

  private static NodeRoom room() {
    NodeRoom room = new NodeRoom(1);
    room.cluster.define(SCORES);
    room.cluster.define(FORGETFUL);
    SCORES.shards().forEach(shard -> room.cluster.give(shard, "a"));
    FORGETFUL.shards().forEach(shard -> room.cluster.give(shard, "a"));
    return room;
  }

  private List<Boolean> append(Ack... acks) {
    Map<String, CatalogStream> streams = Map.of("scores", SCORES, "forgetful", FORGETFUL);
    Outputs outputs =
        new Outputs(
            room.node.appends,
            name -> {
              CatalogStream found = streams.get(name.value());
              if (found == null) {
                throw new RequestException.NotFound(
                    RequestException.NotFound.Kind.STREAM, "stream: " + name);
              }
              return found;
            });
    return room.run(() -> outputs.appendAll(NodeRoom.GROUP, List.of(acks)));
  }

  private static Ack ack(int index, int claim, String text) {
    return new Ack(
        receipt(index, claim),
        List.of(new Output(new StreamName("scores"), Event.of(Bytes.utf8(text)))));
  }

  private static ClaimAddress receipt(int index, int claim) {
    return new ClaimAddress(1, 1, 0, 0, new Position(1, index), claim);
  }

  private List<String> texts() {
    return SCORES.shards().stream()
        .flatMap(shard -> room.cluster.log(shard).stream())
        .map(StoredEvent::event)
        .map(
            event -> new String(event.payload().toArray(), java.nio.charset.StandardCharsets.UTF_8))
        .toList();
  }
}
