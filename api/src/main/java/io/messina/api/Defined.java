package io.messina.api;

/** A definition that was created under a name. */
public interface Defined {

  /** Its name. */
  Object name();

  /** Changes with each change of the definition. */
  String tag();
}
