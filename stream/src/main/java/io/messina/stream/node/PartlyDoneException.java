package io.messina.stream.node;

import java.util.List;

/**
 * A command is done on some shards, and not on others, or perhaps not. Where it matters what comes
 * in between, as with a seek or a purge, look at the group before sending it again.
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

  /**
   * Where it is done.
   *
   * @return the numbers of the shards, ascending
   */
  public List<Integer> done() {
    return done;
  }

  /**
   * Where it is not known to be done.
   *
   * @return the numbers of the shards, ascending
   */
  public List<Integer> missing() {
    return missing;
  }
}
