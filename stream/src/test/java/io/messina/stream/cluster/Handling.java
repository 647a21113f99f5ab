package io.messina.stream.cluster;

import io.messina.stream.ClaimedEvent;
import java.time.Duration;

/** One attempt of a handler in the process of a node. */
final class Handling {

  final ClaimedEvent claimed;
  final Duration begun;
  private boolean done;
  private boolean failed;

  /** An attempt that begins now, in true time. */
  Handling(ClaimedEvent claimed, Duration begun) {
    this.claimed = claimed;
    this.begun = begun;
  }

  /** It returned without an exception. */
  void finish() {
    done = true;
  }

  /** It ends with an exception, while its process goes on. */
  void fail() {
    failed = true;
  }

  Place place() {
    return Place.of(claimed.stored());
  }

  String name() {
    return Payloads.name(claimed.stored().event());
  }

  /** In which run of the group it was handed out. */
  int run() {
    return claimed.receipt().run();
  }

  boolean hasFailed() {
    return failed;
  }

  boolean isDone() {
    return done;
  }
}
