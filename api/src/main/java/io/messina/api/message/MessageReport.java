package io.messina.api.message;

import io.messina.api.Field;
import java.util.List;

/** A message with its state and events. */
public record MessageReport(
    @Field("id of the message") String message,
    @Field("current state") MessageState state,
    @Field("events in the order in which they became known; of very many, the first")
        List<MessageEvent> events) {

  public MessageReport {
    events = List.copyOf(events);
  }
}
