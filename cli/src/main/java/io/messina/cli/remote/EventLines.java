package io.messina.cli.remote;

import io.messina.cli.terminal.OutputFormat;
import io.messina.client.event.Event;
import io.messina.client.event.EventKey;
import io.messina.client.event.Payload;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;

/** Prints an event per line, up to a number of them. For use by many threads. */
final class EventLines {

  private static final String TEXT = "text/";

  private final PrintWriter out;
  private final OutputFormat format;
  private long left;
  private boolean broken;

  EventLines(PrintWriter out, OutputFormat format, long max) {
    this.out = out;
    this.format = format;
    this.left = max;
  }

  synchronized void print(List<Event> events) {
    for (Event event : events) {
      if (left > 0) {
        left--;
        out.println(format.isJson() ? OutputFormat.line(EventFields.of(event)) : line(event));
      }
    }
    broken = out.checkError();
  }

  /**
   * Returns whether no more lines are wanted: the requested number is reached, or the reader has
   * ended.
   */
  synchronized boolean isEnough() {
    return left == 0 || broken;
  }

  private static String line(Event event) {
    return String.join(
        "  ",
        event.time().toString(),
        event.shard() + "/" + event.position(),
        event.key().map(EventKey::text).map(EventLines::escaped).orElse("-"),
        shown(event.payload()));
  }

  /** Text as it is, but for characters that would end the line or steer the terminal. */
  private static String shown(Payload payload) {
    if (payload.isJson()) {
      return EventFields.oneLine(payload.text());
    }
    return payload.contentType().regionMatches(true, 0, TEXT, 0, TEXT.length())
        ? escaped(payload.text())
        : payload.toString();
  }

  private static String escaped(String text) {
    StringBuilder line = new StringBuilder(text.length());
    text.chars()
        .forEach(
            each -> {
              if (Character.isISOControl(each)) {
                line.append(String.format(Locale.ROOT, "\\u%04x", each));
              } else {
                line.append((char) each);
              }
            });
    return line.toString();
  }
}
