package io.messina.messaging.usage;

import io.messina.api.message.MessageEvent;
import io.messina.api.message.MessageEventKind;
import io.messina.api.message.MessageState;
import io.messina.messaging.track.MessageHistory;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Counts what happened from all of it, which it keeps. */
final class Recount {

  private final Map<String, List<MessageEvent>> messages = new LinkedHashMap<>();
  private final Set<String> sent = new HashSet<>();
  private final Map<String, String> usage = new TreeMap<>();
  private final Map<String, long[]> counted = new TreeMap<>();

  /** Adds an event, in the order of the stream. */
  void add(MessageEvent event, Instant time) {
    messages.computeIfAbsent(event.message(), _ -> new ArrayList<>()).add(event);
    if (event.kind() == MessageEventKind.SENT && sent.add(event.message() + "/" + event.hop())) {
      String row =
          String.join(
              " ",
              LocalDate.ofInstant(time, ZoneOffset.UTC).toString(),
              event.recipient().account().value(),
              event.recipient().channel().toString(),
              event.details().connector().orElseThrow(),
              event.recipient().country().orElse("-"));
      long[] numbers = counted.computeIfAbsent(row, _ -> new long[2]);
      numbers[0]++;
      numbers[1] += event.parts().parts().orElse(1);
      usage.put(row, numbers[0] + " of " + numbers[1]);
    }
  }

  /** Messages and parts, by day, account, channel, connector and country. */
  Map<String, String> usage() {
    return usage;
  }

  /** How many messages there are, by account, campaign and state. */
  Map<String, Long> campaigns() {
    Map<String, Long> totals = new TreeMap<>();
    for (List<MessageEvent> events : messages.values()) {
      MessageEvent any = events.getFirst();
      MessageState state = MessageHistory.state(events);
      any.recipient()
          .campaign()
          .ifPresent(
              campaign ->
                  totals.merge(
                      any.recipient().account() + " " + campaign + " " + state, 1L, Long::sum));
    }
    return totals;
  }
}
