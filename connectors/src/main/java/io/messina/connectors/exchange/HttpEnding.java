package io.messina.connectors.exchange;

import io.messina.connectors.SendResult;
import java.util.Optional;

/** The end of an exchange. */
public sealed interface HttpEnding {

  /** Why a request was not sent. */
  enum Cause {
    /** There was no connection, or no secure one. */
    UNREACHABLE,
    /** Others use all connections. */
    BUSY,
    /** The address is one that must not be asked. */
    FORBIDDEN
  }

  /**
   * Certainly, no byte of the request was sent.
   *
   * @param reason for people
   */
  record NotSent(Cause cause, String reason) implements HttpEnding {

    /**
     * Returns the result for the sender of a message: Failed; Refused if the address must not be
     * asked.
     */
    public SendResult result() {
      return switch (cause) {
        case FORBIDDEN -> new SendResult.Refused("address", reason);
        case BUSY -> new SendResult.Failed("busy", reason);
        case UNREACHABLE -> new SendResult.Failed("connect", reason);
      };
    }
  }

  /** The request was sent, or part of it, and no answer came. */
  record Lost(String reason) implements HttpEnding {}

  /**
   * An answer has come.
   *
   * @param status of HTTP
   * @param retryAfter the header, if present
   * @param body whole; empty if it was cut, did not end in time, is longer than {@link
   *     HttpExchanges#ANSWER_BYTES_MAX}, or is compressed
   */
  record Answer(int status, Optional<String> retryAfter, Optional<byte[]> body)
      implements HttpEnding {}
}
