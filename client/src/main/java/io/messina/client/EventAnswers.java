package io.messina.client;

import io.messina.api.GroupName;
import io.messina.api.Position;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/** Answers that hold events, read from JSON. */
final class EventAnswers {

  private EventAnswers() {}

  static ReadEvents read(JsonReader json) {
    return page(json, "next", (events, next, run) -> new ReadEvents(events, next));
  }

  static FollowedEvents followed(JsonReader json) {
    return page(json, "position", FollowedEvents::new);
  }

  private interface Page<T> {
    T of(List<Event> events, Position place, OptionalInt run);
  }

  private static <T> T page(JsonReader json, String place, Page<T> page) {
    List<Event> events = new ArrayList<>();
    List<Position> places = new ArrayList<>();
    List<Integer> runs = new ArrayList<>();
    json.object(
        name -> {
          if (name.equals("events")) {
            json.array(() -> events.add(EventFields.event(json)));
          } else if (name.equals(place)) {
            places.add(Position.parse(json.text()));
          } else if (name.equals("run")) {
            runs.add(json.number());
          }
        });
    return page.of(
        List.copyOf(events),
        EventFields.required(place, first(places)),
        runs.stream().mapToInt(run -> run).findFirst());
  }

  private static <T> @Nullable T first(List<T> values) {
    return values.isEmpty() ? null : values.get(0);
  }

  static EventReport report(JsonReader json) {
    EventFields fields = new EventFields(json);
    Map<GroupName, EventProgress> groups = new LinkedHashMap<>();
    fields.read(
        name -> {
          if (name.equals("groups")) {
            json.object(group -> groups.put(new GroupName(group), progress(json)));
          } else {
            fields.accept(name);
          }
        });
    return new EventReport(fields.event(), Map.copyOf(groups));
  }

  private static EventProgress progress(JsonReader json) {
    Values values = Values.of(json);
    return new EventProgress(
        EventState.valueOf(values.text("state")),
        values.find("worker"),
        values.find("lease_until").map(Instant::parse),
        values.integer("attempt", 0),
        values.find("error"));
  }

  static Claimed claimed(JsonReader json) {
    List<ReceiptResult> results = new ArrayList<>();
    List<ClaimedEvent> events = new ArrayList<>();
    json.object(
        name -> {
          if (name.equals("events")) {
            json.array(() -> events.add(claimedEvent(json)));
          } else if (name.equals("results")) {
            json.array(() -> results.add(result(Values.of(json))));
          }
        });
    return new Claimed(List.copyOf(results), List.copyOf(events));
  }

  private static ClaimedEvent claimedEvent(JsonReader json) {
    EventFields fields = new EventFields(json);
    Values own = new Values();
    fields.read(
        name -> {
          switch (name) {
            case "attempt", "attempts_left", "receipt", "lease_remaining_ms", "suspect" ->
                own.take(name, json);
            default -> fields.accept(name);
          }
        });
    return new ClaimedEvent(
        fields.event(),
        own.integer("attempt", 1),
        own.integer("attempts_left", 0),
        new Receipt(own.text("receipt")),
        own.find("lease_remaining_ms").map(Long::valueOf).map(Duration::ofMillis),
        own.flag("suspect"));
  }

  static List<ReceiptResult> results(JsonReader json) {
    List<ReceiptResult> results = new ArrayList<>();
    json.object(
        name -> {
          if (name.equals("results")) {
            json.array(() -> results.add(result(Values.of(json))));
          }
        });
    return List.copyOf(results);
  }

  private static ReceiptResult result(Values values) {
    String status = values.text("status").toUpperCase(Locale.ROOT);
    return new ReceiptResult(
        new Receipt(values.text("receipt")), ReceiptStatus.valueOf(status), values.find("detail"));
  }

  static DeadLetters deadLetters(JsonReader json) {
    List<DeadLetter> letters = new ArrayList<>();
    List<EventId> next = new ArrayList<>();
    json.object(
        name -> {
          if (name.equals("dead_letters")) {
            json.array(() -> letters.add(deadLetter(json)));
          } else if (name.equals("next")) {
            next.add(new EventId(json.text()));
          }
        });
    return new DeadLetters(List.copyOf(letters), next.stream().findFirst());
  }

  private static DeadLetter deadLetter(JsonReader json) {
    EventFields fields = new EventFields(json);
    Values own = new Values();
    List<AttemptError> errors = new ArrayList<>();
    fields.read(
        name -> {
          switch (name) {
            case "errors" -> json.array(() -> errors.add(attemptError(Values.of(json))));
            case "cause", "attempts", "died" -> own.take(name, json);
            default -> fields.accept(name);
          }
        });
    return new DeadLetter(
        fields.event(),
        DeathCause.valueOf(own.text("cause").toUpperCase(Locale.ROOT)),
        own.integer("attempts", 0),
        List.copyOf(errors),
        own.time("died"));
  }

  private static AttemptError attemptError(Values values) {
    return new AttemptError(values.integer("attempt", 0), values.find("error").orElse(""));
  }
}
