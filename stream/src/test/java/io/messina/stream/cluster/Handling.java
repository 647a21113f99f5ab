package io.messina.stream.cluster;

import io.messina.stream.ClaimedEvent;

/** One attempt of a handler in the process of a node. */
final class Handling {

  final ClaimedEvent claimed;
  private boolean done;

  Handling(ClaimedEvent claimed) {
    this.claimed = claimed;
  }

  /** It returned without an exception. */
  void finish() {
    done = true;
  }

  boolean isDone() {
    return done;
  }
}
