package io.messina.client.group;

import io.messina.api.Death;
import io.messina.api.EventId;
import io.messina.api.Receipt;
import io.messina.api.ReceiptResult;
import io.messina.client.internal.JsonReader;
import io.messina.client.internal.event.EventAnswer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Answers that hold events of a group, read from JSON. */
final class GroupAnswers {

  private GroupAnswers() {}

  static FollowedEvents followed(JsonReader json) {
    return EventAnswer.page(
        json, (events, next, run, gaps, generation) -> new FollowedEvents(events, next, run));
  }

  static Claimed claimed(JsonReader json) {
    List<ReceiptResult> results = new ArrayList<>();
    List<ClaimedEvent> events = new ArrayList<>();
    json.object(
        name -> {
          if (name.equals("events")) {
            json.array(() -> events.add(new ClaimFields(json).read()));
          } else if (name.equals("results")) {
            results.addAll(json.records(ReceiptResult.class));
          }
        });
    return new Claimed(List.copyOf(results), List.copyOf(events));
  }

  static DeadLetters deadLetters(JsonReader json) {
    List<DeadLetter> letters = new ArrayList<>();
    Optional<String> next =
        json.page("dead_letters", () -> json.array(() -> letters.add(deadLetter(json.raw()))));
    return new DeadLetters(List.copyOf(letters), next.map(EventId::new));
  }

  private static DeadLetter deadLetter(byte[] letter) {
    return new DeadLetter(
        JsonReader.read(letter, EventAnswer::event),
        JsonReader.read(letter, json -> json.record(Death.class)));
  }

  /** An event that was handed out, until all of it is read. */
  private static final class ClaimFields {

    private final JsonReader json;
    private final EventAnswer event;
    private int attempt = 1;
    private int attemptsLeft;
    private @Nullable Receipt receipt;
    private Optional<Duration> leaseRemaining = Optional.empty();
    private boolean suspect;

    ClaimFields(JsonReader json) {
      this.json = json;
      this.event = new EventAnswer(json);
    }

    ClaimedEvent read() {
      event.read(this::accept);
      return new ClaimedEvent(
          event.event(),
          attempt,
          attemptsLeft,
          JsonReader.required("receipt", receipt),
          leaseRemaining,
          suspect);
    }

    private void accept(String name) {
      switch (name) {
        case "attempt" -> attempt = json.number();
        case "attempts_left" -> attemptsLeft = json.number();
        case "receipt" -> receipt = new Receipt(json.text());
        case "lease_remaining_ms" ->
            leaseRemaining = Optional.of(Duration.ofMillis(json.longNumber()));
        case "suspect" -> suspect = json.flag();
        default -> event.accept(name);
      }
    }
  }
}
