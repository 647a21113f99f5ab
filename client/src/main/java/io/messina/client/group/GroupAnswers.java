package io.messina.client.group;

import io.messina.api.AttemptError;
import io.messina.api.DeathCause;
import io.messina.api.EventId;
import io.messina.api.Receipt;
import io.messina.api.ReceiptResult;
import io.messina.client.internal.EventFields;
import io.messina.client.internal.JsonReader;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Answers that hold events of a group, read from JSON. */
final class GroupAnswers {

  private GroupAnswers() {}

  static FollowedEvents followed(JsonReader json) {
    return EventFields.page(json, FollowedEvents::new);
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
    List<EventId> next = new ArrayList<>();
    json.object(
        name -> {
          if (name.equals("dead_letters")) {
            json.array(() -> letters.add(new DeathFields(json).read()));
          } else if (name.equals("next")) {
            next.add(new EventId(json.text()));
          }
        });
    return new DeadLetters(List.copyOf(letters), next.stream().findFirst());
  }

  /** An event that was handed out, until all of it is read. */
  private static final class ClaimFields {

    private final JsonReader json;
    private final EventFields event;
    private int attempt = 1;
    private int attemptsLeft;
    private @Nullable Receipt receipt;
    private Optional<Duration> leaseRemaining = Optional.empty();
    private boolean suspect;

    ClaimFields(JsonReader json) {
      this.json = json;
      this.event = new EventFields(json);
    }

    ClaimedEvent read() {
      event.read(this::accept);
      return new ClaimedEvent(
          event.event(),
          attempt,
          attemptsLeft,
          EventFields.required("receipt", receipt),
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

  /** A dead letter, until all of it is read. */
  private static final class DeathFields {

    private final JsonReader json;
    private final EventFields event;
    private @Nullable DeathCause cause;
    private int attempts;
    private List<AttemptError> errors = List.of();
    private @Nullable Instant died;

    DeathFields(JsonReader json) {
      this.json = json;
      this.event = new EventFields(json);
    }

    DeadLetter read() {
      event.read(this::accept);
      return new DeadLetter(
          event.event(),
          EventFields.required("cause", cause),
          attempts,
          errors,
          EventFields.required("died", died));
    }

    private void accept(String name) {
      switch (name) {
        case "cause" -> cause = json.record(DeathCause.class);
        case "attempts" -> attempts = json.number();
        case "errors" -> errors = json.records(AttemptError.class);
        case "died" -> died = json.time();
        default -> event.accept(name);
      }
    }
  }
}
