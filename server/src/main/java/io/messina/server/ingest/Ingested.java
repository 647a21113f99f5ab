package io.messina.server.ingest;

import io.messina.stream.Event;
import java.util.List;

/**
 * What a body holds.
 *
 * @param events in the order of their lines
 * @param refused lines that are no events; empty unless the request allowed it
 */
public record Ingested(List<IngestedEvent> events, List<RefusedLine> refused) {

  /**
   * The events that are to be appended at once.
   *
   * @return in the order of their lines
   */
  public List<Event> immediate() {
    return events.stream()
        .filter(event -> event.notBefore().isEmpty())
        .map(IngestedEvent::event)
        .toList();
  }
}
