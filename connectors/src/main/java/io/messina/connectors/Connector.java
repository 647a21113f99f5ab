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
   * @param message what to send
   * @param timeout how long the whole exchange may take, positive; after it the result is {@link
   *     SendResult.Uncertain}, unless it is certain that nothing was handed over
   * @return what the provider said, or that nobody knows; never an exception for anything that a
   *     provider or the network does. After an interrupt likewise, with the thread's interrupt
   *     status set.
   */
  SendResult send(OutgoingMessage message, Duration timeout);

  /**
   * Whether the provider recognises a message that it is sent again.
   *
   * @return what it promises; empty if a repeat would be a second message
   */
  Optional<RepeatPromise> repeats();

  /** Ends connections. Messages that are being sent end as they would on a lost connection. */
  @Override
  void close();
}
