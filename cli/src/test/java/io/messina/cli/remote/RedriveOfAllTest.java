package io.messina.cli.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.messina.api.Death;
import io.messina.api.DeathCause;
import io.messina.api.EventId;
import io.messina.api.Position;
import io.messina.client.MessinaClient;
import io.messina.client.error.RetryPolicy;
import io.messina.client.event.Event;
import io.messina.client.event.Payload;
import io.messina.client.group.DeadLetter;
import io.messina.client.group.DeadLetters;
import java.net.URI;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

final class RedriveOfAllTest {

  private static final int PAGE = 10;

  private final TreeMap<String, Instant> dead = new TreeMap<>();
  private final List<String> redriven = new ArrayList<>();
  private final List<Long> progress = new ArrayList<>();
  private int room = Integer.MAX_VALUE;
  private int pauses;
  private Fault fault = () -> {};

  /** Happens once, after a request is done and before it is answered. */
  @FunctionalInterface
  private interface Fault {
    void happen();
  }

  @Test
  void each_letter_is_handed_out_once_although_some_die_anew_meanwhile() {
    die(35);
    fault = () -> dead.put("e00", Instant.EPOCH.plusSeconds(9));
    assertThat(run()).isEqualTo(35);
    assertThat(redriven).hasSize(35).doesNotHaveDuplicates();
    assertThat(progress).containsExactly(10L, 10L, 10L, 5L);
    assertThat(dead).containsOnlyKeys("e00");
  }

  @Test
  void what_there_is_no_room_for_comes_later() {
    die(25);
    room = 4;
    assertThat(run()).isEqualTo(25);
    assertThat(redriven).hasSize(25).doesNotHaveDuplicates();
    assertThat(pauses).isEqualTo(6);
  }

  @Test
  void a_lost_answer_makes_no_letter_come_twice() {
    die(15);
    fault =
        () -> {
          dead.put("e03", Instant.EPOCH.plusSeconds(9));
          askNobody();
        };
    assertThat(run()).isEqualTo(15);
    assertThat(redriven).hasSize(15).doesNotHaveDuplicates();
    assertThat(dead).containsOnlyKeys("e03");
  }

  @Test
  void what_cannot_be_mended_by_waiting_ends_it() {
    die(1);
    fault =
        () -> {
          throw new IllegalStateException("refused");
        };
    assertThatThrownBy(this::run).hasMessage("refused");
  }

  /** Fails as a server does that is away. */
  private static void askNobody() {
    URI nowhere = URI.create("http://127.0.0.1:1");
    try (MessinaClient client = MessinaClient.builder(nowhere).retries(RetryPolicy.NONE).build()) {
      var _ = client.stream("edits").get();
    }
  }

  private static DeadLetter letter(String id, Instant died) {
    Event event =
        new Event(
            new EventId(id),
            0,
            Position.START,
            Optional.empty(),
            Instant.EPOCH,
            Instant.EPOCH,
            Map.of(),
            Payload.text(id));
    return new DeadLetter(event, new Death(DeathCause.REJECTED, 1, List.of(), died));
  }

  private int run() {
    return new RedriveOfAll(this::list, this::redrive, this::pause, progress::add).run();
  }

  private void die(int count) {
    for (int i = 0; i < count; i++) {
      dead.put(String.format("e%02d", i), Instant.EPOCH);
    }
  }

  private void pause() {
    pauses++;
    room = Math.max(room, 4);
  }

  private DeadLetters list(Optional<EventId> after) {
    Map<String, Instant> behind =
        after.<Map<String, Instant>>map(id -> dead.tailMap(id.value(), false)).orElse(dead);
    List<DeadLetter> page =
        behind.entrySet().stream().limit(PAGE).map(e -> letter(e.getKey(), e.getValue())).toList();
    boolean more = behind.size() > PAGE;
    return new DeadLetters(
        page, more ? Optional.of(page.getLast().event().id()) : Optional.empty());
  }

  private int redrive(List<EventId> ids) {
    int count = 0;
    for (EventId id : ids) {
      if (room > 0 && dead.remove(id.value()) != null) {
        redriven.add(id.value());
        room--;
        count++;
      }
    }
    Fault now = fault;
    fault = () -> {};
    now.happen();
    return count;
  }
}
