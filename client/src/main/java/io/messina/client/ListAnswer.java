package io.messina.client;

/** What came of reading the list of one entity among others. */
public sealed interface ListAnswer {

  /**
   * Whose list.
   *
   * @return as it was asked for
   */
  String entity();

  /**
   * It was read.
   *
   * @param entity whose list
   * @param page the items; none where there are none
   */
  record Found(String entity, ItemPage page) implements ListAnswer {}

  /**
   * It could not be read, which does not mean that nothing is there.
   *
   * @param entity whose list
   * @param why one sentence
   * @param retryable whether asking again may help
   */
  record Failed(String entity, String why, boolean retryable) implements ListAnswer {}
}
