package io.messina.stream.node;

import java.util.List;

/**
 * A command was done on some shards; on others it was not, or may not have been. For a seek or a
 * purge, look at the group before repeating it: a repeat also affects what happened in between.
 */
public final class PartlyDoneException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final transient List<Integer> done;
  private final transient List<Integer> missing;

  PartlyDoneException(String message, List<Integer> done, List<Integer> missing) {
    super(message);
    this.done = List.copyOf(done);
    this.missing = List.copyOf(missing);
  }

  /** Returns the numbers of the shards that did it, ascending. */
  public List<Integer> done() {
    return done;
  }

  /** Returns the numbers of the shards that are not known to have done it, ascending. */
  public List<Integer> missing() {
    return missing;
  }
}
