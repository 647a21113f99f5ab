package io.messina.enrichment.function;

import io.messina.api.Times;
import io.messina.store.Bytes;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** The least and the greatest of numbers, of times, or of other texts; never of a mixture. */
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
    return value.isString() ? Optional.of(text(value.stringValue())) : Optional.empty();
  }

  /** Two texts of one time are equal, however many digits and whichever offset they have. */
  private static Comparable<?> text(String text) {
    if (text.length() >= TIME_CHARS_MIN && text.charAt(4) == '-' && text.charAt(7) == '-') {
      try {
        return Times.parse(text);
      } catch (IllegalArgumentException _) {
        // any other text
      }
    }
    return Bytes.utf8(text);
  }
}
