package io.messina.connectors.smtp;

import io.messina.connectors.SendResult;

/** A mail that no server would be asked to take. */
final class UnfitMailException extends Exception {

  private final String code;

  /**
   * Says why.
   *
   * @param code of RFC 3463, as a server would say it
   */
  UnfitMailException(String code, String reason) {
    super(reason);
    this.code = code;
  }

  SendResult.Refused refused() {
    return new SendResult.Refused(code, String.valueOf(getMessage()));
  }
}
