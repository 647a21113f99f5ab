package io.messina.connectors.exchange;

import io.messina.connectors.SendResult;
import java.util.Optional;

/** How an exchange ended. */
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
   * @param cause of it
   * @param reason for people
   */
  record NotSent(Cause cause, String reason) implements HttpEnding {

    /**
     * What it is to whoever sends a message.
     *
     * @return Failed; Refused if the address must not be asked
     */
    public SendResult result() {
      return switch (cause) {
        case FORBIDDEN -> new SendResult.Refused("address", reason);
        case BUSY -> new SendResult.Failed("busy", reason);
        case UNREACHABLE -> new SendResult.Failed("connect", reason);
      };
    }
  }

  /**
   * The request was sent, or part of it, and no answer came.
   *
   * @param reason for people
   */
  record Lost(String reason) implements HttpEnding {}

  /**
   * There is an answer.
   *
   * @param status of HTTP
   * @param retryAfter the header, if it is there
   * @param body whole; empty if it was cut, did not end in time, is longer than {@link
   *     HttpExchanges#ANSWER_BYTES_MAX}, or is compressed
   */
  record Answer(int status, Optional<String> retryAfter, Optional<byte[]> body)
      implements HttpEnding {}
}
