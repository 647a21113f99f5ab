package io.messina.store.cql.probe;

/**
 * A finding about one side of a cluster.
 *
 * @param what which side, in a word or two
 * @param grade how it is
 * @param found the facts, as the beginning of a sentence
 * @param advice the action to take, as the end of that sentence; empty if none is needed
 */
public record ClusterFinding(String what, Grade grade, String found, String advice) {

  /** The grade of a finding. */
  public enum Grade {
    /** As it should be. */
    OK,
    /** It will work, but not well, or not for certain. */
    WARNING,
    /** The store will not work. */
    WRONG
  }

  static ClusterFinding ok(String what, String found) {
    return new ClusterFinding(what, Grade.OK, found, "");
  }

  static ClusterFinding warning(String what, String found, String advice) {
    return new ClusterFinding(what, Grade.WARNING, found, advice);
  }

  static ClusterFinding wrong(String what, String found, String advice) {
    return new ClusterFinding(what, Grade.WRONG, found, advice);
  }

  /**
   * Facts and advice.
   *
   * @return one sentence, without an end
   */
  public String sentence() {
    return advice.isEmpty() ? found : found + ": " + advice;
  }
}
