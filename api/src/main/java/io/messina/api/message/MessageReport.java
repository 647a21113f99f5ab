package io.messina.api.message;

import io.messina.api.Field;
import java.util.List;

/**
 * A message, and what became of it.
 *
 * @param message its id
 * @param state how far it has come
 * @param events what happened, in the order in which it came to be known; of very many, the first
 *     ones
 */
public record MessageReport(
    @Field("the message's id") String message,
    @Field("how far it has come") MessageState state,
    @Field("what happened, in the order in which it came to be known") List<MessageEvent> events) {

  /** Keeps a copy of the events. */
  public MessageReport {
    events = List.copyOf(events);
  }
}
