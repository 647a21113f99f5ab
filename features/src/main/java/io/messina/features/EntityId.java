package io.messina.features;

/**
 * Whose feature it is, as in the name of a user.
 *
 * @param text 1 to 800 bytes of UTF-8, any characters
 */
public record EntityId(String text) {

  /** The longest id, in bytes of UTF-8. */
  public static final int BYTES_MAX = 800;

  /**
   * A checked id.
   *
   * @throws FeatureException.Refused where it is empty or longer
   */
  public EntityId {
    KeyText.checkBytes(FeatureException.Refused.Reason.OUT_OF_BOUNDS, "entity id", text, BYTES_MAX);
  }

  /** The text. */
  @Override
  public String toString() {
    return text;
  }
}
