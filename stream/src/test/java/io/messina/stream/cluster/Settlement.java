package io.messina.stream.cluster;

import io.messina.api.ReceiptStatus;
import java.time.Duration;
import java.util.Optional;

/** One thing that a worker said of an event that it had, in true time. */
final class Settlement {

  private final boolean ack;
  private final Duration sent;
  private Optional<Duration> answered = Optional.empty();
  private Optional<ReceiptStatus> status = Optional.empty();

  Settlement(boolean ack, Duration sent) {
    this.ack = ack;
    this.sent = sent;
  }

  boolean isAck() {
    return ack;
  }

  Duration sent() {
    return sent;
  }

  void answered(Duration moment, ReceiptStatus answer) {
    answered = Optional.of(moment);
    status = Optional.of(answer);
  }

  /** When the answer came; empty where none did. */
  Optional<Duration> answered() {
    return answered;
  }

  boolean is(ReceiptStatus wanted) {
    return status.filter(wanted::equals).isPresent();
  }

  @Override
  public String toString() {
    return (ack ? "ack " : "nack ") + sent + " " + status.map(Enum::toString).orElse("no answer");
  }
}
