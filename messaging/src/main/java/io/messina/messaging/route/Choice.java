package io.messina.messaging.route;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.messina.api.message.MessageEventKind;
import java.time.Instant;
import java.util.Optional;

/**
 * The decision of the router for a message.
 *
 * @param kind {@code ROUTED}, or the kind of its end
 * @param connector that sends it, if it is routed
 * @param generation of the definition of that connector
 * @param departure the earliest time of sending, if it has to wait
 * @param reason for people, if it is not routed
 */
@JsonInclude(JsonInclude.Include.NON_ABSENT)
record Choice(
    MessageEventKind kind,
    Optional<String> connector,
    Optional<Integer> generation,
    Optional<Instant> departure,
    Optional<String> reason) {

  /**
   * Routes to a connector.
   *
   * @param generation of its definition
   * @param departure empty for at once
   */
  static Choice of(String connector, int generation, Optional<Instant> departure) {
    return new Choice(
        MessageEventKind.ROUTED,
        Optional.of(connector),
        Optional.of(generation),
        departure,
        Optional.empty());
  }

  /**
   * Ends a message without a connector.
   *
   * @param kind such as {@code EXPIRED}
   * @param reason for people
   */
  static Choice none(MessageEventKind kind, String reason) {
    return new Choice(
        kind, Optional.empty(), Optional.empty(), Optional.empty(), Optional.of(reason));
  }
}
