package io.messina.flink.jobs;

import io.messina.api.ReadStart;
import io.messina.client.event.Event;
import io.messina.client.event.NewEvent;
import io.messina.client.stream.ReadEvents;
import io.messina.client.stream.StreamClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Writes and reads whole streams. */
public final class Streams {

  private Streams() {}

  public static void append(StreamClient stream, List<NewEvent> events) {
    for (int from = 0; from < events.size(); from += 1_000) {
      var _ = stream.append(events.subList(from, Math.min(from + 1_000, events.size())));
    }
  }

  public static List<String> payloads(StreamClient stream) {
    List<String> payloads = new ArrayList<>();
    for (int shard = 0; shard < stream.get().options().shards(); shard++) {
      events(stream, shard).forEach(event -> payloads.add(event.payload().text()));
    }
    return payloads;
  }

  public static List<Event> events(StreamClient stream, int shard) {
    List<Event> events = new ArrayList<>();
    ReadStart next = ReadStart.parse("earliest");
    ReadEvents page;
    do {
      page = stream.read(shard, next, 5_000, Duration.ZERO);
      events.addAll(page.events());
      next = ReadStart.at(page.next());
    } while (!page.events().isEmpty());
    return events;
  }
}
