package io.messina.cli.remote;

import io.messina.cli.terminal.OutputFormat;
import io.messina.client.event.Event;
import io.messina.client.event.EventKey;
import java.io.PrintWriter;
import java.util.List;

/** Prints an event per line, up to a number of them. For use by many threads. */
final class EventLines {

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

  /** Whether nobody wants more: so many were asked for, or nobody reads any longer. */
  synchronized boolean isEnough() {
    return left == 0 || broken;
  }

  private static String line(Event event) {
    return String.join(
        "  ",
        event.time().toString(),
        event.shard() + "/" + event.position(),
        event.key().map(EventKey::text).orElse("-"),
        event.payload().toString());
  }
}
