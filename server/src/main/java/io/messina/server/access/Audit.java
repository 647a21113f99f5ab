package io.messina.server.access;

/** Keeps a record of what operators did. */
@FunctionalInterface
public interface Audit {

  /** Keeps none. */
  Audit NONE = (_, _, _) -> {};

  /**
   * A request of an operator was answered.
   *
   * @param who the name of the token
   * @param operation its id in the description of the API
   * @param path of the request
   */
  void done(String who, String operation, String path);
}
