package io.messina.cli.demo;

/** Those who process the edits, from when they are made until they are closed. */
interface Workers extends AutoCloseable {

  /**
   * Brings the book up to date.
   *
   * @throws IllegalStateException where they cannot go on
   */
  void look();

  /** Ends them; repeating it changes nothing. */
  @Override
  void close();
}
