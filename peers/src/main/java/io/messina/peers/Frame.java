package io.messina.peers;

/**
 * What goes over a connection.
 *
 * @param kind what it is about
 * @param id of the request that it belongs to, chosen by whoever asks; 0 where there is none
 * @param last whether the body ends with it; otherwise the next frame of the same request goes on
 * @param body or a part of it
 */
record Frame(Kind kind, long id, boolean last, byte[] body) {

  /** The longest body of one frame. */
  static final int BODY_MAX = 1 << 20;

  static final byte[] NO_BODY = {};

  /** What a frame is about. */
  enum Kind {
    /** The first words of both sides: who they are. */
    HELLO(1),
    /** That a side knows the secret; empty where there is none, and at the end of the beginning. */
    PROOF(2),
    /** A sentence why the connection ends. */
    GOODBYE(3),
    /** The time that is left, in milliseconds in eight bytes, and what is asked. */
    REQUEST(4),
    /** What is answered. */
    ANSWER(5),
    /** A sentence why a request was not carried out. */
    REFUSAL(6),
    /** Nobody waits for the answer any more. */
    CANCEL(7),
    /** How many more bytes of bodies may be sent, in eight bytes. */
    CREDIT(8),
    /** Says that the sender is there. */
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
