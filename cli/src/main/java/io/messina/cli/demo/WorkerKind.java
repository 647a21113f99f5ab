package io.messina.cli.demo;

/** Who processes the edits. */
enum WorkerKind {
  /** Handlers in the server's own process. */
  JAVA,
  /** Processes that claim over HTTP. */
  PYTHON
}
