package io.messina.bench.messages;

import io.messina.bench.http.Latencies;
import io.messina.connectors.Connector;
import io.messina.connectors.OutgoingMessage;
import io.messina.connectors.RepeatPromise;
import io.messina.connectors.SendResult;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;

/** Takes every message at once, and keeps how late each was. */
final class NullConnector implements Connector {

  private static final SendResult TAKEN = new SendResult.Accepted(Optional.empty(), 1);

  private final LongAdder taken = new LongAdder();
  private Latencies lateness = new Latencies(); // under this

  /** Returns the number of messages taken. */
  long taken() {
    return taken.sum();
  }

  /** Returns the delays of messages, and resets them. */
  synchronized Latencies lateness() {
    Latencies result = lateness;
    lateness = new Latencies();
    return result;
  }

  @Override
  public SendResult send(OutgoingMessage message, Duration timeout) {
    Optional.ofNullable(message.metadata().get(Messages.DUE))
        .ifPresent(due -> late(Instant.parse(due).until(Instant.now(), ChronoUnit.NANOS)));
    taken.increment();
    return TAKEN;
  }

  private synchronized void late(long nanos) {
    lateness.add(nanos);
  }

  @Override
  public Optional<RepeatPromise> repeats() {
    return Optional.empty();
  }

  @Override
  public void close() {}
}
