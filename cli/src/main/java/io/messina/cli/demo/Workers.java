package io.messina.cli.demo;

/** Workers that process the edits, from when they are created until they are closed. */
interface Workers extends AutoCloseable {

  /**
   * Brings the book up to date.
   *
   * @throws IllegalStateException if they cannot continue
   */
  void look();

  /** Ends them; repeating it changes nothing. */
  @Override
  void close();
}
