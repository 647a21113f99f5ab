package io.messina.peers;

import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.security.MessageDigest;

/**
 * Frames in streams of bytes:
 *
 * <pre>
 *   | length up to the seal, 4 | kind | 1 if last | id, 8 | body | seal |
 * </pre>
 *
 * <p>Numbers are big-endian. The seal is over all before it, see {@link Seal}.
 */
final class FrameStreams {

  private static final int HEAD_BYTES = 2 + Long.BYTES;

  private FrameStreams() {}

  static void write(OutputStream out, Frame frame, Seal seal) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(Integer.BYTES + HEAD_BYTES + frame.body().length);
    bytes
        .putInt(HEAD_BYTES + frame.body().length)
        .put(frame.kind().number)
        .put((byte) (frame.last() ? 1 : 0))
        .putLong(frame.id())
        .put(frame.body());
    out.write(bytes.array());
    out.write(seal.of(bytes.flip()));
  }

  /**
   * Reads a frame.
   *
   * @param bodyMax how long its body may be; nothing is read of a longer one
   * @throws EOFException if the stream ends
   * @throws FrameException if it is none, or its seal does not hold
   */
  static Frame read(DataInputStream in, Seal seal, int bodyMax) throws IOException {
    int length = in.readInt();
    if (length < HEAD_BYTES || length > HEAD_BYTES + bodyMax) {
      throw new FrameException(
          "length: "
              + Integer.toUnsignedString(length)
              + " (expected: from "
              + HEAD_BYTES
              + " to "
              + (HEAD_BYTES + bodyMax)
              + ")");
    }
    byte[] content = new byte[Integer.BYTES + length];
    ByteBuffer bytes = ByteBuffer.wrap(content).putInt(length);
    in.readFully(content, Integer.BYTES, length);
    byte[] sealed = new byte[seal.bytes()];
    in.readFully(sealed);
    if (!MessageDigest.isEqual(sealed, seal.of(ByteBuffer.wrap(content)))) {
      throw new FrameException("seal: another one (expected: that of the frame)");
    }
    Frame.Kind kind = Frame.Kind.of(bytes.get());
    byte last = bytes.get();
    if (last != 0 && last != 1) {
      throw new FrameException("last: " + last + " (expected: 0 or 1)");
    }
    long id = bytes.getLong();
    byte[] body = new byte[bytes.remaining()];
    bytes.get(body);
    return new Frame(kind, id, last == 1, body);
  }
}
