package io.messina.connectors;

import io.messina.api.message.connector.ReceiptKind;
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
    ReceiptKind kind,
    Optional<String> code,
    Optional<String> reason,
    Optional<Instant> at) {

  /** Has ids as {@link SendResult.Accepted} has them. */
  public Receipt {
    providerId = ProviderIds.alike(providerId);
  }
}
