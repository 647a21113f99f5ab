package io.messina.stream.cluster;

import io.messina.stream.ClaimedEvent;

/** One attempt of a handler in the process of a node. */
final class Handling {

  final ClaimedEvent claimed;
  private boolean done;
  private boolean failed;

  Handling(ClaimedEvent claimed) {
    this.claimed = claimed;
  }

  /** It returned without an exception. */
  void finish() {
    done = true;
  }

  /** It ends with an exception, while its process goes on. */
  void fail() {
    failed = true;
  }

  boolean hasFailed() {
    return failed;
  }

  boolean isDone() {
    return done;
  }
}
