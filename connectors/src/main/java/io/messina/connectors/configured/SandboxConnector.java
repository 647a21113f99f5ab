package io.messina.connectors.configured;

import io.messina.api.message.protocol.SandboxOptions;
import io.messina.connectors.Connector;
import io.messina.connectors.ConnectorTime;
import io.messina.connectors.OutgoingMessage;
import io.messina.connectors.RepeatPromise;
import io.messina.connectors.SendResult;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;

/**
 * Accepts everything and sends nothing. Its id for a message is that of the message.
 *
 * @param options the latency of an answer
 * @param waiting the clock that it waits by
 */
record SandboxConnector(SandboxOptions options, ConnectorTime waiting) implements Connector {

  private static final Duration LIFETIME = Duration.ofDays(30);

  @Override
  public SendResult send(OutgoingMessage message, Duration timeout) {
    boolean inTime = options.delay().compareTo(timeout) <= 0;
    try {
      sleep(inTime ? options.delay() : timeout);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new SendResult.Uncertain("interrupted");
    }
    return inTime
        ? new SendResult.Accepted(List.of(message.id()), Optional.empty())
        : new SendResult.Uncertain("no answer in time");
  }

  private void sleep(Duration duration) throws InterruptedException {
    if (duration.isPositive()) {
      CountDownLatch over = new CountDownLatch(1);
      waiting.schedule(duration, over::countDown);
      over.await();
    }
  }

  /** It sends nothing, so it sends nothing twice. */
  @Override
  public Optional<RepeatPromise> repeats() {
    return Optional.of(new RepeatPromise(LIFETIME, false));
  }

  @Override
  public void close() {}
}
