package io.messina.api;

/**
 * The handle of a worker for an event that was handed out to it, to acknowledge, return or extend
 * it. It is valid for one claim.
 *
 * @param value 1 to 256 opaque characters from the server
 */
public record Receipt(String value) {

  public Receipt {
    Checks.text("receipt", value, 256);
  }

  @Override
  public String toString() {
    return value;
  }
}
