package io.messina.messaging.choice;

import io.messina.api.message.AccountName;
import io.messina.api.message.Channel;
import io.messina.api.message.MessageRecipient;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Which connectors take some messages.
 *
 * @param channel of the messages
 * @param account of the messages; empty for all accounts
 * @param prefixes what their recipients begin with, such as +39; none for all
 * @param weights of the connectors among which they are spread, each above 0
 * @param fallback the connectors for what all of those have refused, in their order
 */
public record RouteRule(
    Channel channel,
    Optional<AccountName> account,
    List<String> prefixes,
    Map<String, Integer> weights,
    List<String> fallback) {

  /**
   * Checked rule.
   *
   * @throws IllegalArgumentException if it has no connector, or a weight that is not above 0
   */
  public RouteRule {
    prefixes = List.copyOf(prefixes);
    weights = new LinkedHashMap<>(weights);
    fallback = List.copyOf(fallback);
    if (weights.isEmpty()) {
      throw new IllegalArgumentException("weights: none (expected: at least one connector)");
    }
    weights.forEach(
        (name, weight) -> {
          if (weight < 1) {
            throw new IllegalArgumentException(
                "weights.%s: %d (expected: at least 1)".formatted(name, weight));
          }
        });
  }

  boolean fits(MessageRecipient recipient) {
    return recipient.channel() == channel
        && account.map(recipient.account()::equals).orElse(true)
        && (prefixes.isEmpty() || prefixes.stream().anyMatch(recipient.to()::startsWith));
  }

  /** How exactly it fits: an account before a prefix, a longer prefix before a shorter one. */
  int precision(MessageRecipient recipient) {
    int prefix =
        prefixes.stream()
            .filter(recipient.to()::startsWith)
            .mapToInt(String::length)
            .max()
            .orElse(0);
    return (account.isPresent() ? 1_000 : 0) + prefix;
  }
}
