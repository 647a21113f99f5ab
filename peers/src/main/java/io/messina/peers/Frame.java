package io.messina.peers;

/**
 * The unit of a connection.
 *
 * @param kind the meaning
 * @param id of the request that it belongs to, chosen by the asking side; 0 for none
 * @param last whether the body ends with it; otherwise the next frame of the same request continues
 *     it
 * @param body or a part of it
 */
record Frame(Kind kind, long id, boolean last, byte[] body) {

  /** The longest body of one frame. */
  static final int BODY_MAX = 1 << 20;

  static final byte[] NO_BODY = {};

  /** The meaning of a frame. */
  enum Kind {
    /** The first frame of both sides: its identity. */
    HELLO(1),
    /**
     * That a side knows the secret; empty without a secret, and in the last frame of the handshake.
     */
    PROOF(2),
    /** A sentence why the connection ends. */
    GOODBYE(3),
    /** The remaining time, in milliseconds in eight bytes, and the request. */
    REQUEST(4),
    /** The answer. */
    ANSWER(5),
    /** A sentence why a request was not carried out. */
    REFUSAL(6),
    /** The answer is not needed any more. */
    CANCEL(7),
    /** How many more bytes of bodies may be sent, in eight bytes. */
    CREDIT(8),
    /** A sign of life. */
    PING(9);

    private static final Kind[] ALL = values();

    /** By which it is sent. */
    final byte number;

    Kind(int number) {
      this.number = (byte) number;
    }

    static Kind of(byte number) {
      for (Kind kind : ALL) {
        if (kind.number == number) {
          return kind;
        }
      }
      throw new FrameException("kind: " + number + " (expected: from 1 to " + ALL.length + ")");
    }
  }

  static Frame of(Kind kind, byte[] body) {
    return new Frame(kind, 0, true, body);
  }
}
