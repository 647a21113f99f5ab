package io.messina.messaging.route;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.messina.api.message.MessageEventKind;
import java.time.Instant;
import java.util.Optional;

/**
 * What becomes of a message next.
 *
 * @param kind {@code ROUTED}, or why it goes no further
 * @param connector that sends it, if it is routed
 * @param generation of the definition of that connector
 * @param departure when it may leave, if that is later
 * @param reason for people, if it goes no further
 */
@JsonInclude(JsonInclude.Include.NON_ABSENT)
record Choice(
    MessageEventKind kind,
    Optional<String> connector,
    Optional<Integer> generation,
    Optional<Instant> departure,
    Optional<String> reason) {

  /**
   * A connector sends it.
   *
   * @param connector its name
   * @param generation of its definition
   * @param departure when, if not at once
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
   * Nobody sends it.
   *
   * @param kind such as {@code EXPIRED}
   * @param reason for people
   */
  static Choice none(MessageEventKind kind, String reason) {
    return new Choice(
        kind, Optional.empty(), Optional.empty(), Optional.empty(), Optional.of(reason));
  }
}
