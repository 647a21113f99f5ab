package io.messina.connectors;

import java.time.Instant;
import java.util.Optional;

/**
 * What a provider says later of a message that it took. Receipts may come twice, early, late, and
 * in any order.
 *
 * @param providerId of the message, or of one of its parts, as in {@link SendResult.Accepted}
 * @param part of it, from 1, if receipts are for parts and say which; else the id may tell
 * @param kind what happened
 * @param code as the provider names it
 * @param reason for people
 * @param at when it happened, if the provider says
 */
public record Receipt(
    String providerId,
    Optional<Integer> part,
    Kind kind,
    Optional<String> code,
    Optional<String> reason,
    Optional<Instant> at) {

  /** What happened to a message. */
  public enum Kind {
    /** It is on its way, still. */
    SENT,
    /** It has arrived. */
    DELIVERED,
    /** It was opened. */
    READ,
    /** It did not arrive, and never will; the address may be good. */
    UNDELIVERED,
    /** The address does not exist, or takes nothing: nothing more should be sent to it. */
    BOUNCED,
    /** The recipient called it spam. */
    COMPLAINED,
    /** The recipient wants no more. */
    UNSUBSCRIBED
  }
}
