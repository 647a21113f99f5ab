package io.messina.stream.delivery;

import io.messina.stream.record.Varints;

/**
 * An upper bound of the encoded state's size, whatever happens to the events in it, so that the
 * state of events that are handed out can always be written.
 */
final class StateBytes {

  /** All but the stretches: numbers of at most nine bytes, and the names. */
  private static final int FIXED_MAX =
      128 + WorkerNames.NAMES_MAX * (1 + WorkerNames.NAME_BYTES_MAX);

  private static final int GAP_MAX = 9;
  private static final int HEAD = 1;
  private static final int ATTEMPTS = 1;
  private static final int HELD = HEAD + ATTEMPTS + 9 + 4 + 1;
  private static final int WAITING = HEAD + ATTEMPTS + 4;
  private static final int LEAVING = GAP_MAX;

  private StateBytes() {}

  /**
   * Computes the bound. Each event is counted as a stretch of its own; a longer stretch takes no
   * more, because its count is no larger than the heads and gaps that it saves.
   *
   * @param tried events that have been handed out
   * @param untried events that have not
   * @param redriven how many of these came from the dead letters
   * @param leaving finished events whose dead letters are to be deleted; tried events may become
   *     such
   * @param inFlightMax how many can be handed out at a time
   * @param span from the first position to the last
   */
  static int max(int tried, int untried, int redriven, int leaving, int inFlightMax, long span) {
    int gap = Varints.bytes(span);
    int held = Math.min(tried, inFlightMax);
    return FIXED_MAX
        + held * (HELD + gap)
        + (tried - held) * Math.max(WAITING + gap, LEAVING)
        + untried * (HEAD + gap)
        + redriven * GAP_MAX
        + leaving * LEAVING;
  }
}
