package io.messina.api;

/**
 * What a worker holds for an event that was handed out to it, and gives back to acknowledge, return
 * or extend it. It is good for one claim.
 *
 * @param value as the server gave it: 1 to 256 characters that mean nothing to who holds them
 */
public record Receipt(String value) {

  /**
   * A checked text.
   *
   * @throws IllegalArgumentException if it is empty or longer
   */
  public Receipt {
    Checks.text("receipt", value, 256);
  }

  @Override
  public String toString() {
    return value;
  }
}
