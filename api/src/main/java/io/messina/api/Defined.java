package io.messina.api;

/** What was created under a name. */
public interface Defined {

  /**
   * What it is called.
   *
   * @return of a type of its own, whose text is what the API shows
   */
  Object name();

  /**
   * Tells a definition from those before it.
   *
   * @return another one after each change
   */
  String tag();
}
