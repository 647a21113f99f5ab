package io.messina.enrichment.function;

import io.messina.api.Times;
import io.messina.store.Bytes;
import java.time.Instant;
import java.util.Comparator;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * The least and the greatest of numbers or of texts, never of both; times are before other texts.
 */
final class Extreme {

  private static final int TIME_CHARS_MIN = 20;

  private Extreme() {}

  /**
   * Of two equal ones the first stays.
   *
   * @param sign negative for the least, positive for the greatest
   * @return null if the two cannot be compared
   */
  static @Nullable JsonNode of(@Nullable JsonNode standing, JsonNode value, int sign) {
    Optional<Comparable<?>> ours = comparable(value);
    if (ours.isEmpty() || standing == null) {
      return ours.isEmpty() ? null : value;
    }
    Comparable<?> theirs = comparable(standing).orElseThrow();
    if (!theirs.getClass().equals(ours.get().getClass())) {
      return null;
    }
    return Integer.signum(compare(ours.get(), theirs)) == sign ? value : standing;
  }

  @SuppressWarnings("unchecked") // both are of one class
  private static int compare(Comparable<?> one, Comparable<?> other) {
    return ((Comparable<Object>) one).compareTo(other);
  }

  private static Optional<Comparable<?>> comparable(JsonNode value) {
    if (value.isNumber()) {
      return Optional.of(value.decimalValue());
    }
    return value.isString() ? Optional.of(Text.of(value.stringValue())) : Optional.empty();
  }

  /** Two texts of one time are equal, with any number of digits and any offset. */
  private record Text(Instant time, Bytes utf8) implements Comparable<Text> {

    private static final Comparator<Text> ORDER =
        Comparator.comparing(Text::time).thenComparing(Text::utf8);

    static Text of(String text) {
      if (text.length() >= TIME_CHARS_MIN && text.charAt(4) == '-' && text.charAt(7) == '-') {
        try {
          return new Text(Times.parse(text), Bytes.EMPTY);
        } catch (IllegalArgumentException _) {
          // any other text
        }
      }
      return new Text(Instant.MAX, Bytes.utf8(text));
    }

    @Override
    public int compareTo(Text other) {
      return ORDER.compare(this, other);
    }
  }
}
