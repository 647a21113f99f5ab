package io.messina.features;

/**
 * What the feature store refuses, whatever the database does. Trying again does not help; nothing
 * has changed.
 */
public abstract sealed class FeatureException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private FeatureException(String message) {
    super(message);
  }

  /** There is no such feature, version or feed. */
  public static final class NotFound extends FeatureException {

    private static final long serialVersionUID = 1L;

    /**
     * What is missing.
     *
     * @param message as in {@code feature: user/recent_pages (expected: one that was created)}
     */
    public NotFound(String message) {
      super(message);
    }
  }

  /** The request is wrong, or contradicts what is there. */
  public static final class Refused extends FeatureException {

    private static final long serialVersionUID = 1L;

    /** What can be wrong. */
    public enum Reason {
      /** A value is too small, too large, or there are too many of something. */
      OUT_OF_BOUNDS,
      /** More is to be added at once than goes into one write. */
      TOO_LARGE,
      /**
       * It contradicts what exists and cannot be changed, such as the type of a feature's values.
       */
      CONFLICT,
      /** A feature of this kind cannot do it. */
      UNFIT
    }

    private final Reason reason;

    /**
     * Why.
     *
     * @param reason what is wrong
     * @param message as in {@code items: 1200 (expected: 1 to 500)}
     */
    public Refused(Reason reason, String message) {
      super(message);
      this.reason = reason;
    }

    /**
     * What is wrong.
     *
     * @return the reason
     */
    public Reason reason() {
      return reason;
    }
  }
}
