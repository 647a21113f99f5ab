package io.messina.client;

import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;

/** Which dead letters are handed out again, and how fast. */
public final class Redrive {

  /** How long the server may take for dead letters as fast as it goes. */
  static final Duration LONGEST = Duration.ofMinutes(10);

  private static final Duration RATED_LONGEST = Duration.ofDays(1);

  private final List<EventId> ids;
  private final OptionalInt max;
  private final OptionalInt rate;

  private Redrive(List<EventId> ids, OptionalInt max, OptionalInt rate) {
    this.ids = ids;
    this.max = max;
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
   * @param max how many at most, from 1
   * @return as fast as it goes
   */
  public static Redrive atMost(int max) {
    return new Redrive(List.of(), OptionalInt.of(max), OptionalInt.empty());
  }

  /**
   * These.
   *
   * @param ids at least one
   * @return as fast as it goes
   * @throws IllegalArgumentException where there is none, which would mean all
   */
  public static Redrive of(List<EventId> ids) {
    Names.check(!ids.isEmpty(), "ids", ids, "at least one");
    return new Redrive(List.copyOf(ids), OptionalInt.empty(), OptionalInt.empty());
  }

  /**
   * The same, slower.
   *
   * @param eventsPerSecond from 1
   * @return another redrive
   */
  public Redrive atRate(int eventsPerSecond) {
    return new Redrive(ids, max, OptionalInt.of(eventsPerSecond));
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
          } else if (max.isPresent()) {
            json.writeNumberProperty("max", max.getAsInt());
          } else {
            json.writeBooleanProperty("all", true);
          }
          rate.ifPresent(perSecond -> json.writeNumberProperty("rate", perSecond));
        });
  }
}
