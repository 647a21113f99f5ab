package io.messina.client.group;

import io.messina.api.Checks;
import io.messina.api.EventId;
import io.messina.client.internal.JsonText;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;

/** Which dead letters are handed out again, and how fast. */
public final class Redrive {

  /** How long the server may take for dead letters as fast as it goes. */
  static final Duration LONGEST = Duration.ofMinutes(10);

  private static final Duration RATED_LONGEST = Duration.ofDays(1);

  private final List<EventId> ids;
  private final OptionalInt limit;
  private final OptionalInt rate;

  private Redrive(List<EventId> ids, OptionalInt limit, OptionalInt rate) {
    this.ids = ids;
    this.limit = limit;
    this.rate = rate;
  }

  /**
   * All there are.
   *
   * @return as fast as it goes
   */
  public static Redrive all() {
    return new Redrive(List.of(), OptionalInt.empty(), OptionalInt.empty());
  }

  /**
   * Some.
   *
   * @param limit how many at most, from 1
   * @return as fast as it goes
   */
  public static Redrive atMost(int limit) {
    return new Redrive(List.of(), OptionalInt.of(limit), OptionalInt.empty());
  }

  /**
   * These.
   *
   * @param ids at least one
   * @return as fast as it goes
   * @throws IllegalArgumentException where there is none, which would mean all
   */
  public static Redrive of(List<EventId> ids) {
    Checks.that(!ids.isEmpty(), "ids", ids, "at least one");
    return new Redrive(List.copyOf(ids), OptionalInt.empty(), OptionalInt.empty());
  }

  /**
   * The same, slower.
   *
   * @param eventsPerSecond from 1
   * @return another redrive
   */
  public Redrive atRate(int eventsPerSecond) {
    return new Redrive(ids, limit, OptionalInt.of(eventsPerSecond));
  }

  /** How long the server may take: it answers when the last one is handed out. */
  Duration longest() {
    return rate.isPresent() ? RATED_LONGEST : LONGEST;
  }

  byte[] toJson() {
    return JsonText.object(
        json -> {
          if (!ids.isEmpty()) {
            JsonText.strings(json, "ids", ids);
          } else if (limit.isPresent()) {
            json.writeNumberProperty("limit", limit.getAsInt());
          } else {
            json.writeBooleanProperty("all", true);
          }
          rate.ifPresent(perSecond -> json.writeNumberProperty("rate", perSecond));
        });
  }
}
