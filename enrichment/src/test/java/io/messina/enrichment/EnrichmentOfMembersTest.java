package io.messina.enrichment;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.api.StreamName;
import io.messina.api.StreamOptions;
import io.messina.enrich.KeyStatus;
import io.messina.enrich.NewGeneration;
import io.messina.enrich.SlotPhase;
import io.messina.runtime.RequestException;
import io.messina.store.Bytes;
import io.messina.store.Store;
import io.messina.stream.Event;
import io.messina.stream.node.PartlyStoredException;
import io.messina.stream.node.Streams;
import io.messina.stream.testkit.NearMembers;
import io.messina.testkit.SimulatedStore;
import io.messina.testkit.SystemWaiting;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** An enrichment of a stream whose shards two nodes have. */
@Timeout(60)
class EnrichmentOfMembersTest {

  private static final StreamName EDITS = new StreamName("edits");
  private static final int SHARDS = 4;
  private static final int KEYS = 20;

  @Test
  void any_node_tells_why_a_key_waits() {
    Store store = SimulatedStore.calm(InstantSource.system());
    ComparingStates.Table table = new ComparingStates.Table();
    CompletableFuture<Void> gate = new CompletableFuture<>();
    table.writesAwait(gate);
    List<Enrichment<String>> enrichments = new ArrayList<>();
    try (NearMembers members = new NearMembers(store)) {
      List<Streams> nodes = List.of(members.start("one"), members.start("two"));
      var _ = nodes.getFirst().create(EDITS, StreamOptions.DEFAULT.shards(SHARDS));
      SystemWaiting.until(
          () -> nodes.stream().noneMatch(node -> node.owned().isEmpty()) && total(nodes) == SHARDS);
      for (Streams node : nodes) {
        SystemWaiting.until(() -> begins(members, node, table, enrichments));
      }
      SystemWaiting.until(() -> appends(nodes.getFirst()));
      for (Enrichment<String> asked : enrichments) {
        SystemWaiting.until(
            () -> keys().stream().allMatch(key -> isWriting(asked.why(Bytes.utf8(key)))));
        assertThat(asked.why(Bytes.utf8("another"))).isEmpty();
      }
      gate.complete(null);
      for (Enrichment<String> asked : enrichments) {
        SystemWaiting.until(
            () ->
                keys().stream()
                    .allMatch(
                        key ->
                            asked
                                .why(Bytes.utf8(key))
                                .filter(status -> status.events() > 0)
                                .isEmpty()));
      }
    } finally {
      enrichments.forEach(Enrichment::close);
    }
  }

  @Test
  void a_status_is_the_same_at_another_node() {
    for (SlotPhase phase : SlotPhase.values()) {
      for (String error : new String[] {null, "", "é"}) {
        Optional<KeyStatus> status =
            Optional.of(
                new KeyStatus(
                    phase, 3, phase == SlotPhase.IDLE ? -1 : 77, Duration.ofMillis(5), 2, error));
        assertThat(KeyStatusForm.decode(KeyStatusForm.encode(status))).isEqualTo(status);
      }
    }
    assertThat(KeyStatusForm.decode(KeyStatusForm.encode(Optional.empty()))).isEmpty();
  }

  private static int total(List<Streams> nodes) {
    return nodes.stream().mapToInt(node -> node.owned().size()).sum();
  }

  private static boolean begins(
      NearMembers members,
      Streams node,
      ComparingStates.Table table,
      List<Enrichment<String>> enrichments) {
    try {
      enrichments.add(
          Enrichment.start(
              members.context(),
              node,
              EDITS,
              "all",
              OwnTableTest.own(table, 1, NewGeneration.AFRESH)));
      return true;
    } catch (RequestException _) {
      return false; // an owner has lost a shard
    }
  }

  private static boolean appends(Streams node) {
    try {
      var _ =
          node.stream(EDITS)
              .append(
                  keys().stream()
                      .map(
                          key ->
                              Event.builder(Bytes.utf8("1"))
                                  .key(Bytes.utf8(key))
                                  .idempotencyKey(key)
                                  .build())
                      .toList());
      return true;
    } catch (RequestException | PartlyStoredException _) {
      return false; // an owner has lost a shard
    }
  }

  private static List<String> keys() {
    return IntStream.range(0, KEYS).mapToObj(i -> "k" + i).toList();
  }

  private static boolean isWriting(Optional<KeyStatus> status) {
    return status.filter(it -> it.phase() == SlotPhase.WRITING && it.events() == 1).isPresent();
  }
}
