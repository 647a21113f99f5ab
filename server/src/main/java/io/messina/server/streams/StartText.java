package io.messina.server.streams;

import io.messina.api.Position;
import io.messina.api.Shown;
import io.messina.api.Times;
import io.messina.stream.catalog.Start;
import java.time.Instant;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Places in streams as texts. All methods that read throw IllegalArgumentException. */
final class StartText {

  private static final Pattern POSITION = Pattern.compile("([0-9]{1,8})\\.([0-9]{1,13})");

  private StartText() {}

  static Start parse(String text) {
    return switch (text) {
      case "earliest" -> new Start.Earliest();
      case "latest" -> new Start.Latest();
      default -> new Start.At(time(text));
    };
  }

  static String format(Start start) {
    return switch (start) {
      case Start.Earliest _ -> "earliest";
      case Start.Latest _ -> "latest";
      case Start.At(var time) -> Times.format(time);
    };
  }

  static boolean isPosition(String text) {
    return POSITION.matcher(text).matches();
  }

  static Position position(String text) {
    Matcher matcher = POSITION.matcher(text);
    if (!matcher.matches()) {
      throw new IllegalArgumentException(
          Shown.text(text) + " (expected: a position as it was given out, as in 1.17)");
    }
    return new Position(Integer.parseInt(matcher.group(1)), Long.parseLong(matcher.group(2)));
  }

  private static Instant time(String text) {
    try {
      return Times.parse(text);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          Shown.text(text) + " (expected: earliest, latest, or " + Times.FORM + ")", e);
    }
  }
}
