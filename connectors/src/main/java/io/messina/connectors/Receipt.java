package io.messina.connectors;

import io.messina.api.message.connector.ReceiptKind;
import java.time.Instant;
import java.util.Optional;

/**
 * A provider's later notice about a message that it took. Receipts may come twice, early, late, and
 * in any order.
 *
 * @param providerId of the message, or of one of its parts, as in {@link SendResult.Accepted}
 * @param part of the message, from 1, if receipts are for parts and number them; else the id may
 *     tell
 * @param kind the kind of event
 * @param code as the provider names it
 * @param reason for people
 * @param at the time of the event, if the provider says it
 */
public record Receipt(
    String providerId,
    Optional<Integer> part,
    ReceiptKind kind,
    Optional<String> code,
    Optional<String> reason,
    Optional<Instant> at) {

  /** Has ids as {@link SendResult.Accepted} has them. */
  public Receipt {
    providerId = ProviderIds.alike(providerId);
  }
}
