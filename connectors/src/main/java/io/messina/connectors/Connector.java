package io.messina.connectors;

import java.time.Duration;
import java.util.Optional;

/**
 * A way to one provider: a mail server, a carrier, an endpoint over HTTP. It sends each message
 * that it is given once: it repeats nothing by itself, since only its caller knows whether a repeat
 * is safe. Safe for use by many threads.
 */
public interface Connector extends AutoCloseable {

  /**
   * Sends a message, and waits for the provider's answer.
   *
   * @param message the message to send
   * @param timeout the longest time of the whole exchange, positive; after it the result is {@link
   *     SendResult.Uncertain}, unless it is certain that nothing was handed over
   * @return the provider's answer, or an uncertainty; nothing that a provider or the network does
   *     makes it throw. After an interrupt it also returns, with the thread's interrupt status set.
   */
  SendResult send(OutgoingMessage message, Duration timeout);

  /**
   * Says whether the provider recognises a message that is sent again.
   *
   * @return the provider's promise; empty if a repeat would be a second message
   */
  Optional<RepeatPromise> repeats();

  /** Ends connections. Messages that are being sent end as they would on a lost connection. */
  @Override
  void close();
}
