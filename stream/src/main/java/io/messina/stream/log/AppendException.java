package io.messina.stream.log;

/** An append that was not acknowledged. */
public abstract sealed class AppendException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private AppendException(String message) {
    super(message);
  }

  /** Too many bytes are waiting: nothing of the append was or will be stored. Try again later. */
  public static final class LaneFull extends AppendException {

    private static final long serialVersionUID = 1L;

    LaneFull(LaneId lane, long waitingBytes) {
      super(lane + ": " + waitingBytes + " bytes of appends wait to be stored (expected: fewer)");
    }
  }

  /** The lane is closed: nothing of the append was or will be stored. Ask the next owner. */
  public static final class LaneClosed extends AppendException {

    private static final long serialVersionUID = 1L;

    LaneClosed(LaneId lane) {
      super(lane + ": closed");
    }
  }

  /**
   * The lane closed during the append: none, some or all of its events may be stored. Only an
   * idempotency key makes it safe to send them again.
   */
  public static final class Unknown extends AppendException {

    private static final long serialVersionUID = 1L;

    Unknown(LaneId lane) {
      super(lane + ": closed while the append was under way, which may be stored or not");
    }
  }
}
