package io.messina.api;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** The least and the most that a field may hold; of lists, how many elements. */
public final class Bounds {

  static final Bounds NONE = new Bounds("", "", Object.class);

  private final String min;
  private final String max;
  private final @Nullable Comparable<Object> least;
  private final @Nullable Comparable<Object> most;

  private Bounds(String min, String max, Class<?> type) {
    this.min = min;
    this.max = max;
    this.least = parsed(min, type);
    this.most = parsed(max, type);
  }

  static Bounds of(String min, String max, Class<?> type) {
    return min.isEmpty() && max.isEmpty() ? NONE : new Bounds(min, max, type);
  }

  @SuppressWarnings("unchecked") // values of the field are of the same class
  private static @Nullable Comparable<Object> parsed(String bound, Class<?> type) {
    if (bound.isEmpty()) {
      return null;
    }
    Comparable<?> parsed =
        type.equals(Duration.class)
            ? Durations.parse(bound)
            : type.equals(Instant.class) ? Times.parse(bound) : Long.valueOf(bound);
    return (Comparable<Object>) parsed;
  }

  String min() {
    return min;
  }

  String max() {
    return max;
  }

  boolean include(Object value) {
    if (least == null && most == null) {
      return true;
    }
    Object compared =
        value instanceof JsonNode list
            ? Long.valueOf(list.size())
            : value instanceof Number number ? Long.valueOf(number.longValue()) : value;
    return (least == null || least.compareTo(compared) <= 0)
        && (most == null || most.compareTo(compared) >= 0);
  }

  /** As in {@code from 1s to 12h}; empty if there are none. */
  @Override
  public String toString() {
    return (min.isEmpty() ? "" : "from " + min)
        + (min.isEmpty() || max.isEmpty() ? "" : " ")
        + (max.isEmpty() ? "" : "to " + max);
  }
}
