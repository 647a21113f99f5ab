package io.messina.bench.peers;

/** A peer that this machine does not have. The message says how to get it. */
final class MissingPeerException extends RuntimeException {

  MissingPeerException(String message) {
    super(message);
  }
}
