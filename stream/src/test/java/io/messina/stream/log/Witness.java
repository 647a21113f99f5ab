package io.messina.stream.log;

import io.messina.api.Position;
import io.messina.stream.Event;
import io.messina.stream.log.LogItem.DamagedRow;
import io.messina.stream.log.LogItem.MissingRows;
import io.messina.stream.log.LogItem.StoredBatch;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Remembers what was sent, acknowledged and shown, and tells at the end what went wrong. */
final class Witness {

  /** An event as somebody was shown it. */
  record Seen(Position position, String payload, long appendMicros) {}

  private final Set<String> sent = new HashSet<>();
  private final Map<Position, String> acknowledged = new HashMap<>();
  private final List<List<Seen>> replays = new ArrayList<>();
  private Optional<String> complaint = Optional.empty();

  void send(List<Event> events) {
    events.forEach(event -> sent.add(text(event)));
  }

  void acknowledge(List<Event> events, List<AppendedRun> appended) {
    List<Position> positions = LaneRoom.positions(appended);
    for (int i = 0; i < events.size(); i++) {
      acknowledged.put(positions.get(i), text(events.get(i)));
    }
  }

  /** What one consumer is shown, one event after the other. */
  List<Seen> newReplay() {
    List<Seen> replay = new ArrayList<>();
    replays.add(replay);
    return replay;
  }

  /** Reads on, and returns where to go on. */
  Position read(Iterator<LogItem> items, Position from, List<Seen> replay) {
    Position next = from;
    while (items.hasNext()) {
      switch (items.next()) {
        case StoredBatch batch -> {
          see(batch, next, replay);
          next = batch.end();
        }
        case DamagedRow row -> complain("damaged: " + row);
        case MissingRows rows -> {
          complain("missing: " + rows);
          next = rows.end();
        }
      }
    }
    return next;
  }

  int acknowledgedCount() {
    return acknowledged.size();
  }

  /**
   * What went wrong.
   *
   * @param all the log as it stands at the end
   * @param behind where rows stand behind a cut
   */
  Optional<String> verdict(List<Seen> all, List<Position> behind) {
    Map<Position, String> there = new HashMap<>();
    Set<String> once = new HashSet<>();
    long lastMicros = -1;
    for (Seen seen : all) {
      there.put(seen.position(), seen.payload());
      check(once.add(seen.payload()), "twice: " + seen);
      check(sent.contains(seen.payload()), "never sent: " + seen);
      check(seen.appendMicros() > lastMicros, "append time goes back: " + seen);
      lastMicros = seen.appendMicros();
    }
    acknowledged.forEach(
        (position, payload) ->
            check(payload.equals(there.get(position)), "lost: " + payload + " at " + position));
    for (Position place : behind) {
      check(!acknowledged.containsKey(place), "acknowledged behind a cut: " + place);
    }
    for (List<Seen> replay : replays) {
      check(
          replay.stream().noneMatch(seen -> behind.contains(seen.position())),
          "shown behind a cut: " + behind);
      check(
          replay.size() <= all.size() && replay.equals(all.subList(0, replay.size())),
          "a replay differs: " + difference(replay, all));
    }
    return complaint;
  }

  private void see(StoredBatch batch, Position from, List<Seen> replay) {
    for (int i = 0; i < batch.batch().events().size(); i++) {
      if (batch.position(i).compareTo(from) >= 0) {
        replay.add(
            new Seen(
                batch.position(i),
                text(batch.batch().events().get(i)),
                batch.batch().appendMicros(i)));
      }
    }
  }

  private static String difference(List<Seen> replay, List<Seen> all) {
    for (int i = 0; i < replay.size(); i++) {
      if (i >= all.size() || !replay.get(i).equals(all.get(i))) {
        return replay.get(i) + " instead of " + (i < all.size() ? all.get(i) : "nothing");
      }
    }
    return "nothing";
  }

  private void check(boolean right, String message) {
    if (!right) {
      complain(message);
    }
  }

  private void complain(String message) {
    if (complaint.isEmpty()) {
      complaint = Optional.of(message);
    }
  }

  private static String text(Event event) {
    return new String(event.payload().toArray(), StandardCharsets.UTF_8);
  }
}
