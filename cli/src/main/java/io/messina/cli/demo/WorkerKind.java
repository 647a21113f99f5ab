package io.messina.cli.demo;

import io.messina.client.Order;

/** Who processes the edits, and whether those of an editor come one after the other. */
enum WorkerKind {
  /** Handlers in the server's own process. */
  JAVA(Order.KEY),
  /** Processes that claim over HTTP: a trip for each edit of a busy editor would take minutes. */
  PYTHON(Order.NONE);

  private final Order order;

  WorkerKind(Order order) {
    this.order = order;
  }

  Order order() {
    return order;
  }
}
