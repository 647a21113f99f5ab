package io.messina.cli.demo;

/** The kind of workers that process the edits. */
enum WorkerKind {
  /** Handlers in the server's own process. */
  JAVA,
  /** Processes that claim over HTTP. */
  PYTHON
}
