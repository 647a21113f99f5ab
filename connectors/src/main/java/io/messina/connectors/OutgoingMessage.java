package io.messina.connectors;

import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * A message on its way to a provider.
 *
 * @param id of the message, the same each time that it is sent: a key for providers that recognise
 *     repeats, of letters, digits, {@code _} and {@code -}, at most 64 characters
 * @param from the sender, as the channel has it; empty for the connector's own
 * @param to the recipient, as the channel has it: an address of mail, a number such as
 *     +393331234567, a URL
 * @param content the content
 * @param metadata of the sender, which templates of connectors may use
 * @param unsubscribe the URL where one click ends the subscription, for mail to many
 * @param validFor the time, from now, after which it is worth nothing; empty if it is not known
 * @param trace headers of W3C Trace Context and Baggage, for requests over HTTP
 */
public record OutgoingMessage(
    String id,
    Optional<String> from,
    String to,
    Content content,
    Map<String, String> metadata,
    Optional<URI> unsubscribe,
    Optional<Duration> validFor,
    Map<String, String> trace) {

  /** Keeps copies. */
  public OutgoingMessage {
    metadata = Map.copyOf(metadata);
    trace = Map.copyOf(trace);
  }

  /** The same under another trace. */
  public OutgoingMessage withTrace(Map<String, String> other) {
    return new OutgoingMessage(id, from, to, content, metadata, unsubscribe, validFor, other);
  }

  /**
   * A message without an end of validity and without a trace.
   *
   * @param id of the message
   * @param from the sender; empty for the connector's own
   * @param to the recipient
   * @param content the content
   * @param metadata of the sender
   * @param unsubscribe the URL where one click ends the subscription
   */
  public OutgoingMessage(
      String id,
      Optional<String> from,
      String to,
      Content content,
      Map<String, String> metadata,
      Optional<URI> unsubscribe) {
    this(id, from, to, content, metadata, unsubscribe, Optional.empty(), Map.of());
  }
}
