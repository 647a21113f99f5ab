package io.messina.client.group;

import io.messina.api.StreamName;
import io.messina.client.event.Event;
import io.messina.client.event.NewEvent;

/**
 * An event that is appended when another is acknowledged, once however often the acknowledgement is
 * repeated.
 *
 * @param stream where to
 * @param event the event; its time is not kept
 */
public record Output(StreamName stream, NewEvent event) {

  /**
   * The same with the trace of the event that is acknowledged, unless it has one. Workers do this
   * themselves.
   *
   * @param cause the event that is acknowledged
   * @return another output
   */
  public Output causedBy(Event cause) {
    return new Output(stream, event.causedBy(cause));
  }
}
